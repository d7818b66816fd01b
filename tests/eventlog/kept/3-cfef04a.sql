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
INSERT INTO "blockers" VALUES('BLK-12','no access','["bob"]',NULL,'2026-11-16T00:32:03.699305Z',0,12);
CREATE TABLE "changelog" ("seq" INTEGER NOT NULL, "timestamp" TEXT NOT NULL, "agent" TEXT NOT NULL, "action" TEXT NOT NULL, "path" TEXT NOT NULL, "old" TEXT, "new" TEXT, PRIMARY KEY ("seq")) STRICT, WITHOUT ROWID;
INSERT INTO "changelog" VALUES(2,'2026-11-16T00:31:13.149575Z','person','added a member','agents.lead',NULL,'lead');
INSERT INTO "changelog" VALUES(3,'2026-11-16T00:31:18.441880Z','person','added a member','agents.bob',NULL,'builder');
INSERT INTO "changelog" VALUES(5,'2026-11-16T00:31:28.712438Z','person','set goal','goal',NULL,'ship');
INSERT INTO "changelog" VALUES(9,'2026-11-16T00:31:53.547626Z','lead','asked for a decision','pending_decisions.D-1',NULL,'JWT?');
INSERT INTO "changelog" VALUES(11,'2026-11-16T00:32:03.699107Z','bob','set status','agents.bob.status','idle','blocked');
INSERT INTO "changelog" VALUES(12,'2026-11-16T00:32:03.699305Z','bob','reported a blocker','blockers.BLK-12',NULL,'no access');
INSERT INTO "changelog" VALUES(23,'2026-11-16T00:33:49.243345Z','person','decided','pending_decisions.D-1','open','yes');
INSERT INTO "changelog" VALUES(27,'2026-11-16T00:34:17.425905Z','person','added a member','agents.r',NULL,'r');
CREATE TABLE "channels" ("name" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
INSERT INTO "channels" VALUES('general',14);
INSERT INTO "channels" VALUES('design',16);
CREATE TABLE "checks" ("seq" INTEGER NOT NULL, "session" TEXT NOT NULL, "agent_id" TEXT NOT NULL, "agent" TEXT NOT NULL, "outcome" TEXT NOT NULL, "attempt" INTEGER NOT NULL, "verify" INTEGER NOT NULL, "confidence" TEXT, "tally" TEXT NOT NULL, "model" TEXT, "tokens" INTEGER, "cost" TEXT, PRIMARY KEY ("seq")) STRICT;
CREATE TABLE "claims" ("seq" INTEGER NOT NULL, "number" INTEGER NOT NULL, "kind" TEXT NOT NULL, "agent" TEXT NOT NULL, "category" TEXT, "path" TEXT, "line" INTEGER, "end_line" INTEGER, "columns" TEXT, "blob" TEXT, "snippet" TEXT, "read_by" TEXT, "command" TEXT, "exit_code" INTEGER, "tree" TEXT, PRIMARY KEY ("seq", "number")) STRICT;
CREATE TABLE "contracts" ("id" TEXT NOT NULL, "delegator" TEXT NOT NULL, "assignee" TEXT NOT NULL, "state" TEXT NOT NULL, "outcome" TEXT, "artifacts" TEXT NOT NULL, "contract" TEXT NOT NULL, "handoffs" TEXT NOT NULL, "result" TEXT, "held_by" TEXT, "consults" TEXT NOT NULL, "verdicts" TEXT NOT NULL, "retries" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "metered" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "contracts" VALUES('TC-1','lead','bob','accepted',NULL,'[]','{"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"assignee":"bob","authority":{"autonomous_decisions":[],"escalation_triggers":[],"must_consult":[]},"created_at":"2026-11-16T00:33:20.718745Z","delegator":"lead","expected_output":{"deliverables":[],"format":"code","schema":null},"failure_handling":{"max_retries":null,"on_assumption_violation":"","on_blocked":"","on_partial_completion":""},"id":"TC-1","inputs":{"artifacts":[],"assumptions":[],"constraints":[],"description":"Build the login"},"timeout":{"max_steps":null,"on_timeout":""}}','[]',NULL,NULL,'[]','{}',0,0,0,19);
CREATE TABLE "debts" ("message" TEXT NOT NULL, "debtor" TEXT NOT NULL, "creditor" TEXT NOT NULL, "expects" TEXT NOT NULL, "since" TEXT NOT NULL, "seq" INTEGER NOT NULL, "since_step" INTEGER NOT NULL, "settled" INTEGER NOT NULL, "settled_by" TEXT, PRIMARY KEY ("message", "debtor")) STRICT;
INSERT INTO "debts" VALUES('MSG-7','bob','lead','["TASK_RESULT","TASK_BLOCKED"]','2026-11-16T00:31:43.279087Z',7,1,0,NULL);
INSERT INTO "debts" VALUES('MSG-8','bob','lead','["DECISION_RESULT"]','2026-11-16T00:31:53.546603Z',8,1,1,'MSG-22');
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
INSERT INTO "events" VALUES(1,'E-1','2026-11-16T00:31:13.146603Z','RuleSetAdopted','system','system',NULL,NULL,'{"digest":"a42a142f60ea3158","rules":["a_writer_whose_value_does_not_stand_is_told_to_read_again","a_status_update_sets_the_senders_status","a_task_result_registers_artifacts_and_sets_the_senders_status","a_blocked_task_blocks_its_sender_unless_a_part_can_go_on","a_decision_request_opens_a_decision","a_decision_result_resolves_the_decision","a_handoff_offers_the_contract_it_carries","an_offer_is_told_to_its_assignee","a_refusal_of_a_contract_is_told_to_its_delegator","a_result_delivers_or_ends_its_contract","a_delivery_is_put_to_its_reviewer","the_first_sign_of_work_starts_a_contract","a_contract_at_its_step_limit_follows_its_instruction","verdicts_decide_a_delivered_contract","a_hold_repeats_what_the_contract_says_for_it","the_answer_to_a_report_ends_the_hold","the_end_of_a_contract_is_told_to_its_assignee","completion_frees_waiting_agents","an_agent_that_goes_on_by_itself_is_blocked_no_more","a_blocked_agent_has_a_blocker","a_blocker_is_told_to_the_one_who_can_end_it","a_blocking_review_request_blocks_its_sender","a_review_result_frees_the_one_who_asked","those_whom_a_decision_affects_are_told","a_conflict_reaches_the_owners_of_the_artifacts","a_critical_conflict_blocks_the_owners_of_the_artifacts","the_answer_to_a_conflict_ends_its_blocks","a_new_version_is_told_to_those_whose_contract_takes_it_in"],"team":null}',NULL,NULL,NULL,'966a20f2fd147d2d808f0dd8524e7bc4520f0b4e30c2d189bebfe1b3161c4eca',NULL,NULL);
INSERT INTO "events" VALUES(2,'E-2','2026-11-16T00:31:13.149575Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"lead","model":null,"role":"lead"}',NULL,NULL,NULL,'c28bbfd2f88d57dfa83d2566f3c4eca8d756ca003a6b22901f6ff85168f4a812',NULL,NULL);
INSERT INTO "events" VALUES(3,'E-3','2026-11-16T00:31:18.441880Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"bob","model":null,"role":"builder"}',NULL,NULL,NULL,'5ae631e33f235356f8757b26e545967d0fad3a35ecd6b727a249825cf3698be5',NULL,NULL);
INSERT INTO "events" VALUES(4,'E-4','2026-11-16T00:31:23.073686Z','TokenIssued','person','terminal',NULL,NULL,'{"agent":"bob","digest":"fa9a4eecd243ebc33cfc414fda659ad34aadebd312fd2f2fb2f67510b34670f1"}',NULL,NULL,NULL,'13f892cca0f8ae6df125a32d86f034a1f8eac95eba928c51af268868a42c61b3',NULL,NULL);
INSERT INTO "events" VALUES(5,'E-5','2026-11-16T00:31:28.712438Z','FieldSet','person','terminal',NULL,NULL,'{"action":"set goal","agent":null,"based_on":4,"field":"goal","message":null,"overrides":null,"status":null}','{"value":"ship"}','a640534d15f64b4656ce838d9cbc93cd','e92d4eeb4ca336934f5ca1f3bb1da6c4a0314aff4f2845d65f41aa2629a1a683','53ff23f3fb441b39a5a0e0ff8738beb9a8f4342b27ff83151bdcc3a4371a10ba',NULL,NULL);
INSERT INTO "events" VALUES(6,'E-6','2026-11-16T00:31:33.703732Z','TurnStarted','bob','terminal',NULL,NULL,'{"agent":"bob"}',NULL,NULL,NULL,'1fa07c87fc063b76ba27829c30a65e99e003da103857abbca6ea0e6c11dc0d85',NULL,NULL);
INSERT INTO "events" VALUES(7,'E-7','2026-11-16T00:31:43.279087Z','MessagePosted','lead','terminal',NULL,NULL,'{"channel":null,"debtors":["bob"],"expects":["TASK_RESULT","TASK_BLOCKED"],"from":"lead","id":"MSG-7","in_reply_to":null,"mentioned":[],"priority":"normal","readers":["bob"],"settles":[],"to":"bob","type":"TASK_HANDOFF"}','{"context_summary":"build it","payload":{"authority_scope":"","constraints":[],"expected_output":{"format":"code","success_criteria":[]},"fallback_on_failure":"","input_artifacts":[],"task_description":"build it"},"related_state_refs":[]}','8a32e6fffaf64865dc0c66d23d96353b','9a6c74ffee21e87db96b3b9038f8d24201a55ea2116884cfc5e0cd6d09812feb','50923bfe59b8ec9e4b7d5ddf6181c4c41e574e2c370876827bcf56cf08320385',NULL,NULL);
INSERT INTO "events" VALUES(8,'E-8','2026-11-16T00:31:53.546603Z','MessagePosted','lead','terminal',NULL,NULL,'{"channel":null,"debtors":["bob"],"expects":["DECISION_RESULT"],"from":"lead","id":"MSG-8","in_reply_to":null,"mentioned":[],"priority":"blocking","readers":["bob"],"settles":[],"to":"bob","type":"DECISION_REQUEST"}','{"context_summary":"JWT?","payload":{"deadline_steps":null,"decision_id":"D-1","options":[{"analysis":"simple","label":"yes","recommendation_score":null}],"question":"JWT?","recommended":null},"related_state_refs":[]}','184dfa9e356a807213a71a16044be995','79dbb6bc02e47f8687c7793cb8433ee70cf0b558236f46206c32de64e97b3aab','af929644b769fd084e164e98d137c5141c9bd118f6903ec759c361f1f018b717',NULL,NULL);
INSERT INTO "events" VALUES(9,'E-9','2026-11-16T00:31:53.547626Z','DecisionRequested','lead','terminal',NULL,8,'{"action":"asked for a decision","deadline_steps":null,"decision":"D-1","message":"MSG-8","owners":["bob"],"requester":"lead"}','{"options":[{"analysis":"simple","label":"yes","recommendation_score":null}],"question":"JWT?"}','2831d20180db0f58acd4511e919e2c9f','822fd8c0dc714b273e57640b10bdd07b405d89702e4e13e926e0a7ba4049863b','97568e8032f1a97007a5bd937d86bf7b4718629da4e733824367ff9963b09642',NULL,NULL);
INSERT INTO "events" VALUES(10,'E-10','2026-11-16T00:32:03.692331Z','MessagePosted','bob','terminal',NULL,NULL,'{"channel":null,"debtors":[],"expects":[],"from":"bob","id":"MSG-10","in_reply_to":null,"mentioned":[],"priority":"normal","readers":["lead"],"settles":[],"to":"lead","type":"STATUS_UPDATE"}','{"context_summary":"waiting","payload":{"blockers":["no access"],"estimated_remaining":null,"new_status":"blocked","progress_summary":"waiting","task_ref":null},"related_state_refs":[]}','dd28d60d71e68973bfed5f79aa86acbd','c61d278fd46622570cab0ef20ddec11cace26697798834efc05cc31f479145d2','bdc0372d183ba86536b94eeec5e9cac834b76fc9123e6c1a74d4c4fe55049d92',NULL,NULL);
INSERT INTO "events" VALUES(11,'E-11','2026-11-16T00:32:03.699107Z','FieldSet','bob','terminal',NULL,10,'{"action":"set status","agent":"bob","based_on":10,"field":"status","message":"MSG-10","overrides":null,"status":"blocked"}',NULL,NULL,NULL,'8bae05fcd523253d44f5c652e34de60800af78f220ab3b5c316f47de438af3c6',NULL,NULL);
INSERT INTO "events" VALUES(12,'E-12','2026-11-16T00:32:03.699305Z','BlockerAdded','bob','terminal',NULL,10,'{"action":"reported a blocker","affected_agents":["bob"],"cause":null,"id":"BLK-12"}','{"description":"no access"}','3f83bdfac7f8a746c9c3a69c49e280ac','f3797749d319a87d21b836bcfc0fe79f65e8784357d23528fd3a17fcaaf8efab','30e01896ef59c7c6cac9e5ca6e090e344d2866df07368994819d6ab1e69278d6',NULL,NULL);
INSERT INTO "events" VALUES(13,'E-13','2026-11-16T00:32:03.705577Z','MessagePosted','system','system',NULL,10,'{"channel":null,"debtors":[],"expects":[],"from":"system","id":"MSG-13","in_reply_to":null,"mentioned":[],"priority":"high","readers":["lead"],"settles":[],"to":"lead","type":"KNOWLEDGE_SHARE"}','{"context_summary":"bob is blocked by a cause outside the team: no access","payload":{"action_suggestion":"Finish it, or say when it can be expected.","actionable":true,"content":"bob is blocked by a cause outside the team: no access","relevance_to_recipients":"You lead the team.","topic":"bob is blocked"},"related_state_refs":[{"id":"bob","type":"agent"}]}','d9bba413264166c7901d8eceec7e9b16','4257cd2f80dc636287c9a18c1f7ceadf57179f4a564a3c484835c9a97041f282','2d6dce15456176936ec4a95b81c6653ce3a11ba1d962c7e56ec07a029bbab08d',NULL,NULL);
INSERT INTO "events" VALUES(14,'E-14','2026-11-16T00:32:14.822633Z','MessagePosted','lead','terminal',NULL,NULL,'{"channel":"general","debtors":[],"expects":[],"from":"lead","id":"MSG-14","in_reply_to":null,"mentioned":["bob"],"priority":"normal","readers":["bob"],"settles":[],"to":"all","type":"FREEFORM"}','{"context_summary":"good morning @bob / おはよう","payload":{"body":"good morning @bob / おはよう","intent_hint":"","requires_response":false,"urgency":"normal"},"related_state_refs":[]}','7a3591b470b3c5e439d0c43033a89d10','7c28e95048bde054a91a8129bedd31924b4d3152d0ef13924088e56c012f9796','6578c29b8cbadd67ca83a63d85a80c99ff9c785239d72be5e9adfe78738bd6f3','once','3e6b0b74b0e701e6b4492c806c1d0a2771bcf0ac9f5b3888c0de8e76030d3435');
INSERT INTO "events" VALUES(15,'E-15','2026-11-16T00:32:25.855060Z','MessagePosted','person','terminal',NULL,NULL,'{"channel":"general","debtors":[],"expects":[],"from":"person","id":"MSG-15","in_reply_to":null,"mentioned":[],"priority":"normal","readers":["lead","bob"],"settles":[],"to":"#general","type":"FREEFORM"}',NULL,NULL,'35cd0f0650c88098da65e55201ecf523afbc0af4abed128986bfa7420294801b','4c695ccf02b24a0df77d120cff6cffe0f54b66609f8ef49f3934e027a99bd84c',NULL,NULL);
INSERT INTO "events" VALUES(16,'E-16','2026-11-16T00:32:39.797605Z','MessagePosted','bob','terminal',NULL,NULL,'{"channel":"design","debtors":[],"expects":[],"from":"bob","id":"MSG-16","in_reply_to":null,"mentioned":[],"priority":"normal","readers":["lead"],"settles":[],"to":"#design","type":"FREEFORM"}','{"context_summary":"a post","payload":{"body":"a post","intent_hint":"","requires_response":false,"urgency":"normal"},"related_state_refs":[]}','1e20c8059f3f8827460e786a95fabfcb','7402e10b8b53b786caa02e0ffcb86b8e9a77151fc95b223012aff3c31de0eaca','c1d80686c858ef10896c5a4a6ef0f89745388ee17dfa56072d6291c3c6f8fe1d',NULL,NULL);
INSERT INTO "events" VALUES(17,'E-17','2026-11-16T00:32:53.215601Z','ChannelRead','person','terminal',NULL,NULL,'{"channel":"design","reader":"person","up_to":16}',NULL,NULL,NULL,'e531a35ab48a2cf3bc80a0c54aeb5026057ab88ec7879b5b4396c03fe5629d58',NULL,NULL);
INSERT INTO "events" VALUES(18,'E-18','2026-11-16T00:33:06.376961Z','MessagesHandled','person','terminal',NULL,NULL,'{"messages":["MSG-8"],"reader":"bob"}',NULL,NULL,NULL,'403ddca8e315532066b81b7f40ffc9d70663df4a0470086975fa72bcb4b99b3d',NULL,NULL);
INSERT INTO "events" VALUES(19,'E-19','2026-11-16T00:33:20.718745Z','ContractOffered','lead','terminal',NULL,NULL,'{"artifacts":[],"assignee":"bob","delegator":"lead","handoff":null,"id":"TC-1"}','{"contract":{"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"assignee":"bob","authority":{"autonomous_decisions":[],"escalation_triggers":[],"must_consult":[]},"created_at":null,"delegator":"lead","expected_output":{"deliverables":[],"format":"code","schema":null},"failure_handling":{"max_retries":null,"on_assumption_violation":"","on_blocked":"","on_partial_completion":""},"id":"TC-1","inputs":{"artifacts":[],"assumptions":[],"constraints":[],"description":"Build the login"},"timeout":{"max_steps":null,"on_timeout":""}}}','53216bf5f7f60841876ded8387c68265','09eb5929c786abf7151ab15ed83d3c9a2ee09244d902ca2084632996750b987f','948a5837779fdab01c001cea8db09e5fe8e94c439a3ae9ff001c9ccb86dc542b',NULL,NULL);
INSERT INTO "events" VALUES(20,'E-20','2026-11-16T00:33:20.720235Z','MessagePosted','system','system',NULL,19,'{"channel":null,"debtors":[],"expects":[],"from":"system","id":"MSG-20","in_reply_to":null,"mentioned":[],"priority":"high","readers":["bob"],"settles":[],"to":"bob","type":"KNOWLEDGE_SHARE"}','{"context_summary":"Build the login","payload":{"action_suggestion":"Read it: renkei contract show TC-1. Then: renkei contract accept TC-1, or decline TC-1.","actionable":true,"content":"Build the login","relevance_to_recipients":"You are its assignee.","topic":"lead offers you the contract TC-1"},"related_state_refs":[]}','63d159f8691e730a8593db7e3659c84e','13e4578cdd683b51833195c8ef1d0fff8fa0829a086ca46e51ce484b0276b575','63a506e05ee919ce4a6335fd649f831ff30c20f4dddcf003c75ddf32fdbfdcd2',NULL,NULL);
INSERT INTO "events" VALUES(21,'E-21','2026-11-16T00:33:33.362821Z','ContractMoved','bob','terminal',NULL,NULL,'{"contract":"TC-1","message":null,"reason":null,"state":"accepted","step":"accept"}',NULL,NULL,NULL,'83e7d9d9b9f647c7989324a1abeaa5a97226a7ef35f4ec83008e27695b77631a',NULL,NULL);
INSERT INTO "events" VALUES(22,'E-22','2026-11-16T00:33:49.241852Z','MessagePosted','person','terminal',NULL,NULL,'{"channel":null,"debtors":[],"expects":[],"from":"person","id":"MSG-22","in_reply_to":"MSG-8","mentioned":[],"priority":"normal","readers":["lead","bob"],"settles":[{"debtor":"bob","message":"MSG-8"}],"to":["lead","bob"],"type":"DECISION_RESULT"}','{"context_summary":"simple","payload":{"additional_constraints":null,"chosen_option":"yes","decision_id":"D-1","rationale":"simple"},"related_state_refs":[]}','e3c3b8972b8687909adf0c883b02cfb5','6b5f41a87db98d22a7d0a02768d5d6cdd97d76dd9f24c8a9133f0440546b488c','c8659b2b11ad8025277a46a9e22a37e6b6648d370a60e03d42f5250d2f4f25be',NULL,NULL);
INSERT INTO "events" VALUES(23,'E-23','2026-11-16T00:33:49.243345Z','DecisionResolved','person','terminal',NULL,22,'{"action":"decided","decision":"D-1","message":"MSG-22"}','{"chosen_option":"yes","rationale":"simple"}','c86363bf6b4aec5f9d29f9ef460df954','c4cbc9240a4b0c64ab7f63f0317813d99430ef19a4a0bf47911446ca75376a27','bbbee2de4f4b52f2e6a39dd2b9c67f4c1bd2bf71d2d20d31205f279cb1718149',NULL,NULL);
INSERT INTO "events" VALUES(24,'E-24','2026-11-16T00:33:49.274468Z','MessagePosted','system','system',NULL,22,'{"channel":null,"debtors":[],"expects":[],"from":"system","id":"MSG-24","in_reply_to":null,"mentioned":[],"priority":"high","readers":["lead"],"settles":[],"to":"lead","type":"KNOWLEDGE_SHARE"}','{"context_summary":"Decision D-1 is resolved.","payload":{"action_suggestion":"Check your work against the decision.","actionable":true,"content":"Decision D-1 is resolved.\nWhat was decided: yes\nImpact on your task: You asked for it.","relevance_to_recipients":"You asked for it.","topic":"Decision D-1"},"related_state_refs":[{"id":"D-1","type":"decision"}]}','4b0f8acb1e06e4aa588980971bf82433','d9c5a7de65c1dae519c626addcfedfbbda29e611ab5f10463cb816827e407fd0','d41d89ebdbb0b0f56e78ffccf2acbe2f44fbfe28daa8bf1587be50df44723bea',NULL,NULL);
INSERT INTO "events" VALUES(25,'E-25','2026-11-16T00:34:03.007723Z','RuleRefused','bob','terminal',NULL,NULL,'{"action":"SetFields","actor":"bob","mode":"enforce","rule":"BOARD-4"}',NULL,NULL,NULL,'bffc6d1786afefe24f8d2bf417c8cffd30a968cc7629d2606291bdda8f14ed62',NULL,NULL);
INSERT INTO "events" VALUES(26,'E-26','2026-11-16T00:34:17.425662Z','RunStarted','person','terminal','R-26',NULL,'{"agents":"scripted","base":null,"branch":null,"caps":{"minutes":null,"money":null,"steps":null,"tokens":null},"digest":"c73ff01c44f85c2a","execute":false,"playbook":"small","run":"R-26","tasks":["t"],"yes":true}','{"goal":"","playbook":{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"}]},"variables":{}}','be276304f3f7e76e3a522164c03512be','2a267fb4be24bd07588f64e1c184b04bd66755457980c28484dca1482171cbc1','666788e6d9d954ee078d1b20ef21951736708ce6031f302c0df4849d1d3026b5',NULL,NULL);
INSERT INTO "events" VALUES(27,'E-27','2026-11-16T00:34:17.425905Z','AgentAdded','person','terminal',NULL,26,'{"action":"added a member","agent":"r","model":null,"role":"r"}',NULL,NULL,NULL,'502ae74cbdca671a6dffaf39adfe603be12c9392f8475a115244e07b204317d5',NULL,NULL);
INSERT INTO "events" VALUES(28,'E-28','2026-11-16T00:34:17.498328Z','RunLeased','system','system','R-26',NULL,'{"holder":"vm:28753","run":"R-26"}',NULL,NULL,NULL,'1fa7082688b402253e17d91efb0bfd1f0d98d7d63f6cc14746faf9a0721f93a4',NULL,NULL);
INSERT INTO "events" VALUES(29,'E-29','2026-11-16T00:34:17.534866Z','TaskStarted','system','system','R-26',NULL,'{"agent":"r","attempt":1,"base":null,"cycle":1,"lease":28,"run":"R-26","task":"t"}',NULL,NULL,NULL,'c433ea59abd25ef673e6682854fdc40957d32c1687259e7a8f28cd6e832c4364',NULL,NULL);
INSERT INTO "events" VALUES(30,'E-30','2026-11-16T00:34:20.574190Z','TaskCompleted','system','system','R-26',NULL,'{"agent":"r","artifacts":[],"attempt":1,"commit":null,"cycle":1,"refused":[],"run":"R-26","task":"t","token":29,"usage":{"micros":0,"steps":0,"tokens":0}}','{"notes":[],"outputs":{},"summary":""}','f73cf6fae5c429194eb822bebb576815','53c46b5655d0630a871d0cdb5397250c4d1a27de9c58f49edcbedf1f6610e877','8184f8d1697e74e97b2708b97fa581b066958ea7d7e268d384e353cee639c3f7',NULL,NULL);
INSERT INTO "events" VALUES(31,'E-31','2026-11-16T00:34:20.599998Z','RunEnded','system','system','R-26',NULL,'{"commit":null,"run":"R-26","state":"completed"}','{"note":"all tasks are done"}','8536cd0d6a09170f09e7f08e10a5bd77','f983b9990eb92fc67dc76ebde9a2a4c21b191a3f087e7d2bff45085e5f79128e','669942b98bb480060275b46e91a6604b767e7b1a8cd6c8e15d05cde6d5155954',NULL,NULL);
INSERT INTO "events" VALUES(32,'E-32','2026-11-16T00:34:38.274381Z','BodyRedacted','person','terminal',NULL,NULL,'{"events":[15],"target":"E-15"}',NULL,NULL,NULL,'ef44f0cb7a6e6df43dbae5d68e425e60689b772b65b7ce66c1e04d1b240b5512',NULL,NULL);
CREATE TABLE "fields" ("path" TEXT NOT NULL, "agent" TEXT, "value" TEXT, "actor" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("path")) STRICT, WITHOUT ROWID;
INSERT INTO "fields" VALUES('agents.bob.status','bob','blocked','bob',11);
INSERT INTO "fields" VALUES('goal',NULL,'ship','person',5);
CREATE TABLE head (
    one         INTEGER PRIMARY KEY CHECK (one = 1),
    seq         INTEGER NOT NULL,
    hash        TEXT NOT NULL,
    at          TEXT NOT NULL,
    min_writer  INTEGER NOT NULL,
    fingerprint TEXT NOT NULL
) STRICT;
INSERT INTO "head" VALUES(1,32,'ef44f0cb7a6e6df43dbae5d68e425e60689b772b65b7ce66c1e04d1b240b5512','2026-11-16T00:34:38.274381Z',1,'af9c645265a0a5e1');
CREATE TABLE "inbox" ("reader" TEXT NOT NULL, "message" TEXT NOT NULL, "seq" INTEGER NOT NULL, "direct" INTEGER NOT NULL, "mentioned" INTEGER NOT NULL, "handled" INTEGER NOT NULL, PRIMARY KEY ("reader", "message")) STRICT, WITHOUT ROWID;
INSERT INTO "inbox" VALUES('bob','MSG-14',14,1,1,0);
INSERT INTO "inbox" VALUES('bob','MSG-15',15,0,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-20',20,1,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-22',22,1,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-7',7,1,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-8',8,1,0,1);
INSERT INTO "inbox" VALUES('lead','MSG-10',10,1,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-13',13,1,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-15',15,0,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-16',16,0,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-22',22,1,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-24',24,1,0,0);
CREATE TABLE "interrupt_marks" ("reader" TEXT NOT NULL, "up_to" INTEGER NOT NULL, PRIMARY KEY ("reader")) STRICT, WITHOUT ROWID;
CREATE TABLE "messages" ("id" TEXT NOT NULL, "seq" INTEGER NOT NULL, "type" TEXT NOT NULL, "sender" TEXT NOT NULL, "to" TEXT NOT NULL, "priority" TEXT NOT NULL, "timestamp" TEXT NOT NULL, "channel" TEXT, "in_reply_to" TEXT, "expects" TEXT NOT NULL, "context_summary" TEXT NOT NULL, "related_state_refs" TEXT NOT NULL, "payload" TEXT NOT NULL, "redacted" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "messages" VALUES('MSG-7',7,'TASK_HANDOFF','lead','"bob"','normal','2026-11-16T00:31:43.279087Z',NULL,NULL,'["TASK_RESULT","TASK_BLOCKED"]','build it','[]','{"authority_scope":"","constraints":[],"expected_output":{"format":"code","success_criteria":[]},"fallback_on_failure":"","input_artifacts":[],"task_description":"build it"}',0);
INSERT INTO "messages" VALUES('MSG-8',8,'DECISION_REQUEST','lead','"bob"','blocking','2026-11-16T00:31:53.546603Z',NULL,NULL,'["DECISION_RESULT"]','JWT?','[]','{"deadline_steps":null,"decision_id":"D-1","options":[{"analysis":"simple","label":"yes","recommendation_score":null}],"question":"JWT?","recommended":null}',0);
INSERT INTO "messages" VALUES('MSG-10',10,'STATUS_UPDATE','bob','"lead"','normal','2026-11-16T00:32:03.692331Z',NULL,NULL,'[]','waiting','[]','{"blockers":["no access"],"estimated_remaining":null,"new_status":"blocked","progress_summary":"waiting","task_ref":null}',0);
INSERT INTO "messages" VALUES('MSG-13',13,'KNOWLEDGE_SHARE','system','"lead"','high','2026-11-16T00:32:03.705577Z',NULL,NULL,'[]','bob is blocked by a cause outside the team: no access','[{"id":"bob","type":"agent"}]','{"action_suggestion":"Finish it, or say when it can be expected.","actionable":true,"content":"bob is blocked by a cause outside the team: no access","relevance_to_recipients":"You lead the team.","topic":"bob is blocked"}',0);
INSERT INTO "messages" VALUES('MSG-14',14,'FREEFORM','lead','"all"','normal','2026-11-16T00:32:14.822633Z','general',NULL,'[]','good morning @bob / おはよう','[]','{"body":"good morning @bob / おはよう","intent_hint":"","requires_response":false,"urgency":"normal"}',0);
INSERT INTO "messages" VALUES('MSG-15',15,'FREEFORM','person','"#general"','normal','2026-11-16T00:32:25.855060Z','general',NULL,'[]','[redacted]','[]','{}',1);
INSERT INTO "messages" VALUES('MSG-16',16,'FREEFORM','bob','"#design"','normal','2026-11-16T00:32:39.797605Z','design',NULL,'[]','a post','[]','{"body":"a post","intent_hint":"","requires_response":false,"urgency":"normal"}',0);
INSERT INTO "messages" VALUES('MSG-20',20,'KNOWLEDGE_SHARE','system','"bob"','high','2026-11-16T00:33:20.720235Z',NULL,NULL,'[]','Build the login','[]','{"action_suggestion":"Read it: renkei contract show TC-1. Then: renkei contract accept TC-1, or decline TC-1.","actionable":true,"content":"Build the login","relevance_to_recipients":"You are its assignee.","topic":"lead offers you the contract TC-1"}',0);
INSERT INTO "messages" VALUES('MSG-22',22,'DECISION_RESULT','person','["lead","bob"]','normal','2026-11-16T00:33:49.241852Z',NULL,'MSG-8','[]','simple','[]','{"additional_constraints":null,"chosen_option":"yes","decision_id":"D-1","rationale":"simple"}',0);
INSERT INTO "messages" VALUES('MSG-24',24,'KNOWLEDGE_SHARE','system','"lead"','high','2026-11-16T00:33:49.274468Z',NULL,NULL,'[]','Decision D-1 is resolved.','[{"id":"D-1","type":"decision"}]','{"action_suggestion":"Check your work against the decision.","actionable":true,"content":"Decision D-1 is resolved.\nWhat was decided: yes\nImpact on your task: You asked for it.","relevance_to_recipients":"You asked for it.","topic":"Decision D-1"}',0);
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
INSERT INTO "rule_sets" VALUES('a42a142f60ea3158',1);
CREATE TABLE "run_asks" ("decision" TEXT NOT NULL, "run" TEXT NOT NULL, "kind" TEXT NOT NULL, "task" TEXT, "cycle" INTEGER NOT NULL, "answer" TEXT, "why" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("decision")) STRICT, WITHOUT ROWID;
CREATE TABLE "run_plans" ("run" TEXT NOT NULL, "goal" TEXT NOT NULL, "variables" TEXT NOT NULL, "playbook" TEXT NOT NULL, PRIMARY KEY ("run")) STRICT;
INSERT INTO "run_plans" VALUES('R-26','','{}','{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"}]}');
CREATE TABLE "run_tasks" ("run" TEXT NOT NULL, "task" TEXT NOT NULL, "number" INTEGER NOT NULL, "state" TEXT NOT NULL, "cycle" INTEGER NOT NULL, "attempt" INTEGER NOT NULL, "failures" INTEGER NOT NULL, "token" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "agent" TEXT NOT NULL, "base" TEXT, "commit_id" TEXT, "artifacts" TEXT NOT NULL, "refused" TEXT NOT NULL, "outputs" TEXT NOT NULL, "gate" TEXT, "kind" TEXT, "note" TEXT NOT NULL, "interim" INTEGER NOT NULL, "idle" INTEGER NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "started" TEXT, "ended" TEXT, PRIMARY KEY ("run", "task")) STRICT;
INSERT INTO "run_tasks" VALUES('R-26','t',0,'completed',1,1,0,29,28,'r',NULL,NULL,'[]','[]','{}',NULL,NULL,'',0,0,0,0,0,'2026-11-16T00:34:17.534866Z','2026-11-16T00:34:20.574190Z');
CREATE TABLE "run_warnings" ("run" TEXT NOT NULL, "seq" INTEGER NOT NULL, "task" TEXT NOT NULL, "agent" TEXT NOT NULL, "text" TEXT NOT NULL, PRIMARY KEY ("run", "seq")) STRICT, WITHOUT ROWID;
CREATE TABLE "runs" ("id" TEXT NOT NULL, "playbook" TEXT NOT NULL, "state" TEXT NOT NULL, "agents" TEXT NOT NULL, "yes" INTEGER NOT NULL, "execute" INTEGER NOT NULL, "base" TEXT, "branch" TEXT, "head" TEXT, "cycle" INTEGER NOT NULL, "team" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "holder" TEXT NOT NULL, "caps" TEXT NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "active" INTEGER NOT NULL, "started" TEXT NOT NULL, "at" TEXT NOT NULL, "last" INTEGER NOT NULL, "merged" TEXT, "undone" TEXT, "note" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "runs" VALUES('R-26','small','completed','scripted',1,0,NULL,NULL,NULL,1,1,28,'vm:28753','{"minutes":null,"money":null,"steps":null,"tokens":null}',0,0,0,3100,'2026-11-16T00:34:17.425662Z','2026-11-16T00:34:20.599998Z',31,NULL,NULL,'all tasks are done',26);
CREATE TABLE "steps" ("agent" TEXT NOT NULL, "count" INTEGER NOT NULL, PRIMARY KEY ("agent")) STRICT, WITHOUT ROWID;
INSERT INTO "steps" VALUES('bob',5);
INSERT INTO "steps" VALUES('lead',4);
CREATE TABLE "tokens" ("digest" TEXT NOT NULL, "agent" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("digest")) STRICT, WITHOUT ROWID;
INSERT INTO "tokens" VALUES('fa9a4eecd243ebc33cfc414fda659ad34aadebd312fd2f2fb2f67510b34670f1','bob',4);
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
CREATE INDEX "messages_by_channel_seq" ON "messages" ("channel", "seq");
CREATE INDEX "messages_by_type_seq" ON "messages" ("type", "seq");
CREATE INDEX "messages_by_seq" ON "messages" ("seq");
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
