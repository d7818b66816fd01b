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
INSERT INTO "blockers" VALUES('BLK-12','no access','["bob"]',NULL,'bob','2026-11-16T21:52:15.693718Z',0,12);
CREATE TABLE "changelog" ("seq" INTEGER NOT NULL, "timestamp" TEXT NOT NULL, "agent" TEXT NOT NULL, "action" TEXT NOT NULL, "path" TEXT NOT NULL, "old" TEXT, "new" TEXT, PRIMARY KEY ("seq")) STRICT, WITHOUT ROWID;
INSERT INTO "changelog" VALUES(2,'2026-11-16T21:52:12.953301Z','person','added a member','agents.lead',NULL,'lead');
INSERT INTO "changelog" VALUES(3,'2026-11-16T21:52:13.309634Z','person','added a member','agents.bob',NULL,'builder');
INSERT INTO "changelog" VALUES(5,'2026-11-16T21:52:14.045852Z','person','set goal','goal',NULL,'ship');
INSERT INTO "changelog" VALUES(9,'2026-11-16T21:52:15.287474Z','lead','asked for a decision','pending_decisions.D-1',NULL,'JWT?');
INSERT INTO "changelog" VALUES(11,'2026-11-16T21:52:15.693341Z','bob','set status','agents.bob.status','idle','blocked');
INSERT INTO "changelog" VALUES(12,'2026-11-16T21:52:15.693718Z','bob','reported a blocker','blockers.BLK-12',NULL,'no access');
INSERT INTO "changelog" VALUES(23,'2026-11-16T21:52:19.079089Z','person','decided','pending_decisions.D-1','open','yes');
INSERT INTO "changelog" VALUES(27,'2026-11-16T21:52:20.174556Z','person','added a member','agents.r',NULL,'r');
INSERT INTO "changelog" VALUES(31,'2026-11-16T21:52:20.186652Z','system','set current_phase','current_phase',NULL,'small: work');
INSERT INTO "changelog" VALUES(32,'2026-11-16T21:52:20.186986Z','system','set current_task','agents.r.current_task',NULL,'R-1/t');
INSERT INTO "changelog" VALUES(33,'2026-11-16T21:52:20.187151Z','system','set status','agents.r.status','idle','working');
INSERT INTO "changelog" VALUES(34,'2026-11-16T21:52:20.187216Z','system','set current_task','agents.r.current_task','R-1/t','R-1/gap');
INSERT INTO "changelog" VALUES(35,'2026-11-16T21:52:20.187274Z','system','set status','agents.r.status','working','working');
INSERT INTO "changelog" VALUES(37,'2026-11-16T21:52:20.317188Z','system','ended without an update','agents.r.status','working','error');
INSERT INTO "changelog" VALUES(39,'2026-11-16T21:52:20.317733Z','system','set current_task','agents.r.current_task','R-1/gap','R-1/gap');
INSERT INTO "changelog" VALUES(40,'2026-11-16T21:52:20.317801Z','system','set status','agents.r.status','error','working');
INSERT INTO "changelog" VALUES(42,'2026-11-16T21:52:20.351511Z','system','set status','agents.r.status','working','completed');
INSERT INTO "changelog" VALUES(44,'2026-11-16T21:52:20.427198Z','system','ended without an update','agents.r.status','completed','error');
INSERT INTO "changelog" VALUES(47,'2026-11-16T21:52:20.438513Z','system','set current_phase','current_phase','small: work','small: completed');
CREATE TABLE "channels" ("name" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
INSERT INTO "channels" VALUES('general',14);
INSERT INTO "channels" VALUES('design',16);
CREATE TABLE "checks" ("seq" INTEGER NOT NULL, "session" TEXT NOT NULL, "agent_id" TEXT NOT NULL, "agent" TEXT NOT NULL, "outcome" TEXT NOT NULL, "attempt" INTEGER NOT NULL, "verify" INTEGER NOT NULL, "confidence" TEXT, "tally" TEXT NOT NULL, "model" TEXT, "tokens" INTEGER, "cost" TEXT, PRIMARY KEY ("seq")) STRICT;
CREATE TABLE "claims" ("seq" INTEGER NOT NULL, "number" INTEGER NOT NULL, "kind" TEXT NOT NULL, "agent" TEXT NOT NULL, "category" TEXT, "path" TEXT, "line" INTEGER, "end_line" INTEGER, "columns" TEXT, "blob" TEXT, "snippet" TEXT, "read_by" TEXT, "command" TEXT, "exit_code" INTEGER, "tree" TEXT, PRIMARY KEY ("seq", "number")) STRICT;
CREATE TABLE "contracts" ("id" TEXT NOT NULL, "delegator" TEXT NOT NULL, "assignee" TEXT NOT NULL, "state" TEXT NOT NULL, "outcome" TEXT, "artifacts" TEXT NOT NULL, "contract" TEXT NOT NULL, "handoffs" TEXT NOT NULL, "result" TEXT, "held_by" TEXT, "consults" TEXT NOT NULL, "verdicts" TEXT NOT NULL, "confirmed" INTEGER NOT NULL, "retries" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "metered" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "contracts" VALUES('TC-1','lead','bob','offered',NULL,'[]','{"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"assignee":"bob","authority":{"autonomous_decisions":[],"escalation_triggers":[],"must_consult":[]},"created_at":"2026-11-16T21:52:18.131515Z","delegator":"lead","expected_output":{"deliverables":[],"format":"code","schema":null},"failure_handling":{"max_retries":null,"on_assumption_violation":"","on_blocked":"","on_partial_completion":""},"id":"TC-1","inputs":{"artifacts":[],"assumptions":[],"constraints":[],"description":"Build the login"},"timeout":{"max_steps":null,"on_timeout":""}}','[]',NULL,NULL,'[]','{}',0,0,0,0,19);
CREATE TABLE "debts" ("message" TEXT NOT NULL, "debtor" TEXT NOT NULL, "creditor" TEXT NOT NULL, "expects" TEXT NOT NULL, "since" TEXT NOT NULL, "seq" INTEGER NOT NULL, "since_step" INTEGER NOT NULL, "settled" INTEGER NOT NULL, "settled_by" TEXT, PRIMARY KEY ("message", "debtor")) STRICT;
INSERT INTO "debts" VALUES('MSG-7','bob','lead','["TASK_RESULT","TASK_BLOCKED"]','2026-11-16T21:52:14.854534Z',7,1,0,NULL);
INSERT INTO "debts" VALUES('MSG-8','bob','lead','["DECISION_RESULT"]','2026-11-16T21:52:15.285421Z',8,1,1,'MSG-22');
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
INSERT INTO "events" VALUES(1,'E-1','2026-11-16T21:52:12.952942Z','RuleSetAdopted','system','system',NULL,NULL,'{"digest":"606349a27b5d7037","rules":["a_writer_whose_value_does_not_stand_is_told_to_read_again","a_status_update_sets_the_senders_status","a_task_result_registers_artifacts_and_sets_the_senders_status","a_blocked_task_blocks_its_sender_unless_a_part_can_go_on","a_decision_request_opens_a_decision","a_decision_result_resolves_the_decision","a_handoff_offers_the_contract_it_carries","an_offer_is_told_to_its_assignee","a_refusal_of_a_contract_is_told_to_its_delegator","a_refusal_of_a_contract_is_told_to_those_who_wait_for_it","a_result_delivers_or_ends_its_contract","a_delivery_is_put_to_its_reviewer","the_first_sign_of_work_starts_a_contract","a_contract_at_its_step_limit_follows_its_instruction","verdicts_decide_a_delivered_contract","a_hold_repeats_what_the_contract_says_for_it","the_answer_to_a_report_ends_the_hold","the_end_of_a_contract_is_told_to_its_assignee","a_task_belongs_to_the_first_who_starts_it","a_task_that_is_called_done_is_closed","a_handed_over_artifact_belongs_to_the_one_who_takes_the_task","a_task_known_by_its_name_goes_with_the_handoff_that_describes_it_so","those_who_lose_a_task_to_another_are_told","what_a_task_is_to_yield_belongs_to_its_owner","the_artifacts_of_one_who_leaves_go_to_its_delegator","a_withdrawn_task_is_told_to_its_owner_and_to_those_who_wait","the_waits_of_one_who_leaves_are_closed","a_block_that_the_lead_or_a_person_resolves_ends","who_begins_to_wait_for_what_does_not_come_is_told","an_agent_that_goes_on_by_itself_is_blocked_no_more","a_review_ends_when_all_who_are_left_have_answered","those_who_wait_for_one_who_leaves_are_told","a_blocking_review_request_blocks_its_sender","a_review_result_frees_the_one_who_asked","the_answer_to_a_conflict_ends_its_blocks","a_task_of_a_run_shows_in_its_agents_entry","a_run_that_ends_ends_the_turns_of_its_agents","a_circle_of_waits_is_told_to_the_lead","shipped:task_completed","shipped:task_blocked","shipped:decision_resolved","shipped:conflict_detected","shipped:artifact_updated"],"team":null}',NULL,NULL,NULL,'60f3120bd4d5521a42ec354a717d98b8a0ed2f7c21a2afc1448f1b14bc326408',NULL,NULL);
INSERT INTO "events" VALUES(2,'E-2','2026-11-16T21:52:12.953301Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"lead","role":"lead","model":null}',NULL,NULL,NULL,'7e61a16c1174094f2f4e4c3c515b17a494a5f70e58c6eb8d2875b892a232da63',NULL,NULL);
INSERT INTO "events" VALUES(3,'E-3','2026-11-16T21:52:13.309634Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"bob","role":"builder","model":null}',NULL,NULL,NULL,'0f4cc64d315fedb68365504ac3784e1a8141a900b3ac99105e3bb306e886b04c',NULL,NULL);
INSERT INTO "events" VALUES(4,'E-4','2026-11-16T21:52:13.666924Z','TokenIssued','person','terminal',NULL,NULL,'{"agent":"bob","digest":"ebb3f88f276c6f1220b6969418bba8283511d690f7deeaa84067f9c17b68cf65","expires":1797457933}',NULL,NULL,NULL,'58a73287c775881fb46044009766ae073a3161854afe739f9145c5c19e49fa9e',NULL,NULL);
INSERT INTO "events" VALUES(5,'E-5','2026-11-16T21:52:14.045852Z','FieldSet','person','terminal',NULL,NULL,'{"action":"set goal","field":"goal","agent":null,"based_on":4,"overrides":null,"status":null,"message":null}','{"value":"ship","why":null}','4783cd9b048b004364b5f17ac0e3cb0f','5fafc87f59cf8c6c442f5824eb8d880b43aeecf1890b77b8afeb00ff78d2e590','958a937b76df30962e71ad40f04cdfc600a355510054d0cc5897c353c8b02b4c',NULL,NULL);
INSERT INTO "events" VALUES(6,'E-6','2026-11-16T21:52:14.419829Z','TurnStarted','bob','terminal',NULL,NULL,'{"agent":"bob"}',NULL,NULL,NULL,'babadfc7021034ebd2e82f5be2694aa216dec3b4b7b7dee4215ee260be6ff0c8',NULL,NULL);
INSERT INTO "events" VALUES(7,'E-7','2026-11-16T21:52:14.854534Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-7","type":"TASK_HANDOFF","from":"lead","to":"bob","readers":["bob"],"priority":"normal","channel":null,"in_reply_to":null,"expects":["TASK_RESULT","TASK_BLOCKED"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"build it","related_state_refs":[],"payload":{"task_description":"build it","input_artifacts":[],"expected_output":{"format":"code","success_criteria":["it runs"]},"constraints":[],"authority_scope":"","fallback_on_failure":""}}','f671b4441f69667dcf19dfbf94eb2036','cc3d7489a578bb6a12ac8f5f666f50ac930d5148b5977d7dcc1b81df078d8f72','7af295dc6de58e05835f507b68c227e90f08e432f02cdf0ce35330ae46abbb2c',NULL,NULL);
INSERT INTO "events" VALUES(8,'E-8','2026-11-16T21:52:15.285421Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-8","type":"DECISION_REQUEST","from":"lead","to":"bob","readers":["bob"],"priority":"blocking","channel":null,"in_reply_to":null,"expects":["DECISION_RESULT"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"JWT?","related_state_refs":[],"payload":{"decision_id":"D-1","question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}],"recommended":null,"deadline_steps":null}}','5cfa9c38e787326996627059d657c0f1','f86db1b89332dcb83d638a2e865f9235366d42b6f9672b6567a481eb6090476f','160ed65b91d58742ecf0befebcb8a7f19a1ffed292df894087c4a004a0c8123d',NULL,NULL);
INSERT INTO "events" VALUES(9,'E-9','2026-11-16T21:52:15.287474Z','DecisionRequested','lead','terminal',NULL,8,'{"action":"asked for a decision","decision":"D-1","message":"MSG-8","requester":"lead","owners":["bob"],"deadline_steps":null}','{"question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}]}','c5118b49fc52d3f452867592b80fb4c8','1b88ffa9d8e03b4c5784087ede477214247a4c055d0f2526d0e5aaf639ef4bb4','fdd829ca1b56d7b81ecd78b9f0d1bad10146817252fdc3a6e7071087353ff9bc',NULL,NULL);
INSERT INTO "events" VALUES(10,'E-10','2026-11-16T21:52:15.691269Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-10","type":"STATUS_UPDATE","from":"bob","to":"lead","readers":["lead"],"priority":"normal","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"waiting","related_state_refs":[],"payload":{"task_ref":null,"new_status":"blocked","progress_summary":"waiting","estimated_remaining":null,"blockers":["no access"]}}','13022ca049a16a7feda5ffeeb0ee5440','1c33fcc596bffd2928509b66991e1d3eca444c073cec0f743c985c83477477e9','3b8b140024a3f8c2ceaf586f5853e084b3f392ce823691f62f0272fb73c58e4f',NULL,NULL);
INSERT INTO "events" VALUES(11,'E-11','2026-11-16T21:52:15.693341Z','FieldSet','bob','terminal',NULL,10,'{"action":"set status","field":"status","agent":"bob","based_on":10,"overrides":null,"status":"blocked","message":"MSG-10"}',NULL,NULL,NULL,'6c21f3cb8674d7272c2a5442038b3316c386c3bada091b7ff8961a141a000243',NULL,NULL);
INSERT INTO "events" VALUES(12,'E-12','2026-11-16T21:52:15.693718Z','BlockerAdded','bob','terminal',NULL,10,'{"action":"reported a blocker","id":"BLK-12","affected_agents":["bob"],"cause":null,"by":"bob"}','{"description":"no access"}','c99fde09edfc74f9822ffb308a4fccf5','8565ad1acab0ad4eacd27cb91a76b83e66a013e7d9bf46753c1f298a22ba3765','42dc0c10b1df273bf48e3d8070b7d6536675fffa383a7f31dece53cb4bfd624e',NULL,NULL);
INSERT INTO "events" VALUES(13,'E-13','2026-11-16T21:52:15.699803Z','MessagePosted','system','system',NULL,10,'{"id":"MSG-13","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"bob is blocked by a cause outside the team: no access","related_state_refs":[{"type":"agent","id":"bob"}],"payload":{"topic":"bob is blocked","content":"bob is blocked by a cause outside the team: no access","relevance_to_recipients":"You lead the team.","actionable":true,"action_suggestion":"Finish it, or say when it can be expected."}}','fc303d4c9af88de0a4a35377f46f8c81','e454e9ea6af2f93b1ffc34ada56f699f0fcfeec1c8bf5d64523cafb0f00519ff','adfb43f4d69123625412e15923b936d84bc6032819a9428c9fc73d8dc496a7bb',NULL,NULL);
INSERT INTO "events" VALUES(14,'E-14','2026-11-16T21:52:16.111567Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-14","type":"FREEFORM","from":"lead","to":"all","readers":["bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":["bob"]}','{"context_summary":"good morning @bob / おはよう","related_state_refs":[],"payload":{"intent_hint":"","body":"good morning @bob / おはよう","requires_response":false,"urgency":"normal"}}','34c5f810a444a7eca2926c03ca5b826f','fe74cac0b7f8aa7e8a7741c9c266a84617f4188fffa379f15539186a75229eba','b2ff2c8890d33bc5ec9da6bf824b391a9b56caf3e9602959c2de035effea6371','once','909a4a285788a1f491debd7322f8869098601f29b6cc3b36ef3c8681cf09c00b');
INSERT INTO "events" VALUES(15,'E-15','2026-11-16T21:52:16.550623Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-15","type":"FREEFORM","from":"person","to":"#general","readers":["lead","bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}',NULL,NULL,'7841eb0d50d1613972af1c50a8002d387705d673e7dbe194abc7829759cebf16','c9c31676342e1b1dd36ac8bb28cf7cfa39620dd55dd40ab6d90e7e2c1d377620',NULL,NULL);
INSERT INTO "events" VALUES(16,'E-16','2026-11-16T21:52:16.946771Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-16","type":"FREEFORM","from":"bob","to":"#design","readers":["lead"],"priority":"normal","channel":"design","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"a post","related_state_refs":[],"payload":{"intent_hint":"","body":"a post","requires_response":false,"urgency":"normal"}}','98727b7451cc06af61d4ccf058ac0633','472e860dceb21d3170bd40436dfc227db1ac8587e8a96027c6ea672b1f980851','69e8bf2fd8e9c0db8a9e09923ccc90a48216bb944fb3dd49b4730a332287a843',NULL,NULL);
INSERT INTO "events" VALUES(17,'E-17','2026-11-16T21:52:17.347673Z','ChannelRead','person','terminal',NULL,NULL,'{"reader":"person","channel":"design","up_to":16}',NULL,NULL,NULL,'6d84f0e5da3047266980ee47477ae6d15dac23fc917d0be7cd38df7c4cf9215c',NULL,NULL);
INSERT INTO "events" VALUES(18,'E-18','2026-11-16T21:52:17.715268Z','RuleRefused','person','terminal',NULL,NULL,'{"rule":"DEC-26","actor":"person","action":"HandleMessages","mode":"enforce"}',NULL,NULL,NULL,'29066526e542b99cb5e1d1338554e20d50fd70889072b128fceae0eb143169f6',NULL,NULL);
INSERT INTO "events" VALUES(19,'E-19','2026-11-16T21:52:18.131515Z','ContractOffered','lead','terminal',NULL,NULL,'{"id":"TC-1","delegator":"lead","assignee":"bob","artifacts":[],"handoff":null}','{"contract":{"id":"TC-1","delegator":"lead","assignee":"bob","created_at":null,"inputs":{"description":"Build the login","artifacts":[],"constraints":[],"assumptions":[]},"expected_output":{"format":"code","schema":null,"deliverables":[]},"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"authority":{"autonomous_decisions":[],"must_consult":[],"escalation_triggers":[]},"failure_handling":{"on_blocked":"","on_partial_completion":"","on_assumption_violation":"","max_retries":null},"timeout":{"max_steps":null,"on_timeout":""}}}','2c51f8ff66d6996eb399adf8c3827f3d','e23826e679f7ec756f891aeef90312fc00e69c03c497b8bc0cefd0a5789e25c0','ec93c6917c8793a7df1ce8f6eb86eb281433f9b18378057fc1b8a0bb81d4476e',NULL,NULL);
INSERT INTO "events" VALUES(20,'E-20','2026-11-16T21:52:18.133915Z','MessagePosted','system','system',NULL,19,'{"id":"MSG-20","type":"KNOWLEDGE_SHARE","from":"system","to":"bob","readers":["bob"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Build the login","related_state_refs":[],"payload":{"topic":"lead offers you the contract TC-1","content":"Build the login","relevance_to_recipients":"You are its assignee.","actionable":true,"action_suggestion":"Read it: renkei contract show TC-1. Then: renkei contract accept TC-1, or decline TC-1."}}','e4b54e5a1a064365b7c6989be2eea439','f9611ac9f95ef9889bd8208015e0046ac37d764b954026dfaae772caa3dd75ee','14a91a2ce5bb6f0e270f39f91ee85b18867b7fd9097e04d7059c02db2d8a6d55',NULL,NULL);
INSERT INTO "events" VALUES(21,'E-21','2026-11-16T21:52:18.574257Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"TURN-2","actor":"bob","action":"AcceptContract","mode":"enforce"}',NULL,NULL,NULL,'a8423e4844797ce3eb927f24ecf3c9ca36d4c6a40d083d8b36e484b1f7b669f6',NULL,NULL);
INSERT INTO "events" VALUES(22,'E-22','2026-11-16T21:52:19.077498Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-22","type":"DECISION_RESULT","from":"person","to":["lead","bob"],"readers":["lead","bob"],"priority":"normal","channel":null,"in_reply_to":"MSG-8","expects":[],"debtors":[],"settles":[{"message":"MSG-8","debtor":"bob"}],"mentioned":[]}','{"context_summary":"simple","related_state_refs":[],"payload":{"decision_id":"D-1","chosen_option":"yes","rationale":"simple","additional_constraints":null}}','a8b1764a3cea82f129a0175014aefccf','2b67f4bb7c328f981614bcca3aa162e7c278c707457d03ae7cc71da9c997241b','6448dcaab02e64d5e0c60aac1d3058a8b6d9757980af41d06ffd3ffd87c20d56',NULL,NULL);
INSERT INTO "events" VALUES(23,'E-23','2026-11-16T21:52:19.079089Z','DecisionResolved','person','terminal',NULL,22,'{"action":"decided","decision":"D-1","message":"MSG-22"}','{"chosen_option":"yes","rationale":"simple","additional_constraints":[]}','603fe930799d84629a5534ab279813a7','798a24ff62ae10053af4e3b75ce4c6b1e4fbb2bff5506581427d55d33aa4bd2b','9278dbc7a5d16ef743f6c0d9114422e829a48812a1bb1f51276c782974082ac7',NULL,NULL);
INSERT INTO "events" VALUES(24,'E-24','2026-11-16T21:52:19.085979Z','MessagePosted','system','system',NULL,22,'{"id":"MSG-24","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Decision D-1 is resolved.","related_state_refs":[{"type":"decision","id":"D-1"}],"payload":{"topic":"Decision D-1","content":"Decision D-1 is resolved.\nWhat was decided: yes\nImpact on your task: You asked for it.","relevance_to_recipients":"You asked for it.","actionable":true,"action_suggestion":"Check your work against the decision."}}','a9ee812376ecf15853d7e9dcde802f6c','90d2114250f8064f8e5fea1541a01ecb434d07b853f5d35c0d3f4d6f8e463f30','f954bdb7ceabb4545b5dfa2443a9670d13e484ddd64314b75561035ae24e6084',NULL,NULL);
INSERT INTO "events" VALUES(25,'E-25','2026-11-16T21:52:19.416699Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"BOARD-4","actor":"bob","action":"SetFields","mode":"enforce"}',NULL,NULL,NULL,'fc2f16ad8df07bbb954487124570e1c71b445b7a32a16dde7d7bc2c7ca3299df',NULL,NULL);
INSERT INTO "events" VALUES(26,'E-26','2026-11-16T21:52:20.173272Z','RunStarted','person','terminal','R-1',NULL,'{"run":"R-1","playbook":"small","digest":"89be8fd31fbb8cee","agents":"scripted","yes":true,"execute":false,"merge":false,"tasks":["t","gap"],"base":null,"branch":null,"work_tree":null,"git":null,"caps":{"tokens":null,"steps":null,"minutes":null,"money":null}}','{"goal":"","variables":{},"playbook":{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"},{"id":"gap","role":"r","critical":false,"script":[{"crash":"boom"}]}]}}','58fb68e48fea41d1e1423018debdc7aa','d15e23ec756d71f028bbc0d1d72dd385ec4299b456a474860141072aa465293f','be1ca938686e36e3d44d584012038e3d3b81592f98214b5e45f90a4a2d817f0b',NULL,NULL);
INSERT INTO "events" VALUES(27,'E-27','2026-11-16T21:52:20.174556Z','AgentAdded','person','terminal',NULL,26,'{"action":"added a member","agent":"r","role":"r","model":null}',NULL,NULL,NULL,'db7dbf9ba2f3620a3195a3818b8565bb31bedbcf66efbf653bc591b0571d4e3e',NULL,NULL);
INSERT INTO "events" VALUES(28,'E-28','2026-11-16T21:52:20.182738Z','RunLeased','system','system','R-1',NULL,'{"run":"R-1","holder":"vm:13288"}',NULL,NULL,NULL,'aeb4e7bd6bd49a7b864d02db8eb2076fab7f8ef58994cb141f64cfba14de7ff1',NULL,NULL);
INSERT INTO "events" VALUES(29,'E-29','2026-11-16T21:52:20.186130Z','TaskStarted','system','system','R-1',NULL,'{"run":"R-1","task":"t","cycle":1,"attempt":1,"agent":"r","lease":28,"base":null,"contract":null,"credential":"2abba54d713c2e8770bce03f272c2cfbe66c75dba169763830cc8e4ab3d30a2f","recheck":false}',NULL,NULL,NULL,'a4805ad6d2d7810d1d71220f8705867a9395a72beca90d5fb0388e7e60fde753',NULL,NULL);
INSERT INTO "events" VALUES(30,'E-30','2026-11-16T21:52:20.186549Z','TaskStarted','system','system','R-1',29,'{"run":"R-1","task":"gap","cycle":1,"attempt":1,"agent":"r","lease":28,"base":null,"contract":null,"credential":"529e323cf2c5f9ac07815eca641a319d0230ff7339fdd6b64333d8b038719155","recheck":false}',NULL,NULL,NULL,'7c57d7df22488caa6d99eed687b16a93019258dc4901596b61a6b356e07f85a0',NULL,NULL);
INSERT INTO "events" VALUES(31,'E-31','2026-11-16T21:52:20.186652Z','FieldSet','system','system',NULL,29,'{"action":"set current_phase","field":"current_phase","agent":null,"based_on":28,"overrides":null,"status":null,"message":null}','{"value":"small: work","why":null}','801197ca76e4aaa31a32e31f18cbf95a','d7fd6845ad88d0d275cd9f2e157a1f77029d9b604bec5414d878b51ecf058029','5d572bd0fe28a269d4f3090cd5514399c374f58943c21a4e2a156c6e3ffa2dfe',NULL,NULL);
INSERT INTO "events" VALUES(32,'E-32','2026-11-16T21:52:20.186986Z','FieldSet','system','system',NULL,29,'{"action":"set current_task","field":"current_task","agent":"r","based_on":31,"overrides":null,"status":null,"message":null}','{"value":"R-1/t","why":null}','99a21601be12bc95a95a6855f219c655','a6afb148f3867f25366c39d3285784b5f0594478e0a4a81b17ca268695b781b7','c95476a28f61b905b2799521610f9f67bea7b180e06fe25c8a79bb6d921f5cac',NULL,NULL);
INSERT INTO "events" VALUES(33,'E-33','2026-11-16T21:52:20.187151Z','FieldSet','system','system',NULL,29,'{"action":"set status","field":"status","agent":"r","based_on":31,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'f0a5a67ffdb272bc8c676bc7b01d60e206cf8ae11c8405ae47bf9a570a91f72a',NULL,NULL);
INSERT INTO "events" VALUES(34,'E-34','2026-11-16T21:52:20.187216Z','FieldSet','system','system',NULL,29,'{"action":"set current_task","field":"current_task","agent":"r","based_on":31,"overrides":null,"status":null,"message":null}','{"value":"R-1/gap","why":null}','1447d7bd46babdd748221ec88eb6b97f','807a9e337710b17ef5213250d266380f5d32dc93d775d46b179aa32c0616e77b','4d07f3532a1007f5ab5c6ef0a69bcc6d0a81287246f965cc12653aa1dfeb7ddf',NULL,NULL);
INSERT INTO "events" VALUES(35,'E-35','2026-11-16T21:52:20.187274Z','FieldSet','system','system',NULL,29,'{"action":"set status","field":"status","agent":"r","based_on":31,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'6dc151402ffd2907f415cc1adacefd0cd18318292d22d858d64a28230c3f0f4f',NULL,NULL);
INSERT INTO "events" VALUES(36,'E-36','2026-11-16T21:52:20.316696Z','TaskFailed','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":1,"token":30,"agent":"r","kind":"crash","agentless":false,"silent":true,"refused":[],"usage":{"tokens":0,"steps":0,"micros":0}}','{"summary":"boom","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','1d8e64a0fac689a6f1beac816f855f06','061d9194ef0dd4af03be809927164bdbbc70a8137880e9876cc6523b8f35c8ae','f8391c50468ce63ab15c70407ee06fa5518a472b70a2fb406c6befe4462fdf31',NULL,NULL);
INSERT INTO "events" VALUES(37,'E-37','2026-11-16T21:52:20.317188Z','FieldSet','system','system',NULL,36,'{"action":"ended without an update","field":"status","agent":"r","based_on":36,"overrides":null,"status":"error","message":null}',NULL,NULL,NULL,'380dfa44dc176c5419e7e30f97458a36e58207e0398cbb1c972d92f7433fd7a4',NULL,NULL);
INSERT INTO "events" VALUES(38,'E-38','2026-11-16T21:52:20.317587Z','TaskStarted','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":2,"agent":"r","lease":28,"base":null,"contract":null,"credential":"9c19e7edb5093e992d4de2ddfd684623cf25aefa16279346aea5877e944e080d","recheck":false}',NULL,NULL,NULL,'e2dc043c84fd59729b19586e925904f82a0403afbbbcc9cf5d9b47ce7f22094d',NULL,NULL);
INSERT INTO "events" VALUES(39,'E-39','2026-11-16T21:52:20.317733Z','FieldSet','system','system',NULL,38,'{"action":"set current_task","field":"current_task","agent":"r","based_on":38,"overrides":null,"status":null,"message":null}','{"value":"R-1/gap","why":null}','b829ec94e9b4cef5c387391ce8044cdd','3ade5c40f5ff57727d4ab354c3bb7ed88ec277c6353d8dd7dace2878cb90bee6','881b5398d03a39912f5493fd66429cd57990d6eda66b67bb8644984c1d744d62',NULL,NULL);
INSERT INTO "events" VALUES(40,'E-40','2026-11-16T21:52:20.317801Z','FieldSet','system','system',NULL,38,'{"action":"set status","field":"status","agent":"r","based_on":38,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'04aa40866ebfb05cada0a5e017a5894786281292bb7d2974b41c8b4c0bc895b9',NULL,NULL);
INSERT INTO "events" VALUES(41,'E-41','2026-11-16T21:52:20.351182Z','TaskCompleted','system','system','R-1',NULL,'{"run":"R-1","task":"t","cycle":1,"attempt":1,"token":29,"agent":"r","commit":null,"artifacts":[],"refused":[],"unverified":false,"severity":null,"flags":[],"usage":{"tokens":0,"steps":0,"micros":0}}','{"summary":"","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','823d21cb0c61fe2b59a51a6a885347e6','fd59f5b9db227beeccd7ff449e6d07efa9786977b6fc6a52c2dd501b6af56600','d78709c3388c5320bbf54312e166541f32fabe9b183580cdccfe31d1c462fa1b',NULL,NULL);
INSERT INTO "events" VALUES(42,'E-42','2026-11-16T21:52:20.351511Z','FieldSet','system','system',NULL,41,'{"action":"set status","field":"status","agent":"r","based_on":41,"overrides":null,"status":"completed","message":null}',NULL,NULL,NULL,'9b555b6d653ac7a89d19fa5602185c27e39e26b61768825dfd0bb132577340ad',NULL,NULL);
INSERT INTO "events" VALUES(43,'E-43','2026-11-16T21:52:20.426772Z','TaskFailed','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":2,"token":38,"agent":"r","kind":"crash","agentless":false,"silent":true,"refused":[],"usage":{"tokens":0,"steps":0,"micros":0}}','{"summary":"boom","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','90beca87c77d3f770e4cdf30ea775e3d','364352033ca0191eed158e75bd6df8fe0760c9ca625362a091bff6406a77e08c','7df19b897019dbd06605be18da3548f4e676a886c130220fa545e8f148f905a8',NULL,NULL);
INSERT INTO "events" VALUES(44,'E-44','2026-11-16T21:52:20.427198Z','FieldSet','system','system',NULL,43,'{"action":"ended without an update","field":"status","agent":"r","based_on":43,"overrides":null,"status":"error","message":null}',NULL,NULL,NULL,'e517c6eca6243596ca170a207012d61f038dd665f247a0c4e6c5089b9b72e9a5',NULL,NULL);
INSERT INTO "events" VALUES(45,'E-45','2026-11-16T21:52:20.432919Z','TaskSkipped','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1}',NULL,NULL,NULL,'378d817b4cdcedf0dcb7b6e28f70ae9c3855c9ea7f42074b02c4809be91b8ed9',NULL,NULL);
INSERT INTO "events" VALUES(46,'E-46','2026-11-16T21:52:20.438378Z','RunEnded','system','system','R-1',NULL,'{"run":"R-1","state":"completed","commit":null}','{"note":"all tasks are done"}','664736d7a9a9501eb4c7af67887965f3','f0634eef9a9741f550f9807e020813faff81ff48940c1b10eb4a2c832cf4a991','0bf411264dd82b18531638034a97675d6d85585dacbea2bee7a3a21227c276ec',NULL,NULL);
INSERT INTO "events" VALUES(47,'E-47','2026-11-16T21:52:20.438513Z','FieldSet','system','system',NULL,46,'{"action":"set current_phase","field":"current_phase","agent":null,"based_on":45,"overrides":null,"status":null,"message":null}','{"value":"small: completed","why":null}','53afd513081c133df29fed6454cd0c06','951214f1d44693e69bc88ba75702b16485f13462c15107d8ad30e115b39b82c0','0d42b1e91aa949faea0b1f817286911a6526cd1b1149817557a93e3bb12c26fe',NULL,NULL);
INSERT INTO "events" VALUES(48,'E-48','2026-11-16T21:52:20.836044Z','BodyRedacted','person','terminal',NULL,NULL,'{"target":"E-15","events":[15]}',NULL,NULL,NULL,'068b314a5c3576320c83c8b3fa8f98d9863522828738e064e7e67fdc7bd146d3',NULL,NULL);
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
INSERT INTO "head" VALUES(1,48,'068b314a5c3576320c83c8b3fa8f98d9863522828738e064e7e67fdc7bd146d3','2026-11-16T21:52:20.836044Z',6,'5c069b31e7d1a7d8');
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
, command TEXT, exit_code INTEGER, counts TEXT, seal TEXT) STRICT;
CREATE TABLE "rule_sets" ("digest" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("digest")) STRICT, WITHOUT ROWID;
INSERT INTO "rule_sets" VALUES('606349a27b5d7037',1);
CREATE TABLE "run_asks" ("decision" TEXT NOT NULL, "run" TEXT NOT NULL, "kind" TEXT NOT NULL, "task" TEXT, "cycle" INTEGER NOT NULL, "token" INTEGER NOT NULL, "about" TEXT, "question" TEXT NOT NULL, "answer" TEXT, "why" TEXT NOT NULL, "constraints" TEXT NOT NULL, "at" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("decision")) STRICT;
CREATE TABLE "run_plans" ("run" TEXT NOT NULL, "goal" TEXT NOT NULL, "variables" TEXT NOT NULL, "playbook" TEXT NOT NULL, "work_tree" TEXT, "git" TEXT, PRIMARY KEY ("run")) STRICT;
INSERT INTO "run_plans" VALUES('R-1','','{}','{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"},{"critical":false,"id":"gap","role":"r","script":[{"crash":"boom"}]}]}',NULL,NULL);
CREATE TABLE "run_tasks" ("run" TEXT NOT NULL, "task" TEXT NOT NULL, "number" INTEGER NOT NULL, "state" TEXT NOT NULL, "cycle" INTEGER NOT NULL, "attempt" INTEGER NOT NULL, "failures" INTEGER NOT NULL, "token" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "credential" TEXT, "agent" TEXT NOT NULL, "contract" TEXT, "base" TEXT, "commit_id" TEXT, "artifacts" TEXT NOT NULL, "refused" TEXT NOT NULL, "outputs" TEXT NOT NULL, "conflicts" TEXT NOT NULL, "severity" TEXT, "questions" TEXT NOT NULL, "flags" TEXT NOT NULL, "doubts" TEXT NOT NULL, "not_run" TEXT, "recheck" INTEGER NOT NULL, "gate" TEXT, "kind" TEXT, "note" TEXT NOT NULL, "interim" INTEGER NOT NULL, "idle" INTEGER NOT NULL, "question" TEXT, "waited" INTEGER NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "started" TEXT, "ended" TEXT, PRIMARY KEY ("run", "task")) STRICT;
INSERT INTO "run_tasks" VALUES('R-1','t',0,'completed',1,1,0,29,28,'2abba54d713c2e8770bce03f272c2cfbe66c75dba169763830cc8e4ab3d30a2f','r',NULL,NULL,NULL,'[]','[]','{}','[]',NULL,'[]','[]','[]',NULL,0,NULL,NULL,'',0,0,NULL,0,0,0,0,'2026-11-16T21:52:20.186130Z','2026-11-16T21:52:20.351182Z');
INSERT INTO "run_tasks" VALUES('R-1','gap',1,'skipped',1,2,2,38,28,'9c19e7edb5093e992d4de2ddfd684623cf25aefa16279346aea5877e944e080d','r',NULL,NULL,NULL,'[]','[]','{}','[]',NULL,'[]','[]','[]',NULL,0,NULL,'crash','boom',0,0,NULL,0,0,0,0,'2026-11-16T21:52:20.317587Z','2026-11-16T21:52:20.426772Z');
CREATE TABLE "run_warnings" ("run" TEXT NOT NULL, "seq" INTEGER NOT NULL, "task" TEXT NOT NULL, "agent" TEXT NOT NULL, "text" TEXT NOT NULL, PRIMARY KEY ("run", "seq")) STRICT, WITHOUT ROWID;
INSERT INTO "run_warnings" VALUES('R-1',36,'gap','r','Agent r failed, results may be incomplete');
INSERT INTO "run_warnings" VALUES('R-1',43,'gap','r','Agent r failed, results may be incomplete');
CREATE TABLE "runs" ("id" TEXT NOT NULL, "playbook" TEXT NOT NULL, "state" TEXT NOT NULL, "agents" TEXT NOT NULL, "yes" INTEGER NOT NULL, "execute" INTEGER NOT NULL, "merge" INTEGER NOT NULL, "base" TEXT, "branch" TEXT, "head" TEXT, "cycle" INTEGER NOT NULL, "team" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "holder" TEXT NOT NULL, "caps" TEXT NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "active" INTEGER NOT NULL, "started" TEXT NOT NULL, "at" TEXT NOT NULL, "last" INTEGER NOT NULL, "merged" TEXT, "unmerged" INTEGER NOT NULL, "undone" TEXT, "note" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "runs" VALUES('R-1','small','completed','scripted',1,0,0,NULL,NULL,NULL,1,1,28,'vm:13288','{"minutes":null,"money":null,"steps":null,"tokens":null}',0,0,0,252,'2026-11-16T21:52:20.173272Z','2026-11-16T21:52:20.438378Z',46,NULL,0,NULL,'all tasks are done',26);
CREATE TABLE "steps" ("agent" TEXT NOT NULL, "count" INTEGER NOT NULL, PRIMARY KEY ("agent")) STRICT, WITHOUT ROWID;
INSERT INTO "steps" VALUES('bob',5);
INSERT INTO "steps" VALUES('lead',4);
CREATE TABLE "tasks" ("id" TEXT NOT NULL, "delegator" TEXT, "addressees" TEXT NOT NULL, "owner" TEXT, "started" INTEGER NOT NULL, "state" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "tasks" VALUES('MSG-7','lead','["bob"]','bob',0,'open',7);
CREATE TABLE "tokens" ("digest" TEXT NOT NULL, "agent" TEXT NOT NULL, "seq" INTEGER NOT NULL, "expires" INTEGER, PRIMARY KEY ("digest")) STRICT, WITHOUT ROWID;
INSERT INTO "tokens" VALUES('ebb3f88f276c6f1220b6969418bba8283511d690f7deeaa84067f9c17b68cf65','bob',4,1797457933);
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
