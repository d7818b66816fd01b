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
INSERT INTO "blockers" VALUES('BLK-12','no access','["bob"]',NULL,'bob','2026-11-16T15:26:23.574069Z',0,12);
CREATE TABLE "changelog" ("seq" INTEGER NOT NULL, "timestamp" TEXT NOT NULL, "agent" TEXT NOT NULL, "action" TEXT NOT NULL, "path" TEXT NOT NULL, "old" TEXT, "new" TEXT, PRIMARY KEY ("seq")) STRICT, WITHOUT ROWID;
INSERT INTO "changelog" VALUES(2,'2026-11-16T15:26:19.072738Z','person','added a member','agents.lead',NULL,'lead');
INSERT INTO "changelog" VALUES(3,'2026-11-16T15:26:19.625676Z','person','added a member','agents.bob',NULL,'builder');
INSERT INTO "changelog" VALUES(5,'2026-11-16T15:26:20.620722Z','person','set goal','goal',NULL,'ship');
INSERT INTO "changelog" VALUES(9,'2026-11-16T15:26:22.995973Z','lead','asked for a decision','pending_decisions.D-1',NULL,'JWT?');
INSERT INTO "changelog" VALUES(11,'2026-11-16T15:26:23.573817Z','bob','set status','agents.bob.status','idle','blocked');
INSERT INTO "changelog" VALUES(12,'2026-11-16T15:26:23.574069Z','bob','reported a blocker','blockers.BLK-12',NULL,'no access');
INSERT INTO "changelog" VALUES(23,'2026-11-16T15:26:28.352922Z','person','decided','pending_decisions.D-1','open','yes');
INSERT INTO "changelog" VALUES(27,'2026-11-16T15:26:30.250331Z','person','added a member','agents.r',NULL,'r');
INSERT INTO "changelog" VALUES(31,'2026-11-16T15:26:30.364072Z','system','set current_phase','current_phase',NULL,'small: work');
INSERT INTO "changelog" VALUES(32,'2026-11-16T15:26:30.364287Z','system','set current_task','agents.r.current_task',NULL,'R-1/t');
INSERT INTO "changelog" VALUES(33,'2026-11-16T15:26:30.364411Z','system','set status','agents.r.status','idle','working');
INSERT INTO "changelog" VALUES(34,'2026-11-16T15:26:30.364466Z','system','set current_task','agents.r.current_task','R-1/t','R-1/gap');
INSERT INTO "changelog" VALUES(35,'2026-11-16T15:26:30.364579Z','system','set status','agents.r.status','working','working');
INSERT INTO "changelog" VALUES(37,'2026-11-16T15:26:30.638323Z','system','ended without an update','agents.r.status','working','error');
INSERT INTO "changelog" VALUES(39,'2026-11-16T15:26:30.638986Z','system','set current_task','agents.r.current_task','R-1/gap','R-1/gap');
INSERT INTO "changelog" VALUES(40,'2026-11-16T15:26:30.639067Z','system','set status','agents.r.status','error','working');
INSERT INTO "changelog" VALUES(42,'2026-11-16T15:26:30.696729Z','system','set status','agents.r.status','working','completed');
INSERT INTO "changelog" VALUES(44,'2026-11-16T15:26:30.776354Z','system','ended without an update','agents.r.status','completed','error');
INSERT INTO "changelog" VALUES(47,'2026-11-16T15:26:30.841809Z','system','set current_phase','current_phase','small: work','small: completed');
CREATE TABLE "channels" ("name" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
INSERT INTO "channels" VALUES('general',14);
INSERT INTO "channels" VALUES('design',16);
CREATE TABLE "checks" ("seq" INTEGER NOT NULL, "session" TEXT NOT NULL, "agent_id" TEXT NOT NULL, "agent" TEXT NOT NULL, "outcome" TEXT NOT NULL, "attempt" INTEGER NOT NULL, "verify" INTEGER NOT NULL, "confidence" TEXT, "tally" TEXT NOT NULL, "model" TEXT, "tokens" INTEGER, "cost" TEXT, PRIMARY KEY ("seq")) STRICT;
CREATE TABLE "claims" ("seq" INTEGER NOT NULL, "number" INTEGER NOT NULL, "kind" TEXT NOT NULL, "agent" TEXT NOT NULL, "category" TEXT, "path" TEXT, "line" INTEGER, "end_line" INTEGER, "columns" TEXT, "blob" TEXT, "snippet" TEXT, "read_by" TEXT, "command" TEXT, "exit_code" INTEGER, "tree" TEXT, PRIMARY KEY ("seq", "number")) STRICT;
CREATE TABLE "contracts" ("id" TEXT NOT NULL, "delegator" TEXT NOT NULL, "assignee" TEXT NOT NULL, "state" TEXT NOT NULL, "outcome" TEXT, "artifacts" TEXT NOT NULL, "contract" TEXT NOT NULL, "handoffs" TEXT NOT NULL, "result" TEXT, "held_by" TEXT, "consults" TEXT NOT NULL, "verdicts" TEXT NOT NULL, "confirmed" INTEGER NOT NULL, "retries" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "metered" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "contracts" VALUES('TC-1','lead','bob','offered',NULL,'[]','{"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"assignee":"bob","authority":{"autonomous_decisions":[],"escalation_triggers":[],"must_consult":[]},"created_at":"2026-11-16T15:26:27.112082Z","delegator":"lead","expected_output":{"deliverables":[],"format":"code","schema":null},"failure_handling":{"max_retries":null,"on_assumption_violation":"","on_blocked":"","on_partial_completion":""},"id":"TC-1","inputs":{"artifacts":[],"assumptions":[],"constraints":[],"description":"Build the login"},"timeout":{"max_steps":null,"on_timeout":""}}','[]',NULL,NULL,'[]','{}',0,0,0,0,19);
CREATE TABLE "debts" ("message" TEXT NOT NULL, "debtor" TEXT NOT NULL, "creditor" TEXT NOT NULL, "expects" TEXT NOT NULL, "since" TEXT NOT NULL, "seq" INTEGER NOT NULL, "since_step" INTEGER NOT NULL, "settled" INTEGER NOT NULL, "settled_by" TEXT, PRIMARY KEY ("message", "debtor")) STRICT;
INSERT INTO "debts" VALUES('MSG-7','bob','lead','["TASK_RESULT","TASK_BLOCKED"]','2026-11-16T15:26:22.333916Z',7,1,0,NULL);
INSERT INTO "debts" VALUES('MSG-8','bob','lead','["DECISION_RESULT"]','2026-11-16T15:26:22.994417Z',8,1,1,'MSG-22');
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
INSERT INTO "events" VALUES(1,'E-1','2026-11-16T15:26:19.071859Z','RuleSetAdopted','system','system',NULL,NULL,'{"digest":"606349a27b5d7037","rules":["a_writer_whose_value_does_not_stand_is_told_to_read_again","a_status_update_sets_the_senders_status","a_task_result_registers_artifacts_and_sets_the_senders_status","a_blocked_task_blocks_its_sender_unless_a_part_can_go_on","a_decision_request_opens_a_decision","a_decision_result_resolves_the_decision","a_handoff_offers_the_contract_it_carries","an_offer_is_told_to_its_assignee","a_refusal_of_a_contract_is_told_to_its_delegator","a_refusal_of_a_contract_is_told_to_those_who_wait_for_it","a_result_delivers_or_ends_its_contract","a_delivery_is_put_to_its_reviewer","the_first_sign_of_work_starts_a_contract","a_contract_at_its_step_limit_follows_its_instruction","verdicts_decide_a_delivered_contract","a_hold_repeats_what_the_contract_says_for_it","the_answer_to_a_report_ends_the_hold","the_end_of_a_contract_is_told_to_its_assignee","a_task_belongs_to_the_first_who_starts_it","a_task_that_is_called_done_is_closed","a_handed_over_artifact_belongs_to_the_one_who_takes_the_task","a_task_known_by_its_name_goes_with_the_handoff_that_describes_it_so","those_who_lose_a_task_to_another_are_told","what_a_task_is_to_yield_belongs_to_its_owner","the_artifacts_of_one_who_leaves_go_to_its_delegator","a_withdrawn_task_is_told_to_its_owner_and_to_those_who_wait","the_waits_of_one_who_leaves_are_closed","a_block_that_the_lead_or_a_person_resolves_ends","who_begins_to_wait_for_what_does_not_come_is_told","an_agent_that_goes_on_by_itself_is_blocked_no_more","a_review_ends_when_all_who_are_left_have_answered","those_who_wait_for_one_who_leaves_are_told","a_blocking_review_request_blocks_its_sender","a_review_result_frees_the_one_who_asked","the_answer_to_a_conflict_ends_its_blocks","a_task_of_a_run_shows_in_its_agents_entry","a_run_that_ends_ends_the_turns_of_its_agents","a_circle_of_waits_is_told_to_the_lead","shipped:task_completed","shipped:task_blocked","shipped:decision_resolved","shipped:conflict_detected","shipped:artifact_updated"],"team":null}',NULL,NULL,NULL,'a83e0af432be61a06f2832c2f40a2955a9e1f77208215b40e691e0d536b12779',NULL,NULL);
INSERT INTO "events" VALUES(2,'E-2','2026-11-16T15:26:19.072738Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"lead","role":"lead","model":null}',NULL,NULL,NULL,'4979e7df83d928392f1dc9e51f4f620b1c6c6b928c01f7b75f931b04e3a66b95',NULL,NULL);
INSERT INTO "events" VALUES(3,'E-3','2026-11-16T15:26:19.625676Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"bob","role":"builder","model":null}',NULL,NULL,NULL,'6dd8c2165db5d9a19cd1109c79c52739d1a6d2568916ef6c8384aa8abf47d160',NULL,NULL);
INSERT INTO "events" VALUES(4,'E-4','2026-11-16T15:26:20.163615Z','TokenIssued','person','terminal',NULL,NULL,'{"agent":"bob","digest":"ef86e238a5c27a0e0e1bf20420b4e4918f7199ff522926073168aecc578fa227"}',NULL,NULL,NULL,'15165caff7cdab6e7857c3d9f6fd0ffbbae386b71c88aa4f38eb6cd5357ab3c9',NULL,NULL);
INSERT INTO "events" VALUES(5,'E-5','2026-11-16T15:26:20.620722Z','FieldSet','person','terminal',NULL,NULL,'{"action":"set goal","field":"goal","agent":null,"based_on":4,"overrides":null,"status":null,"message":null}','{"value":"ship","why":null}','39ae0151c8bd05b64105354a3ebc729d','172e06a5d56c683ceedf0426137c8fc9326eb20ae0db09f5f443cc9359485692','3c00fc7a4cf1a6c3e27647d5f87df09a8d91ce5cda01a2f76d89c29b41062c9f',NULL,NULL);
INSERT INTO "events" VALUES(6,'E-6','2026-11-16T15:26:21.222522Z','TurnStarted','bob','terminal',NULL,NULL,'{"agent":"bob"}',NULL,NULL,NULL,'10365c112299af97f71b24588225d9cac03f0f8a13ebcb2cb013426dfd21e480',NULL,NULL);
INSERT INTO "events" VALUES(7,'E-7','2026-11-16T15:26:22.333916Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-7","type":"TASK_HANDOFF","from":"lead","to":"bob","readers":["bob"],"priority":"normal","channel":null,"in_reply_to":null,"expects":["TASK_RESULT","TASK_BLOCKED"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"build it","related_state_refs":[],"payload":{"task_description":"build it","input_artifacts":[],"expected_output":{"format":"code","success_criteria":["it runs"]},"constraints":[],"authority_scope":"","fallback_on_failure":""}}','0c5c402416ce1c83ca75d21bcc96d6f5','5d82dabda2c38b106f52e8a857b021c18f17472bf3e53750fd9648d5f9960b1b','e5f09e2a53b2eced0ddeba922c4d85e64b373ab41f8d3a00a22d2280a63ecd90',NULL,NULL);
INSERT INTO "events" VALUES(8,'E-8','2026-11-16T15:26:22.994417Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-8","type":"DECISION_REQUEST","from":"lead","to":"bob","readers":["bob"],"priority":"blocking","channel":null,"in_reply_to":null,"expects":["DECISION_RESULT"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"JWT?","related_state_refs":[],"payload":{"decision_id":"D-1","question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}],"recommended":null,"deadline_steps":null}}','9a09bff28aa02641fabf4d9d27b20709','cc20f0ee9310d7200a368c03514b197a5fd218c28203b211427214aeb5924687','81b6af0566376a3ef40b8cebb130b95be8b3d12f209ca5adb3f2cadbcd57ee50',NULL,NULL);
INSERT INTO "events" VALUES(9,'E-9','2026-11-16T15:26:22.995973Z','DecisionRequested','lead','terminal',NULL,8,'{"action":"asked for a decision","decision":"D-1","message":"MSG-8","requester":"lead","owners":["bob"],"deadline_steps":null}','{"question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}]}','0fb3f2195fdc580377efdcdc127f54ce','6beef0a1f3a5ff95377a671749de359fb97f711a782428fb462e27933068742d','0f5e1b747250b376150455fae6a5e049b2d121da18d209c8787603bb9c783d90',NULL,NULL);
INSERT INTO "events" VALUES(10,'E-10','2026-11-16T15:26:23.571773Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-10","type":"STATUS_UPDATE","from":"bob","to":"lead","readers":["lead"],"priority":"normal","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"waiting","related_state_refs":[],"payload":{"task_ref":null,"new_status":"blocked","progress_summary":"waiting","estimated_remaining":null,"blockers":["no access"]}}','c8b1f3de21836790e177b7bd2041517b','31a124b063670596d8a31fd9fef55847daa4c41b7cf517e1cca042dc2eafbd68','3452f56cb2f8ca623ced208aeef952cb5f0fdd6ca21401d19f0c26052bb6d955',NULL,NULL);
INSERT INTO "events" VALUES(11,'E-11','2026-11-16T15:26:23.573817Z','FieldSet','bob','terminal',NULL,10,'{"action":"set status","field":"status","agent":"bob","based_on":10,"overrides":null,"status":"blocked","message":"MSG-10"}',NULL,NULL,NULL,'7a51ab3df4018b16a0ea1283bf1fcf8a7bba5e4b10824bbf9aeceb4ea5049ce5',NULL,NULL);
INSERT INTO "events" VALUES(12,'E-12','2026-11-16T15:26:23.574069Z','BlockerAdded','bob','terminal',NULL,10,'{"action":"reported a blocker","id":"BLK-12","affected_agents":["bob"],"cause":null,"by":"bob"}','{"description":"no access"}','dfe715d7521b42d8c1d8f7cbd4ce9a18','a94b144537695fb03327dfa55b74d01e0c25e1e2c6b222723e4faf0cd107b2df','bab5550ed204d626ad89aec98b0583ddeeca1741fd73c4803c01aa2df111792a',NULL,NULL);
INSERT INTO "events" VALUES(13,'E-13','2026-11-16T15:26:23.584827Z','MessagePosted','system','system',NULL,10,'{"id":"MSG-13","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"bob is blocked by a cause outside the team: no access","related_state_refs":[{"type":"agent","id":"bob"}],"payload":{"topic":"bob is blocked","content":"bob is blocked by a cause outside the team: no access","relevance_to_recipients":"You lead the team.","actionable":true,"action_suggestion":"Finish it, or say when it can be expected."}}','7bdb66825ce9c5fe8fd42dc4511ef8ca','9f41da84bf6465d77dbd57b0c8b283682d30e66ee0b12758c4a750d0e5a45185','aa81d5ee52713461554ee296198e39e5fdb9d9de1c9e5b1c4db8b47de11370c4',NULL,NULL);
INSERT INTO "events" VALUES(14,'E-14','2026-11-16T15:26:24.285706Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-14","type":"FREEFORM","from":"lead","to":"all","readers":["bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":["bob"]}','{"context_summary":"good morning @bob / おはよう","related_state_refs":[],"payload":{"intent_hint":"","body":"good morning @bob / おはよう","requires_response":false,"urgency":"normal"}}','016fb3ca193d7c7ad3937ab5057ae281','a482867c2b92f17849716fbedb2701871e2ea8a8c1e6deb381927506b0778412','cdaafccb505d255a614a0eaba3540adaccd0edbf18ba54bece424e413565cde5','once','31854970c343169cb77074cbd7041d21b1ff2ca0d5fb827a21e92f733c727e8b');
INSERT INTO "events" VALUES(15,'E-15','2026-11-16T15:26:24.835666Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-15","type":"FREEFORM","from":"person","to":"#general","readers":["lead","bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}',NULL,NULL,'41ccd7ec435733187785eb109c8e754c1e49c5849d0b0890b3754705bb15d775','6301d078c2516f2da36f90b0b7e270233989c0487c229bc50954f064c30e1e2d',NULL,NULL);
INSERT INTO "events" VALUES(16,'E-16','2026-11-16T15:26:25.430432Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-16","type":"FREEFORM","from":"bob","to":"#design","readers":["lead"],"priority":"normal","channel":"design","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"a post","related_state_refs":[],"payload":{"intent_hint":"","body":"a post","requires_response":false,"urgency":"normal"}}','407a55609d8713444c41fc957c084631','16af8ac9fa29fa147a07747168789bf25a5a0ff25345ba835d793311d274d249','8864ce55efc522f95eaa25eb2098f819c9db243a4ca3418884084650abaf5e00',NULL,NULL);
INSERT INTO "events" VALUES(17,'E-17','2026-11-16T15:26:25.921798Z','ChannelRead','person','terminal',NULL,NULL,'{"reader":"person","channel":"design","up_to":16}',NULL,NULL,NULL,'25712e070052986fa05d34b30c05dd1b1659cec30d36ced4e09869b8afa32a2a',NULL,NULL);
INSERT INTO "events" VALUES(18,'E-18','2026-11-16T15:26:26.548931Z','RuleRefused','person','terminal',NULL,NULL,'{"rule":"DEC-26","actor":"person","action":"HandleMessages","mode":"enforce"}',NULL,NULL,NULL,'0664f5482ec1d9affc10904b1b1418d3676c1e4cf63b14446b902157eb4db9a5',NULL,NULL);
INSERT INTO "events" VALUES(19,'E-19','2026-11-16T15:26:27.112082Z','ContractOffered','lead','terminal',NULL,NULL,'{"id":"TC-1","delegator":"lead","assignee":"bob","artifacts":[],"handoff":null}','{"contract":{"id":"TC-1","delegator":"lead","assignee":"bob","created_at":null,"inputs":{"description":"Build the login","artifacts":[],"constraints":[],"assumptions":[]},"expected_output":{"format":"code","schema":null,"deliverables":[]},"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"authority":{"autonomous_decisions":[],"must_consult":[],"escalation_triggers":[]},"failure_handling":{"on_blocked":"","on_partial_completion":"","on_assumption_violation":"","max_retries":null},"timeout":{"max_steps":null,"on_timeout":""}}}','daa42035ab89236a0a76db7fc7f7cdf0','9419553ca03c6312ebf67f095ab29f012c913782301773a4f3fd04a0e7b962a0','7ba646c8c5b445fc4795476af992ce2e1557f38b09ac706180a2ac4a28ee86ce',NULL,NULL);
INSERT INTO "events" VALUES(20,'E-20','2026-11-16T15:26:27.114460Z','MessagePosted','system','system',NULL,19,'{"id":"MSG-20","type":"KNOWLEDGE_SHARE","from":"system","to":"bob","readers":["bob"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Build the login","related_state_refs":[],"payload":{"topic":"lead offers you the contract TC-1","content":"Build the login","relevance_to_recipients":"You are its assignee.","actionable":true,"action_suggestion":"Read it: renkei contract show TC-1. Then: renkei contract accept TC-1, or decline TC-1."}}','8ca4563c20e892f69078f998ea701dce','123db2bf282a8a53c986c33ec4793e15160fbe338760fed0e112e20a8f55f8f0','4c310521bc8de7b709a83d0c5c8e3ff251ecd2267987184085557d8f694c081d',NULL,NULL);
INSERT INTO "events" VALUES(21,'E-21','2026-11-16T15:26:27.689016Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"TURN-2","actor":"bob","action":"AcceptContract","mode":"enforce"}',NULL,NULL,NULL,'ba7b41a281cc31f70159ecf3070df17a3dd9ee23d295c097cbd06083c9e7b4f2',NULL,NULL);
INSERT INTO "events" VALUES(22,'E-22','2026-11-16T15:26:28.350678Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-22","type":"DECISION_RESULT","from":"person","to":["lead","bob"],"readers":["lead","bob"],"priority":"normal","channel":null,"in_reply_to":"MSG-8","expects":[],"debtors":[],"settles":[{"message":"MSG-8","debtor":"bob"}],"mentioned":[]}','{"context_summary":"simple","related_state_refs":[],"payload":{"decision_id":"D-1","chosen_option":"yes","rationale":"simple","additional_constraints":null}}','72da60ea40c306d36a42d4b9e9f452cc','56ebd64efb4929bd971e5665481b59361e4ab1e30047cf8a99edd0bbb46d17ca','88a1041ea4e5146e0a63ee81cbcecb096fff4f8aee634003398f23a19b4b79e9',NULL,NULL);
INSERT INTO "events" VALUES(23,'E-23','2026-11-16T15:26:28.352922Z','DecisionResolved','person','terminal',NULL,22,'{"action":"decided","decision":"D-1","message":"MSG-22"}','{"chosen_option":"yes","rationale":"simple","additional_constraints":[]}','61a6b55843752093fa4f2c861fd172bd','b7766e4b9f3d4fed1f7d4da06a43299b66504b0215eb08ff7b85aefca3318992','9baee5701c7024ae56289636a9ac2426ed161e48d5300dcd042aa724f76e4aa4',NULL,NULL);
INSERT INTO "events" VALUES(24,'E-24','2026-11-16T15:26:28.361061Z','MessagePosted','system','system',NULL,22,'{"id":"MSG-24","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Decision D-1 is resolved.","related_state_refs":[{"type":"decision","id":"D-1"}],"payload":{"topic":"Decision D-1","content":"Decision D-1 is resolved.\nWhat was decided: yes\nImpact on your task: You asked for it.","relevance_to_recipients":"You asked for it.","actionable":true,"action_suggestion":"Check your work against the decision."}}','9d5737ecfd11c986bc6154f193f189e6','38fd945864a5e63261d1ef17fcaed4472fd2cb2b7d51d346bcb3175705e1b295','cbe2b7b94cdf18fb391bd03a8246461107929f6ea6f20b9fd1b9b502a32ec0bf',NULL,NULL);
INSERT INTO "events" VALUES(25,'E-25','2026-11-16T15:26:29.056978Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"BOARD-4","actor":"bob","action":"SetFields","mode":"enforce"}',NULL,NULL,NULL,'23aa17f152d8923c92c8e4c9fc3644507bf9650ba6a517ab68049d31a710e16e',NULL,NULL);
INSERT INTO "events" VALUES(26,'E-26','2026-11-16T15:26:30.250106Z','RunStarted','person','terminal','R-1',NULL,'{"run":"R-1","playbook":"small","digest":"89be8fd31fbb8cee","agents":"scripted","yes":true,"execute":false,"merge":false,"tasks":["t","gap"],"base":null,"branch":null,"work_tree":null,"git":null,"caps":{"tokens":null,"steps":null,"minutes":null,"money":null}}','{"goal":"","variables":{},"playbook":{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"},{"id":"gap","role":"r","critical":false,"script":[{"crash":"boom"}]}]}}','9b8f16e68f1ca6669055188ba2410391','d2f35f0b4136a2cfac806bf4297166876d875427121abf9ffc9d0497dd77cc22','c79f6aaedef881a2c069aafa618ff84363c75ce1e9c87d537f6491ac7314a566',NULL,NULL);
INSERT INTO "events" VALUES(27,'E-27','2026-11-16T15:26:30.250331Z','AgentAdded','person','terminal',NULL,26,'{"action":"added a member","agent":"r","role":"r","model":null}',NULL,NULL,NULL,'3c3a52e6fa21ebb7d05ad9dbe024c9a7d930ca625b77b798ff2e1cad165d83fc',NULL,NULL);
INSERT INTO "events" VALUES(28,'E-28','2026-11-16T15:26:30.360471Z','RunLeased','system','system','R-1',NULL,'{"run":"R-1","holder":"vm:22975"}',NULL,NULL,NULL,'27101aa4014f855f1a13ef49cf32ac2632ec1ab281a2276a7edf3fa460286341',NULL,NULL);
INSERT INTO "events" VALUES(29,'E-29','2026-11-16T15:26:30.363767Z','TaskStarted','system','system','R-1',NULL,'{"run":"R-1","task":"t","cycle":1,"attempt":1,"agent":"r","lease":28,"base":null,"contract":null,"credential":"3e00dbca79a241f57d5ae13fa777e607e8d69d92e1fd11d0fd96d68a7eee3c29","recheck":false}',NULL,NULL,NULL,'84a207bde070a05062d0f07a8a25477c76cab1c4c792af7404b291b4f59fa678',NULL,NULL);
INSERT INTO "events" VALUES(30,'E-30','2026-11-16T15:26:30.363995Z','TaskStarted','system','system','R-1',29,'{"run":"R-1","task":"gap","cycle":1,"attempt":1,"agent":"r","lease":28,"base":null,"contract":null,"credential":"8dbe5f06908a97c71d597f078a25bf678c2703c3dc36b19b82948f5baff53d52","recheck":false}',NULL,NULL,NULL,'19597bcfc9207d63a9f3d84254934101a4dd77876c540a475c02657db605dc6c',NULL,NULL);
INSERT INTO "events" VALUES(31,'E-31','2026-11-16T15:26:30.364072Z','FieldSet','system','system',NULL,29,'{"action":"set current_phase","field":"current_phase","agent":null,"based_on":28,"overrides":null,"status":null,"message":null}','{"value":"small: work","why":null}','73ef354e3e7cc126f561c1e3899e5cf4','c0da7220b44eef5ad5edebcf581b590ebedaf53d026230179e95b51a6e17fd8e','c6a0970fd76379e2bf4a8d458fe5db4aae55b5750cefc60dafba26460f955d3c',NULL,NULL);
INSERT INTO "events" VALUES(32,'E-32','2026-11-16T15:26:30.364287Z','FieldSet','system','system',NULL,29,'{"action":"set current_task","field":"current_task","agent":"r","based_on":31,"overrides":null,"status":null,"message":null}','{"value":"R-1/t","why":null}','a34d4d311c3480a50b3b98e8efec47d4','89be7692fec906fac4b56336aed0ffd4df2f9c34dd9da28e156ff8dd73f588d6','98c5bfc4af369c404cf5ed7442c50c9c29b329afa980d7f0c14a0004b3aee2f5',NULL,NULL);
INSERT INTO "events" VALUES(33,'E-33','2026-11-16T15:26:30.364411Z','FieldSet','system','system',NULL,29,'{"action":"set status","field":"status","agent":"r","based_on":31,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'58a5f87f058add457c384f5ec3c2b2596539e0f8e06aa5082177d171377a8919',NULL,NULL);
INSERT INTO "events" VALUES(34,'E-34','2026-11-16T15:26:30.364466Z','FieldSet','system','system',NULL,29,'{"action":"set current_task","field":"current_task","agent":"r","based_on":31,"overrides":null,"status":null,"message":null}','{"value":"R-1/gap","why":null}','b475e6208d0f64a55bd228dbf36e5912','c2fd63bf5b760361b444346b1b23db769f053207440df997d88294c587c7d1a2','4f7fe8ae1703ed6e9f09208c60353eed5ae391c0c24d7c735371d4af6a57e8f4',NULL,NULL);
INSERT INTO "events" VALUES(35,'E-35','2026-11-16T15:26:30.364579Z','FieldSet','system','system',NULL,29,'{"action":"set status","field":"status","agent":"r","based_on":31,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'884e9cbbf14a485d87fc91715a2e6485f7ba5c9631b96b3304fb3a7cff81796d',NULL,NULL);
INSERT INTO "events" VALUES(36,'E-36','2026-11-16T15:26:30.637921Z','TaskFailed','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":1,"token":30,"agent":"r","kind":"crash","agentless":false,"silent":true,"refused":[],"usage":{"tokens":0,"steps":0,"micros":0}}','{"summary":"boom","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','feeec87da2a12bec1053ec38869e198b','06338d523a8bdf7595a8ac78f0e2060b86535adc85de9643774f385ace253ac2','ca7e963fac8a2a60053fb05729320d77b152cfa042c26cc56648f2924f8b9690',NULL,NULL);
INSERT INTO "events" VALUES(37,'E-37','2026-11-16T15:26:30.638323Z','FieldSet','system','system',NULL,36,'{"action":"ended without an update","field":"status","agent":"r","based_on":36,"overrides":null,"status":"error","message":null}',NULL,NULL,NULL,'b7a8ebceb3c1bf6f94fc235905ba57dfb8c261d71a0b567bc0d4c8cc2fdd3dcf',NULL,NULL);
INSERT INTO "events" VALUES(38,'E-38','2026-11-16T15:26:30.638833Z','TaskStarted','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":2,"agent":"r","lease":28,"base":null,"contract":null,"credential":"7dc44d5a6aaa15c190036a549e252cc69a4aaf97f15e2111a9cf0510a1d890fe","recheck":false}',NULL,NULL,NULL,'af0e7cb81834704722fd8cfeb2d95f410ec47515f24c96dcf43df6117c8b5cb3',NULL,NULL);
INSERT INTO "events" VALUES(39,'E-39','2026-11-16T15:26:30.638986Z','FieldSet','system','system',NULL,38,'{"action":"set current_task","field":"current_task","agent":"r","based_on":38,"overrides":null,"status":null,"message":null}','{"value":"R-1/gap","why":null}','f0f0baaafe03ccdbfee6bd0b0664b0e9','054a87b63bcabece5feaa42273c77ed27f711151566f9481918e82650053b867','e5a121a34fe3e34797a3db73c9b36555c12ab64fc499e2aef59fcd67e2723a5d',NULL,NULL);
INSERT INTO "events" VALUES(40,'E-40','2026-11-16T15:26:30.639067Z','FieldSet','system','system',NULL,38,'{"action":"set status","field":"status","agent":"r","based_on":38,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'795fc87bb6759e650b7109c65e1beca28e04de9bef986ea6dbc55cc2ab1b9654',NULL,NULL);
INSERT INTO "events" VALUES(41,'E-41','2026-11-16T15:26:30.696296Z','TaskCompleted','system','system','R-1',NULL,'{"run":"R-1","task":"t","cycle":1,"attempt":1,"token":29,"agent":"r","commit":null,"artifacts":[],"refused":[],"unverified":false,"severity":null,"flags":[],"usage":{"tokens":0,"steps":0,"micros":0}}','{"summary":"","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','489190f398b458aecc52104b0df6295d','8e8c3bed49e1d71ab84b14d99816e07db52fb7e1c67a0eb0b084fde09dc04f8d','6b3f07d808c6ea00efb15ab5f89596df25bb2dfb61f37c1e909511b462513d61',NULL,NULL);
INSERT INTO "events" VALUES(42,'E-42','2026-11-16T15:26:30.696729Z','FieldSet','system','system',NULL,41,'{"action":"set status","field":"status","agent":"r","based_on":41,"overrides":null,"status":"completed","message":null}',NULL,NULL,NULL,'0b8b53dc3dc867f85669cf2c55c655ec59bf88c8266e397f8ac20f2840cf69d9',NULL,NULL);
INSERT INTO "events" VALUES(43,'E-43','2026-11-16T15:26:30.776009Z','TaskFailed','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":2,"token":38,"agent":"r","kind":"crash","agentless":false,"silent":true,"refused":[],"usage":{"tokens":0,"steps":0,"micros":0}}','{"summary":"boom","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','f8a3e21660adadd163ecf3ff09885288','0c178a60048276a4e340e30f2cec707336ed09ae7219230a33ce998a3c2c5fb9','041b9661674673ff1a560442707e453929c11ca882dcd5414389c6d4384010ae',NULL,NULL);
INSERT INTO "events" VALUES(44,'E-44','2026-11-16T15:26:30.776354Z','FieldSet','system','system',NULL,43,'{"action":"ended without an update","field":"status","agent":"r","based_on":43,"overrides":null,"status":"error","message":null}',NULL,NULL,NULL,'bf1a4fc505875bfa19df7bcd6c700320651b2369b57e285d7474acf2e2ca1bfc',NULL,NULL);
INSERT INTO "events" VALUES(45,'E-45','2026-11-16T15:26:30.836779Z','TaskLeft','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1}',NULL,NULL,NULL,'f761e21f4c76c0b16d70ca69846be90658fea3417f6ef8d4407da90c28ce8a23',NULL,NULL);
INSERT INTO "events" VALUES(46,'E-46','2026-11-16T15:26:30.841669Z','RunEnded','system','system','R-1',NULL,'{"run":"R-1","state":"completed","commit":null}','{"note":"all tasks are done"}','67beaeedd24f79e398db661ba39ee5c2','e423d9052f324cb2d8268e5812396fd6d3e009aedce5a0db49558e7cd7700c93','3263e92818191076bd4403bfd8bb8ce21ecac250f004f327253de6518e71927e',NULL,NULL);
INSERT INTO "events" VALUES(47,'E-47','2026-11-16T15:26:30.841809Z','FieldSet','system','system',NULL,46,'{"action":"set current_phase","field":"current_phase","agent":null,"based_on":45,"overrides":null,"status":null,"message":null}','{"value":"small: completed","why":null}','72de7124d9eb186ba4f04629267203f0','5f0c66d9e6515204633cae34ea471005a90d0c88e8ffec79b0eb64b84cbd0d92','3f8c4b63c492b63e85396c37e29a26b18dc5b84b316bf0512791973633c86b3a',NULL,NULL);
INSERT INTO "events" VALUES(48,'E-48','2026-11-16T15:26:31.797869Z','BodyRedacted','person','terminal',NULL,NULL,'{"target":"E-15","events":[15]}',NULL,NULL,NULL,'c027a4f416529a9736c125e515325ca572f081de0597d1317aaead4324ca1044',NULL,NULL);
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
INSERT INTO "head" VALUES(1,48,'c027a4f416529a9736c125e515325ca572f081de0597d1317aaead4324ca1044','2026-11-16T15:26:31.797869Z',4,'ce1267d54b6aac8a');
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
INSERT INTO "run_plans" VALUES('R-1','','{}','{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"},{"critical":false,"id":"gap","role":"r","script":[{"crash":"boom"}]}]}',NULL,NULL);
CREATE TABLE "run_tasks" ("run" TEXT NOT NULL, "task" TEXT NOT NULL, "number" INTEGER NOT NULL, "state" TEXT NOT NULL, "cycle" INTEGER NOT NULL, "attempt" INTEGER NOT NULL, "failures" INTEGER NOT NULL, "token" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "credential" TEXT, "agent" TEXT NOT NULL, "contract" TEXT, "base" TEXT, "commit_id" TEXT, "artifacts" TEXT NOT NULL, "refused" TEXT NOT NULL, "outputs" TEXT NOT NULL, "conflicts" TEXT NOT NULL, "severity" TEXT, "questions" TEXT NOT NULL, "flags" TEXT NOT NULL, "doubts" TEXT NOT NULL, "not_run" TEXT, "recheck" INTEGER NOT NULL, "gate" TEXT, "kind" TEXT, "note" TEXT NOT NULL, "interim" INTEGER NOT NULL, "idle" INTEGER NOT NULL, "question" TEXT, "waited" INTEGER NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "started" TEXT, "ended" TEXT, PRIMARY KEY ("run", "task")) STRICT;
INSERT INTO "run_tasks" VALUES('R-1','t',0,'completed',1,1,0,29,28,'3e00dbca79a241f57d5ae13fa777e607e8d69d92e1fd11d0fd96d68a7eee3c29','r',NULL,NULL,NULL,'[]','[]','{}','[]',NULL,'[]','[]','[]',NULL,0,NULL,NULL,'',0,0,NULL,0,0,0,0,'2026-11-16T15:26:30.363767Z','2026-11-16T15:26:30.696296Z');
INSERT INTO "run_tasks" VALUES('R-1','gap',1,'left',1,2,2,38,28,'7dc44d5a6aaa15c190036a549e252cc69a4aaf97f15e2111a9cf0510a1d890fe','r',NULL,NULL,NULL,'[]','[]','{}','[]',NULL,'[]','[]','[]',NULL,0,NULL,'crash','boom',0,0,NULL,0,0,0,0,'2026-11-16T15:26:30.638833Z','2026-11-16T15:26:30.776009Z');
CREATE TABLE "run_warnings" ("run" TEXT NOT NULL, "seq" INTEGER NOT NULL, "task" TEXT NOT NULL, "agent" TEXT NOT NULL, "text" TEXT NOT NULL, PRIMARY KEY ("run", "seq")) STRICT, WITHOUT ROWID;
INSERT INTO "run_warnings" VALUES('R-1',36,'gap','r','Agent r failed, results may be incomplete');
INSERT INTO "run_warnings" VALUES('R-1',43,'gap','r','Agent r failed, results may be incomplete');
CREATE TABLE "runs" ("id" TEXT NOT NULL, "playbook" TEXT NOT NULL, "state" TEXT NOT NULL, "agents" TEXT NOT NULL, "yes" INTEGER NOT NULL, "execute" INTEGER NOT NULL, "merge" INTEGER NOT NULL, "base" TEXT, "branch" TEXT, "head" TEXT, "cycle" INTEGER NOT NULL, "team" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "holder" TEXT NOT NULL, "caps" TEXT NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "active" INTEGER NOT NULL, "started" TEXT NOT NULL, "at" TEXT NOT NULL, "last" INTEGER NOT NULL, "merged" TEXT, "unmerged" INTEGER NOT NULL, "undone" TEXT, "note" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "runs" VALUES('R-1','small','completed','scripted',1,0,0,NULL,NULL,NULL,1,1,28,'vm:22975','{"minutes":null,"money":null,"steps":null,"tokens":null}',0,0,0,476,'2026-11-16T15:26:30.250106Z','2026-11-16T15:26:30.841669Z',46,NULL,0,NULL,'all tasks are done',26);
CREATE TABLE "steps" ("agent" TEXT NOT NULL, "count" INTEGER NOT NULL, PRIMARY KEY ("agent")) STRICT, WITHOUT ROWID;
INSERT INTO "steps" VALUES('bob',5);
INSERT INTO "steps" VALUES('lead',4);
CREATE TABLE "tasks" ("id" TEXT NOT NULL, "delegator" TEXT, "addressees" TEXT NOT NULL, "owner" TEXT, "started" INTEGER NOT NULL, "state" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "tasks" VALUES('MSG-7','lead','["bob"]','bob',0,'open',7);
CREATE TABLE "tokens" ("digest" TEXT NOT NULL, "agent" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("digest")) STRICT, WITHOUT ROWID;
INSERT INTO "tokens" VALUES('ef86e238a5c27a0e0e1bf20420b4e4918f7199ff522926073168aecc578fa227','bob',4);
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
