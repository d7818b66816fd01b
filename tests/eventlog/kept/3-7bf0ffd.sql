PRAGMA application_id = 1380862789;
PRAGMA user_version = 3;
BEGIN TRANSACTION;
CREATE TABLE "agents" ("id" TEXT NOT NULL, "role" TEXT NOT NULL, "model" TEXT, "member" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT, WITHOUT ROWID;
INSERT INTO "agents" VALUES('bob','builder',NULL,1,3);
INSERT INTO "agents" VALUES('lead','lead',NULL,1,2);
INSERT INTO "agents" VALUES('r','r',NULL,1,27);
CREATE TABLE "approvals" ("kind" TEXT NOT NULL, "text" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("kind", "text")) STRICT, WITHOUT ROWID;
CREATE TABLE "artifacts" ("ref" TEXT NOT NULL, "owner" TEXT NOT NULL, "description" TEXT NOT NULL, "version" INTEGER NOT NULL, "path" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("ref")) STRICT, WITHOUT ROWID;
CREATE TABLE "blockers" ("id" TEXT NOT NULL, "description" TEXT NOT NULL, "affected_agents" TEXT NOT NULL, "cause" TEXT, "created_at" TEXT NOT NULL, "resolved" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "blockers" VALUES('BLK-12','no access','["bob"]',NULL,'2026-11-16T00:40:50.929648Z',0,12);
CREATE TABLE "changelog" ("seq" INTEGER NOT NULL, "timestamp" TEXT NOT NULL, "agent" TEXT NOT NULL, "action" TEXT NOT NULL, "path" TEXT NOT NULL, "old" TEXT, "new" TEXT, PRIMARY KEY ("seq")) STRICT, WITHOUT ROWID;
INSERT INTO "changelog" VALUES(2,'2026-11-16T00:39:31.349664Z','person','added a member','agents.lead',NULL,'lead');
INSERT INTO "changelog" VALUES(3,'2026-11-16T00:39:44.022269Z','person','added a member','agents.bob',NULL,'builder');
INSERT INTO "changelog" VALUES(5,'2026-11-16T00:40:07.046344Z','person','set goal','goal',NULL,'ship');
INSERT INTO "changelog" VALUES(9,'2026-11-16T00:40:40.128189Z','lead','asked for a decision','pending_decisions.D-1',NULL,'JWT?');
INSERT INTO "changelog" VALUES(11,'2026-11-16T00:40:50.929392Z','bob','set status','agents.bob.status','idle','blocked');
INSERT INTO "changelog" VALUES(12,'2026-11-16T00:40:50.929648Z','bob','reported a blocker','blockers.BLK-12',NULL,'no access');
INSERT INTO "changelog" VALUES(23,'2026-11-16T00:42:09.163407Z','person','decided','pending_decisions.D-1','open','yes');
INSERT INTO "changelog" VALUES(27,'2026-11-16T00:42:27.914701Z','person','added a member','agents.r',NULL,'r');
INSERT INTO "changelog" VALUES(30,'2026-11-16T00:42:27.999780Z','system','set current_task','agents.r.current_task',NULL,'R-26/t');
INSERT INTO "changelog" VALUES(31,'2026-11-16T00:42:27.999976Z','system','set status','agents.r.status','idle','working');
INSERT INTO "changelog" VALUES(34,'2026-11-16T00:42:30.275170Z','system','set status','agents.r.status','working','completed');
CREATE TABLE "channels" ("name" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
INSERT INTO "channels" VALUES('general',14);
INSERT INTO "channels" VALUES('design',16);
CREATE TABLE "checks" ("seq" INTEGER NOT NULL, "session" TEXT NOT NULL, "agent_id" TEXT NOT NULL, "agent" TEXT NOT NULL, "outcome" TEXT NOT NULL, "attempt" INTEGER NOT NULL, "verify" INTEGER NOT NULL, "confidence" TEXT, "tally" TEXT NOT NULL, "model" TEXT, "tokens" INTEGER, "cost" TEXT, PRIMARY KEY ("seq")) STRICT;
CREATE TABLE "claims" ("seq" INTEGER NOT NULL, "number" INTEGER NOT NULL, "kind" TEXT NOT NULL, "agent" TEXT NOT NULL, "category" TEXT, "path" TEXT, "line" INTEGER, "end_line" INTEGER, "columns" TEXT, "blob" TEXT, "snippet" TEXT, "read_by" TEXT, "command" TEXT, "exit_code" INTEGER, "tree" TEXT, PRIMARY KEY ("seq", "number")) STRICT;
CREATE TABLE "contracts" ("id" TEXT NOT NULL, "delegator" TEXT NOT NULL, "assignee" TEXT NOT NULL, "state" TEXT NOT NULL, "outcome" TEXT, "artifacts" TEXT NOT NULL, "contract" TEXT NOT NULL, "handoffs" TEXT NOT NULL, "result" TEXT, "held_by" TEXT, "consults" TEXT NOT NULL, "verdicts" TEXT NOT NULL, "retries" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "metered" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "contracts" VALUES('TC-1','lead','bob','accepted',NULL,'[]','{"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"assignee":"bob","authority":{"autonomous_decisions":[],"escalation_triggers":[],"must_consult":[]},"created_at":"2026-11-16T00:41:51.982746Z","delegator":"lead","expected_output":{"deliverables":[],"format":"code","schema":null},"failure_handling":{"max_retries":null,"on_assumption_violation":"","on_blocked":"","on_partial_completion":""},"id":"TC-1","inputs":{"artifacts":[],"assumptions":[],"constraints":[],"description":"Build the login"},"timeout":{"max_steps":null,"on_timeout":""}}','[]',NULL,NULL,'[]','{}',0,0,0,19);
CREATE TABLE "debts" ("message" TEXT NOT NULL, "debtor" TEXT NOT NULL, "creditor" TEXT NOT NULL, "expects" TEXT NOT NULL, "since" TEXT NOT NULL, "seq" INTEGER NOT NULL, "since_step" INTEGER NOT NULL, "settled" INTEGER NOT NULL, "settled_by" TEXT, PRIMARY KEY ("message", "debtor")) STRICT;
INSERT INTO "debts" VALUES('MSG-7','bob','lead','["TASK_RESULT","TASK_BLOCKED"]','2026-11-16T00:40:29.347713Z',7,1,0,NULL);
INSERT INTO "debts" VALUES('MSG-8','bob','lead','["DECISION_RESULT"]','2026-11-16T00:40:40.127212Z',8,1,1,'MSG-22');
CREATE TABLE "decisions" ("id" TEXT NOT NULL, "message" TEXT NOT NULL, "requester" TEXT NOT NULL, "question" TEXT NOT NULL, "options" TEXT NOT NULL, "owners" TEXT NOT NULL, "deadline_steps" INTEGER, "status" TEXT NOT NULL, "resolution" TEXT, "redacted" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "decisions" VALUES('D-1','MSG-8','lead','JWT?','[{"analysis":"simple","label":"yes","recommendation_score":null}]','["bob"]',NULL,'resolved','yes',0,9);
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
INSERT INTO "events" VALUES(1,'E-1','2026-11-16T00:39:31.348263Z','RuleSetAdopted','system','system',NULL,NULL,'{"digest":"9008ecdfe91767c1","rules":["a_writer_whose_value_does_not_stand_is_told_to_read_again","a_status_update_sets_the_senders_status","a_task_result_registers_artifacts_and_sets_the_senders_status","a_blocked_task_blocks_its_sender_unless_a_part_can_go_on","a_decision_request_opens_a_decision","a_decision_result_resolves_the_decision","a_handoff_offers_the_contract_it_carries","an_offer_is_told_to_its_assignee","a_refusal_of_a_contract_is_told_to_its_delegator","a_result_delivers_or_ends_its_contract","a_delivery_is_put_to_its_reviewer","the_first_sign_of_work_starts_a_contract","a_contract_at_its_step_limit_follows_its_instruction","verdicts_decide_a_delivered_contract","a_hold_repeats_what_the_contract_says_for_it","the_answer_to_a_report_ends_the_hold","the_end_of_a_contract_is_told_to_its_assignee","completion_frees_waiting_agents","an_agent_that_goes_on_by_itself_is_blocked_no_more","a_blocked_agent_has_a_blocker","a_blocker_is_told_to_the_one_who_can_end_it","a_blocking_review_request_blocks_its_sender","a_review_result_frees_the_one_who_asked","those_whom_a_decision_affects_are_told","a_conflict_reaches_the_owners_of_the_artifacts","a_critical_conflict_blocks_the_owners_of_the_artifacts","the_answer_to_a_conflict_ends_its_blocks","a_new_version_is_told_to_those_whose_contract_takes_it_in","a_task_of_a_run_shows_in_its_agents_entry"],"team":null}',NULL,NULL,NULL,'5ea00df77fdecfe5c21e4c50226df279349cc4008da32554a05e3b84a74381f6',NULL,NULL);
INSERT INTO "events" VALUES(2,'E-2','2026-11-16T00:39:31.349664Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"lead","role":"lead","model":null}',NULL,NULL,NULL,'5acac38b55a06f6057691bc31a5af90fc5628f1f2918d51d82cf39a0f0a37f88',NULL,NULL);
INSERT INTO "events" VALUES(3,'E-3','2026-11-16T00:39:44.022269Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"bob","role":"builder","model":null}',NULL,NULL,NULL,'bf8c60c2e4bfa97dd3f4a45b036f879190ba7b51977f6a98f2ca5e798035e5c9',NULL,NULL);
INSERT INTO "events" VALUES(4,'E-4','2026-11-16T00:39:55.722081Z','TokenIssued','person','terminal',NULL,NULL,'{"agent":"bob","digest":"d2a8f5bf080325f677c2f684c4e907186400d5e38b98c1c1bb86bc6fa3f2e240"}',NULL,NULL,NULL,'3b3c725fb1aeb8a65294fef812832cab552d187ef1ca79098a30f4e077a627b4',NULL,NULL);
INSERT INTO "events" VALUES(5,'E-5','2026-11-16T00:40:07.046344Z','FieldSet','person','terminal',NULL,NULL,'{"action":"set goal","field":"goal","agent":null,"based_on":4,"overrides":null,"status":null,"message":null}','{"value":"ship"}','0e7ee325e54a36f51cd1959acb6cca29','a9f6edc5d46266564badf2c978fbe57978db94bb417df5ab98065567bb17ec00','836e0fdfa51ff064641220b23566739551b3065119b4631c5400fbf3af14a2c5',NULL,NULL);
INSERT INTO "events" VALUES(6,'E-6','2026-11-16T00:40:16.591924Z','TurnStarted','bob','terminal',NULL,NULL,'{"agent":"bob"}',NULL,NULL,NULL,'17313f21077bdfe931982d0e5d2d6d86295c5059a5b915602d72ca934a0fa2cc',NULL,NULL);
INSERT INTO "events" VALUES(7,'E-7','2026-11-16T00:40:29.347713Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-7","type":"TASK_HANDOFF","from":"lead","to":"bob","readers":["bob"],"priority":"normal","channel":null,"in_reply_to":null,"expects":["TASK_RESULT","TASK_BLOCKED"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"build it","related_state_refs":[],"payload":{"task_description":"build it","input_artifacts":[],"expected_output":{"format":"code","success_criteria":[]},"constraints":[],"authority_scope":"","fallback_on_failure":""}}','9a340e56a683613b3d347ab4e7841c53','426a65165897c9945c3bba94febcb0688a8cd13409466484c966f081973b1cf0','85af59c6de7406ea4426d9516b4dc5de97fa65f6e0f1f3f8aaa54a35ca13aae9',NULL,NULL);
INSERT INTO "events" VALUES(8,'E-8','2026-11-16T00:40:40.127212Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-8","type":"DECISION_REQUEST","from":"lead","to":"bob","readers":["bob"],"priority":"blocking","channel":null,"in_reply_to":null,"expects":["DECISION_RESULT"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"JWT?","related_state_refs":[],"payload":{"decision_id":"D-1","question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}],"recommended":null,"deadline_steps":null}}','afddcde766f12861530274999d3d59f4','66d75193d656bd4b01e1b20f23268163975ee81cfaa59dd0d232e3462782ce23','00b457de4fa782deab94f994d3002adabc38c68884e907721a10f05585c11205',NULL,NULL);
INSERT INTO "events" VALUES(9,'E-9','2026-11-16T00:40:40.128189Z','DecisionRequested','lead','terminal',NULL,8,'{"action":"asked for a decision","decision":"D-1","message":"MSG-8","requester":"lead","owners":["bob"],"deadline_steps":null}','{"question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}]}','7f2c00468fe70b246f50eb44d490ff26','8ab70020e9c47abac0028621dbeb1504c5ffd0f86b9602e628f1087666f79137','2210faa01a5d59f2499c78f8624b5c68c8440ce9f1226643e271af4e7d244595',NULL,NULL);
INSERT INTO "events" VALUES(10,'E-10','2026-11-16T00:40:50.889833Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-10","type":"STATUS_UPDATE","from":"bob","to":"lead","readers":["lead"],"priority":"normal","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"waiting","related_state_refs":[],"payload":{"task_ref":null,"new_status":"blocked","progress_summary":"waiting","estimated_remaining":null,"blockers":["no access"]}}','de8a236e99e569e88b40e91561181d23','782c00273129618e72540be6dfe25f40a0d1dfc6c75e22e77a9a4b6c66062c3a','b190a358d45002bf052b080f5154ba7186ae5ef0cccff8ce261e8655de351762',NULL,NULL);
INSERT INTO "events" VALUES(11,'E-11','2026-11-16T00:40:50.929392Z','FieldSet','bob','terminal',NULL,10,'{"action":"set status","field":"status","agent":"bob","based_on":10,"overrides":null,"status":"blocked","message":"MSG-10"}',NULL,NULL,NULL,'28e94dc3f8c54520c048e728dc16b78b93c4f6b38537cd93500b934dcbc3e85c',NULL,NULL);
INSERT INTO "events" VALUES(12,'E-12','2026-11-16T00:40:50.929648Z','BlockerAdded','bob','terminal',NULL,10,'{"action":"reported a blocker","id":"BLK-12","affected_agents":["bob"],"cause":null}','{"description":"no access"}','ed6d65f551522f6050cbb93fa07b1995','e3d0ddf8ec4d4d36ac4c2496e3883f34a86a3a7b458c5da07dbbe646e6ad373b','3bfd61ad621fac435f34b4c04fad6f82c4fd1e3a38673d245c2c1854fcf671ad',NULL,NULL);
INSERT INTO "events" VALUES(13,'E-13','2026-11-16T00:40:50.961587Z','MessagePosted','system','system',NULL,10,'{"id":"MSG-13","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"bob is blocked by a cause outside the team: no access","related_state_refs":[{"type":"agent","id":"bob"}],"payload":{"topic":"bob is blocked","content":"bob is blocked by a cause outside the team: no access","relevance_to_recipients":"You lead the team.","actionable":true,"action_suggestion":"Finish it, or say when it can be expected."}}','dfa637a9f8a683ff2c5889fe05893ed0','16dfa76d716e1e84560e7be93177c1c9bcca10da13d153d77c376085cfbb6274','1a8a06b3b3e882963de783f5e26a85f9a1351ee51cec72f6d3db39c408402617',NULL,NULL);
INSERT INTO "events" VALUES(14,'E-14','2026-11-16T00:41:01.537763Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-14","type":"FREEFORM","from":"lead","to":"all","readers":["bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":["bob"]}','{"context_summary":"good morning @bob / おはよう","related_state_refs":[],"payload":{"intent_hint":"","body":"good morning @bob / おはよう","requires_response":false,"urgency":"normal"}}','10806cca2fe70bd3b7ef89f90b559017','00754d7a51a351e17d9ca2c9f092e3cddbeb17d51aba362f6bb95d95d34b6d42','1561e0645f2c34ab2e553fff504d6d20e08ce0796804fbf8d5cd0d33556d34c8','once','bf556af106444e0b58e91ff3d388c42c0306110edfc071342676d437a4684343');
INSERT INTO "events" VALUES(15,'E-15','2026-11-16T00:41:13.014706Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-15","type":"FREEFORM","from":"person","to":"#general","readers":["lead","bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}',NULL,NULL,'1a38d6adf2b9bce245bff6abf903af7bf196e5643d6e81d8db511ff132ef4721','15fdb829521bcd25f9979bab4a63912dee40927fbb40f24a50cdfcbf46fec57f',NULL,NULL);
INSERT INTO "events" VALUES(16,'E-16','2026-11-16T00:41:27.371952Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-16","type":"FREEFORM","from":"bob","to":"#design","readers":["lead"],"priority":"normal","channel":"design","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"a post","related_state_refs":[],"payload":{"intent_hint":"","body":"a post","requires_response":false,"urgency":"normal"}}','d3b9d0c2083a3c2e18d7f6b703b37044','784b1b42b10251e64b36fef47539c41336e2cc8b947c6fb552fde1206603b10e','72cc4a6328ec67ca72a3efa07255a8630b7c520e3c2df0c338c156058e663a2b',NULL,NULL);
INSERT INTO "events" VALUES(17,'E-17','2026-11-16T00:41:34.443689Z','ChannelRead','person','terminal',NULL,NULL,'{"reader":"person","channel":"design","up_to":16}',NULL,NULL,NULL,'f69a2d7e64e830df5b76a526b31bd0fb514f445205f58d431dfb2aa2afa0787d',NULL,NULL);
INSERT INTO "events" VALUES(18,'E-18','2026-11-16T00:41:42.682996Z','MessagesHandled','person','terminal',NULL,NULL,'{"reader":"bob","messages":["MSG-8"]}',NULL,NULL,NULL,'9d4c1d3b943c3cc4aa326ddee8dfe68365f179f0f3e22adceea29c4292c4fcab',NULL,NULL);
INSERT INTO "events" VALUES(19,'E-19','2026-11-16T00:41:51.982746Z','ContractOffered','lead','terminal',NULL,NULL,'{"id":"TC-1","delegator":"lead","assignee":"bob","artifacts":[],"handoff":null}','{"contract":{"id":"TC-1","delegator":"lead","assignee":"bob","created_at":null,"inputs":{"description":"Build the login","artifacts":[],"constraints":[],"assumptions":[]},"expected_output":{"format":"code","schema":null,"deliverables":[]},"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"authority":{"autonomous_decisions":[],"must_consult":[],"escalation_triggers":[]},"failure_handling":{"on_blocked":"","on_partial_completion":"","on_assumption_violation":"","max_retries":null},"timeout":{"max_steps":null,"on_timeout":""}}}','552ec197f8f2135c59062b837e772cdd','bbe2d707802430bcb72b3db0d740a56d63944e0b6cae2e4c585706d035199fe9','1d8272b22d303bde2fea9c597982f4a066e7831ae17b6d9ec96a6782b1ec2d63',NULL,NULL);
INSERT INTO "events" VALUES(20,'E-20','2026-11-16T00:41:51.984123Z','MessagePosted','system','system',NULL,19,'{"id":"MSG-20","type":"KNOWLEDGE_SHARE","from":"system","to":"bob","readers":["bob"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Build the login","related_state_refs":[],"payload":{"topic":"lead offers you the contract TC-1","content":"Build the login","relevance_to_recipients":"You are its assignee.","actionable":true,"action_suggestion":"Read it: renkei contract show TC-1. Then: renkei contract accept TC-1, or decline TC-1."}}','1ff7141cbdcb8c9a8c88271161ad75c2','05476ddd91a4fe8cd3c6ac45b358283601a78ee7256e8740f06789e0beadc2a6','63127fae10e92a1d6db65456dd3407694030b576b8e4e3e093410dc14cffe2ab',NULL,NULL);
INSERT INTO "events" VALUES(21,'E-21','2026-11-16T00:42:00.132246Z','ContractMoved','bob','terminal',NULL,NULL,'{"contract":"TC-1","step":"accept","state":"accepted","message":null,"reason":null}',NULL,NULL,NULL,'ba277410a3018c77ceedcebd46c178540d0483d4553bc37dff13bfc053eaa394',NULL,NULL);
INSERT INTO "events" VALUES(22,'E-22','2026-11-16T00:42:09.162373Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-22","type":"DECISION_RESULT","from":"person","to":["lead","bob"],"readers":["lead","bob"],"priority":"normal","channel":null,"in_reply_to":"MSG-8","expects":[],"debtors":[],"settles":[{"message":"MSG-8","debtor":"bob"}],"mentioned":[]}','{"context_summary":"simple","related_state_refs":[],"payload":{"decision_id":"D-1","chosen_option":"yes","rationale":"simple","additional_constraints":null}}','167e6e802bd6029c7d463bdef536128e','e623fd64051ad221d55bc9e0e25164f4a82b74ca966b8b57f18d70428c45f70b','6e8348c67a3bb80d3b379343449b14fc264460e44f782866730cad9c865c40cd',NULL,NULL);
INSERT INTO "events" VALUES(23,'E-23','2026-11-16T00:42:09.163407Z','DecisionResolved','person','terminal',NULL,22,'{"action":"decided","decision":"D-1","message":"MSG-22"}','{"chosen_option":"yes","rationale":"simple"}','289d57ed865877c8d9b535fcb35d8173','2bbdf84fcf89bbb141a80c515fdebd4d91408cddb6ccaed477589c6175f6f460','eab4c705260161be6ee138057fc4eff6f50d9b32880884aef55a80240aebb229',NULL,NULL);
INSERT INTO "events" VALUES(24,'E-24','2026-11-16T00:42:09.206249Z','MessagePosted','system','system',NULL,22,'{"id":"MSG-24","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Decision D-1 is resolved.","related_state_refs":[{"type":"decision","id":"D-1"}],"payload":{"topic":"Decision D-1","content":"Decision D-1 is resolved.\nWhat was decided: yes\nImpact on your task: You asked for it.","relevance_to_recipients":"You asked for it.","actionable":true,"action_suggestion":"Check your work against the decision."}}','67cefe9642dbf2255d2e206cfc4c2ff5','87631ff3e6c865ab5f60f9000262ac20a452f31643532b3ea3f93f98c1290657','0377b0db27550279e009b6a6bc594ad4e8756144c93c239c85b0947a61da60d2',NULL,NULL);
INSERT INTO "events" VALUES(25,'E-25','2026-11-16T00:42:18.213612Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"BOARD-4","actor":"bob","action":"SetFields","mode":"enforce"}',NULL,NULL,NULL,'03b448691379470659473fde7b7ea88595b759ce8fa0e10dd124a926e3906c21',NULL,NULL);
INSERT INTO "events" VALUES(26,'E-26','2026-11-16T00:42:27.914493Z','RunStarted','person','terminal','R-26',NULL,'{"run":"R-26","playbook":"small","digest":"c73ff01c44f85c2a","agents":"scripted","yes":true,"execute":false,"tasks":["t"],"base":null,"branch":null,"caps":{"tokens":null,"steps":null,"minutes":null,"money":null}}','{"goal":"","variables":{},"playbook":{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"}]}}','93c2e9dfa2ed8def078224b9fe109755','5094e541f06e4f8dbccecd609a10a0f82ef5c4c38bca36ceaf0cb8b5acf04005','c0970e9d055c0055e1e6c8c9ad91b0729ae5b4a92c5221e476d05da1792a30a7',NULL,NULL);
INSERT INTO "events" VALUES(27,'E-27','2026-11-16T00:42:27.914701Z','AgentAdded','person','terminal',NULL,26,'{"action":"added a member","agent":"r","role":"r","model":null}',NULL,NULL,NULL,'7788301387cc8b75a00575e1381e08536cec637ebdb013e1a70fc8c61506cd3a',NULL,NULL);
INSERT INTO "events" VALUES(28,'E-28','2026-11-16T00:42:27.982036Z','RunLeased','system','system','R-26',NULL,'{"run":"R-26","holder":"vm:3846"}',NULL,NULL,NULL,'9b0bc9e3145f0e5cbb5d262b15315ffd5bd3086c63942c92cae15cce31bc77d3',NULL,NULL);
INSERT INTO "events" VALUES(29,'E-29','2026-11-16T00:42:27.999160Z','TaskStarted','system','system','R-26',NULL,'{"run":"R-26","task":"t","cycle":1,"attempt":1,"agent":"r","lease":28,"base":null,"contract":null}',NULL,NULL,NULL,'d300434625cf2d588e1d424245541f1779ca5792299bdcdc19b1347a921a76bb',NULL,NULL);
INSERT INTO "events" VALUES(30,'E-30','2026-11-16T00:42:27.999780Z','FieldSet','system','system',NULL,29,'{"action":"set current_task","field":"current_task","agent":"r","based_on":29,"overrides":null,"status":null,"message":null}','{"value":"R-26/t"}','e9b43c07195262598fbb36e9caabdf15','df2b272f4f1d48b9166a76289372416398b676137e774eba918e0d38fe73f4ee','fea425a36bd63370bf5043b9d86e6b134c6ce5b2163ed462196d080106713a04',NULL,NULL);
INSERT INTO "events" VALUES(31,'E-31','2026-11-16T00:42:27.999976Z','FieldSet','system','system',NULL,29,'{"action":"set status","field":"status","agent":"r","based_on":29,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'126cbd381c33aafebab3d912ebc5379bb491c90a0136bf30857e20dd332de365',NULL,NULL);
INSERT INTO "events" VALUES(32,'E-32','2026-11-16T00:42:28.978756Z','TokenIssued','system','system',NULL,NULL,'{"agent":"r","digest":"baa2e1a9aac9366823f7828be129678aa14241fc78d92bbe78784059c2fdf086"}',NULL,NULL,NULL,'a1150440804d41012640d95436a3ba6aaea896649d8c062e91a431245b1cb667',NULL,NULL);
INSERT INTO "events" VALUES(33,'E-33','2026-11-16T00:42:30.268377Z','TaskCompleted','system','system','R-26',NULL,'{"run":"R-26","task":"t","cycle":1,"attempt":1,"token":29,"agent":"r","commit":null,"artifacts":[],"refused":[],"usage":{"tokens":0,"steps":0,"micros":0}}','{"summary":"","outputs":{},"notes":[]}','2ea19fd9a6189ebbf13781749d22576b','20e177cc4e1dd693588d3ba0001430fbc961a65f18dda079faf61288331d5562','d8f7f5c704d7daa1ca26508501a772d1bb08038442fbf3642f74ca2d10d2dfed',NULL,NULL);
INSERT INTO "events" VALUES(34,'E-34','2026-11-16T00:42:30.275170Z','FieldSet','system','system',NULL,33,'{"action":"set status","field":"status","agent":"r","based_on":33,"overrides":null,"status":"completed","message":null}',NULL,NULL,NULL,'7095edc0cebf317ae16c43981628a3889c466ae54839fdca4c7d739d6d170d31',NULL,NULL);
INSERT INTO "events" VALUES(35,'E-35','2026-11-16T00:42:30.282742Z','RunEnded','system','system','R-26',NULL,'{"run":"R-26","state":"completed","commit":null}','{"note":"all tasks are done"}','921e980839c3c6752a45c5590b9dc826','a737c6b41b46da83c3c215ca5037199b7e0c5e89c878210f82165d465d6fb4b1','3ad1c4e8ec460ed8fef31e2db289513e13b691f73ef47214da1d7b78ce7b8951',NULL,NULL);
INSERT INTO "events" VALUES(36,'E-36','2026-11-16T00:42:38.143666Z','BodyRedacted','person','terminal',NULL,NULL,'{"target":"E-15","events":[15]}',NULL,NULL,NULL,'d6e6a89f71044ed106ed60ba0e25ca015043b2ef8c15d62fd57f70bedaf1fe16',NULL,NULL);
CREATE TABLE "fields" ("path" TEXT NOT NULL, "agent" TEXT, "value" TEXT, "actor" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("path")) STRICT, WITHOUT ROWID;
INSERT INTO "fields" VALUES('agents.bob.status','bob','blocked','bob',11);
INSERT INTO "fields" VALUES('agents.r.current_task','r','R-26/t','system',30);
INSERT INTO "fields" VALUES('agents.r.status','r','completed','system',34);
INSERT INTO "fields" VALUES('goal',NULL,'ship','person',5);
CREATE TABLE head (
    one         INTEGER PRIMARY KEY CHECK (one = 1),
    seq         INTEGER NOT NULL,
    hash        TEXT NOT NULL,
    at          TEXT NOT NULL,
    min_writer  INTEGER NOT NULL,
    fingerprint TEXT NOT NULL
) STRICT;
INSERT INTO "head" VALUES(1,36,'d6e6a89f71044ed106ed60ba0e25ca015043b2ef8c15d62fd57f70bedaf1fe16','2026-11-16T00:42:38.143666Z',1,'2415b9de9e88c4e7');
CREATE TABLE "inbox" ("reader" TEXT NOT NULL, "message" TEXT NOT NULL, "seq" INTEGER NOT NULL, "direct" INTEGER NOT NULL, "mentioned" INTEGER NOT NULL, "blocking" INTEGER NOT NULL, "handled" INTEGER NOT NULL, PRIMARY KEY ("reader", "message")) STRICT, WITHOUT ROWID;
INSERT INTO "inbox" VALUES('bob','MSG-14',14,1,1,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-15',15,0,0,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-20',20,1,0,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-22',22,1,0,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-7',7,1,0,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-8',8,1,0,1,1);
INSERT INTO "inbox" VALUES('lead','MSG-10',10,1,0,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-13',13,1,0,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-15',15,0,0,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-16',16,0,0,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-22',22,1,0,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-24',24,1,0,0,0);
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
) STRICT;
CREATE TABLE "rule_sets" ("digest" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("digest")) STRICT, WITHOUT ROWID;
INSERT INTO "rule_sets" VALUES('9008ecdfe91767c1',1);
CREATE TABLE "run_asks" ("decision" TEXT NOT NULL, "run" TEXT NOT NULL, "kind" TEXT NOT NULL, "task" TEXT, "cycle" INTEGER NOT NULL, "token" INTEGER NOT NULL, "question" TEXT NOT NULL, "answer" TEXT, "why" TEXT NOT NULL, "at" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("decision")) STRICT, WITHOUT ROWID;
CREATE TABLE "run_plans" ("run" TEXT NOT NULL, "goal" TEXT NOT NULL, "variables" TEXT NOT NULL, "playbook" TEXT NOT NULL, PRIMARY KEY ("run")) STRICT;
INSERT INTO "run_plans" VALUES('R-26','','{}','{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"}]}');
CREATE TABLE "run_tasks" ("run" TEXT NOT NULL, "task" TEXT NOT NULL, "number" INTEGER NOT NULL, "state" TEXT NOT NULL, "cycle" INTEGER NOT NULL, "attempt" INTEGER NOT NULL, "failures" INTEGER NOT NULL, "token" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "agent" TEXT NOT NULL, "contract" TEXT, "base" TEXT, "commit_id" TEXT, "artifacts" TEXT NOT NULL, "refused" TEXT NOT NULL, "outputs" TEXT NOT NULL, "gate" TEXT, "kind" TEXT, "note" TEXT NOT NULL, "interim" INTEGER NOT NULL, "idle" INTEGER NOT NULL, "question" TEXT, "waited" INTEGER NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "started" TEXT, "ended" TEXT, PRIMARY KEY ("run", "task")) STRICT;
INSERT INTO "run_tasks" VALUES('R-26','t',0,'completed',1,1,0,29,28,'r',NULL,NULL,NULL,'[]','[]','{}',NULL,NULL,'',0,0,NULL,0,0,0,0,'2026-11-16T00:42:27.999160Z','2026-11-16T00:42:30.268377Z');
CREATE TABLE "run_warnings" ("run" TEXT NOT NULL, "seq" INTEGER NOT NULL, "task" TEXT NOT NULL, "agent" TEXT NOT NULL, "text" TEXT NOT NULL, PRIMARY KEY ("run", "seq")) STRICT, WITHOUT ROWID;
CREATE TABLE "runs" ("id" TEXT NOT NULL, "playbook" TEXT NOT NULL, "state" TEXT NOT NULL, "agents" TEXT NOT NULL, "yes" INTEGER NOT NULL, "execute" INTEGER NOT NULL, "base" TEXT, "branch" TEXT, "head" TEXT, "cycle" INTEGER NOT NULL, "team" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "holder" TEXT NOT NULL, "caps" TEXT NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "active" INTEGER NOT NULL, "started" TEXT NOT NULL, "at" TEXT NOT NULL, "last" INTEGER NOT NULL, "merged" TEXT, "undone" TEXT, "note" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "runs" VALUES('R-26','small','completed','scripted',1,0,NULL,NULL,NULL,1,1,28,'vm:3846','{"minutes":null,"money":null,"steps":null,"tokens":null}',0,0,0,2300,'2026-11-16T00:42:27.914493Z','2026-11-16T00:42:30.282742Z',35,NULL,NULL,'all tasks are done',26);
CREATE TABLE "steps" ("agent" TEXT NOT NULL, "count" INTEGER NOT NULL, PRIMARY KEY ("agent")) STRICT, WITHOUT ROWID;
INSERT INTO "steps" VALUES('bob',5);
INSERT INTO "steps" VALUES('lead',4);
CREATE TABLE "tokens" ("digest" TEXT NOT NULL, "agent" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("digest")) STRICT, WITHOUT ROWID;
INSERT INTO "tokens" VALUES('baa2e1a9aac9366823f7828be129678aa14241fc78d92bbe78784059c2fdf086','r',32);
INSERT INTO "tokens" VALUES('d2a8f5bf080325f677c2f684c4e907186400d5e38b98c1c1bb86bc6fa3f2e240','bob',4);
CREATE TABLE "turns" ("agent" TEXT NOT NULL, "open" INTEGER NOT NULL, "started" INTEGER NOT NULL, "previous" INTEGER NOT NULL, "updated" INTEGER NOT NULL, "reported" INTEGER NOT NULL, PRIMARY KEY ("agent")) STRICT, WITHOUT ROWID;
INSERT INTO "turns" VALUES('bob',1,6,0,1,1);
CREATE TABLE "usage" ("type" TEXT NOT NULL, "intent" TEXT NOT NULL, "count" INTEGER NOT NULL, PRIMARY KEY ("type", "intent")) STRICT, WITHOUT ROWID;
INSERT INTO "usage" VALUES('DECISION_REQUEST','',1);
INSERT INTO "usage" VALUES('DECISION_RESULT','',1);
INSERT INTO "usage" VALUES('FREEFORM','',2);
INSERT INTO "usage" VALUES('FREEFORM','[redacted]',1);
INSERT INTO "usage" VALUES('KNOWLEDGE_SHARE','',3);
INSERT INTO "usage" VALUES('STATUS_UPDATE','',1);
INSERT INTO "usage" VALUES('TASK_HANDOFF','',1);
CREATE UNIQUE INDEX events_by_key ON events (actor, key) WHERE key IS NOT NULL;
CREATE INDEX receipts_by_agent ON receipts (session, agent_id);
CREATE INDEX "rule_sets_by_seq" ON "rule_sets" ("seq");
CREATE INDEX "agents_by_seq" ON "agents" ("seq");
CREATE INDEX "tokens_by_agent" ON "tokens" ("agent");
CREATE INDEX "fields_by_agent" ON "fields" ("agent");
CREATE INDEX "posts_by_channel_seq" ON "posts" ("channel", "seq");
CREATE INDEX "inbox_by_reader_handled_seq" ON "inbox" ("reader", "handled", "seq");
CREATE INDEX "inbox_by_reader_handled_direct_seq" ON "inbox" ("reader", "handled", "direct", "seq");
CREATE INDEX "debts_by_debtor_settled_seq" ON "debts" ("debtor", "settled", "seq");
CREATE INDEX "debts_by_creditor_settled_seq" ON "debts" ("creditor", "settled", "seq");
CREATE INDEX "channels_by_seq" ON "channels" ("seq");
CREATE INDEX "decisions_by_status_seq" ON "decisions" ("status", "seq");
CREATE INDEX "decisions_by_seq" ON "decisions" ("seq");
CREATE INDEX "blockers_by_resolved_seq" ON "blockers" ("resolved", "seq");
CREATE INDEX "blockers_by_cause_resolved" ON "blockers" ("cause", "resolved");
CREATE INDEX "blockers_by_seq" ON "blockers" ("seq");
CREATE INDEX "artifacts_by_owner_seq" ON "artifacts" ("owner", "seq");
CREATE INDEX "artifacts_by_seq" ON "artifacts" ("seq");
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
CREATE INDEX "run_asks_by_run_seq" ON "run_asks" ("run", "seq");
CREATE INDEX "run_warnings_by_run_seq" ON "run_warnings" ("run", "seq");
COMMIT;
