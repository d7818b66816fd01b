PRAGMA application_id = 1380862789;
PRAGMA user_version = 5;
BEGIN TRANSACTION;
CREATE TABLE "agents" ("id" TEXT NOT NULL, "role" TEXT NOT NULL, "model" TEXT, "member" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT, WITHOUT ROWID;
INSERT INTO "agents" VALUES('bob','builder',NULL,1,3);
INSERT INTO "agents" VALUES('lead','lead',NULL,1,2);
INSERT INTO "agents" VALUES('r','r',NULL,1,27);
CREATE TABLE "approvals" ("kind" TEXT NOT NULL, "text" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("kind", "text")) STRICT, WITHOUT ROWID;
CREATE TABLE "artifacts" ("name" TEXT NOT NULL, "path_name" TEXT NOT NULL, "ref" TEXT NOT NULL, "owner" TEXT NOT NULL, "description" TEXT NOT NULL, "version" INTEGER NOT NULL, "path" TEXT NOT NULL, "task" TEXT, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
CREATE TABLE "blockers" ("id" TEXT NOT NULL, "description" TEXT NOT NULL, "affected_agents" TEXT NOT NULL, "cause" TEXT, "by" TEXT NOT NULL, "created_at" TEXT NOT NULL, "resolved" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "blockers" VALUES('BLK-12','no access','["bob"]',NULL,'bob','2026-11-16T09:49:23.651160Z',0,12);
CREATE TABLE "changelog" ("seq" INTEGER NOT NULL, "timestamp" TEXT NOT NULL, "agent" TEXT NOT NULL, "action" TEXT NOT NULL, "path" TEXT NOT NULL, "old" TEXT, "new" TEXT, PRIMARY KEY ("seq")) STRICT, WITHOUT ROWID;
INSERT INTO "changelog" VALUES(2,'2026-11-16T09:49:03.922656Z','person','added a member','agents.lead',NULL,'lead');
INSERT INTO "changelog" VALUES(3,'2026-11-16T09:49:05.511963Z','person','added a member','agents.bob',NULL,'builder');
INSERT INTO "changelog" VALUES(5,'2026-11-16T09:49:12.271607Z','person','set goal','goal',NULL,'ship');
INSERT INTO "changelog" VALUES(9,'2026-11-16T09:49:21.172806Z','lead','asked for a decision','pending_decisions.D-1',NULL,'JWT?');
INSERT INTO "changelog" VALUES(11,'2026-11-16T09:49:23.650967Z','bob','set status','agents.bob.status','idle','blocked');
INSERT INTO "changelog" VALUES(12,'2026-11-16T09:49:23.651160Z','bob','reported a blocker','blockers.BLK-12',NULL,'no access');
INSERT INTO "changelog" VALUES(23,'2026-11-16T09:49:43.842639Z','person','decided','pending_decisions.D-1','open','yes');
INSERT INTO "changelog" VALUES(27,'2026-11-16T09:49:49.161875Z','person','added a member','agents.r',NULL,'r');
INSERT INTO "changelog" VALUES(30,'2026-11-16T09:49:49.207484Z','system','set current_phase','current_phase',NULL,'small: work');
INSERT INTO "changelog" VALUES(31,'2026-11-16T09:49:49.207810Z','system','set current_task','agents.r.current_task',NULL,'R-1/t');
INSERT INTO "changelog" VALUES(32,'2026-11-16T09:49:49.207979Z','system','set status','agents.r.status','idle','working');
INSERT INTO "changelog" VALUES(34,'2026-11-16T09:49:50.080044Z','system','set status','agents.r.status','working','completed');
INSERT INTO "changelog" VALUES(36,'2026-11-16T09:49:50.142687Z','system','set current_phase','current_phase','small: work','small: completed');
CREATE TABLE "channels" ("name" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
INSERT INTO "channels" VALUES('general',14);
INSERT INTO "channels" VALUES('design',16);
CREATE TABLE "checks" ("seq" INTEGER NOT NULL, "session" TEXT NOT NULL, "agent_id" TEXT NOT NULL, "agent" TEXT NOT NULL, "outcome" TEXT NOT NULL, "attempt" INTEGER NOT NULL, "verify" INTEGER NOT NULL, "confidence" TEXT, "tally" TEXT NOT NULL, "model" TEXT, "tokens" INTEGER, "cost" TEXT, PRIMARY KEY ("seq")) STRICT;
CREATE TABLE "claims" ("seq" INTEGER NOT NULL, "number" INTEGER NOT NULL, "kind" TEXT NOT NULL, "agent" TEXT NOT NULL, "category" TEXT, "path" TEXT, "line" INTEGER, "end_line" INTEGER, "columns" TEXT, "blob" TEXT, "snippet" TEXT, "read_by" TEXT, "command" TEXT, "exit_code" INTEGER, "tree" TEXT, PRIMARY KEY ("seq", "number")) STRICT;
CREATE TABLE "contracts" ("id" TEXT NOT NULL, "delegator" TEXT NOT NULL, "assignee" TEXT NOT NULL, "state" TEXT NOT NULL, "outcome" TEXT, "artifacts" TEXT NOT NULL, "contract" TEXT NOT NULL, "handoffs" TEXT NOT NULL, "result" TEXT, "held_by" TEXT, "consults" TEXT NOT NULL, "verdicts" TEXT NOT NULL, "confirmed" INTEGER NOT NULL, "retries" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "metered" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "contracts" VALUES('TC-1','lead','bob','offered',NULL,'[]','{"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"assignee":"bob","authority":{"autonomous_decisions":[],"escalation_triggers":[],"must_consult":[]},"created_at":"2026-11-16T09:49:37.918843Z","delegator":"lead","expected_output":{"deliverables":[],"format":"code","schema":null},"failure_handling":{"max_retries":null,"on_assumption_violation":"","on_blocked":"","on_partial_completion":""},"id":"TC-1","inputs":{"artifacts":[],"assumptions":[],"constraints":[],"description":"Build the login"},"timeout":{"max_steps":null,"on_timeout":""}}','[]',NULL,NULL,'[]','{}',0,0,0,0,19);
CREATE TABLE "debts" ("message" TEXT NOT NULL, "debtor" TEXT NOT NULL, "creditor" TEXT NOT NULL, "expects" TEXT NOT NULL, "since" TEXT NOT NULL, "seq" INTEGER NOT NULL, "since_step" INTEGER NOT NULL, "settled" INTEGER NOT NULL, "settled_by" TEXT, PRIMARY KEY ("message", "debtor")) STRICT;
INSERT INTO "debts" VALUES('MSG-7','bob','lead','["TASK_RESULT","TASK_BLOCKED"]','2026-11-16T09:49:19.227332Z',7,1,0,NULL);
INSERT INTO "debts" VALUES('MSG-8','bob','lead','["DECISION_RESULT"]','2026-11-16T09:49:21.159587Z',8,1,1,'MSG-22');
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
INSERT INTO "events" VALUES(1,'E-1','2026-11-16T09:49:03.922311Z','RuleSetAdopted','system','system',NULL,NULL,'{"digest":"606349a27b5d7037","rules":["a_writer_whose_value_does_not_stand_is_told_to_read_again","a_status_update_sets_the_senders_status","a_task_result_registers_artifacts_and_sets_the_senders_status","a_blocked_task_blocks_its_sender_unless_a_part_can_go_on","a_decision_request_opens_a_decision","a_decision_result_resolves_the_decision","a_handoff_offers_the_contract_it_carries","an_offer_is_told_to_its_assignee","a_refusal_of_a_contract_is_told_to_its_delegator","a_refusal_of_a_contract_is_told_to_those_who_wait_for_it","a_result_delivers_or_ends_its_contract","a_delivery_is_put_to_its_reviewer","the_first_sign_of_work_starts_a_contract","a_contract_at_its_step_limit_follows_its_instruction","verdicts_decide_a_delivered_contract","a_hold_repeats_what_the_contract_says_for_it","the_answer_to_a_report_ends_the_hold","the_end_of_a_contract_is_told_to_its_assignee","a_task_belongs_to_the_first_who_starts_it","a_task_that_is_called_done_is_closed","a_handed_over_artifact_belongs_to_the_one_who_takes_the_task","a_task_known_by_its_name_goes_with_the_handoff_that_describes_it_so","those_who_lose_a_task_to_another_are_told","what_a_task_is_to_yield_belongs_to_its_owner","the_artifacts_of_one_who_leaves_go_to_its_delegator","a_withdrawn_task_is_told_to_its_owner_and_to_those_who_wait","the_waits_of_one_who_leaves_are_closed","a_block_that_the_lead_or_a_person_resolves_ends","who_begins_to_wait_for_what_does_not_come_is_told","an_agent_that_goes_on_by_itself_is_blocked_no_more","a_review_ends_when_all_who_are_left_have_answered","those_who_wait_for_one_who_leaves_are_told","a_blocking_review_request_blocks_its_sender","a_review_result_frees_the_one_who_asked","the_answer_to_a_conflict_ends_its_blocks","a_task_of_a_run_shows_in_its_agents_entry","a_run_that_ends_ends_the_turns_of_its_agents","a_circle_of_waits_is_told_to_the_lead","shipped:task_completed","shipped:task_blocked","shipped:decision_resolved","shipped:conflict_detected","shipped:artifact_updated"],"team":null}',NULL,NULL,NULL,'672e4afd8520a8ff4bd156c68bbd2c380b57b9e8b5d9f535f3d892ee6bb403d2',NULL,NULL);
INSERT INTO "events" VALUES(2,'E-2','2026-11-16T09:49:03.922656Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"lead","role":"lead","model":null}',NULL,NULL,NULL,'f01966ebfb1fb22980efb23caf1de403013f42ebac2c3f3f47c0d9bbb6fedc29',NULL,NULL);
INSERT INTO "events" VALUES(3,'E-3','2026-11-16T09:49:05.511963Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"bob","role":"builder","model":null}',NULL,NULL,NULL,'a6c778c6cb24c40c7c6ccc774b34391db992ddc9683efc964d927f8c91f6004b',NULL,NULL);
INSERT INTO "events" VALUES(4,'E-4','2026-11-16T09:49:09.405679Z','TokenIssued','person','terminal',NULL,NULL,'{"agent":"bob","digest":"77c1d19928e5ef8cf867522c55e9e988300b3c6c9ec17693c157ac76277c9344"}',NULL,NULL,NULL,'75ab3239f42bf8eaecf4f2eb4db1818d179c148fdf64ec791d8a872c7ca6d7d3',NULL,NULL);
INSERT INTO "events" VALUES(5,'E-5','2026-11-16T09:49:12.271607Z','FieldSet','person','terminal',NULL,NULL,'{"action":"set goal","field":"goal","agent":null,"based_on":4,"overrides":null,"status":null,"message":null}','{"value":"ship","why":null}','bfb59335890fa49717d750e7ab7e41cd','acd3399905a057180268d3b16bb3d46494cf7f0abe4e5b03b064651869e69780','83e17a316e53789293dfd169960cb3639529a5f510a094f5506fd1c1bedf8f92',NULL,NULL);
INSERT INTO "events" VALUES(6,'E-6','2026-11-16T09:49:15.322455Z','TurnStarted','bob','terminal',NULL,NULL,'{"agent":"bob"}',NULL,NULL,NULL,'d91438398451bbd1fc62df0c4b69912ae726639b593bb6ce5d9364d132d6fc8e',NULL,NULL);
INSERT INTO "events" VALUES(7,'E-7','2026-11-16T09:49:19.227332Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-7","type":"TASK_HANDOFF","from":"lead","to":"bob","readers":["bob"],"priority":"normal","channel":null,"in_reply_to":null,"expects":["TASK_RESULT","TASK_BLOCKED"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"build it","related_state_refs":[],"payload":{"task_description":"build it","input_artifacts":[],"expected_output":{"format":"code","success_criteria":["it runs"]},"constraints":[],"authority_scope":"","fallback_on_failure":""}}','175635a63f32cf7429e08e37f816930a','e5e6995f7daf6f5c1b7d1e088d8384db725368f789c4ee78933f00e8029e67e8','d3ed4e4b467cfa3235ecf385a0d965ba7c8cea8136feccda5400fa14fb4573e1',NULL,NULL);
INSERT INTO "events" VALUES(8,'E-8','2026-11-16T09:49:21.159587Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-8","type":"DECISION_REQUEST","from":"lead","to":"bob","readers":["bob"],"priority":"blocking","channel":null,"in_reply_to":null,"expects":["DECISION_RESULT"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"JWT?","related_state_refs":[],"payload":{"decision_id":"D-1","question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}],"recommended":null,"deadline_steps":null}}','6a63208d73e31123a160c53bf7038814','7114907beefe9d1b5130f99d9c01474cdffbf987f178659ef65954b39fd0cd25','fdf1f501ecaaae230f7f3527ff010da0eff32c23fe05933eafaf0a62965e069c',NULL,NULL);
INSERT INTO "events" VALUES(9,'E-9','2026-11-16T09:49:21.172806Z','DecisionRequested','lead','terminal',NULL,8,'{"action":"asked for a decision","decision":"D-1","message":"MSG-8","requester":"lead","owners":["bob"],"deadline_steps":null}','{"question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}]}','1973c2f47e4df6acbead13525a2553ad','3eaaa24c309107a3c26444c731698e84544d3acdf415642be7354b95a0c66b52','cb6da9dfae61505a1c672c1dc0e54c119b953ee5e3e8755824cc2c98432567d1',NULL,NULL);
INSERT INTO "events" VALUES(10,'E-10','2026-11-16T09:49:23.649222Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-10","type":"STATUS_UPDATE","from":"bob","to":"lead","readers":["lead"],"priority":"normal","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"waiting","related_state_refs":[],"payload":{"task_ref":null,"new_status":"blocked","progress_summary":"waiting","estimated_remaining":null,"blockers":["no access"]}}','6e9cd1330bc89eaf0b356c5c0f63d543','96109ea5d61f3670de421df835b6711eaf6710622014b3ec0b3f469e4d392e4d','48afe7c4337b9d4d5a0c6dfb5c9410702e1d6a119e125b230535a7405782a1cc',NULL,NULL);
INSERT INTO "events" VALUES(11,'E-11','2026-11-16T09:49:23.650967Z','FieldSet','bob','terminal',NULL,10,'{"action":"set status","field":"status","agent":"bob","based_on":10,"overrides":null,"status":"blocked","message":"MSG-10"}',NULL,NULL,NULL,'b851b73d99fa3fce5e158790421b820fbdb567e55e97c920e9f7458fd5468000',NULL,NULL);
INSERT INTO "events" VALUES(12,'E-12','2026-11-16T09:49:23.651160Z','BlockerAdded','bob','terminal',NULL,10,'{"action":"reported a blocker","id":"BLK-12","affected_agents":["bob"],"cause":null,"by":"bob"}','{"description":"no access"}','f15807020f720b966777ad2d8d36e2c6','760ae4097fccc1a072e29b3126fe67462aacf3e6e2af0d497a0e0e1c1b1d42f4','c7e8ca41a92f87d1eac1b7aa2f7d2f257e1b984158d3158c3a6cc1bbcf990bbf',NULL,NULL);
INSERT INTO "events" VALUES(13,'E-13','2026-11-16T09:49:23.715593Z','MessagePosted','system','system',NULL,10,'{"id":"MSG-13","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"bob is blocked by a cause outside the team: no access","related_state_refs":[{"type":"agent","id":"bob"}],"payload":{"topic":"bob is blocked","content":"bob is blocked by a cause outside the team: no access","relevance_to_recipients":"You lead the team.","actionable":true,"action_suggestion":"Finish it, or say when it can be expected."}}','fafb86b42181d9c46c6d7a912a4e7142','d25e60fb17a9a8d5465bcec0c46ae5c3a5455b7faf186bee7a44909af0ae5a1e','e1b39333d88d222959d08f2fa4715cfeabe473337b4aeb60312cd5d4b0dba786',NULL,NULL);
INSERT INTO "events" VALUES(14,'E-14','2026-11-16T09:49:25.859342Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-14","type":"FREEFORM","from":"lead","to":"all","readers":["bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":["bob"]}','{"context_summary":"good morning @bob / おはよう","related_state_refs":[],"payload":{"intent_hint":"","body":"good morning @bob / おはよう","requires_response":false,"urgency":"normal"}}','6173807c3dda9c9192826cf0ec42e402','4a412b5c1d2cc01e8efcbcc612a5973d8ebe4f2432a280a5446995b44d1b040c','259bb8f79c50aa87f216f49225de4e937b1b2f75057b6deca3600dc427c76cd2','once','060972ce4e5714b2f87ce016fb9242159d04663b4fed07c3ee84360b7ceb71ae');
INSERT INTO "events" VALUES(15,'E-15','2026-11-16T09:49:29.049947Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-15","type":"FREEFORM","from":"person","to":"#general","readers":["lead","bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}',NULL,NULL,'bdea75e9efd88af779436c3fc05068dfc8fd500a90e8e15e7277d4609a33b2e0','abd6d6cbae74e185ea912da96a02faaf1a663aed9cf34ed0bea6ec3e1159d748',NULL,NULL);
INSERT INTO "events" VALUES(16,'E-16','2026-11-16T09:49:31.376065Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-16","type":"FREEFORM","from":"bob","to":"#design","readers":["lead"],"priority":"normal","channel":"design","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"a post","related_state_refs":[],"payload":{"intent_hint":"","body":"a post","requires_response":false,"urgency":"normal"}}','e9e48af4184e0ff5329d9ca1b263383c','263b719d33dab0dfaeef8ab8b43290f44b49baecffc608deb68bc95953abb2e2','2859a50e35422579b75d9006a4767eac25e169d15571aa4735c5d8a36d7a05e8',NULL,NULL);
INSERT INTO "events" VALUES(17,'E-17','2026-11-16T09:49:33.856265Z','ChannelRead','person','terminal',NULL,NULL,'{"reader":"person","channel":"design","up_to":16}',NULL,NULL,NULL,'221a76788607b98f1a81d7ae0b1767ba95fe6599688e801ec904f2373661b6d7',NULL,NULL);
INSERT INTO "events" VALUES(18,'E-18','2026-11-16T09:49:35.563127Z','RuleRefused','person','terminal',NULL,NULL,'{"rule":"DEC-26","actor":"person","action":"HandleMessages","mode":"enforce"}',NULL,NULL,NULL,'128d417f9cbf22f8c38c52d8284b10f2e222a17ab3eb2806d8c95fae35f8330d',NULL,NULL);
INSERT INTO "events" VALUES(19,'E-19','2026-11-16T09:49:37.918843Z','ContractOffered','lead','terminal',NULL,NULL,'{"id":"TC-1","delegator":"lead","assignee":"bob","artifacts":[],"handoff":null}','{"contract":{"id":"TC-1","delegator":"lead","assignee":"bob","created_at":null,"inputs":{"description":"Build the login","artifacts":[],"constraints":[],"assumptions":[]},"expected_output":{"format":"code","schema":null,"deliverables":[]},"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"authority":{"autonomous_decisions":[],"must_consult":[],"escalation_triggers":[]},"failure_handling":{"on_blocked":"","on_partial_completion":"","on_assumption_violation":"","max_retries":null},"timeout":{"max_steps":null,"on_timeout":""}}}','fb660124d7da9bf844a1516168599200','48fa9dd603b1061a38ae972dd0f7e14f3f35d72f200bd3326fd13a465c076493','82cc499ea103ba3301990fece221a6172708746ea2eb26d11686a204d33f144c',NULL,NULL);
INSERT INTO "events" VALUES(20,'E-20','2026-11-16T09:49:37.921311Z','MessagePosted','system','system',NULL,19,'{"id":"MSG-20","type":"KNOWLEDGE_SHARE","from":"system","to":"bob","readers":["bob"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Build the login","related_state_refs":[],"payload":{"topic":"lead offers you the contract TC-1","content":"Build the login","relevance_to_recipients":"You are its assignee.","actionable":true,"action_suggestion":"Read it: renkei contract show TC-1. Then: renkei contract accept TC-1, or decline TC-1."}}','59c4a44c516686725320ea0c5761f6d4','c29c57fa11a7366a02ac5c635fdd22ee0d8c8c6da8cea3e6b74feda7f07b61ec','e6346d93240f0f18c5ffe25a84fe08fe0b70a9a00ddf8bb8ca642dfd60f854c0',NULL,NULL);
INSERT INTO "events" VALUES(21,'E-21','2026-11-16T09:49:40.475847Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"TURN-2","actor":"bob","action":"AcceptContract","mode":"enforce"}',NULL,NULL,NULL,'0137bc091372720887ebae9d88c28a87ef91b89d934059926124628c9fa163df',NULL,NULL);
INSERT INTO "events" VALUES(22,'E-22','2026-11-16T09:49:43.831884Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-22","type":"DECISION_RESULT","from":"person","to":["lead","bob"],"readers":["lead","bob"],"priority":"normal","channel":null,"in_reply_to":"MSG-8","expects":[],"debtors":[],"settles":[{"message":"MSG-8","debtor":"bob"}],"mentioned":[]}','{"context_summary":"simple","related_state_refs":[],"payload":{"decision_id":"D-1","chosen_option":"yes","rationale":"simple","additional_constraints":null}}','8174301e94f8e79255a2f509fb964919','78bdd5f913efea7e3027de25631aeaaf76b3f1b08717342469f43de70082e379','98c2ae7accfe66a79760892668fd5532af3e75ca651833b23dc60b94415b9797',NULL,NULL);
INSERT INTO "events" VALUES(23,'E-23','2026-11-16T09:49:43.842639Z','DecisionResolved','person','terminal',NULL,22,'{"action":"decided","decision":"D-1","message":"MSG-22"}','{"chosen_option":"yes","rationale":"simple","additional_constraints":[]}','a64de34813ee3f17a8556cc818d2dc14','50788cfd4316ea9b9017c18b9f0bace562c4e1ca783cc3eae4f61826a0f05a06','f54ca751b479de32981b036fec42a23bc4eedc1dab8b485b74fd787f43d2acfe',NULL,NULL);
INSERT INTO "events" VALUES(24,'E-24','2026-11-16T09:49:43.851129Z','MessagePosted','system','system',NULL,22,'{"id":"MSG-24","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Decision D-1 is resolved.","related_state_refs":[{"type":"decision","id":"D-1"}],"payload":{"topic":"Decision D-1","content":"Decision D-1 is resolved.\nWhat was decided: yes\nImpact on your task: You asked for it.","relevance_to_recipients":"You asked for it.","actionable":true,"action_suggestion":"Check your work against the decision."}}','677f95215d2326147f716a2358295c64','38d9ab404fb4797dbb62c71a005f44f565e29237a52393062f3cb39749d3eafd','0e469515528ba7aead3ad14f7b36d282116472e208c4080559a1a228fe138f7a',NULL,NULL);
INSERT INTO "events" VALUES(25,'E-25','2026-11-16T09:49:45.927129Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"BOARD-4","actor":"bob","action":"SetFields","mode":"enforce"}',NULL,NULL,NULL,'5321c7c944d0e5ee5ae4f5a44a5da539697df66385a6cebddc89b4da0a422b8d',NULL,NULL);
INSERT INTO "events" VALUES(26,'E-26','2026-11-16T09:49:49.161522Z','RunStarted','person','terminal','R-1',NULL,'{"run":"R-1","playbook":"small","digest":"c73ff01c44f85c2a","agents":"scripted","yes":true,"execute":false,"merge":false,"tasks":["t"],"base":null,"branch":null,"work_tree":null,"git":null,"caps":{"tokens":null,"steps":null,"minutes":null,"money":null}}','{"goal":"","variables":{},"playbook":{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"}]}}','f960b443066acad3b7d3b693ba6c9a77','5fa6fe374c89324388fe2811983addda1da1a912eb2084cdf600c0ac885909e6','08992a2d73a2fe808139742114894e120bff31fc5ac1e623663d8dd7710f1f4b',NULL,NULL);
INSERT INTO "events" VALUES(27,'E-27','2026-11-16T09:49:49.161875Z','AgentAdded','person','terminal',NULL,26,'{"action":"added a member","agent":"r","role":"r","model":null}',NULL,NULL,NULL,'27a0c07df445d7b47e8a9368771d8f48e40200daf54ea1e483572c4c21de9694',NULL,NULL);
INSERT INTO "events" VALUES(28,'E-28','2026-11-16T09:49:49.183312Z','RunLeased','system','system','R-1',NULL,'{"run":"R-1","holder":"vm:2623"}',NULL,NULL,NULL,'548fc3a619855aceb94ae5f1e8b6a8aad90b22569659cebd52b442ebfc56eba7',NULL,NULL);
INSERT INTO "events" VALUES(29,'E-29','2026-11-16T09:49:49.207107Z','TaskStarted','system','system','R-1',NULL,'{"run":"R-1","task":"t","cycle":1,"attempt":1,"agent":"r","lease":28,"base":null,"contract":null,"credential":"80c4dee0b06426c7bdd3f6e3a5c8a5bf0f06a91738bccc560721d38ac978043a","recheck":false}',NULL,NULL,NULL,'8437a0be7dfc9d53bc3c8f304774a26f0a8fb6892e3ff42db0a1efc9afab0e0b',NULL,NULL);
INSERT INTO "events" VALUES(30,'E-30','2026-11-16T09:49:49.207484Z','FieldSet','system','system',NULL,29,'{"action":"set current_phase","field":"current_phase","agent":null,"based_on":28,"overrides":null,"status":null,"message":null}','{"value":"small: work","why":null}','0090cf6f9991895931e9045fb587cb18','5fb0061207e5766da0e93191afafa955b7df2fae17744151e67881f2f02ae7f4','ac801cd6f90ba4b170430a8734e02692933a089e6be4903e5a71e82cb2357833',NULL,NULL);
INSERT INTO "events" VALUES(31,'E-31','2026-11-16T09:49:49.207810Z','FieldSet','system','system',NULL,29,'{"action":"set current_task","field":"current_task","agent":"r","based_on":30,"overrides":null,"status":null,"message":null}','{"value":"R-1/t","why":null}','018b28f622819af52d61c591ade5bffd','8bc41af824df94c5acfb51de081574c5cf88a665f586fdf58acf427586639461','ecf5bcbcf750c8b13b99b2ae9d17ee5bb1c0ec450ebc8292cc456a0071538419',NULL,NULL);
INSERT INTO "events" VALUES(32,'E-32','2026-11-16T09:49:49.207979Z','FieldSet','system','system',NULL,29,'{"action":"set status","field":"status","agent":"r","based_on":30,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'f5422fdd68698bd7ace55028bb331257f09d985c05e3e51f6a0736ac52611055',NULL,NULL);
INSERT INTO "events" VALUES(33,'E-33','2026-11-16T09:49:50.079645Z','TaskCompleted','system','system','R-1',NULL,'{"run":"R-1","task":"t","cycle":1,"attempt":1,"token":29,"agent":"r","commit":null,"artifacts":[],"refused":[],"unverified":false,"severity":null,"flags":[],"usage":{"tokens":0,"steps":0,"micros":0}}','{"summary":"","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','bbf15a49558eebc714cd10adb802d8e7','e585a38abf0f6ea7fb3a161c3d5180dba6b1de6707da298793206d506215598b','5741a06eb9e9a0f24ffedd14b6104da7d04b86e3ee70f24c5819745017f3c8a8',NULL,NULL);
INSERT INTO "events" VALUES(34,'E-34','2026-11-16T09:49:50.080044Z','FieldSet','system','system',NULL,33,'{"action":"set status","field":"status","agent":"r","based_on":33,"overrides":null,"status":"completed","message":null}',NULL,NULL,NULL,'47beea49f1b355562c88d6a3942a9e43b5896f5fb876f33ed01cc5d1fcb18c65',NULL,NULL);
INSERT INTO "events" VALUES(35,'E-35','2026-11-16T09:49:50.142533Z','RunEnded','system','system','R-1',NULL,'{"run":"R-1","state":"completed","commit":null}','{"note":"all tasks are done"}','e926e8e7b1c1415877d76631dac46a2d','0ec75d050098a57e3d6160b39e32f187ea192172ac2d327ccf922131cf602ea3','d394cac0b5e948f71ac610741e401c89e5dfddcbabe35a070dedaf367e28a715',NULL,NULL);
INSERT INTO "events" VALUES(36,'E-36','2026-11-16T09:49:50.142687Z','FieldSet','system','system',NULL,35,'{"action":"set current_phase","field":"current_phase","agent":null,"based_on":34,"overrides":null,"status":null,"message":null}','{"value":"small: completed","why":null}','8861466cd3a742fe7c71fb4ba714d989','736f8cfc28f60bebc5a8063462da9c227bf93900b45434e7d6bae36c26fc58eb','ef0a045f755cf46870714f03b0bb2f5498e8a1e07982348f6c0b17bb383d5768',NULL,NULL);
INSERT INTO "events" VALUES(37,'E-37','2026-11-16T09:49:52.644393Z','BodyRedacted','person','terminal',NULL,NULL,'{"target":"E-15","events":[15]}',NULL,NULL,NULL,'231dcec7e93d15664430958a1cf5b5a273ef3ac4e9692f453832e056f8c7a3bd',NULL,NULL);
CREATE TABLE "expected_artifacts" ("name" TEXT NOT NULL, "task" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
CREATE TABLE "fields" ("path" TEXT NOT NULL, "agent" TEXT, "value" TEXT, "actor" TEXT NOT NULL, "seq" INTEGER NOT NULL, "since" INTEGER NOT NULL, PRIMARY KEY ("path")) STRICT, WITHOUT ROWID;
INSERT INTO "fields" VALUES('agents.bob.status','bob','blocked','bob',11,11);
INSERT INTO "fields" VALUES('agents.r.current_task','r','R-1/t','system',31,31);
INSERT INTO "fields" VALUES('agents.r.status','r','completed','system',34,34);
INSERT INTO "fields" VALUES('current_phase',NULL,'small: completed','system',36,36);
INSERT INTO "fields" VALUES('goal',NULL,'ship','person',5,5);
CREATE TABLE head (
    one         INTEGER PRIMARY KEY CHECK (one = 1),
    seq         INTEGER NOT NULL,
    hash        TEXT NOT NULL,
    at          TEXT NOT NULL,
    min_writer  INTEGER NOT NULL,
    fingerprint TEXT NOT NULL
) STRICT;
INSERT INTO "head" VALUES(1,37,'231dcec7e93d15664430958a1cf5b5a273ef3ac4e9692f453832e056f8c7a3bd','2026-11-16T09:49:52.644393Z',3,'ce1267d54b6aac8a');
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
CREATE TABLE "interrupt_marks" ("reader" TEXT NOT NULL, "up_to" INTEGER NOT NULL, PRIMARY KEY ("reader")) STRICT, WITHOUT ROWID;
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
, command TEXT, exit_code INTEGER, counts TEXT) STRICT;
CREATE TABLE "rule_sets" ("digest" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("digest")) STRICT, WITHOUT ROWID;
INSERT INTO "rule_sets" VALUES('606349a27b5d7037',1);
CREATE TABLE "run_asks" ("decision" TEXT NOT NULL, "run" TEXT NOT NULL, "kind" TEXT NOT NULL, "task" TEXT, "cycle" INTEGER NOT NULL, "token" INTEGER NOT NULL, "about" TEXT, "question" TEXT NOT NULL, "answer" TEXT, "why" TEXT NOT NULL, "constraints" TEXT NOT NULL, "at" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("decision")) STRICT;
CREATE TABLE "run_plans" ("run" TEXT NOT NULL, "goal" TEXT NOT NULL, "variables" TEXT NOT NULL, "playbook" TEXT NOT NULL, "work_tree" TEXT, "git" TEXT, PRIMARY KEY ("run")) STRICT;
INSERT INTO "run_plans" VALUES('R-1','','{}','{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"}]}',NULL,NULL);
CREATE TABLE "run_tasks" ("run" TEXT NOT NULL, "task" TEXT NOT NULL, "number" INTEGER NOT NULL, "state" TEXT NOT NULL, "cycle" INTEGER NOT NULL, "attempt" INTEGER NOT NULL, "failures" INTEGER NOT NULL, "token" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "credential" TEXT, "agent" TEXT NOT NULL, "contract" TEXT, "base" TEXT, "commit_id" TEXT, "artifacts" TEXT NOT NULL, "refused" TEXT NOT NULL, "outputs" TEXT NOT NULL, "conflicts" TEXT NOT NULL, "severity" TEXT, "questions" TEXT NOT NULL, "flags" TEXT NOT NULL, "doubts" TEXT NOT NULL, "not_run" TEXT, "recheck" INTEGER NOT NULL, "gate" TEXT, "kind" TEXT, "note" TEXT NOT NULL, "interim" INTEGER NOT NULL, "idle" INTEGER NOT NULL, "question" TEXT, "waited" INTEGER NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "started" TEXT, "ended" TEXT, PRIMARY KEY ("run", "task")) STRICT;
INSERT INTO "run_tasks" VALUES('R-1','t',0,'completed',1,1,0,29,28,'80c4dee0b06426c7bdd3f6e3a5c8a5bf0f06a91738bccc560721d38ac978043a','r',NULL,NULL,NULL,'[]','[]','{}','[]',NULL,'[]','[]','[]',NULL,0,NULL,NULL,'',0,0,NULL,0,0,0,0,'2026-11-16T09:49:49.207107Z','2026-11-16T09:49:50.079645Z');
CREATE TABLE "run_warnings" ("run" TEXT NOT NULL, "seq" INTEGER NOT NULL, "task" TEXT NOT NULL, "agent" TEXT NOT NULL, "text" TEXT NOT NULL, PRIMARY KEY ("run", "seq")) STRICT, WITHOUT ROWID;
CREATE TABLE "runs" ("id" TEXT NOT NULL, "playbook" TEXT NOT NULL, "state" TEXT NOT NULL, "agents" TEXT NOT NULL, "yes" INTEGER NOT NULL, "execute" INTEGER NOT NULL, "merge" INTEGER NOT NULL, "base" TEXT, "branch" TEXT, "head" TEXT, "cycle" INTEGER NOT NULL, "team" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "holder" TEXT NOT NULL, "caps" TEXT NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "active" INTEGER NOT NULL, "started" TEXT NOT NULL, "at" TEXT NOT NULL, "last" INTEGER NOT NULL, "merged" TEXT, "unmerged" INTEGER NOT NULL, "undone" TEXT, "note" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "runs" VALUES('R-1','small','completed','scripted',1,0,0,NULL,NULL,NULL,1,1,28,'vm:2623','{"minutes":null,"money":null,"steps":null,"tokens":null}',0,0,0,957,'2026-11-16T09:49:49.161522Z','2026-11-16T09:49:50.142533Z',35,NULL,0,NULL,'all tasks are done',26);
CREATE TABLE "steps" ("agent" TEXT NOT NULL, "count" INTEGER NOT NULL, PRIMARY KEY ("agent")) STRICT, WITHOUT ROWID;
INSERT INTO "steps" VALUES('bob',5);
INSERT INTO "steps" VALUES('lead',4);
CREATE TABLE "tasks" ("id" TEXT NOT NULL, "delegator" TEXT, "addressees" TEXT NOT NULL, "owner" TEXT, "started" INTEGER NOT NULL, "state" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "tasks" VALUES('MSG-7','lead','["bob"]','bob',0,'open',7);
CREATE TABLE "tokens" ("digest" TEXT NOT NULL, "agent" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("digest")) STRICT, WITHOUT ROWID;
INSERT INTO "tokens" VALUES('77c1d19928e5ef8cf867522c55e9e988300b3c6c9ec17693c157ac76277c9344','bob',4);
CREATE TABLE "turns" ("agent" TEXT NOT NULL, "open" INTEGER NOT NULL, "started" INTEGER NOT NULL, "previous" INTEGER NOT NULL, "updated" INTEGER NOT NULL, "reported" INTEGER NOT NULL, "due" TEXT, "run" TEXT, "attempts" TEXT NOT NULL, PRIMARY KEY ("agent")) STRICT;
INSERT INTO "turns" VALUES('bob',1,6,0,1,1,NULL,NULL,'[]');
INSERT INTO "turns" VALUES('r',0,29,0,1,1,NULL,'R-1','[]');
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
CREATE INDEX "runs_by_seq" ON "runs" ("seq");
CREATE INDEX "runs_by_state_seq" ON "runs" ("state", "seq");
CREATE INDEX "run_tasks_by_run_number" ON "run_tasks" ("run", "number");
CREATE INDEX "run_tasks_by_credential" ON "run_tasks" ("credential");
CREATE INDEX "run_asks_by_run_seq" ON "run_asks" ("run", "seq");
CREATE INDEX "run_warnings_by_run_seq" ON "run_warnings" ("run", "seq");
COMMIT;
