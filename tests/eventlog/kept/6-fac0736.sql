PRAGMA application_id = 1380862789;
PRAGMA user_version = 6;
BEGIN TRANSACTION;
CREATE TABLE "agents" ("id" TEXT NOT NULL, "role" TEXT NOT NULL, "model" TEXT, "member" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT, WITHOUT ROWID;
INSERT INTO "agents" VALUES('bob','builder',NULL,1,3);
INSERT INTO "agents" VALUES('lead','lead',NULL,1,2);
INSERT INTO "agents" VALUES('r','r',NULL,1,27);
CREATE TABLE "approvals" ("kind" TEXT NOT NULL, "text" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("kind", "text")) STRICT, WITHOUT ROWID;
CREATE TABLE "artifacts" ("name" TEXT NOT NULL, "path_name" TEXT NOT NULL, "ref" TEXT NOT NULL, "owner" TEXT NOT NULL, "description" TEXT NOT NULL, "version" INTEGER NOT NULL, "path" TEXT NOT NULL, "task" TEXT, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
CREATE TABLE "blockers" ("id" TEXT NOT NULL, "description" TEXT NOT NULL, "affected_agents" TEXT NOT NULL, "cause" TEXT, "by" TEXT NOT NULL, "created_at" TEXT NOT NULL, "resolved" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "blockers" VALUES('BLK-12','no access','["bob"]',NULL,'bob','2026-11-19T19:51:28.076490Z',0,12);
CREATE TABLE "cap_marks" ("scope" TEXT NOT NULL, "name" TEXT NOT NULL, "unit" TEXT NOT NULL, "day" TEXT NOT NULL, "level" TEXT NOT NULL, "used" INTEGER NOT NULL, "most" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("scope", "name", "unit", "day")) STRICT, WITHOUT ROWID;
CREATE TABLE "caps" ("scope" TEXT NOT NULL, "name" TEXT NOT NULL, "tokens" INTEGER, "micros" INTEGER, "seq" INTEGER NOT NULL, PRIMARY KEY ("scope", "name")) STRICT, WITHOUT ROWID;
CREATE TABLE "changelog" ("seq" INTEGER NOT NULL, "timestamp" TEXT NOT NULL, "agent" TEXT NOT NULL, "action" TEXT NOT NULL, "path" TEXT NOT NULL, "old" TEXT, "new" TEXT, PRIMARY KEY ("seq")) STRICT, WITHOUT ROWID;
INSERT INTO "changelog" VALUES(2,'2026-11-19T19:51:26.217653Z','person','member added','agents.lead',NULL,'lead');
INSERT INTO "changelog" VALUES(3,'2026-11-19T19:51:26.466059Z','person','member added','agents.bob',NULL,'builder');
INSERT INTO "changelog" VALUES(5,'2026-11-19T19:51:26.971546Z','person','field set','goal',NULL,'ship');
INSERT INTO "changelog" VALUES(9,'2026-11-19T19:51:27.793669Z','lead','decision requested','pending_decisions.D-1',NULL,'JWT?');
INSERT INTO "changelog" VALUES(11,'2026-11-19T19:51:28.076085Z','bob','field set','agents.bob.status','idle','blocked');
INSERT INTO "changelog" VALUES(12,'2026-11-19T19:51:28.076490Z','bob','blocker reported','blockers.BLK-12',NULL,'no access');
INSERT INTO "changelog" VALUES(23,'2026-11-19T19:51:30.282083Z','person','decision made','pending_decisions.D-1','open','yes');
INSERT INTO "changelog" VALUES(27,'2026-11-19T19:51:31.168606Z','person','member added','agents.r',NULL,'r');
INSERT INTO "changelog" VALUES(31,'2026-11-19T19:51:31.183708Z','system','field set','current_phase',NULL,'small: work');
INSERT INTO "changelog" VALUES(32,'2026-11-19T19:51:31.183935Z','system','field set','agents.r.current_task',NULL,'R-1/t');
INSERT INTO "changelog" VALUES(33,'2026-11-19T19:51:31.184029Z','system','field set','agents.r.status','idle','working');
INSERT INTO "changelog" VALUES(34,'2026-11-19T19:51:31.184070Z','system','field set','agents.r.current_task','R-1/t','R-1/gap');
INSERT INTO "changelog" VALUES(35,'2026-11-19T19:51:31.184112Z','system','field set','agents.r.status','working','working');
INSERT INTO "changelog" VALUES(37,'2026-11-19T19:51:31.298914Z','system','ended without update','agents.r.status','working','error');
INSERT INTO "changelog" VALUES(39,'2026-11-19T19:51:31.299358Z','system','field set','agents.r.current_task','R-1/gap','R-1/gap');
INSERT INTO "changelog" VALUES(40,'2026-11-19T19:51:31.299441Z','system','field set','agents.r.status','error','working');
INSERT INTO "changelog" VALUES(42,'2026-11-19T19:51:31.305208Z','system','field set','agents.r.status','working','completed');
INSERT INTO "changelog" VALUES(44,'2026-11-19T19:51:31.359578Z','system','ended without update','agents.r.status','completed','error');
INSERT INTO "changelog" VALUES(47,'2026-11-19T19:51:31.364729Z','system','field set','current_phase','small: work','small: completed');
CREATE TABLE "channels" ("name" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
INSERT INTO "channels" VALUES('general',14);
INSERT INTO "channels" VALUES('design',16);
CREATE TABLE "checks" ("seq" INTEGER NOT NULL, "session" TEXT NOT NULL, "agent_id" TEXT NOT NULL, "agent" TEXT NOT NULL, "outcome" TEXT NOT NULL, "attempt" INTEGER NOT NULL, "verify" INTEGER NOT NULL, "confidence" TEXT, "tally" TEXT NOT NULL, "model" TEXT, "tokens" INTEGER, "cost" TEXT, PRIMARY KEY ("seq")) STRICT;
CREATE TABLE "claims" ("seq" INTEGER NOT NULL, "number" INTEGER NOT NULL, "kind" TEXT NOT NULL, "agent" TEXT NOT NULL, "category" TEXT, "path" TEXT, "line" INTEGER, "end_line" INTEGER, "columns" TEXT, "blob" TEXT, "snippet" TEXT, "read_by" TEXT, "command" TEXT, "exit_code" INTEGER, "tree" TEXT, PRIMARY KEY ("seq", "number")) STRICT;
CREATE TABLE "contracts" ("id" TEXT NOT NULL, "delegator" TEXT NOT NULL, "assignee" TEXT NOT NULL, "state" TEXT NOT NULL, "outcome" TEXT, "artifacts" TEXT NOT NULL, "contract" TEXT NOT NULL, "handoffs" TEXT NOT NULL, "result" TEXT, "held_by" TEXT, "consults" TEXT NOT NULL, "verdicts" TEXT NOT NULL, "confirmed" INTEGER NOT NULL, "retries" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "metered" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "contracts" VALUES('TC-1','lead','bob','offered',NULL,'[]','{"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"assignee":"bob","authority":{"autonomous_decisions":[],"escalation_triggers":[],"must_consult":[]},"created_at":"2026-11-19T19:51:29.730456Z","delegator":"lead","expected_output":{"deliverables":[],"format":"code","schema":null},"failure_handling":{"max_retries":null,"on_assumption_violation":"","on_blocked":"","on_partial_completion":""},"id":"TC-1","inputs":{"artifacts":[],"assumptions":[],"constraints":[],"description":"Build the login"},"timeout":{"max_steps":null,"on_timeout":""}}','[]',NULL,NULL,'[]','{}',0,0,0,0,19);
CREATE TABLE "debts" ("message" TEXT NOT NULL, "debtor" TEXT NOT NULL, "creditor" TEXT NOT NULL, "expects" TEXT NOT NULL, "since" TEXT NOT NULL, "seq" INTEGER NOT NULL, "since_step" INTEGER NOT NULL, "settled" INTEGER NOT NULL, "settled_by" TEXT, PRIMARY KEY ("message", "debtor")) STRICT;
INSERT INTO "debts" VALUES('MSG-7','bob','lead','["TASK_RESULT","TASK_BLOCKED"]','2026-11-19T19:51:27.509711Z',7,1,0,NULL);
INSERT INTO "debts" VALUES('MSG-8','bob','lead','["DECISION_RESULT"]','2026-11-19T19:51:27.792006Z',8,1,1,'MSG-22');
CREATE TABLE "decisions" ("id" TEXT NOT NULL, "message" TEXT NOT NULL, "requester" TEXT NOT NULL, "question" TEXT NOT NULL, "options" TEXT NOT NULL, "owners" TEXT NOT NULL, "deadline_steps" INTEGER, "status" TEXT NOT NULL, "resolution" TEXT, "constraints" TEXT NOT NULL, "redacted" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "decisions" VALUES('D-1','MSG-8','lead','JWT?','[{"analysis":"simple","label":"yes","recommendation_score":null}]','["bob"]',NULL,'resolved','yes','[]',0,9);
CREATE TABLE events (
    seq         INTEGER PRIMARY KEY,
    id          TEXT NOT NULL UNIQUE,
    at          TEXT NOT NULL,
    type        TEXT NOT NULL,
    actor       TEXT NOT NULL,
    via         TEXT NOT NULL,
    run         TEXT,
    cause       INTEGER,
    data        TEXT NOT NULL,
    body        TEXT,
    salt        TEXT,
    body_digest TEXT,
    hash        TEXT NOT NULL
, key TEXT, key_digest TEXT) STRICT;
INSERT INTO "events" VALUES(1,'E-1','2026-11-19T19:51:26.217439Z','RuleSetAdopted','system','system',NULL,NULL,'{"digest":"606349a27b5d7037","rules":["a_writer_whose_value_does_not_stand_is_told_to_read_again","a_status_update_sets_the_senders_status","a_task_result_registers_artifacts_and_sets_the_senders_status","a_blocked_task_blocks_its_sender_unless_a_part_can_go_on","a_decision_request_opens_a_decision","a_decision_result_resolves_the_decision","a_handoff_offers_the_contract_it_carries","an_offer_is_told_to_its_assignee","a_refusal_of_a_contract_is_told_to_its_delegator","a_refusal_of_a_contract_is_told_to_those_who_wait_for_it","a_result_delivers_or_ends_its_contract","a_delivery_is_put_to_its_reviewer","the_first_sign_of_work_starts_a_contract","a_contract_at_its_step_limit_follows_its_instruction","verdicts_decide_a_delivered_contract","a_hold_repeats_what_the_contract_says_for_it","the_answer_to_a_report_ends_the_hold","the_end_of_a_contract_is_told_to_its_assignee","a_task_belongs_to_the_first_who_starts_it","a_task_that_is_called_done_is_closed","a_handed_over_artifact_belongs_to_the_one_who_takes_the_task","a_task_known_by_its_name_goes_with_the_handoff_that_describes_it_so","those_who_lose_a_task_to_another_are_told","what_a_task_is_to_yield_belongs_to_its_owner","the_artifacts_of_one_who_leaves_go_to_its_delegator","a_withdrawn_task_is_told_to_its_owner_and_to_those_who_wait","the_waits_of_one_who_leaves_are_closed","a_block_that_the_lead_or_a_person_resolves_ends","who_begins_to_wait_for_what_does_not_come_is_told","an_agent_that_goes_on_by_itself_is_blocked_no_more","a_review_ends_when_all_who_are_left_have_answered","those_who_wait_for_one_who_leaves_are_told","a_blocking_review_request_blocks_its_sender","a_review_result_frees_the_one_who_asked","the_answer_to_a_conflict_ends_its_blocks","a_task_of_a_run_shows_in_its_agents_entry","a_run_that_ends_ends_the_turns_of_its_agents","a_circle_of_waits_is_told_to_the_lead","shipped:task_completed","shipped:task_blocked","shipped:decision_resolved","shipped:conflict_detected","shipped:artifact_updated"],"team":null}',NULL,NULL,NULL,'16a46ed8615777d8feac22b955668fe94efebc6c4a5aff41a69257b146424218',NULL,NULL);
INSERT INTO "events" VALUES(2,'E-2','2026-11-19T19:51:26.217653Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"member added","agent":"lead","role":"lead","model":null}',NULL,NULL,NULL,'8baf609ed69f66498326f28b51d3628b75ba2ff5c57311998fc763284201ef84',NULL,NULL);
INSERT INTO "events" VALUES(3,'E-3','2026-11-19T19:51:26.466059Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"member added","agent":"bob","role":"builder","model":null}',NULL,NULL,NULL,'39157c4d12c0b34d1adc3013b1e06294e4deaa4278d0a002481780bf938af437',NULL,NULL);
INSERT INTO "events" VALUES(4,'E-4','2026-11-19T19:51:26.716454Z','TokenIssued','person','terminal',NULL,NULL,'{"agent":"bob","digest":"fe0a88e2bc985097804c6130d428a3893e256ee90bea6385d6b429a046d97f6c","expires":1797709886}',NULL,NULL,NULL,'266e0269462e2242fc57cfa56b4f45a7e5000927494b661c42f4f7a53d2e549d',NULL,NULL);
INSERT INTO "events" VALUES(5,'E-5','2026-11-19T19:51:26.971546Z','FieldSet','person','terminal',NULL,NULL,'{"action":"field set","field":"goal","agent":null,"based_on":4,"overrides":null,"status":null,"message":null}','{"value":"ship","why":null}','571b95347c2df3a1737d5f6101a406df','e58311923d90c4927792e29e87f5dd675208a0ce3363f18755101eb0a52ec939','7b5d57253a069258fa42778738230da61ce09e1e37c09163f9b42ecb6b050a59',NULL,NULL);
INSERT INTO "events" VALUES(6,'E-6','2026-11-19T19:51:27.226223Z','TurnStarted','bob','terminal',NULL,NULL,'{"agent":"bob"}',NULL,NULL,NULL,'c03c77699bc3d4f42d3a2a282a443659bb393ec6d1d0eb45b399b715e4524dbe',NULL,NULL);
INSERT INTO "events" VALUES(7,'E-7','2026-11-19T19:51:27.509711Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-7","type":"TASK_HANDOFF","from":"lead","to":"bob","readers":["bob"],"priority":"normal","channel":null,"in_reply_to":null,"expects":["TASK_RESULT","TASK_BLOCKED"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"build it","related_state_refs":[],"payload":{"task_description":"build it","input_artifacts":[],"expected_output":{"format":"code","success_criteria":["it runs"]},"constraints":[],"authority_scope":"","fallback_on_failure":""}}','920696981e2632646344576fcdc7bd19','1e2c5d6931814e0bb48f9d25c437ef89948f183fead1f0967d06aa1808485fc6','a97dca96813454c0c7404097577634e3a3005cd5d47ac4d3ada69a290794106b',NULL,NULL);
INSERT INTO "events" VALUES(8,'E-8','2026-11-19T19:51:27.792006Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-8","type":"DECISION_REQUEST","from":"lead","to":"bob","readers":["bob"],"priority":"blocking","channel":null,"in_reply_to":null,"expects":["DECISION_RESULT"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"JWT?","related_state_refs":[],"payload":{"decision_id":"D-1","question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}],"recommended":null,"deadline_steps":null}}','e02f7489f8b979b95306feda70bf2376','5508ea99d1e30f31292f1ad29fe33ebcdaba89c43d1c98a669a049fcd97112d3','ad945a4b023da86b422612de30db3d45ca8ca83674359a77761c5a36d824a05f',NULL,NULL);
INSERT INTO "events" VALUES(9,'E-9','2026-11-19T19:51:27.793669Z','DecisionRequested','lead','terminal',NULL,8,'{"action":"decision requested","decision":"D-1","message":"MSG-8","requester":"lead","owners":["bob"],"deadline_steps":null}','{"question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}]}','a07398d01ee5e7d665490149bdef41d3','4aa9cae92b1aee532d32804c485036126fc6206211029c48399254cbad249e62','01d27fff59e59559b2035767c42ce1250e85791b062512bd12bf2f9246c4e65f',NULL,NULL);
INSERT INTO "events" VALUES(10,'E-10','2026-11-19T19:51:28.074615Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-10","type":"STATUS_UPDATE","from":"bob","to":"lead","readers":["lead"],"priority":"normal","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"waiting","related_state_refs":[],"payload":{"task_ref":null,"new_status":"blocked","progress_summary":"waiting","estimated_remaining":null,"blockers":["no access"]}}','747f46c5f9244f1d5fdd611504b8759e','ca876d21654caee28161e85e5b7fc6d465c14014f72d4c9ce049f1f06c458453','d335eb91be89c5104d59a5fdb7e57c603a26a6ac4e51196242bb9276201bc97e',NULL,NULL);
INSERT INTO "events" VALUES(11,'E-11','2026-11-19T19:51:28.076085Z','FieldSet','bob','terminal',NULL,10,'{"action":"field set","field":"status","agent":"bob","based_on":10,"overrides":null,"status":"blocked","message":"MSG-10"}',NULL,NULL,NULL,'fe125caf9a79bc6f10db6663e447dfec3af20af906cac75b898762471dd8aa98',NULL,NULL);
INSERT INTO "events" VALUES(12,'E-12','2026-11-19T19:51:28.076490Z','BlockerAdded','bob','terminal',NULL,10,'{"action":"blocker reported","id":"BLK-12","affected_agents":["bob"],"cause":null,"by":"bob"}','{"description":"no access"}','3ac07721118d611499ae2ecb0db46b58','6e3138eaefd995368a09b9d70ce91edd583357d02283daa9b845f279f5e60613','1cb4630bc6aba29c2d8a1d56e23ac703773a9a8766da5a22b5f4efb363663e21',NULL,NULL);
INSERT INTO "events" VALUES(13,'E-13','2026-11-19T19:51:28.087592Z','MessagePosted','system','system',NULL,10,'{"id":"MSG-13","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"bob is blocked by a cause outside the team: no access","related_state_refs":[{"type":"agent","id":"bob"}],"payload":{"topic":"bob is blocked","content":"bob is blocked by a cause outside the team: no access","relevance_to_recipients":"You lead the team.","actionable":true,"action_suggestion":"Finish it, or say when it can be expected."}}','598aec8984e582c0f53196ec7123f045','ac87ed34b380785a63b9ec933d7a995a84bbfcc2ced96c89f3ee5dff2cb272c8','2887c832162ae7b8c370e4a73cffc53cef7d8672a30a8a3d4281e930e5ca84df',NULL,NULL);
INSERT INTO "events" VALUES(14,'E-14','2026-11-19T19:51:28.367393Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-14","type":"FREEFORM","from":"lead","to":"all","readers":["bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":["bob"]}','{"context_summary":"good morning @bob / おはよう","related_state_refs":[],"payload":{"intent_hint":"","body":"good morning @bob / おはよう","requires_response":false,"urgency":"normal"}}','afa8727126b8ee2ba250788a3975b82b','c914953ba3d8cba68edc51228fed268bfcdf02c43689d807da362ae202d6828f','588640df86e757e432e2136a726a5bf0634d8700a485fa10376426738fe6212a','once','ba7b967c71799cfefc3f549da41e49604ef9323b0ed3031603248ff89c6dca00');
INSERT INTO "events" VALUES(15,'E-15','2026-11-19T19:51:28.647849Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-15","type":"FREEFORM","from":"person","to":"#general","readers":["lead","bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}',NULL,NULL,'ab57db1610117f732024445f04bf8e9ec910b61091417b59e7bc43306faa0e61','c429e58a249673aaed31d0ed65ab1b548707e7468e657691618b01d377f1afe1',NULL,NULL);
INSERT INTO "events" VALUES(16,'E-16','2026-11-19T19:51:28.930591Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-16","type":"FREEFORM","from":"bob","to":"#design","readers":["lead"],"priority":"normal","channel":"design","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"a post","related_state_refs":[],"payload":{"intent_hint":"","body":"a post","requires_response":false,"urgency":"normal"}}','b37eb0812e605941570744b34ca35868','ac4857d702689651a028d1a91cee8b40cadd0bf4843d3f84840c9c618e7cddb8','2c93f90993ef0be32812cb099f186eb56f5434ae9a2c13df507575bc5fd99cde',NULL,NULL);
INSERT INTO "events" VALUES(17,'E-17','2026-11-19T19:51:29.191098Z','ChannelRead','person','terminal',NULL,NULL,'{"reader":"person","channel":"design","up_to":16}',NULL,NULL,NULL,'dc02ae2acfe898d8908e8ed2eb45d794dae269f82adcc07a0be2e4f811403824',NULL,NULL);
INSERT INTO "events" VALUES(18,'E-18','2026-11-19T19:51:29.451194Z','RuleRefused','person','terminal',NULL,NULL,'{"rule":"DEC-26","actor":"person","action":"HandleMessages","mode":"enforce"}',NULL,NULL,NULL,'f9a34d5396a38ab76c32fe8d6f6c50b0cf045cd0a8342a4078aaff13b628cf3b',NULL,NULL);
INSERT INTO "events" VALUES(19,'E-19','2026-11-19T19:51:29.730456Z','ContractOffered','lead','terminal',NULL,NULL,'{"id":"TC-1","delegator":"lead","assignee":"bob","artifacts":[],"handoff":null}','{"contract":{"id":"TC-1","delegator":"lead","assignee":"bob","created_at":null,"inputs":{"description":"Build the login","artifacts":[],"constraints":[],"assumptions":[]},"expected_output":{"format":"code","schema":null,"deliverables":[]},"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"authority":{"autonomous_decisions":[],"must_consult":[],"escalation_triggers":[]},"failure_handling":{"on_blocked":"","on_partial_completion":"","on_assumption_violation":"","max_retries":null},"timeout":{"max_steps":null,"on_timeout":""}}}','6f021239f5e971a1b62a453cbf879ed3','fa71f908cb84c22b9dd56790be9f8a49fbfb6634051390c75625eddf0b529f89','30922c792be30696918c8984ee172b4e7a6abce986aa5234c2e778ae1e4f0c27',NULL,NULL);
INSERT INTO "events" VALUES(20,'E-20','2026-11-19T19:51:29.732109Z','MessagePosted','system','system',NULL,19,'{"id":"MSG-20","type":"KNOWLEDGE_SHARE","from":"system","to":"bob","readers":["bob"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Build the login","related_state_refs":[],"payload":{"topic":"lead offers you the contract TC-1","content":"Build the login","relevance_to_recipients":"You are its assignee.","actionable":true,"action_suggestion":"Read it: renkei contract show TC-1. Then: renkei contract accept TC-1, or decline TC-1."}}','423e11f8091a19cda22eb1694eefb0fd','19f1defe5b2f69902ec407f47905a37a37bfa59336c352fe0f5c4585c01bab90','7df6a10a40438d6cd360cf9d893846f8cb4ed3cf7ec7fa9d04f56aeb96924ee9',NULL,NULL);
INSERT INTO "events" VALUES(21,'E-21','2026-11-19T19:51:30.014662Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"TURN-2","actor":"bob","action":"AcceptContract","mode":"enforce"}',NULL,NULL,NULL,'c209e0e208cee9bfebb204d2b5d2bddc719eaca9fc4f66c0103efb8af750907c',NULL,NULL);
INSERT INTO "events" VALUES(22,'E-22','2026-11-19T19:51:30.280709Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-22","type":"DECISION_RESULT","from":"person","to":["lead","bob"],"readers":["lead","bob"],"priority":"normal","channel":null,"in_reply_to":"MSG-8","expects":[],"debtors":[],"settles":[{"message":"MSG-8","debtor":"bob"}],"mentioned":[]}','{"context_summary":"simple","related_state_refs":[],"payload":{"decision_id":"D-1","chosen_option":"yes","rationale":"simple","additional_constraints":null}}','9a0fa3098d8f58dc5034d8eec461ad98','5ca25fc1256e7dfd1d451d92dffb063a6b14d54044f96c2539f6aac621930392','0f2b66780c86d483ff4508a6fa00472471393ec5e628ac7ea926948776433e7a',NULL,NULL);
INSERT INTO "events" VALUES(23,'E-23','2026-11-19T19:51:30.282083Z','DecisionResolved','person','terminal',NULL,22,'{"action":"decision made","decision":"D-1","message":"MSG-22"}','{"chosen_option":"yes","rationale":"simple","additional_constraints":[]}','5137ac6e2ac1ec4189b3cd32d947489e','9ecee5c5b547a725659f2402d93a0c699fba3ecd315370a83e2f905d4afa9998','37cdd1b9bb1c51c3b9f3c0a1ed15b5a78294716a3378f82c944f35dbf2be1291',NULL,NULL);
INSERT INTO "events" VALUES(24,'E-24','2026-11-19T19:51:30.293376Z','MessagePosted','system','system',NULL,22,'{"id":"MSG-24","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Decision D-1 is resolved.","related_state_refs":[{"type":"decision","id":"D-1"}],"payload":{"topic":"Decision D-1","content":"Decision D-1 is resolved.\nWhat was decided: yes\nImpact on your task: You asked for it.","relevance_to_recipients":"You asked for it.","actionable":true,"action_suggestion":"Check your work against the decision."}}','a200638a297f7ce33eb86e270cd74f2c','094f100f3c9a1392d376f1a88b3b2630e7ed9aeb58b25353cc84a9d5cd8dd4d3','31393334f6baefdb5da32b7125c423889dd376a5a0de74a9d104318019ce20e7',NULL,NULL);
INSERT INTO "events" VALUES(25,'E-25','2026-11-19T19:51:30.543156Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"BOARD-4","actor":"bob","action":"SetFields","mode":"enforce"}',NULL,NULL,NULL,'3ec6acdd2b2fdc3fa9e3703c92d88ace4859471258dc45b8ae42d4c0bd651a1a',NULL,NULL);
INSERT INTO "events" VALUES(26,'E-26','2026-11-19T19:51:31.167537Z','RunStarted','person','terminal','R-1',NULL,'{"run":"R-1","playbook":"small","digest":"89be8fd31fbb8cee","agents":"scripted","yes":true,"execute":false,"merge":false,"team":true,"tasks":["t","gap"],"base":null,"branch":null,"work_tree":null,"git":null,"caps":{"tokens":null,"steps":null,"minutes":null,"money":null}}','{"goal":"","variables":{},"playbook":{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"},{"id":"gap","role":"r","critical":false,"script":[{"crash":"boom"}]}]}}','4c6d94f5ab58aa71f0b638d1f968a989','23b1a374d94e7c3e2349ec365d48a0c2f3e34723278a3377d1ff902c594622a9','04763be512099e8989e580f8648e50fb26eef30d159b94e627cd20050f13dfcd',NULL,NULL);
INSERT INTO "events" VALUES(27,'E-27','2026-11-19T19:51:31.168606Z','AgentAdded','person','terminal',NULL,26,'{"action":"member added","agent":"r","role":"r","model":null}',NULL,NULL,NULL,'9b7673e70e4d077f25d418f19377a21a5df327217e0e71cc169ac00db18e8867',NULL,NULL);
INSERT INTO "events" VALUES(28,'E-28','2026-11-19T19:51:31.180721Z','RunLeased','system','system','R-1',NULL,'{"run":"R-1","holder":"vm:31061"}',NULL,NULL,NULL,'1694a731d111303dbfdfb28dd0b8c04bbc5bbea1c0febfef4eb67f2626ee615f',NULL,NULL);
INSERT INTO "events" VALUES(29,'E-29','2026-11-19T19:51:31.183339Z','TaskStarted','system','system','R-1',NULL,'{"run":"R-1","task":"t","cycle":1,"attempt":1,"agent":"r","lease":28,"base":null,"contract":null,"credential":"a298cb67d1aabebd0ccbb5f17cc8ee64596d53ceada8e19edcdf741325ffa83c","recheck":false}',NULL,NULL,NULL,'75b716fa6edee80b0684bc07767b759196096493ca943e3f1881efdaf7adfea0',NULL,NULL);
INSERT INTO "events" VALUES(30,'E-30','2026-11-19T19:51:31.183638Z','TaskStarted','system','system','R-1',29,'{"run":"R-1","task":"gap","cycle":1,"attempt":1,"agent":"r","lease":28,"base":null,"contract":null,"credential":"6f4bdab3968ed87cb6d4dd1b7653609cefa8151df7324da9e6356bef918790cd","recheck":false}',NULL,NULL,NULL,'c266d67247ddeaa79d8622d4cfeba71901271e772c112759ad3188398945866f',NULL,NULL);
INSERT INTO "events" VALUES(31,'E-31','2026-11-19T19:51:31.183708Z','FieldSet','system','system',NULL,29,'{"action":"field set","field":"current_phase","agent":null,"based_on":28,"overrides":null,"status":null,"message":null}','{"value":"small: work","why":null}','9c7759e6a920f6af7c3bc434eb534bc3','a3ee98e224f24c2ae08644ac8422a935cf40a428da74922fa165d4b8dbb33070','f10976ce5caab61052a86cd42bd9808a3051d9d6f39af216ccfa9dc6f387110b',NULL,NULL);
INSERT INTO "events" VALUES(32,'E-32','2026-11-19T19:51:31.183935Z','FieldSet','system','system',NULL,29,'{"action":"field set","field":"current_task","agent":"r","based_on":31,"overrides":null,"status":null,"message":null}','{"value":"R-1/t","why":null}','15c6875aed42acecfe869cd5510f91dd','0dd034f25eccac8baf86b50fb41c63085567f92dc814bb8894d7bdd16a457a22','8f121e453adb3ff69461a25dcccc86232dcbae82348624cc5946cea533e80c30',NULL,NULL);
INSERT INTO "events" VALUES(33,'E-33','2026-11-19T19:51:31.184029Z','FieldSet','system','system',NULL,29,'{"action":"field set","field":"status","agent":"r","based_on":31,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'00256b9c8c07b139f354dce603408cb18fc1303eef4c0c8c8f62ca120dd86883',NULL,NULL);
INSERT INTO "events" VALUES(34,'E-34','2026-11-19T19:51:31.184070Z','FieldSet','system','system',NULL,29,'{"action":"field set","field":"current_task","agent":"r","based_on":31,"overrides":null,"status":null,"message":null}','{"value":"R-1/gap","why":null}','c97d6327576c665d83f875ca0e4875ef','345f0fbe873a0baf50ba723a71bd2d55a5b00c2562822493d4f1ac2a56183924','319eb9b352ce82525ee832cb98438a48de354648e4490ab0056189c1e5596cd9',NULL,NULL);
INSERT INTO "events" VALUES(35,'E-35','2026-11-19T19:51:31.184112Z','FieldSet','system','system',NULL,29,'{"action":"field set","field":"status","agent":"r","based_on":31,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'ef58de556284bff0e9f2e866d8794d18311ee639a8bf8dea5307c974b42ad957',NULL,NULL);
INSERT INTO "events" VALUES(36,'E-36','2026-11-19T19:51:31.298556Z','TaskFailed','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":1,"token":30,"agent":"r","kind":"crash","agentless":false,"silent":true,"until":null,"refused":[],"usage":{"tokens":0,"steps":0,"micros":0,"spent":[]}}','{"summary":"boom","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','45130b8298f244493533fb9d40a6e52b','02ef1847b35c0b24ae14ae8f4dec3aa52eb7c051ec82a49a214efe1674a6bcdc','0ab36bda9d0a73d222210804c1502362a6bab3fcedd228f5299fa53ce39a0584',NULL,NULL);
INSERT INTO "events" VALUES(37,'E-37','2026-11-19T19:51:31.298914Z','FieldSet','system','system',NULL,36,'{"action":"ended without update","field":"status","agent":"r","based_on":36,"overrides":null,"status":"error","message":null}',NULL,NULL,NULL,'804614456a337e82bdfa906a808f18105ab53c6472d20a52baab3323b3fc4c40',NULL,NULL);
INSERT INTO "events" VALUES(38,'E-38','2026-11-19T19:51:31.299243Z','TaskStarted','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":2,"agent":"r","lease":28,"base":null,"contract":null,"credential":"da86a4b462449876b3a113c0c44808840bb93b793632ee424c68f6d6c10591cf","recheck":false}',NULL,NULL,NULL,'090c65350022fb91f28454a80ea3f047ba65eaa99d6af22d1956436342ff5634',NULL,NULL);
INSERT INTO "events" VALUES(39,'E-39','2026-11-19T19:51:31.299358Z','FieldSet','system','system',NULL,38,'{"action":"field set","field":"current_task","agent":"r","based_on":38,"overrides":null,"status":null,"message":null}','{"value":"R-1/gap","why":null}','8c2f7092dd5d18ced3a45424a5d51a20','627f430e85fd993400988eafbfa6b13fe269819720f441775f27a43e9751b472','bb0f0b43b27b936ec0f5e78d803d4d18b45385c2d994b54f0fac8125a3d640f9',NULL,NULL);
INSERT INTO "events" VALUES(40,'E-40','2026-11-19T19:51:31.299441Z','FieldSet','system','system',NULL,38,'{"action":"field set","field":"status","agent":"r","based_on":38,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'a69a31d96f2a3019e7c81e467bd2a10ebe57e2439a8b940e205693f7f2eeaa99',NULL,NULL);
INSERT INTO "events" VALUES(41,'E-41','2026-11-19T19:51:31.305025Z','TaskCompleted','system','system','R-1',NULL,'{"run":"R-1","task":"t","cycle":1,"attempt":1,"token":29,"agent":"r","commit":null,"artifacts":[],"refused":[],"unverified":false,"severity":null,"flags":[],"usage":{"tokens":0,"steps":0,"micros":0,"spent":[]}}','{"summary":"r completed","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','7a85ce3c9267359458a62703d5ec4089','dfea5757357356fae939f372f0e077b2da5768fce3624681ad6362b95f966a79','bd3a3b0f4b659f013b402325f39a88f5397c0b8e6f6f0df0daf672511ba368e5',NULL,NULL);
INSERT INTO "events" VALUES(42,'E-42','2026-11-19T19:51:31.305208Z','FieldSet','system','system',NULL,41,'{"action":"field set","field":"status","agent":"r","based_on":41,"overrides":null,"status":"completed","message":null}',NULL,NULL,NULL,'d3acdd30b340d0f2551c20e70cac2dad343f1ab104fd8afccfc0aec95a6be8d4',NULL,NULL);
INSERT INTO "events" VALUES(43,'E-43','2026-11-19T19:51:31.359396Z','TaskFailed','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":2,"token":38,"agent":"r","kind":"crash","agentless":false,"silent":true,"until":null,"refused":[],"usage":{"tokens":0,"steps":0,"micros":0,"spent":[]}}','{"summary":"boom","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','f6121475db51e3193b90d56a18a9b78e','5260e4af7bc659322c8eccc3f33cdffadeb4a48ece62edac583149db258672ce','0bd2d0e31b973580228eee1e58c97b17602209961b330ff8448d2bda57bba427',NULL,NULL);
INSERT INTO "events" VALUES(44,'E-44','2026-11-19T19:51:31.359578Z','FieldSet','system','system',NULL,43,'{"action":"ended without update","field":"status","agent":"r","based_on":43,"overrides":null,"status":"error","message":null}',NULL,NULL,NULL,'68a37dcf877efa5693a24e69e8fc250272eea5f5a9c6710fc5ac96f936b07a46',NULL,NULL);
INSERT INTO "events" VALUES(45,'E-45','2026-11-19T19:51:31.362353Z','TaskSkipped','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1}',NULL,NULL,NULL,'70fa8e8cc351d2ed941fb0b96c587279030b2c28e62fb5e208ff4cdbf88fd18f',NULL,NULL);
INSERT INTO "events" VALUES(46,'E-46','2026-11-19T19:51:31.364635Z','RunEnded','system','system','R-1',NULL,'{"run":"R-1","state":"completed","commit":null}','{"note":"1 of 2 tasks are done; left out: gap"}','623fe90679dd25b404bdc697f81a7386','44f5db6dc23ab77c9b1c57f8e4a12becec5c20302cf38f00a41996c36d29b0e6','2faa50e562a84d95a9de5d6fbb6d606adfe3fc96d59fc66b040e9eb32919a193',NULL,NULL);
INSERT INTO "events" VALUES(47,'E-47','2026-11-19T19:51:31.364729Z','FieldSet','system','system',NULL,46,'{"action":"field set","field":"current_phase","agent":null,"based_on":45,"overrides":null,"status":null,"message":null}','{"value":"small: completed","why":null}','65403085cf2253e8a5cf56507cc837ad','4bcc5cc5c2b755feca3ba2eb0b0959f3a67fc579d8bc5f32a4e4183c969467fa','64689da528cce61334e741e960601101437efb54fab2b05339f342095ebe7132',NULL,NULL);
INSERT INTO "events" VALUES(48,'E-48','2026-11-19T19:51:31.641021Z','BodyRedacted','person','terminal',NULL,NULL,'{"target":"E-15","events":[15]}',NULL,NULL,NULL,'43399965ce0f69d0af57af91d1b2591d4901283c60e0e802feb2797cf0b74a9f',NULL,NULL);
CREATE TABLE "expected_artifacts" ("name" TEXT NOT NULL, "task" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
CREATE TABLE "fields" ("path" TEXT NOT NULL, "agent" TEXT, "value" TEXT, "actor" TEXT NOT NULL, "seq" INTEGER NOT NULL, "since" INTEGER NOT NULL, PRIMARY KEY ("path")) STRICT, WITHOUT ROWID;
INSERT INTO "fields" VALUES('agents.bob.status','bob','blocked','bob',11,11);
INSERT INTO "fields" VALUES('agents.r.current_task','r','R-1/gap','system',39,34);
INSERT INTO "fields" VALUES('agents.r.status','r','error','system',44,44);
INSERT INTO "fields" VALUES('current_phase',NULL,'small: completed','system',47,47);
INSERT INTO "fields" VALUES('goal',NULL,'ship','person',5,5);
CREATE TABLE head (
    one         INTEGER PRIMARY KEY CHECK (one = 1),
    seq         INTEGER NOT NULL,
    hash        TEXT NOT NULL,
    at          TEXT NOT NULL,
    min_writer  INTEGER NOT NULL,
    fingerprint TEXT NOT NULL
) STRICT;
INSERT INTO "head" VALUES(1,48,'43399965ce0f69d0af57af91d1b2591d4901283c60e0e802feb2797cf0b74a9f','2026-11-19T19:51:31.641021Z',10,'43d484b67c47ebef');
CREATE TABLE "inbox" ("reader" TEXT NOT NULL, "message" TEXT NOT NULL, "seq" INTEGER NOT NULL, "direct" INTEGER NOT NULL, "mentioned" INTEGER NOT NULL, "blocking" INTEGER NOT NULL, "urgent" INTEGER NOT NULL, "handled" INTEGER NOT NULL, PRIMARY KEY ("reader", "message")) STRICT, WITHOUT ROWID;
INSERT INTO "inbox" VALUES('bob','MSG-14',14,1,1,0,1,0);
INSERT INTO "inbox" VALUES('bob','MSG-15',15,0,0,0,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-20',20,1,0,0,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-22',22,1,0,0,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-7',7,1,0,0,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-8',8,1,0,1,1,1);
INSERT INTO "inbox" VALUES('lead','MSG-10',10,1,0,0,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-13',13,1,0,0,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-15',15,0,0,0,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-16',16,0,0,0,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-22',22,1,0,0,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-24',24,1,0,0,0,0);
CREATE TABLE "insights" ("id" TEXT NOT NULL, "seq" INTEGER NOT NULL, "at" TEXT NOT NULL, "category" TEXT NOT NULL, "source" TEXT NOT NULL, "digest" TEXT NOT NULL, "state" TEXT NOT NULL, "reviewed" INTEGER, PRIMARY KEY ("id")) STRICT, WITHOUT ROWID;
CREATE TABLE "interrupt_marks" ("reader" TEXT NOT NULL, "up_to" INTEGER NOT NULL, PRIMARY KEY ("reader")) STRICT, WITHOUT ROWID;
CREATE TABLE "people" ("name" TEXT NOT NULL, "role" TEXT NOT NULL, "digest" TEXT NOT NULL, "expires" INTEGER, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
CREATE TABLE "posts" ("seq" INTEGER NOT NULL, "channel" TEXT NOT NULL, PRIMARY KEY ("seq")) STRICT, WITHOUT ROWID;
INSERT INTO "posts" VALUES(16,'design');
INSERT INTO "posts" VALUES(14,'general');
INSERT INTO "posts" VALUES(15,'general');
CREATE TABLE "read_marks" ("reader" TEXT NOT NULL, "channel" TEXT NOT NULL, "up_to" INTEGER NOT NULL, PRIMARY KEY ("reader", "channel")) STRICT, WITHOUT ROWID;
INSERT INTO "read_marks" VALUES('person','design',16);
CREATE TABLE receipts (
    id         INTEGER PRIMARY KEY,
    at         TEXT NOT NULL,
    session    TEXT NOT NULL,
    agent_id   TEXT NOT NULL,
    agent      TEXT NOT NULL,
    tool       TEXT NOT NULL,
    path       TEXT,
    first_line INTEGER,
    last_line  INTEGER
, command TEXT, exit_code INTEGER, counts TEXT, seal TEXT) STRICT;
CREATE TABLE "rule_sets" ("digest" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("digest")) STRICT, WITHOUT ROWID;
INSERT INTO "rule_sets" VALUES('606349a27b5d7037',1);
CREATE TABLE "run_asks" ("decision" TEXT NOT NULL, "run" TEXT NOT NULL, "kind" TEXT NOT NULL, "task" TEXT, "cycle" INTEGER NOT NULL, "token" INTEGER NOT NULL, "about" TEXT, "question" TEXT NOT NULL, "answer" TEXT, "why" TEXT NOT NULL, "constraints" TEXT NOT NULL, "at" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("decision")) STRICT;
CREATE TABLE "run_plans" ("run" TEXT NOT NULL, "goal" TEXT NOT NULL, "variables" TEXT NOT NULL, "playbook" TEXT NOT NULL, "work_tree" TEXT, "git" TEXT, PRIMARY KEY ("run")) STRICT;
INSERT INTO "run_plans" VALUES('R-1','','{}','{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"},{"critical":false,"id":"gap","role":"r","script":[{"crash":"boom"}]}]}',NULL,NULL);
CREATE TABLE "run_tasks" ("run" TEXT NOT NULL, "task" TEXT NOT NULL, "number" INTEGER NOT NULL, "state" TEXT NOT NULL, "cycle" INTEGER NOT NULL, "attempt" INTEGER NOT NULL, "failures" INTEGER NOT NULL, "token" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "credential" TEXT, "agent" TEXT NOT NULL, "contract" TEXT, "base" TEXT, "commit_id" TEXT, "artifacts" TEXT NOT NULL, "refused" TEXT NOT NULL, "outputs" TEXT NOT NULL, "conflicts" TEXT NOT NULL, "severity" TEXT, "questions" TEXT NOT NULL, "flags" TEXT NOT NULL, "doubts" TEXT NOT NULL, "not_run" TEXT, "recheck" INTEGER NOT NULL, "gate" TEXT, "kind" TEXT, "note" TEXT NOT NULL, "interim" INTEGER NOT NULL, "idle" INTEGER NOT NULL, "question" TEXT, "waited" INTEGER NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "unpriced" INTEGER NOT NULL, "parked" TEXT, "parks" INTEGER NOT NULL, "started" TEXT, "ended" TEXT, PRIMARY KEY ("run", "task")) STRICT;
INSERT INTO "run_tasks" VALUES('R-1','t',0,'completed',1,1,0,29,28,'a298cb67d1aabebd0ccbb5f17cc8ee64596d53ceada8e19edcdf741325ffa83c','r',NULL,NULL,NULL,'[]','[]','{}','[]',NULL,'[]','[]','[]',NULL,0,NULL,NULL,'r completed',0,0,NULL,0,0,0,0,0,NULL,0,'2026-11-19T19:51:31.183339Z','2026-11-19T19:51:31.305025Z');
INSERT INTO "run_tasks" VALUES('R-1','gap',1,'skipped',1,2,2,38,28,'da86a4b462449876b3a113c0c44808840bb93b793632ee424c68f6d6c10591cf','r',NULL,NULL,NULL,'[]','[]','{}','[]',NULL,'[]','[]','[]',NULL,0,NULL,'crash','boom',0,0,NULL,0,0,0,0,0,NULL,0,'2026-11-19T19:51:31.299243Z','2026-11-19T19:51:31.359396Z');
CREATE TABLE "run_warnings" ("run" TEXT NOT NULL, "seq" INTEGER NOT NULL, "task" TEXT NOT NULL, "agent" TEXT NOT NULL, "text" TEXT NOT NULL, PRIMARY KEY ("run", "seq")) STRICT, WITHOUT ROWID;
INSERT INTO "run_warnings" VALUES('R-1',36,'gap','r','Agent r failed, results may be incomplete');
INSERT INTO "run_warnings" VALUES('R-1',43,'gap','r','Agent r failed, results may be incomplete');
CREATE TABLE "runs" ("id" TEXT NOT NULL, "playbook" TEXT NOT NULL, "state" TEXT NOT NULL, "agents" TEXT NOT NULL, "yes" INTEGER NOT NULL, "execute" INTEGER NOT NULL, "merge" INTEGER NOT NULL, "base" TEXT, "branch" TEXT, "head" TEXT, "cycle" INTEGER NOT NULL, "team" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "holder" TEXT NOT NULL, "caps" TEXT NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "unpriced" INTEGER NOT NULL, "active" INTEGER NOT NULL, "started" TEXT NOT NULL, "at" TEXT NOT NULL, "last" INTEGER NOT NULL, "merged" TEXT, "unmerged" INTEGER NOT NULL, "undone" TEXT, "note" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "runs" VALUES('R-1','small','completed','scripted',1,0,0,NULL,NULL,NULL,1,1,28,'vm:31061','{"minutes":null,"money":null,"steps":null,"tokens":null}',0,0,0,0,179,'2026-11-19T19:51:31.167537Z','2026-11-19T19:51:31.364635Z',46,NULL,0,NULL,'1 of 2 tasks are done; left out: gap',26);
CREATE TABLE "session_spend" ("session" TEXT NOT NULL, "agent_id" TEXT NOT NULL, "model" TEXT NOT NULL, "input" INTEGER NOT NULL, "output" INTEGER NOT NULL, "cache_read" INTEGER NOT NULL, "cache_write" INTEGER NOT NULL, "cache_write_1h" INTEGER NOT NULL, "other" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("session", "agent_id", "model")) STRICT, WITHOUT ROWID;
CREATE TABLE "spend" ("agent" TEXT NOT NULL, "run" TEXT NOT NULL, "task" TEXT NOT NULL, "model" TEXT NOT NULL, "day" TEXT NOT NULL, "input" INTEGER NOT NULL, "output" INTEGER NOT NULL, "cache_read" INTEGER NOT NULL, "cache_write" INTEGER NOT NULL, "cache_write_1h" INTEGER NOT NULL, "other" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "unpriced" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("agent", "run", "task", "model", "day")) STRICT, WITHOUT ROWID;
CREATE TABLE "steps" ("agent" TEXT NOT NULL, "count" INTEGER NOT NULL, PRIMARY KEY ("agent")) STRICT, WITHOUT ROWID;
INSERT INTO "steps" VALUES('bob',5);
INSERT INTO "steps" VALUES('lead',4);
CREATE TABLE "tasks" ("id" TEXT NOT NULL, "delegator" TEXT, "addressees" TEXT NOT NULL, "owner" TEXT, "started" INTEGER NOT NULL, "state" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "tasks" VALUES('MSG-7','lead','["bob"]','bob',0,'open',7);
CREATE TABLE "tokens" ("digest" TEXT NOT NULL, "agent" TEXT NOT NULL, "seq" INTEGER NOT NULL, "expires" INTEGER, PRIMARY KEY ("digest")) STRICT, WITHOUT ROWID;
INSERT INTO "tokens" VALUES('fe0a88e2bc985097804c6130d428a3893e256ee90bea6385d6b429a046d97f6c','bob',4,1797709886);
CREATE TABLE "turns" ("agent" TEXT NOT NULL, "open" INTEGER NOT NULL, "started" INTEGER NOT NULL, "previous" INTEGER NOT NULL, "updated" INTEGER NOT NULL, "reported" INTEGER NOT NULL, "due" TEXT, "run" TEXT, "attempts" TEXT NOT NULL, PRIMARY KEY ("agent")) STRICT;
INSERT INTO "turns" VALUES('bob',1,6,0,1,1,NULL,NULL,'[]');
INSERT INTO "turns" VALUES('r',0,29,0,0,0,'ended','R-1','[]');
CREATE TABLE "usage" ("type" TEXT NOT NULL, "intent" TEXT NOT NULL, "count" INTEGER NOT NULL, PRIMARY KEY ("type", "intent")) STRICT, WITHOUT ROWID;
INSERT INTO "usage" VALUES('DECISION_REQUEST','',1);
INSERT INTO "usage" VALUES('DECISION_RESULT','',1);
INSERT INTO "usage" VALUES('FREEFORM','',2);
INSERT INTO "usage" VALUES('FREEFORM','[redacted]',1);
INSERT INTO "usage" VALUES('KNOWLEDGE_SHARE','',3);
INSERT INTO "usage" VALUES('STATUS_UPDATE','',1);
INSERT INTO "usage" VALUES('TASK_HANDOFF','',1);
CREATE TABLE "waits" ("agent" TEXT NOT NULL, "blocker" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("agent", "blocker")) STRICT, WITHOUT ROWID;
INSERT INTO "waits" VALUES('bob','BLK-12',12);
CREATE UNIQUE INDEX events_by_key ON events (actor, key) WHERE key IS NOT NULL;
CREATE INDEX receipts_by_agent ON receipts (session, agent_id);
CREATE INDEX "rule_sets_by_seq" ON "rule_sets" ("seq");
CREATE INDEX "agents_by_seq" ON "agents" ("seq");
CREATE INDEX "tokens_by_agent" ON "tokens" ("agent");
CREATE INDEX "people_by_digest" ON "people" ("digest");
CREATE INDEX "fields_by_agent" ON "fields" ("agent");
CREATE INDEX "posts_by_channel_seq" ON "posts" ("channel", "seq");
CREATE INDEX "inbox_by_reader_handled_seq" ON "inbox" ("reader", "handled", "seq");
CREATE INDEX "inbox_by_reader_handled_direct_urgent_seq" ON "inbox" ("reader", "handled", "direct", "urgent", "seq");
CREATE INDEX "debts_by_debtor_settled_seq" ON "debts" ("debtor", "settled", "seq");
CREATE INDEX "debts_by_creditor_settled_seq" ON "debts" ("creditor", "settled", "seq");
CREATE INDEX "channels_by_seq" ON "channels" ("seq");
CREATE INDEX "decisions_by_status_seq" ON "decisions" ("status", "seq");
CREATE INDEX "decisions_by_seq" ON "decisions" ("seq");
CREATE INDEX "blockers_by_resolved_seq" ON "blockers" ("resolved", "seq");
CREATE INDEX "blockers_by_cause_resolved" ON "blockers" ("cause", "resolved");
CREATE INDEX "blockers_by_seq" ON "blockers" ("seq");
CREATE INDEX "waits_by_agent_seq" ON "waits" ("agent", "seq");
CREATE INDEX "artifacts_by_owner_seq" ON "artifacts" ("owner", "seq");
CREATE INDEX "artifacts_by_path_name_seq" ON "artifacts" ("path_name", "seq");
CREATE INDEX "artifacts_by_seq" ON "artifacts" ("seq");
CREATE INDEX "expected_artifacts_by_seq" ON "expected_artifacts" ("seq");
CREATE INDEX "tasks_by_owner_state_seq" ON "tasks" ("owner", "state", "seq");
CREATE INDEX "tasks_by_seq" ON "tasks" ("seq");
CREATE INDEX "contracts_by_assignee_seq" ON "contracts" ("assignee", "seq");
CREATE INDEX "contracts_by_assignee_state_seq" ON "contracts" ("assignee", "state", "seq");
CREATE INDEX "contracts_by_state_seq" ON "contracts" ("state", "seq");
CREATE INDEX "contracts_by_seq" ON "contracts" ("seq");
CREATE INDEX "approvals_by_seq" ON "approvals" ("seq");
CREATE INDEX "checks_by_session_agent_id_seq" ON "checks" ("session", "agent_id", "seq");
CREATE INDEX "checks_by_session_seq" ON "checks" ("session", "seq");
CREATE INDEX "insights_by_state_seq" ON "insights" ("state", "seq");
CREATE INDEX "insights_by_digest" ON "insights" ("digest");
CREATE INDEX "spend_by_seq" ON "spend" ("seq");
CREATE INDEX "spend_by_day_seq" ON "spend" ("day", "seq");
CREATE INDEX "spend_by_agent_day_seq" ON "spend" ("agent", "day", "seq");
CREATE INDEX "spend_by_run_seq" ON "spend" ("run", "seq");
CREATE INDEX "session_spend_by_session_agent_id_seq" ON "session_spend" ("session", "agent_id", "seq");
CREATE INDEX "caps_by_seq" ON "caps" ("seq");
CREATE INDEX "cap_marks_by_scope_name_seq" ON "cap_marks" ("scope", "name", "seq");
CREATE INDEX "cap_marks_by_seq" ON "cap_marks" ("seq");
CREATE INDEX "runs_by_seq" ON "runs" ("seq");
CREATE INDEX "runs_by_state_seq" ON "runs" ("state", "seq");
CREATE INDEX "run_tasks_by_run_number" ON "run_tasks" ("run", "number");
CREATE INDEX "run_tasks_by_credential" ON "run_tasks" ("credential");
CREATE INDEX "run_asks_by_run_seq" ON "run_asks" ("run", "seq");
CREATE INDEX "run_warnings_by_run_seq" ON "run_warnings" ("run", "seq");
COMMIT;
