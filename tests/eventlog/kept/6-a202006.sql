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
INSERT INTO "blockers" VALUES('BLK-12','no access','["bob"]',NULL,'bob','2026-11-18T01:58:06.297313Z',0,12);
CREATE TABLE "changelog" ("seq" INTEGER NOT NULL, "timestamp" TEXT NOT NULL, "agent" TEXT NOT NULL, "action" TEXT NOT NULL, "path" TEXT NOT NULL, "old" TEXT, "new" TEXT, PRIMARY KEY ("seq")) STRICT, WITHOUT ROWID;
INSERT INTO "changelog" VALUES(2,'2026-11-18T01:57:53.521448Z','person','member added','agents.lead',NULL,'lead');
INSERT INTO "changelog" VALUES(3,'2026-11-18T01:57:54.753220Z','person','member added','agents.bob',NULL,'builder');
INSERT INTO "changelog" VALUES(5,'2026-11-18T01:57:59.329220Z','person','field set','goal',NULL,'ship');
INSERT INTO "changelog" VALUES(9,'2026-11-18T01:58:04.456456Z','lead','decision requested','pending_decisions.D-1',NULL,'JWT?');
INSERT INTO "changelog" VALUES(11,'2026-11-18T01:58:06.296893Z','bob','field set','agents.bob.status','idle','blocked');
INSERT INTO "changelog" VALUES(12,'2026-11-18T01:58:06.297313Z','bob','blocker reported','blockers.BLK-12',NULL,'no access');
INSERT INTO "changelog" VALUES(23,'2026-11-18T01:58:19.684379Z','person','decision made','pending_decisions.D-1','open','yes');
INSERT INTO "changelog" VALUES(27,'2026-11-18T01:58:24.992621Z','person','member added','agents.r',NULL,'r');
INSERT INTO "changelog" VALUES(31,'2026-11-18T01:58:25.174703Z','system','field set','current_phase',NULL,'small: work');
INSERT INTO "changelog" VALUES(32,'2026-11-18T01:58:25.175099Z','system','field set','agents.r.current_task',NULL,'R-1/t');
INSERT INTO "changelog" VALUES(33,'2026-11-18T01:58:25.175241Z','system','field set','agents.r.status','idle','working');
INSERT INTO "changelog" VALUES(34,'2026-11-18T01:58:25.175296Z','system','field set','agents.r.current_task','R-1/t','R-1/gap');
INSERT INTO "changelog" VALUES(35,'2026-11-18T01:58:25.175351Z','system','field set','agents.r.status','working','working');
INSERT INTO "changelog" VALUES(37,'2026-11-18T01:58:25.832422Z','system','ended without update','agents.r.status','working','error');
INSERT INTO "changelog" VALUES(39,'2026-11-18T01:58:25.832908Z','system','field set','agents.r.current_task','R-1/gap','R-1/gap');
INSERT INTO "changelog" VALUES(40,'2026-11-18T01:58:25.832959Z','system','field set','agents.r.status','error','working');
INSERT INTO "changelog" VALUES(42,'2026-11-18T01:58:25.879289Z','system','field set','agents.r.status','working','completed');
INSERT INTO "changelog" VALUES(44,'2026-11-18T01:58:26.244306Z','system','ended without update','agents.r.status','completed','error');
INSERT INTO "changelog" VALUES(47,'2026-11-18T01:58:26.265274Z','system','field set','current_phase','small: work','small: completed');
CREATE TABLE "channels" ("name" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
INSERT INTO "channels" VALUES('general',14);
INSERT INTO "channels" VALUES('design',16);
CREATE TABLE "checks" ("seq" INTEGER NOT NULL, "session" TEXT NOT NULL, "agent_id" TEXT NOT NULL, "agent" TEXT NOT NULL, "outcome" TEXT NOT NULL, "attempt" INTEGER NOT NULL, "verify" INTEGER NOT NULL, "confidence" TEXT, "tally" TEXT NOT NULL, "model" TEXT, "tokens" INTEGER, "cost" TEXT, PRIMARY KEY ("seq")) STRICT;
CREATE TABLE "claims" ("seq" INTEGER NOT NULL, "number" INTEGER NOT NULL, "kind" TEXT NOT NULL, "agent" TEXT NOT NULL, "category" TEXT, "path" TEXT, "line" INTEGER, "end_line" INTEGER, "columns" TEXT, "blob" TEXT, "snippet" TEXT, "read_by" TEXT, "command" TEXT, "exit_code" INTEGER, "tree" TEXT, PRIMARY KEY ("seq", "number")) STRICT;
CREATE TABLE "contracts" ("id" TEXT NOT NULL, "delegator" TEXT NOT NULL, "assignee" TEXT NOT NULL, "state" TEXT NOT NULL, "outcome" TEXT, "artifacts" TEXT NOT NULL, "contract" TEXT NOT NULL, "handoffs" TEXT NOT NULL, "result" TEXT, "held_by" TEXT, "consults" TEXT NOT NULL, "verdicts" TEXT NOT NULL, "confirmed" INTEGER NOT NULL, "retries" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "metered" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "contracts" VALUES('TC-1','lead','bob','offered',NULL,'[]','{"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"assignee":"bob","authority":{"autonomous_decisions":[],"escalation_triggers":[],"must_consult":[]},"created_at":"2026-11-18T01:58:15.983936Z","delegator":"lead","expected_output":{"deliverables":[],"format":"code","schema":null},"failure_handling":{"max_retries":null,"on_assumption_violation":"","on_blocked":"","on_partial_completion":""},"id":"TC-1","inputs":{"artifacts":[],"assumptions":[],"constraints":[],"description":"Build the login"},"timeout":{"max_steps":null,"on_timeout":""}}','[]',NULL,NULL,'[]','{}',0,0,0,0,19);
CREATE TABLE "debts" ("message" TEXT NOT NULL, "debtor" TEXT NOT NULL, "creditor" TEXT NOT NULL, "expects" TEXT NOT NULL, "since" TEXT NOT NULL, "seq" INTEGER NOT NULL, "since_step" INTEGER NOT NULL, "settled" INTEGER NOT NULL, "settled_by" TEXT, PRIMARY KEY ("message", "debtor")) STRICT;
INSERT INTO "debts" VALUES('MSG-7','bob','lead','["TASK_RESULT","TASK_BLOCKED"]','2026-11-18T01:58:03.269968Z',7,1,0,NULL);
INSERT INTO "debts" VALUES('MSG-8','bob','lead','["DECISION_RESULT"]','2026-11-18T01:58:04.449795Z',8,1,1,'MSG-22');
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
INSERT INTO "events" VALUES(1,'E-1','2026-11-18T01:57:53.521134Z','RuleSetAdopted','system','system',NULL,NULL,'{"digest":"606349a27b5d7037","rules":["a_writer_whose_value_does_not_stand_is_told_to_read_again","a_status_update_sets_the_senders_status","a_task_result_registers_artifacts_and_sets_the_senders_status","a_blocked_task_blocks_its_sender_unless_a_part_can_go_on","a_decision_request_opens_a_decision","a_decision_result_resolves_the_decision","a_handoff_offers_the_contract_it_carries","an_offer_is_told_to_its_assignee","a_refusal_of_a_contract_is_told_to_its_delegator","a_refusal_of_a_contract_is_told_to_those_who_wait_for_it","a_result_delivers_or_ends_its_contract","a_delivery_is_put_to_its_reviewer","the_first_sign_of_work_starts_a_contract","a_contract_at_its_step_limit_follows_its_instruction","verdicts_decide_a_delivered_contract","a_hold_repeats_what_the_contract_says_for_it","the_answer_to_a_report_ends_the_hold","the_end_of_a_contract_is_told_to_its_assignee","a_task_belongs_to_the_first_who_starts_it","a_task_that_is_called_done_is_closed","a_handed_over_artifact_belongs_to_the_one_who_takes_the_task","a_task_known_by_its_name_goes_with_the_handoff_that_describes_it_so","those_who_lose_a_task_to_another_are_told","what_a_task_is_to_yield_belongs_to_its_owner","the_artifacts_of_one_who_leaves_go_to_its_delegator","a_withdrawn_task_is_told_to_its_owner_and_to_those_who_wait","the_waits_of_one_who_leaves_are_closed","a_block_that_the_lead_or_a_person_resolves_ends","who_begins_to_wait_for_what_does_not_come_is_told","an_agent_that_goes_on_by_itself_is_blocked_no_more","a_review_ends_when_all_who_are_left_have_answered","those_who_wait_for_one_who_leaves_are_told","a_blocking_review_request_blocks_its_sender","a_review_result_frees_the_one_who_asked","the_answer_to_a_conflict_ends_its_blocks","a_task_of_a_run_shows_in_its_agents_entry","a_run_that_ends_ends_the_turns_of_its_agents","a_circle_of_waits_is_told_to_the_lead","shipped:task_completed","shipped:task_blocked","shipped:decision_resolved","shipped:conflict_detected","shipped:artifact_updated"],"team":null}',NULL,NULL,NULL,'fe984f484ddf883ee3d593804bf0aee925821b3e6c118426fc3b66b2d0885e0a',NULL,NULL);
INSERT INTO "events" VALUES(2,'E-2','2026-11-18T01:57:53.521448Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"member added","agent":"lead","role":"lead","model":null}',NULL,NULL,NULL,'a8ee349bce349465e717741578be73ba9484940aeb8c14877b6f5b3db1388448',NULL,NULL);
INSERT INTO "events" VALUES(3,'E-3','2026-11-18T01:57:54.753220Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"member added","agent":"bob","role":"builder","model":null}',NULL,NULL,NULL,'aeb4815e8d2fc1d6366aab8d1484a3d18bbeb8752c3176e1d7e58bae39145ade',NULL,NULL);
INSERT INTO "events" VALUES(4,'E-4','2026-11-18T01:57:57.814721Z','TokenIssued','person','terminal',NULL,NULL,'{"agent":"bob","digest":"7b89be76285dd1710f362c7184baea2b90b4390af9207ab1311a2e6db8f9cf7a","expires":1797559077}',NULL,NULL,NULL,'730ad67d156381d2b5e9df522afed91b3c1b9413ff634c1250af249e9114ba53',NULL,NULL);
INSERT INTO "events" VALUES(5,'E-5','2026-11-18T01:57:59.329220Z','FieldSet','person','terminal',NULL,NULL,'{"action":"field set","field":"goal","agent":null,"based_on":4,"overrides":null,"status":null,"message":null}','{"value":"ship","why":null}','ac996732b5fd01d0c36e4770cc48aa26','233f0a7fa7b0851bca4b25e6a54bf71f073efeb5a928f555b65246d71df575a3','2bb9edd07a073401c875eba99e4a905af0d6f751245eaf3ff67d2340822efe6d',NULL,NULL);
INSERT INTO "events" VALUES(6,'E-6','2026-11-18T01:58:01.170000Z','TurnStarted','bob','terminal',NULL,NULL,'{"agent":"bob"}',NULL,NULL,NULL,'ce710a72cc4b57bc803c105664d6f1af15fb7751ebd9fa7b0ac1240a10c29006',NULL,NULL);
INSERT INTO "events" VALUES(7,'E-7','2026-11-18T01:58:03.269968Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-7","type":"TASK_HANDOFF","from":"lead","to":"bob","readers":["bob"],"priority":"normal","channel":null,"in_reply_to":null,"expects":["TASK_RESULT","TASK_BLOCKED"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"build it","related_state_refs":[],"payload":{"task_description":"build it","input_artifacts":[],"expected_output":{"format":"code","success_criteria":["it runs"]},"constraints":[],"authority_scope":"","fallback_on_failure":""}}','44dd3d38629f7050a80f8c3877ea2fbf','6da1ab65a9c94ef5337c132c78528fb6e3ec631f9370d46f730c6d3eaca848e6','8567df2ae4fe10498f018001f3a1d1fb001d8f1dcb500b3d1c3fe57d690bce7f',NULL,NULL);
INSERT INTO "events" VALUES(8,'E-8','2026-11-18T01:58:04.449795Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-8","type":"DECISION_REQUEST","from":"lead","to":"bob","readers":["bob"],"priority":"blocking","channel":null,"in_reply_to":null,"expects":["DECISION_RESULT"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"JWT?","related_state_refs":[],"payload":{"decision_id":"D-1","question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}],"recommended":null,"deadline_steps":null}}','10893742d9e639becf0de1fcd1891f15','984fca010903580a45ae18051232c3cb1793cbc5300dc941968a6f49566eb76d','ebdd6eb8b5b130bae68660271dee1c30d930156fe66be446830dca35997071e9',NULL,NULL);
INSERT INTO "events" VALUES(9,'E-9','2026-11-18T01:58:04.456456Z','DecisionRequested','lead','terminal',NULL,8,'{"action":"decision requested","decision":"D-1","message":"MSG-8","requester":"lead","owners":["bob"],"deadline_steps":null}','{"question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}]}','2e41557c55f870e633956e56d3110b34','6a7bfac749138b3ca4864bc0b9160ff1cf15d29b6982a1f551e06c6da6149a51','e2d7be1ff72226b515b00d8ac40733b768d962f76fbbf983fa097829b9e66eed',NULL,NULL);
INSERT INTO "events" VALUES(10,'E-10','2026-11-18T01:58:06.294137Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-10","type":"STATUS_UPDATE","from":"bob","to":"lead","readers":["lead"],"priority":"normal","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"waiting","related_state_refs":[],"payload":{"task_ref":null,"new_status":"blocked","progress_summary":"waiting","estimated_remaining":null,"blockers":["no access"]}}','8ecb8e93457aabab2ecaddb917b845f7','f94c0c33b587332de6a373a24fbd45c6705e19988544644868554402819ab593','6f181337066e7acb668d0a4f91612334c3648c175af707a295712163dd49f392',NULL,NULL);
INSERT INTO "events" VALUES(11,'E-11','2026-11-18T01:58:06.296893Z','FieldSet','bob','terminal',NULL,10,'{"action":"field set","field":"status","agent":"bob","based_on":10,"overrides":null,"status":"blocked","message":"MSG-10"}',NULL,NULL,NULL,'eeb9d1333f1ac258c69b2b88ec320d5f77ed5b463900c967504ee4b48fe90bc6',NULL,NULL);
INSERT INTO "events" VALUES(12,'E-12','2026-11-18T01:58:06.297313Z','BlockerAdded','bob','terminal',NULL,10,'{"action":"blocker reported","id":"BLK-12","affected_agents":["bob"],"cause":null,"by":"bob"}','{"description":"no access"}','31c5493e9ecc6541aeeccfb37f4518da','f80503dde10abdcff5e41090e2b25d1485e3a5bae039d066b2ba849a26ec2b74','7bb722acbce77f75583e199c7a42edd24a1bcd58e9e1fd9fb602517c21719d57',NULL,NULL);
INSERT INTO "events" VALUES(13,'E-13','2026-11-18T01:58:06.346982Z','MessagePosted','system','system',NULL,10,'{"id":"MSG-13","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"bob is blocked by a cause outside the team: no access","related_state_refs":[{"type":"agent","id":"bob"}],"payload":{"topic":"bob is blocked","content":"bob is blocked by a cause outside the team: no access","relevance_to_recipients":"You lead the team.","actionable":true,"action_suggestion":"Finish it, or say when it can be expected."}}','75da1178c6e2915dd2594b5f93db0b8c','49ea57d7dc0f92f6a09a377561827e4c181ab8ac09e79dde872b69e4114c7eea','de067aad1319b2a304bca6857448559f77d89ef4685e86028f21a45557a275ab',NULL,NULL);
INSERT INTO "events" VALUES(14,'E-14','2026-11-18T01:58:08.131864Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-14","type":"FREEFORM","from":"lead","to":"all","readers":["bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":["bob"]}','{"context_summary":"good morning @bob / おはよう","related_state_refs":[],"payload":{"intent_hint":"","body":"good morning @bob / おはよう","requires_response":false,"urgency":"normal"}}','73162b422d7b920652d287136689b8ee','c63ce0cce962e5014216476803cc1edb1927d1562957199f0881158347274d21','fff24dab43dd7271eaa66fc7fdb44939fd83479de2d69a579bdb7b14f830d631','once','5609e96aaa92b32e4da5a82889234a906c425214bc2708e9171e017492e3bc72');
INSERT INTO "events" VALUES(15,'E-15','2026-11-18T01:58:09.877987Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-15","type":"FREEFORM","from":"person","to":"#general","readers":["lead","bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}',NULL,NULL,'92991521aed54e851f301177ca609296684088b3c13271cb87d33dbf4c1f1717','8d3c0918f8940096d1cb37a2777e02b1a2f708b21b1428464e8349bf960e8bdf',NULL,NULL);
INSERT INTO "events" VALUES(16,'E-16','2026-11-18T01:58:11.407424Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-16","type":"FREEFORM","from":"bob","to":"#design","readers":["lead"],"priority":"normal","channel":"design","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"a post","related_state_refs":[],"payload":{"intent_hint":"","body":"a post","requires_response":false,"urgency":"normal"}}','af565b4be9836d00264347fc72dc1929','843865bef588c7f5f6172d6059aac0f53ac86ac189444081a6461b8e65756d60','14321696c54b08c18a1aeb3a2a9db6f0651db4f3c0d22e0c48bfee4e1c88bdd7',NULL,NULL);
INSERT INTO "events" VALUES(17,'E-17','2026-11-18T01:58:12.707166Z','ChannelRead','person','terminal',NULL,NULL,'{"reader":"person","channel":"design","up_to":16}',NULL,NULL,NULL,'7f9547c99af789d7f9b6c4fcc31b9978c4f984fdb600c3ceccc7f0bc3052f19c',NULL,NULL);
INSERT INTO "events" VALUES(18,'E-18','2026-11-18T01:58:14.021471Z','RuleRefused','person','terminal',NULL,NULL,'{"rule":"DEC-26","actor":"person","action":"HandleMessages","mode":"enforce"}',NULL,NULL,NULL,'46fb68e064a4dcc680b15c6f48212e0acee8b8556dd0dbf093654b8b38952181',NULL,NULL);
INSERT INTO "events" VALUES(19,'E-19','2026-11-18T01:58:15.983936Z','ContractOffered','lead','terminal',NULL,NULL,'{"id":"TC-1","delegator":"lead","assignee":"bob","artifacts":[],"handoff":null}','{"contract":{"id":"TC-1","delegator":"lead","assignee":"bob","created_at":null,"inputs":{"description":"Build the login","artifacts":[],"constraints":[],"assumptions":[]},"expected_output":{"format":"code","schema":null,"deliverables":[]},"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"authority":{"autonomous_decisions":[],"must_consult":[],"escalation_triggers":[]},"failure_handling":{"on_blocked":"","on_partial_completion":"","on_assumption_violation":"","max_retries":null},"timeout":{"max_steps":null,"on_timeout":""}}}','fb92e88c7e1364293175c9de8f3e7429','6ffe9c29b30fb59bdeedc0b96c6201e7e338a191cf41143b468f2d465c7eb41e','22793b203d4efe4aad6ba79cad453c69ed11926b4e98ccaf5b7476e87ecb32a3',NULL,NULL);
INSERT INTO "events" VALUES(20,'E-20','2026-11-18T01:58:15.994753Z','MessagePosted','system','system',NULL,19,'{"id":"MSG-20","type":"KNOWLEDGE_SHARE","from":"system","to":"bob","readers":["bob"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Build the login","related_state_refs":[],"payload":{"topic":"lead offers you the contract TC-1","content":"Build the login","relevance_to_recipients":"You are its assignee.","actionable":true,"action_suggestion":"Read it: renkei contract show TC-1. Then: renkei contract accept TC-1, or decline TC-1."}}','e77afbed7df248fba38cef7610e69df3','b98a4e6813bf3026d94ac3238d45d3499e0aea0eb3a01bf30a83d27c7da5c43e','5577408be0bad98bfbd5658900ded168f5c4013a577d83b6803b8fab62f3141e',NULL,NULL);
INSERT INTO "events" VALUES(21,'E-21','2026-11-18T01:58:17.961393Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"TURN-2","actor":"bob","action":"AcceptContract","mode":"enforce"}',NULL,NULL,NULL,'36076d0dc3fa918139d1adb14bc824b5169f2d73a69091688aef39d596ff4f94',NULL,NULL);
INSERT INTO "events" VALUES(22,'E-22','2026-11-18T01:58:19.674002Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-22","type":"DECISION_RESULT","from":"person","to":["lead","bob"],"readers":["lead","bob"],"priority":"normal","channel":null,"in_reply_to":"MSG-8","expects":[],"debtors":[],"settles":[{"message":"MSG-8","debtor":"bob"}],"mentioned":[]}','{"context_summary":"simple","related_state_refs":[],"payload":{"decision_id":"D-1","chosen_option":"yes","rationale":"simple","additional_constraints":null}}','c5ced0cea1e1f0349c7ec2ca5aabc69e','4f86113c0798b2402721f52f27369e22cc3fd1751ce925f2ae12f72a9fd4a973','decc6fa0426106fc676281930cbc656a746beb5a8f5173e61abfb6c4e3852358',NULL,NULL);
INSERT INTO "events" VALUES(23,'E-23','2026-11-18T01:58:19.684379Z','DecisionResolved','person','terminal',NULL,22,'{"action":"decision made","decision":"D-1","message":"MSG-22"}','{"chosen_option":"yes","rationale":"simple","additional_constraints":[]}','3b08d62d7bff9d3db5211fb3d1280417','10a293e6219e895dee9e298b201ce2af2b5a7d1d5d5f96022ede2e29f8079b63','1f4fab01cf1dae87d425e1b61d940d90bcc8d4f48e750543c8253fdcf2de46b1',NULL,NULL);
INSERT INTO "events" VALUES(24,'E-24','2026-11-18T01:58:19.736805Z','MessagePosted','system','system',NULL,22,'{"id":"MSG-24","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Decision D-1 is resolved.","related_state_refs":[{"type":"decision","id":"D-1"}],"payload":{"topic":"Decision D-1","content":"Decision D-1 is resolved.\nWhat was decided: yes\nImpact on your task: You asked for it.","relevance_to_recipients":"You asked for it.","actionable":true,"action_suggestion":"Check your work against the decision."}}','f0097ae14f8acfc50e0b5984324f1933','b005f1b5dfc911d26e908160d645fbebe39251724177796f1060c6e405d460ee','3eb3001d96f0529725e63b8921a66c8885bc9f2dd7a5b31afb6dee644f1f49ea',NULL,NULL);
INSERT INTO "events" VALUES(25,'E-25','2026-11-18T01:58:21.830005Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"BOARD-4","actor":"bob","action":"SetFields","mode":"enforce"}',NULL,NULL,NULL,'d22943f313ce968f9f42e3e0d39dc02b5a25b80711076db62dda2e324193979b',NULL,NULL);
INSERT INTO "events" VALUES(26,'E-26','2026-11-18T01:58:24.991372Z','RunStarted','person','terminal','R-1',NULL,'{"run":"R-1","playbook":"small","digest":"89be8fd31fbb8cee","agents":"scripted","yes":true,"execute":false,"merge":false,"tasks":["t","gap"],"base":null,"branch":null,"work_tree":null,"git":null,"caps":{"tokens":null,"steps":null,"minutes":null,"money":null}}','{"goal":"","variables":{},"playbook":{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"},{"id":"gap","role":"r","critical":false,"script":[{"crash":"boom"}]}]}}','8efa09b9c624f692dcb638f4f5391cec','8f395fa89652636d22154bc67c3b90fea81a71e4ca0ed6100c698c977a8a5cb1','f3358a6ef245801d2561b9bd449a16f273e26453857b8f3a52c93fc057c6cf4e',NULL,NULL);
INSERT INTO "events" VALUES(27,'E-27','2026-11-18T01:58:24.992621Z','AgentAdded','person','terminal',NULL,26,'{"action":"member added","agent":"r","role":"r","model":null}',NULL,NULL,NULL,'67c67bf4fca6efb01b470eb9505dc5f8e419ec9f0a856a4dd7afd519030d727a',NULL,NULL);
INSERT INTO "events" VALUES(28,'E-28','2026-11-18T01:58:25.042889Z','RunLeased','system','system','R-1',NULL,'{"run":"R-1","holder":"vm:4874"}',NULL,NULL,NULL,'0e7f65c271bdcf32e93a0c4393c5c8f316bd496842d8d10a8b41789eddb8111b',NULL,NULL);
INSERT INTO "events" VALUES(29,'E-29','2026-11-18T01:58:25.165913Z','TaskStarted','system','system','R-1',NULL,'{"run":"R-1","task":"t","cycle":1,"attempt":1,"agent":"r","lease":28,"base":null,"contract":null,"credential":"1c23451fda47d16106858d83ec51ef535719e934cfc2caf0e5dfb05f7840f82f","recheck":false}',NULL,NULL,NULL,'a3b8b389c262bb80185177a9a2c61f3394167868123839e5d345302b4308fc00',NULL,NULL);
INSERT INTO "events" VALUES(30,'E-30','2026-11-18T01:58:25.174561Z','TaskStarted','system','system','R-1',29,'{"run":"R-1","task":"gap","cycle":1,"attempt":1,"agent":"r","lease":28,"base":null,"contract":null,"credential":"b4978333c176adae053c67722dcd46e57fb2d769df7e9d2f5ee742e1cc1e89d2","recheck":false}',NULL,NULL,NULL,'e444756222e2227ae16219539b5c01d06651a9d5fd987b16e06361f51bad5b10',NULL,NULL);
INSERT INTO "events" VALUES(31,'E-31','2026-11-18T01:58:25.174703Z','FieldSet','system','system',NULL,29,'{"action":"field set","field":"current_phase","agent":null,"based_on":28,"overrides":null,"status":null,"message":null}','{"value":"small: work","why":null}','a852202e5c198705fb00fd14687f8a2c','428ac9b3bb05ed0b81764f7565cecebfccf095e463a30bcb87065405444b086f','0fdd2ffa3ba5586eba911e4e5f3d40d0c33b892f03f4c02595408554534e2240',NULL,NULL);
INSERT INTO "events" VALUES(32,'E-32','2026-11-18T01:58:25.175099Z','FieldSet','system','system',NULL,29,'{"action":"field set","field":"current_task","agent":"r","based_on":31,"overrides":null,"status":null,"message":null}','{"value":"R-1/t","why":null}','2c1e962d59bc153b2c304c0dac702a43','4b961f14cb37a0f7a44db6f92b8512a901e3f7d046dbef0fd4e292c5b971f50a','3bcd90aecf1a13d343cea18d42c2b8cbb269ad40986f4620ece4231da3d5d64d',NULL,NULL);
INSERT INTO "events" VALUES(33,'E-33','2026-11-18T01:58:25.175241Z','FieldSet','system','system',NULL,29,'{"action":"field set","field":"status","agent":"r","based_on":31,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'e4b367dfa9b7d8b1e6c7c932a552214b461d46699f5870d4b0a5d5eb0b232a70',NULL,NULL);
INSERT INTO "events" VALUES(34,'E-34','2026-11-18T01:58:25.175296Z','FieldSet','system','system',NULL,29,'{"action":"field set","field":"current_task","agent":"r","based_on":31,"overrides":null,"status":null,"message":null}','{"value":"R-1/gap","why":null}','fe2bdc853846dbc206e382687fc0036c','0c7d0231729a841f4f64b1b43764f42ca085943646404825d61e5b11bc3fd0c1','2934398b710052c84fc3e8cc2d6b4298a38885697ecfa68b26186060250cc6e6',NULL,NULL);
INSERT INTO "events" VALUES(35,'E-35','2026-11-18T01:58:25.175351Z','FieldSet','system','system',NULL,29,'{"action":"field set","field":"status","agent":"r","based_on":31,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'d7808f98a738c2252f7cd21f13beeedcf9fdb6cc7c24dcfedc7ca8d6557c9d21',NULL,NULL);
INSERT INTO "events" VALUES(36,'E-36','2026-11-18T01:58:25.831935Z','TaskFailed','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":1,"token":30,"agent":"r","kind":"crash","agentless":false,"silent":true,"refused":[],"usage":{"tokens":0,"steps":0,"micros":0}}','{"summary":"boom","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','c8863ea09b57b33c6f46994f56995343','2e8e71f88d24678e4227449723721e02772a107737b9609f148c9fd274fd8390','eb4a0320f3010ba07acd11d238e23c3475d88a5c8204b13f9510396f1377d01a',NULL,NULL);
INSERT INTO "events" VALUES(37,'E-37','2026-11-18T01:58:25.832422Z','FieldSet','system','system',NULL,36,'{"action":"ended without update","field":"status","agent":"r","based_on":36,"overrides":null,"status":"error","message":null}',NULL,NULL,NULL,'9e60ad9ef70168858012e5200276acc6ef458eb305de06f5468b312929a3e442',NULL,NULL);
INSERT INTO "events" VALUES(38,'E-38','2026-11-18T01:58:25.832790Z','TaskStarted','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":2,"agent":"r","lease":28,"base":null,"contract":null,"credential":"86ff22aee96bd1457fd96b8e334ec8e791ca274cc013f75a3ea4741e273fc542","recheck":false}',NULL,NULL,NULL,'a00f29ca82b5016b69ba81256ebcd8c85043110c9d01b6fba1c1042f024cf9de',NULL,NULL);
INSERT INTO "events" VALUES(39,'E-39','2026-11-18T01:58:25.832908Z','FieldSet','system','system',NULL,38,'{"action":"field set","field":"current_task","agent":"r","based_on":38,"overrides":null,"status":null,"message":null}','{"value":"R-1/gap","why":null}','aefc7587b42dc0ec536934512bf8abcf','ddcf68b87788d8a5abfbcc736475ed0d7d7b9368e92b5677a1cb1a9de9240977','1432709f34a2ecf06f683da12b1e0ac159fd5ff6cb97332d5c64794415265357',NULL,NULL);
INSERT INTO "events" VALUES(40,'E-40','2026-11-18T01:58:25.832959Z','FieldSet','system','system',NULL,38,'{"action":"field set","field":"status","agent":"r","based_on":38,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'4b42fc23c0e13897758ad87c3a53605323574540ea3bf5f8f0fb02c53051592b',NULL,NULL);
INSERT INTO "events" VALUES(41,'E-41','2026-11-18T01:58:25.878964Z','TaskCompleted','system','system','R-1',NULL,'{"run":"R-1","task":"t","cycle":1,"attempt":1,"token":29,"agent":"r","commit":null,"artifacts":[],"refused":[],"unverified":false,"severity":null,"flags":[],"usage":{"tokens":0,"steps":0,"micros":0}}','{"summary":"","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','f3f80b3a67769beba041d9d49054d5da','23aea89f7f4dc7135b981739b4417c75c6a9e8845198386312a8acac33a3596c','569dc3199c53188de026980447bb1ec7a326b3c362026b811c87c6cf7c0067cf',NULL,NULL);
INSERT INTO "events" VALUES(42,'E-42','2026-11-18T01:58:25.879289Z','FieldSet','system','system',NULL,41,'{"action":"field set","field":"status","agent":"r","based_on":41,"overrides":null,"status":"completed","message":null}',NULL,NULL,NULL,'df3eb1b28f106a0ed7076d99887a840770c8c179ff6f73fc908c844b7ae660f5',NULL,NULL);
INSERT INTO "events" VALUES(43,'E-43','2026-11-18T01:58:26.243936Z','TaskFailed','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":2,"token":38,"agent":"r","kind":"crash","agentless":false,"silent":true,"refused":[],"usage":{"tokens":0,"steps":0,"micros":0}}','{"summary":"boom","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','863560c07b6cf8faaf0369a055c99383','505eb04f25ae66ea1b998221b20c356e5233a0bf77d6ce1614f2db08a40c4c7a','a3c5535733bd3df803665b7cffa9ba289605b1bcaaaefbeb0ee57676fe491295',NULL,NULL);
INSERT INTO "events" VALUES(44,'E-44','2026-11-18T01:58:26.244306Z','FieldSet','system','system',NULL,43,'{"action":"ended without update","field":"status","agent":"r","based_on":43,"overrides":null,"status":"error","message":null}',NULL,NULL,NULL,'e28633ec7811604008f6d10c9e0265c7d8ad2a9213bb736fc2462e698efd1558',NULL,NULL);
INSERT INTO "events" VALUES(45,'E-45','2026-11-18T01:58:26.255268Z','TaskSkipped','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1}',NULL,NULL,NULL,'12fb2924dd68fa5c8b9a5976ffc1a10250abf320c64c93fa5e8e06d2f4f16615',NULL,NULL);
INSERT INTO "events" VALUES(46,'E-46','2026-11-18T01:58:26.265130Z','RunEnded','system','system','R-1',NULL,'{"run":"R-1","state":"completed","commit":null}','{"note":"all tasks are done"}','32d9a66332a5ab0b1efd67c2fe278522','50b4c2cb11a020ef3628a5d6e76de9154bfb16f15d29a3c74cfc569e9a19fb79','0d2e313e9c57aeaf3328a5ca88d60b5bc1f9558d3cbba2799ea0cf53e0b81ba2',NULL,NULL);
INSERT INTO "events" VALUES(47,'E-47','2026-11-18T01:58:26.265274Z','FieldSet','system','system',NULL,46,'{"action":"field set","field":"current_phase","agent":null,"based_on":45,"overrides":null,"status":null,"message":null}','{"value":"small: completed","why":null}','ef5c728d9528c93e36f51a458caad928','8852bed8bff58619d0e886356b90161ef060917c6593bd28ae8bba1d08cb2fa1','7c8a0fe16ba940292a179ddb7187dc858bdfc7378bbb0c11370a2259743a1505',NULL,NULL);
INSERT INTO "events" VALUES(48,'E-48','2026-11-18T01:58:28.176891Z','BodyRedacted','person','terminal',NULL,NULL,'{"target":"E-15","events":[15]}',NULL,NULL,NULL,'b9cdba5dea1af042e4af28d2663ddb36023a839a2d465fb5c99380f3fea77aa4',NULL,NULL);
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
INSERT INTO "head" VALUES(1,48,'b9cdba5dea1af042e4af28d2663ddb36023a839a2d465fb5c99380f3fea77aa4','2026-11-18T01:58:28.176891Z',7,'74bcd1acaf6888cd');
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
CREATE TABLE "run_tasks" ("run" TEXT NOT NULL, "task" TEXT NOT NULL, "number" INTEGER NOT NULL, "state" TEXT NOT NULL, "cycle" INTEGER NOT NULL, "attempt" INTEGER NOT NULL, "failures" INTEGER NOT NULL, "token" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "credential" TEXT, "agent" TEXT NOT NULL, "contract" TEXT, "base" TEXT, "commit_id" TEXT, "artifacts" TEXT NOT NULL, "refused" TEXT NOT NULL, "outputs" TEXT NOT NULL, "conflicts" TEXT NOT NULL, "severity" TEXT, "questions" TEXT NOT NULL, "flags" TEXT NOT NULL, "doubts" TEXT NOT NULL, "not_run" TEXT, "recheck" INTEGER NOT NULL, "gate" TEXT, "kind" TEXT, "note" TEXT NOT NULL, "interim" INTEGER NOT NULL, "idle" INTEGER NOT NULL, "question" TEXT, "waited" INTEGER NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "started" TEXT, "ended" TEXT, PRIMARY KEY ("run", "task")) STRICT;
INSERT INTO "run_tasks" VALUES('R-1','t',0,'completed',1,1,0,29,28,'1c23451fda47d16106858d83ec51ef535719e934cfc2caf0e5dfb05f7840f82f','r',NULL,NULL,NULL,'[]','[]','{}','[]',NULL,'[]','[]','[]',NULL,0,NULL,NULL,'',0,0,NULL,0,0,0,0,'2026-11-18T01:58:25.165913Z','2026-11-18T01:58:25.878964Z');
INSERT INTO "run_tasks" VALUES('R-1','gap',1,'skipped',1,2,2,38,28,'86ff22aee96bd1457fd96b8e334ec8e791ca274cc013f75a3ea4741e273fc542','r',NULL,NULL,NULL,'[]','[]','{}','[]',NULL,'[]','[]','[]',NULL,0,NULL,'crash','boom',0,0,NULL,0,0,0,0,'2026-11-18T01:58:25.832790Z','2026-11-18T01:58:26.243936Z');
CREATE TABLE "run_warnings" ("run" TEXT NOT NULL, "seq" INTEGER NOT NULL, "task" TEXT NOT NULL, "agent" TEXT NOT NULL, "text" TEXT NOT NULL, PRIMARY KEY ("run", "seq")) STRICT, WITHOUT ROWID;
INSERT INTO "run_warnings" VALUES('R-1',36,'gap','r','Agent r failed, results may be incomplete');
INSERT INTO "run_warnings" VALUES('R-1',43,'gap','r','Agent r failed, results may be incomplete');
CREATE TABLE "runs" ("id" TEXT NOT NULL, "playbook" TEXT NOT NULL, "state" TEXT NOT NULL, "agents" TEXT NOT NULL, "yes" INTEGER NOT NULL, "execute" INTEGER NOT NULL, "merge" INTEGER NOT NULL, "base" TEXT, "branch" TEXT, "head" TEXT, "cycle" INTEGER NOT NULL, "team" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "holder" TEXT NOT NULL, "caps" TEXT NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "active" INTEGER NOT NULL, "started" TEXT NOT NULL, "at" TEXT NOT NULL, "last" INTEGER NOT NULL, "merged" TEXT, "unmerged" INTEGER NOT NULL, "undone" TEXT, "note" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "runs" VALUES('R-1','small','completed','scripted',1,0,0,NULL,NULL,NULL,1,1,28,'vm:4874','{"minutes":null,"money":null,"steps":null,"tokens":null}',0,0,0,1218,'2026-11-18T01:58:24.991372Z','2026-11-18T01:58:26.265130Z',46,NULL,0,NULL,'all tasks are done',26);
CREATE TABLE "steps" ("agent" TEXT NOT NULL, "count" INTEGER NOT NULL, PRIMARY KEY ("agent")) STRICT, WITHOUT ROWID;
INSERT INTO "steps" VALUES('bob',5);
INSERT INTO "steps" VALUES('lead',4);
CREATE TABLE "tasks" ("id" TEXT NOT NULL, "delegator" TEXT, "addressees" TEXT NOT NULL, "owner" TEXT, "started" INTEGER NOT NULL, "state" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "tasks" VALUES('MSG-7','lead','["bob"]','bob',0,'open',7);
CREATE TABLE "tokens" ("digest" TEXT NOT NULL, "agent" TEXT NOT NULL, "seq" INTEGER NOT NULL, "expires" INTEGER, PRIMARY KEY ("digest")) STRICT, WITHOUT ROWID;
INSERT INTO "tokens" VALUES('7b89be76285dd1710f362c7184baea2b90b4390af9207ab1311a2e6db8f9cf7a','bob',4,1797559077);
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
CREATE INDEX "insights_by_state_seq" ON "insights" ("state", "seq");
CREATE INDEX "insights_by_digest" ON "insights" ("digest");
CREATE INDEX "runs_by_seq" ON "runs" ("seq");
CREATE INDEX "runs_by_state_seq" ON "runs" ("state", "seq");
CREATE INDEX "run_tasks_by_run_number" ON "run_tasks" ("run", "number");
CREATE INDEX "run_tasks_by_credential" ON "run_tasks" ("credential");
CREATE INDEX "run_asks_by_run_seq" ON "run_asks" ("run", "seq");
CREATE INDEX "run_warnings_by_run_seq" ON "run_warnings" ("run", "seq");
COMMIT;
