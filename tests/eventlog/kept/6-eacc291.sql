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
INSERT INTO "blockers" VALUES('BLK-12','no access','["bob"]',NULL,'bob','2026-11-18T08:35:56.636949Z',0,12);
CREATE TABLE "cap_marks" ("scope" TEXT NOT NULL, "name" TEXT NOT NULL, "unit" TEXT NOT NULL, "day" TEXT NOT NULL, "level" TEXT NOT NULL, "used" INTEGER NOT NULL, "most" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("scope", "name", "unit", "day")) STRICT, WITHOUT ROWID;
CREATE TABLE "caps" ("scope" TEXT NOT NULL, "name" TEXT NOT NULL, "tokens" INTEGER, "micros" INTEGER, "seq" INTEGER NOT NULL, PRIMARY KEY ("scope", "name")) STRICT, WITHOUT ROWID;
CREATE TABLE "changelog" ("seq" INTEGER NOT NULL, "timestamp" TEXT NOT NULL, "agent" TEXT NOT NULL, "action" TEXT NOT NULL, "path" TEXT NOT NULL, "old" TEXT, "new" TEXT, PRIMARY KEY ("seq")) STRICT, WITHOUT ROWID;
INSERT INTO "changelog" VALUES(2,'2026-11-18T08:35:45.875239Z','person','member added','agents.lead',NULL,'lead');
INSERT INTO "changelog" VALUES(3,'2026-11-18T08:35:47.296088Z','person','member added','agents.bob',NULL,'builder');
INSERT INTO "changelog" VALUES(5,'2026-11-18T08:35:50.554692Z','person','field set','goal',NULL,'ship');
INSERT INTO "changelog" VALUES(9,'2026-11-18T08:35:55.385646Z','lead','decision requested','pending_decisions.D-1',NULL,'JWT?');
INSERT INTO "changelog" VALUES(11,'2026-11-18T08:35:56.636706Z','bob','field set','agents.bob.status','idle','blocked');
INSERT INTO "changelog" VALUES(12,'2026-11-18T08:35:56.636949Z','bob','blocker reported','blockers.BLK-12',NULL,'no access');
INSERT INTO "changelog" VALUES(23,'2026-11-18T08:36:07.876271Z','person','decision made','pending_decisions.D-1','open','yes');
INSERT INTO "changelog" VALUES(27,'2026-11-18T08:36:10.373305Z','person','member added','agents.r',NULL,'r');
INSERT INTO "changelog" VALUES(31,'2026-11-18T08:36:10.463712Z','system','field set','current_phase',NULL,'small: work');
INSERT INTO "changelog" VALUES(32,'2026-11-18T08:36:10.463965Z','system','field set','agents.r.current_task',NULL,'R-1/t');
INSERT INTO "changelog" VALUES(33,'2026-11-18T08:36:10.464063Z','system','field set','agents.r.status','idle','working');
INSERT INTO "changelog" VALUES(34,'2026-11-18T08:36:10.464101Z','system','field set','agents.r.current_task','R-1/t','R-1/gap');
INSERT INTO "changelog" VALUES(35,'2026-11-18T08:36:10.464137Z','system','field set','agents.r.status','working','working');
INSERT INTO "changelog" VALUES(37,'2026-11-18T08:36:10.822601Z','system','ended without update','agents.r.status','working','error');
INSERT INTO "changelog" VALUES(39,'2026-11-18T08:36:10.823061Z','system','field set','agents.r.current_task','R-1/gap','R-1/gap');
INSERT INTO "changelog" VALUES(40,'2026-11-18T08:36:10.823102Z','system','field set','agents.r.status','error','working');
INSERT INTO "changelog" VALUES(42,'2026-11-18T08:36:10.979311Z','system','field set','agents.r.status','working','completed');
INSERT INTO "changelog" VALUES(44,'2026-11-18T08:36:11.060785Z','system','ended without update','agents.r.status','completed','error');
INSERT INTO "changelog" VALUES(47,'2026-11-18T08:36:11.083759Z','system','field set','current_phase','small: work','small: completed');
CREATE TABLE "channels" ("name" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
INSERT INTO "channels" VALUES('general',14);
INSERT INTO "channels" VALUES('design',16);
CREATE TABLE "checks" ("seq" INTEGER NOT NULL, "session" TEXT NOT NULL, "agent_id" TEXT NOT NULL, "agent" TEXT NOT NULL, "outcome" TEXT NOT NULL, "attempt" INTEGER NOT NULL, "verify" INTEGER NOT NULL, "confidence" TEXT, "tally" TEXT NOT NULL, "model" TEXT, "tokens" INTEGER, "cost" TEXT, PRIMARY KEY ("seq")) STRICT;
CREATE TABLE "claims" ("seq" INTEGER NOT NULL, "number" INTEGER NOT NULL, "kind" TEXT NOT NULL, "agent" TEXT NOT NULL, "category" TEXT, "path" TEXT, "line" INTEGER, "end_line" INTEGER, "columns" TEXT, "blob" TEXT, "snippet" TEXT, "read_by" TEXT, "command" TEXT, "exit_code" INTEGER, "tree" TEXT, PRIMARY KEY ("seq", "number")) STRICT;
CREATE TABLE "contracts" ("id" TEXT NOT NULL, "delegator" TEXT NOT NULL, "assignee" TEXT NOT NULL, "state" TEXT NOT NULL, "outcome" TEXT, "artifacts" TEXT NOT NULL, "contract" TEXT NOT NULL, "handoffs" TEXT NOT NULL, "result" TEXT, "held_by" TEXT, "consults" TEXT NOT NULL, "verdicts" TEXT NOT NULL, "confirmed" INTEGER NOT NULL, "retries" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "metered" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "contracts" VALUES('TC-1','lead','bob','offered',NULL,'[]','{"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"assignee":"bob","authority":{"autonomous_decisions":[],"escalation_triggers":[],"must_consult":[]},"created_at":"2026-11-18T08:36:05.800880Z","delegator":"lead","expected_output":{"deliverables":[],"format":"code","schema":null},"failure_handling":{"max_retries":null,"on_assumption_violation":"","on_blocked":"","on_partial_completion":""},"id":"TC-1","inputs":{"artifacts":[],"assumptions":[],"constraints":[],"description":"Build the login"},"timeout":{"max_steps":null,"on_timeout":""}}','[]',NULL,NULL,'[]','{}',0,0,0,0,19);
CREATE TABLE "debts" ("message" TEXT NOT NULL, "debtor" TEXT NOT NULL, "creditor" TEXT NOT NULL, "expects" TEXT NOT NULL, "since" TEXT NOT NULL, "seq" INTEGER NOT NULL, "since_step" INTEGER NOT NULL, "settled" INTEGER NOT NULL, "settled_by" TEXT, PRIMARY KEY ("message", "debtor")) STRICT;
INSERT INTO "debts" VALUES('MSG-7','bob','lead','["TASK_RESULT","TASK_BLOCKED"]','2026-11-18T08:35:53.593031Z',7,1,0,NULL);
INSERT INTO "debts" VALUES('MSG-8','bob','lead','["DECISION_RESULT"]','2026-11-18T08:35:55.373740Z',8,1,1,'MSG-22');
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
INSERT INTO "events" VALUES(1,'E-1','2026-11-18T08:35:45.874949Z','RuleSetAdopted','system','system',NULL,NULL,'{"digest":"606349a27b5d7037","rules":["a_writer_whose_value_does_not_stand_is_told_to_read_again","a_status_update_sets_the_senders_status","a_task_result_registers_artifacts_and_sets_the_senders_status","a_blocked_task_blocks_its_sender_unless_a_part_can_go_on","a_decision_request_opens_a_decision","a_decision_result_resolves_the_decision","a_handoff_offers_the_contract_it_carries","an_offer_is_told_to_its_assignee","a_refusal_of_a_contract_is_told_to_its_delegator","a_refusal_of_a_contract_is_told_to_those_who_wait_for_it","a_result_delivers_or_ends_its_contract","a_delivery_is_put_to_its_reviewer","the_first_sign_of_work_starts_a_contract","a_contract_at_its_step_limit_follows_its_instruction","verdicts_decide_a_delivered_contract","a_hold_repeats_what_the_contract_says_for_it","the_answer_to_a_report_ends_the_hold","the_end_of_a_contract_is_told_to_its_assignee","a_task_belongs_to_the_first_who_starts_it","a_task_that_is_called_done_is_closed","a_handed_over_artifact_belongs_to_the_one_who_takes_the_task","a_task_known_by_its_name_goes_with_the_handoff_that_describes_it_so","those_who_lose_a_task_to_another_are_told","what_a_task_is_to_yield_belongs_to_its_owner","the_artifacts_of_one_who_leaves_go_to_its_delegator","a_withdrawn_task_is_told_to_its_owner_and_to_those_who_wait","the_waits_of_one_who_leaves_are_closed","a_block_that_the_lead_or_a_person_resolves_ends","who_begins_to_wait_for_what_does_not_come_is_told","an_agent_that_goes_on_by_itself_is_blocked_no_more","a_review_ends_when_all_who_are_left_have_answered","those_who_wait_for_one_who_leaves_are_told","a_blocking_review_request_blocks_its_sender","a_review_result_frees_the_one_who_asked","the_answer_to_a_conflict_ends_its_blocks","a_task_of_a_run_shows_in_its_agents_entry","a_run_that_ends_ends_the_turns_of_its_agents","a_circle_of_waits_is_told_to_the_lead","shipped:task_completed","shipped:task_blocked","shipped:decision_resolved","shipped:conflict_detected","shipped:artifact_updated"],"team":null}',NULL,NULL,NULL,'3300445259850765e819a2954d1c6c6eab18b55547227981957f59065229eb73',NULL,NULL);
INSERT INTO "events" VALUES(2,'E-2','2026-11-18T08:35:45.875239Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"member added","agent":"lead","role":"lead","model":null}',NULL,NULL,NULL,'7e7b52963def0e197e581246c6a4d3e09222f2e7c3f9b8b3523b016f8740d71f',NULL,NULL);
INSERT INTO "events" VALUES(3,'E-3','2026-11-18T08:35:47.296088Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"member added","agent":"bob","role":"builder","model":null}',NULL,NULL,NULL,'d57f5f8d40ac42622b2e5f0a3810c215b82344ff801e8f3c2a051368100229d6',NULL,NULL);
INSERT INTO "events" VALUES(4,'E-4','2026-11-18T08:35:49.045070Z','TokenIssued','person','terminal',NULL,NULL,'{"agent":"bob","digest":"62af22dd96da961b8dee26de143783afcfd339fcaa210e211fe98e3c619f45b2","expires":1797582948}',NULL,NULL,NULL,'9b93daa7dbf567844a9f70ae1778b57cb86eb5108968d0909b3f08b71eca4fe9',NULL,NULL);
INSERT INTO "events" VALUES(5,'E-5','2026-11-18T08:35:50.554692Z','FieldSet','person','terminal',NULL,NULL,'{"action":"field set","field":"goal","agent":null,"based_on":4,"overrides":null,"status":null,"message":null}','{"value":"ship","why":null}','c9ec481543370b8d62a2ccfa778280e7','a3ac3e56db23d4aea7ad68cd2fb1c0d0f63493fa64f6de969558d4d29b40d55d','97748828d383859ca3a09640cb33fcb6b09377555903afd406450c339b1992bc',NULL,NULL);
INSERT INTO "events" VALUES(6,'E-6','2026-11-18T08:35:51.758875Z','TurnStarted','bob','terminal',NULL,NULL,'{"agent":"bob"}',NULL,NULL,NULL,'75f855c74b4bb345189b3a31ef91fbd3892be07c19e8d6d19ff4a216b8be78a7',NULL,NULL);
INSERT INTO "events" VALUES(7,'E-7','2026-11-18T08:35:53.593031Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-7","type":"TASK_HANDOFF","from":"lead","to":"bob","readers":["bob"],"priority":"normal","channel":null,"in_reply_to":null,"expects":["TASK_RESULT","TASK_BLOCKED"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"build it","related_state_refs":[],"payload":{"task_description":"build it","input_artifacts":[],"expected_output":{"format":"code","success_criteria":["it runs"]},"constraints":[],"authority_scope":"","fallback_on_failure":""}}','58becc17aacac8235428e5f0199c14c8','c9e084458e1753d0c1e92b5fb537257c871ae209637b4e2fa06dec4d1878c520','57549bc018499ced11294e3e191b27087236c98d0063cb8d2ed450b3d671f26c',NULL,NULL);
INSERT INTO "events" VALUES(8,'E-8','2026-11-18T08:35:55.373740Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-8","type":"DECISION_REQUEST","from":"lead","to":"bob","readers":["bob"],"priority":"blocking","channel":null,"in_reply_to":null,"expects":["DECISION_RESULT"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"JWT?","related_state_refs":[],"payload":{"decision_id":"D-1","question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}],"recommended":null,"deadline_steps":null}}','8b8b63cd58eee9a25ba53dda62d76273','e572aab6438a3c1ca3ba1b4aeb2679faa7ebf1cfe9d507bb88f9fe32439cb5b1','f8954b4277b084e3249e988692eef22b40ae564aeab080f3f9d932852dd3299c',NULL,NULL);
INSERT INTO "events" VALUES(9,'E-9','2026-11-18T08:35:55.385646Z','DecisionRequested','lead','terminal',NULL,8,'{"action":"decision requested","decision":"D-1","message":"MSG-8","requester":"lead","owners":["bob"],"deadline_steps":null}','{"question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}]}','2699ccc09e59fc1acc96eb79d1d94349','6c1dc48492c0c7d8cb8dbb1880fe967b4b355ae3898c861322d2f44fca7b6fd3','bb32d8782ac36512ecaff8e7c67bd25a4de3bb48b7c9edf7df82917e1c3faaca',NULL,NULL);
INSERT INTO "events" VALUES(10,'E-10','2026-11-18T08:35:56.635393Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-10","type":"STATUS_UPDATE","from":"bob","to":"lead","readers":["lead"],"priority":"normal","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"waiting","related_state_refs":[],"payload":{"task_ref":null,"new_status":"blocked","progress_summary":"waiting","estimated_remaining":null,"blockers":["no access"]}}','4f819b0f13ca073bdc4195551bd8f820','81d93e4e04828b92fa6fc4fc96dcaa433f16d5642137b665ff9d3da36ac03bcd','aee2db9e35d881df701ecde8133fd4017bc5773b1355f8debfaadac688ef880f',NULL,NULL);
INSERT INTO "events" VALUES(11,'E-11','2026-11-18T08:35:56.636706Z','FieldSet','bob','terminal',NULL,10,'{"action":"field set","field":"status","agent":"bob","based_on":10,"overrides":null,"status":"blocked","message":"MSG-10"}',NULL,NULL,NULL,'830c229c39bcf0a8005908659dfd771781d16877604501fcbf13947212316793',NULL,NULL);
INSERT INTO "events" VALUES(12,'E-12','2026-11-18T08:35:56.636949Z','BlockerAdded','bob','terminal',NULL,10,'{"action":"blocker reported","id":"BLK-12","affected_agents":["bob"],"cause":null,"by":"bob"}','{"description":"no access"}','615886826c375e8654afdbd4f0dbdfd6','e4ed4707f54437c24aba6f85fb5d845c03b0bd76ee656aa55a13797a3a47d569','2a5c95435e08ae1e1acb963255a6fe510b8bcbbaa52b77e3622e75c6aae31a2f',NULL,NULL);
INSERT INTO "events" VALUES(13,'E-13','2026-11-18T08:35:56.673119Z','MessagePosted','system','system',NULL,10,'{"id":"MSG-13","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"bob is blocked by a cause outside the team: no access","related_state_refs":[{"type":"agent","id":"bob"}],"payload":{"topic":"bob is blocked","content":"bob is blocked by a cause outside the team: no access","relevance_to_recipients":"You lead the team.","actionable":true,"action_suggestion":"Finish it, or say when it can be expected."}}','d8181fc81b511dbae8a64c0bd69ed0c1','2eefaba466a4bd1a57619dd3170ce9e522e33fd74e13312f6df3dc63a069a676','7018014e930bb364dd44835b27a1fe3199075a668ef75264086dfb5c3f6ad58b',NULL,NULL);
INSERT INTO "events" VALUES(14,'E-14','2026-11-18T08:35:58.043201Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-14","type":"FREEFORM","from":"lead","to":"all","readers":["bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":["bob"]}','{"context_summary":"good morning @bob / おはよう","related_state_refs":[],"payload":{"intent_hint":"","body":"good morning @bob / おはよう","requires_response":false,"urgency":"normal"}}','ad855d56a5c6b1b100815847cbc5aff9','60ccb5698fec262c5a802f18be2e19c74525e37da1dc6a8f6403cb099c87807d','44467d22484bf1730a58d09d7b79464e3f210d5df61a880b072257e6ef0b8e5c','once','2bf218a18d9ac4d3777a02055f0c181d4fdf2796ca5e0ebb5df78f90a05017fe');
INSERT INTO "events" VALUES(15,'E-15','2026-11-18T08:35:59.287185Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-15","type":"FREEFORM","from":"person","to":"#general","readers":["lead","bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}',NULL,NULL,'d936f4ac7f39174ec70d366ca8edaf879d26496ee184eaf8547bc74741fdf246','906677e8e971a9eda36b05d7f7f035337ac8c20fd0164165206aa9f6bfb8e09b',NULL,NULL);
INSERT INTO "events" VALUES(16,'E-16','2026-11-18T08:36:00.827733Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-16","type":"FREEFORM","from":"bob","to":"#design","readers":["lead"],"priority":"normal","channel":"design","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"a post","related_state_refs":[],"payload":{"intent_hint":"","body":"a post","requires_response":false,"urgency":"normal"}}','c7f074df8d657f54f7873d9db1b385d1','07663c630f76322bde97645de665237dcefb1472dcdd41df22fc8ca892f277a6','9e90383bf0524e1f722e7528aa35a7a0639536aacdfec04bb5e05fd9fb8ed650',NULL,NULL);
INSERT INTO "events" VALUES(17,'E-17','2026-11-18T08:36:02.689826Z','ChannelRead','person','terminal',NULL,NULL,'{"reader":"person","channel":"design","up_to":16}',NULL,NULL,NULL,'ce1ff51a6b8e26e0dcc9728ac7dbfe35cb7c125c7d5d9404f22a84decd80adfc',NULL,NULL);
INSERT INTO "events" VALUES(18,'E-18','2026-11-18T08:36:04.089832Z','RuleRefused','person','terminal',NULL,NULL,'{"rule":"DEC-26","actor":"person","action":"HandleMessages","mode":"enforce"}',NULL,NULL,NULL,'cf8835fd2255e0c4ac1287c332f9fd5d8d0eb9834c80b23c35302b6798c0d94c',NULL,NULL);
INSERT INTO "events" VALUES(19,'E-19','2026-11-18T08:36:05.800880Z','ContractOffered','lead','terminal',NULL,NULL,'{"id":"TC-1","delegator":"lead","assignee":"bob","artifacts":[],"handoff":null}','{"contract":{"id":"TC-1","delegator":"lead","assignee":"bob","created_at":null,"inputs":{"description":"Build the login","artifacts":[],"constraints":[],"assumptions":[]},"expected_output":{"format":"code","schema":null,"deliverables":[]},"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"authority":{"autonomous_decisions":[],"must_consult":[],"escalation_triggers":[]},"failure_handling":{"on_blocked":"","on_partial_completion":"","on_assumption_violation":"","max_retries":null},"timeout":{"max_steps":null,"on_timeout":""}}}','357e8d7b6835b553857c4798ae44ccdc','7f222547a628e71206b6a4abd080b2267fd8f667de9887710e04e4b0940221dd','b7d7906550e0bb1524f21a3857470cb64f4de3058747764df4542f49b5a4b881',NULL,NULL);
INSERT INTO "events" VALUES(20,'E-20','2026-11-18T08:36:05.818814Z','MessagePosted','system','system',NULL,19,'{"id":"MSG-20","type":"KNOWLEDGE_SHARE","from":"system","to":"bob","readers":["bob"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Build the login","related_state_refs":[],"payload":{"topic":"lead offers you the contract TC-1","content":"Build the login","relevance_to_recipients":"You are its assignee.","actionable":true,"action_suggestion":"Read it: renkei contract show TC-1. Then: renkei contract accept TC-1, or decline TC-1."}}','f8948deee68ad36120ac093da770519e','649a7a0aa081b56511210547ee457dbdc9b02c9071edbee3cb7107d238d227f3','1e919139977a5515559b89d68725e5fcf4832991897318673c80481ae003da8e',NULL,NULL);
INSERT INTO "events" VALUES(21,'E-21','2026-11-18T08:36:07.060150Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"TURN-2","actor":"bob","action":"AcceptContract","mode":"enforce"}',NULL,NULL,NULL,'b4e364e165ae2a65db7b8bb3046585d512fb8d0daef0b7545857676c9edc7e33',NULL,NULL);
INSERT INTO "events" VALUES(22,'E-22','2026-11-18T08:36:07.875043Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-22","type":"DECISION_RESULT","from":"person","to":["lead","bob"],"readers":["lead","bob"],"priority":"normal","channel":null,"in_reply_to":"MSG-8","expects":[],"debtors":[],"settles":[{"message":"MSG-8","debtor":"bob"}],"mentioned":[]}','{"context_summary":"simple","related_state_refs":[],"payload":{"decision_id":"D-1","chosen_option":"yes","rationale":"simple","additional_constraints":null}}','1339ee53fc33591f2bc66602662f647f','2e42434b1a2a5c2e4831ab94d46f8d07691e2e725bec3d10602c109666005cc5','86af10173930421dfab5b835b5e526ff88ff7e1ce8bdeda30b77eaafcf337a52',NULL,NULL);
INSERT INTO "events" VALUES(23,'E-23','2026-11-18T08:36:07.876271Z','DecisionResolved','person','terminal',NULL,22,'{"action":"decision made","decision":"D-1","message":"MSG-22"}','{"chosen_option":"yes","rationale":"simple","additional_constraints":[]}','1f4dd6c4a4aa530a1fa0741fcc75f4a8','575925a11c9e86f91df4c8ea3189fea9cd08d016ff9950992bb48b0facebcb10','51e644e27646ad6249a9331d01655d9ce5164371d1509933f2d0dd46d30039bb',NULL,NULL);
INSERT INTO "events" VALUES(24,'E-24','2026-11-18T08:36:07.899056Z','MessagePosted','system','system',NULL,22,'{"id":"MSG-24","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Decision D-1 is resolved.","related_state_refs":[{"type":"decision","id":"D-1"}],"payload":{"topic":"Decision D-1","content":"Decision D-1 is resolved.\nWhat was decided: yes\nImpact on your task: You asked for it.","relevance_to_recipients":"You asked for it.","actionable":true,"action_suggestion":"Check your work against the decision."}}','9254740714cf3ae1de9d69c4ec8953fb','35e23c437eae63860a0a200224bd74ec5f70d2937816ae977a14d05686eed465','c3fabf7c36e5fa99d03f6a52fd5dac575d73ef03f71bffdb2fc16cb72fce931a',NULL,NULL);
INSERT INTO "events" VALUES(25,'E-25','2026-11-18T08:36:08.642408Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"BOARD-4","actor":"bob","action":"SetFields","mode":"enforce"}',NULL,NULL,NULL,'69b9d62cef4685ed71dfacb40c35697f38538bbf89e0604ead9e036e06eb932b',NULL,NULL);
INSERT INTO "events" VALUES(26,'E-26','2026-11-18T08:36:10.372445Z','RunStarted','person','terminal','R-1',NULL,'{"run":"R-1","playbook":"small","digest":"89be8fd31fbb8cee","agents":"scripted","yes":true,"execute":false,"merge":false,"team":true,"tasks":["t","gap"],"base":null,"branch":null,"work_tree":null,"git":null,"caps":{"tokens":null,"steps":null,"minutes":null,"money":null}}','{"goal":"","variables":{},"playbook":{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"},{"id":"gap","role":"r","critical":false,"script":[{"crash":"boom"}]}]}}','9ebd3c632b82595b0eb6abc61e533206','9e31a07a7c43cc5d90084faeb4f2b8716ca29e9a420765c8207f6c6ebfec7ca8','9d3d91aae108d97b5cc2b444c4225feba5de888d1279015a43aa1673d7645d84',NULL,NULL);
INSERT INTO "events" VALUES(27,'E-27','2026-11-18T08:36:10.373305Z','AgentAdded','person','terminal',NULL,26,'{"action":"member added","agent":"r","role":"r","model":null}',NULL,NULL,NULL,'cc47947002488fce5427ce672b28cdb3e68442ac7869a31f4f2200d0e502155e',NULL,NULL);
INSERT INTO "events" VALUES(28,'E-28','2026-11-18T08:36:10.460693Z','RunLeased','system','system','R-1',NULL,'{"run":"R-1","holder":"vm:31628"}',NULL,NULL,NULL,'e1f406b2acbb522248c0b1189febd91c322abf0798190492f8d2cd6f94ef844f',NULL,NULL);
INSERT INTO "events" VALUES(29,'E-29','2026-11-18T08:36:10.463388Z','TaskStarted','system','system','R-1',NULL,'{"run":"R-1","task":"t","cycle":1,"attempt":1,"agent":"r","lease":28,"base":null,"contract":null,"credential":"38e9d4ef030d181f03e170de72d3ea54bd06c7c4462e3b2b82c0f4dfd0305796","recheck":false}',NULL,NULL,NULL,'3d72e3650fae5c5a5fdcdb8905ec812e42e295c5ffb1fa9add0ca0c277c8b23e',NULL,NULL);
INSERT INTO "events" VALUES(30,'E-30','2026-11-18T08:36:10.463647Z','TaskStarted','system','system','R-1',29,'{"run":"R-1","task":"gap","cycle":1,"attempt":1,"agent":"r","lease":28,"base":null,"contract":null,"credential":"12b21b91fc484bfc0dcb2fa0d2120ac8631d4f8463d105f53a8d9d5b9cd9fdc7","recheck":false}',NULL,NULL,NULL,'bda69ac55a22e45bf010e1b08b2068e878408c56fd5a3af170fb3551a0c629ee',NULL,NULL);
INSERT INTO "events" VALUES(31,'E-31','2026-11-18T08:36:10.463712Z','FieldSet','system','system',NULL,29,'{"action":"field set","field":"current_phase","agent":null,"based_on":28,"overrides":null,"status":null,"message":null}','{"value":"small: work","why":null}','080559194373e54a37ef0b8bb2aef030','5f1d111405691f20211958e00b1621f1bc21364f019b2c4d47d9256158d11114','302f7d0b8ade8ae4a8548c1f6bb88bd24b3692050603fa575bbb17c5fefb1371',NULL,NULL);
INSERT INTO "events" VALUES(32,'E-32','2026-11-18T08:36:10.463965Z','FieldSet','system','system',NULL,29,'{"action":"field set","field":"current_task","agent":"r","based_on":31,"overrides":null,"status":null,"message":null}','{"value":"R-1/t","why":null}','2c4d9bb671edbdeb04489a6b7b890e00','b7e65b9ca26b1b12f869dc49bc76b8e0080f5a63cf47120055eee69034ac1599','41e26edb78e65b809c62e002e273e6eadfa7c51d92b44818a15624ab551681a9',NULL,NULL);
INSERT INTO "events" VALUES(33,'E-33','2026-11-18T08:36:10.464063Z','FieldSet','system','system',NULL,29,'{"action":"field set","field":"status","agent":"r","based_on":31,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'4876cec755ce05b79077521f2a175ce72f3cd653b71e1429c5e3bf2553facb3e',NULL,NULL);
INSERT INTO "events" VALUES(34,'E-34','2026-11-18T08:36:10.464101Z','FieldSet','system','system',NULL,29,'{"action":"field set","field":"current_task","agent":"r","based_on":31,"overrides":null,"status":null,"message":null}','{"value":"R-1/gap","why":null}','830e71cdf9b90cce137d2225a00a8f02','17dbbbb6f175a90bfcb67989235aa21e850527f6cc5e44b8373fd3304019ff5d','b2b4a709f31de915d2f488fef21f3a1464a9da580ebecf034e0d81f378083579',NULL,NULL);
INSERT INTO "events" VALUES(35,'E-35','2026-11-18T08:36:10.464137Z','FieldSet','system','system',NULL,29,'{"action":"field set","field":"status","agent":"r","based_on":31,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'bd7873aea4ff30031a544c872e927e1f1eba7ddb4bdd4ff1a6647a09ea4fdefe',NULL,NULL);
INSERT INTO "events" VALUES(36,'E-36','2026-11-18T08:36:10.822193Z','TaskFailed','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":1,"token":30,"agent":"r","kind":"crash","agentless":false,"silent":true,"until":null,"refused":[],"usage":{"tokens":0,"steps":0,"micros":0,"spent":[]}}','{"summary":"boom","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','9012926ebec47b2c01a8071345602519','69221a88011ef5021776f47266fc56043f18659d3e70c1817ab6da6dac9298f8','09b76a26a3ade4c5dd8bd8546e10dea9726dfcb1329edf713f3e9c3ba12278f3',NULL,NULL);
INSERT INTO "events" VALUES(37,'E-37','2026-11-18T08:36:10.822601Z','FieldSet','system','system',NULL,36,'{"action":"ended without update","field":"status","agent":"r","based_on":36,"overrides":null,"status":"error","message":null}',NULL,NULL,NULL,'86e13e4ea90d311810bf8bfc59e83a34b99ac27c2935c6d8008605f9efe3cf7c',NULL,NULL);
INSERT INTO "events" VALUES(38,'E-38','2026-11-18T08:36:10.822958Z','TaskStarted','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":2,"agent":"r","lease":28,"base":null,"contract":null,"credential":"d6fbb469e9ec15e2ef934008145490f6425edbae83b8923e712ede41038ac536","recheck":false}',NULL,NULL,NULL,'7e0e11c74d3b6a1b2026badd0637aacc0ce363a324173ff296b5792f90d70607',NULL,NULL);
INSERT INTO "events" VALUES(39,'E-39','2026-11-18T08:36:10.823061Z','FieldSet','system','system',NULL,38,'{"action":"field set","field":"current_task","agent":"r","based_on":38,"overrides":null,"status":null,"message":null}','{"value":"R-1/gap","why":null}','4cefec48d442189c07d1c655e3776d47','4cb7a48cd7e3850d0ce70adcfb57f6d888c2db2f05e8eb64795fdc1be72e3ae7','59856c2ac997b2fe4faf4d6f420f0aeb659ce55eedf8841324fe523f46ef1579',NULL,NULL);
INSERT INTO "events" VALUES(40,'E-40','2026-11-18T08:36:10.823102Z','FieldSet','system','system',NULL,38,'{"action":"field set","field":"status","agent":"r","based_on":38,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'00247704e2f9be33d3f7c4ce9d02009f2a36b0a0e6d661ab36cf11f3e8aaefdc',NULL,NULL);
INSERT INTO "events" VALUES(41,'E-41','2026-11-18T08:36:10.979010Z','TaskCompleted','system','system','R-1',NULL,'{"run":"R-1","task":"t","cycle":1,"attempt":1,"token":29,"agent":"r","commit":null,"artifacts":[],"refused":[],"unverified":false,"severity":null,"flags":[],"usage":{"tokens":0,"steps":0,"micros":0,"spent":[]}}','{"summary":"","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','c9a5ee4e5203c25973030134d0486db8','42592e507080240c1014e4215a8156a1956ee8728223e05a77279669358eb4fa','40e9d0601166091991e36cdf5425f6ac2a7140891fcf0811b64e38158ff0ea43',NULL,NULL);
INSERT INTO "events" VALUES(42,'E-42','2026-11-18T08:36:10.979311Z','FieldSet','system','system',NULL,41,'{"action":"field set","field":"status","agent":"r","based_on":41,"overrides":null,"status":"completed","message":null}',NULL,NULL,NULL,'4ada102ff0df9af30b4117ae22732e684e572c3726440c67daf8560e9afd5061',NULL,NULL);
INSERT INTO "events" VALUES(43,'E-43','2026-11-18T08:36:11.060521Z','TaskFailed','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":2,"token":38,"agent":"r","kind":"crash","agentless":false,"silent":true,"until":null,"refused":[],"usage":{"tokens":0,"steps":0,"micros":0,"spent":[]}}','{"summary":"boom","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','73efeaf0555ec4dcbd13b09fb35e2ff8','fa44ce529c263bb1a75650d6bb39fd268acad8251909ee017bd47deba77e72b7','111f4b3597e6e4c2c7e9091d70f5cf52705b4c55e192a8c61bb60b864c676766',NULL,NULL);
INSERT INTO "events" VALUES(44,'E-44','2026-11-18T08:36:11.060785Z','FieldSet','system','system',NULL,43,'{"action":"ended without update","field":"status","agent":"r","based_on":43,"overrides":null,"status":"error","message":null}',NULL,NULL,NULL,'22779d2940d12df4bf40defe4fb5ec4b10d96c824f1d187cb99b4b57a5f4a445',NULL,NULL);
INSERT INTO "events" VALUES(45,'E-45','2026-11-18T08:36:11.079068Z','TaskSkipped','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1}',NULL,NULL,NULL,'61d2d2f0893a0c954098a8ff202612af6d71736dc55eadb59534102ad9b9e935',NULL,NULL);
INSERT INTO "events" VALUES(46,'E-46','2026-11-18T08:36:11.083674Z','RunEnded','system','system','R-1',NULL,'{"run":"R-1","state":"completed","commit":null}','{"note":"all tasks are done"}','023689f9149a1436b41f5ebb1af9a5d5','941a87f547680ebb8f8b2fe958037ac7238f30dc5a33181b759fc683e421a8b8','77077a153b6812ee24c0dccbfda617575fb7b176b70b09ee45c55da035bfc5b7',NULL,NULL);
INSERT INTO "events" VALUES(47,'E-47','2026-11-18T08:36:11.083759Z','FieldSet','system','system',NULL,46,'{"action":"field set","field":"current_phase","agent":null,"based_on":45,"overrides":null,"status":null,"message":null}','{"value":"small: completed","why":null}','dc453d0d84c6696c8dbdef0a791f88cb','6b4b5d95352f40f39774514fb3f575384cf7df8bb4088538e121930b4bd03fbb','fe70abc21ca77cd6842e9c071261c5e6a22b92abfb3be53975e3f4313e54600f',NULL,NULL);
INSERT INTO "events" VALUES(48,'E-48','2026-11-18T08:36:12.009773Z','BodyRedacted','person','terminal',NULL,NULL,'{"target":"E-15","events":[15]}',NULL,NULL,NULL,'a99271b4382ff48222d2413afbb21dc3a3192f9739edf6beb523fcc4a4c82f6f',NULL,NULL);
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
INSERT INTO "head" VALUES(1,48,'a99271b4382ff48222d2413afbb21dc3a3192f9739edf6beb523fcc4a4c82f6f','2026-11-18T08:36:12.009773Z',8,'7a837d9721978df1');
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
CREATE TABLE "run_tasks" ("run" TEXT NOT NULL, "task" TEXT NOT NULL, "number" INTEGER NOT NULL, "state" TEXT NOT NULL, "cycle" INTEGER NOT NULL, "attempt" INTEGER NOT NULL, "failures" INTEGER NOT NULL, "token" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "credential" TEXT, "agent" TEXT NOT NULL, "contract" TEXT, "base" TEXT, "commit_id" TEXT, "artifacts" TEXT NOT NULL, "refused" TEXT NOT NULL, "outputs" TEXT NOT NULL, "conflicts" TEXT NOT NULL, "severity" TEXT, "questions" TEXT NOT NULL, "flags" TEXT NOT NULL, "doubts" TEXT NOT NULL, "not_run" TEXT, "recheck" INTEGER NOT NULL, "gate" TEXT, "kind" TEXT, "note" TEXT NOT NULL, "interim" INTEGER NOT NULL, "idle" INTEGER NOT NULL, "question" TEXT, "waited" INTEGER NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "unpriced" INTEGER NOT NULL, "parked" TEXT, "parks" INTEGER NOT NULL, "started" TEXT, "ended" TEXT, PRIMARY KEY ("run", "task")) STRICT;
INSERT INTO "run_tasks" VALUES('R-1','t',0,'completed',1,1,0,29,28,'38e9d4ef030d181f03e170de72d3ea54bd06c7c4462e3b2b82c0f4dfd0305796','r',NULL,NULL,NULL,'[]','[]','{}','[]',NULL,'[]','[]','[]',NULL,0,NULL,NULL,'',0,0,NULL,0,0,0,0,0,NULL,0,'2026-11-18T08:36:10.463388Z','2026-11-18T08:36:10.979010Z');
INSERT INTO "run_tasks" VALUES('R-1','gap',1,'skipped',1,2,2,38,28,'d6fbb469e9ec15e2ef934008145490f6425edbae83b8923e712ede41038ac536','r',NULL,NULL,NULL,'[]','[]','{}','[]',NULL,'[]','[]','[]',NULL,0,NULL,'crash','boom',0,0,NULL,0,0,0,0,0,NULL,0,'2026-11-18T08:36:10.822958Z','2026-11-18T08:36:11.060521Z');
CREATE TABLE "run_warnings" ("run" TEXT NOT NULL, "seq" INTEGER NOT NULL, "task" TEXT NOT NULL, "agent" TEXT NOT NULL, "text" TEXT NOT NULL, PRIMARY KEY ("run", "seq")) STRICT, WITHOUT ROWID;
INSERT INTO "run_warnings" VALUES('R-1',36,'gap','r','Agent r failed, results may be incomplete');
INSERT INTO "run_warnings" VALUES('R-1',43,'gap','r','Agent r failed, results may be incomplete');
CREATE TABLE "runs" ("id" TEXT NOT NULL, "playbook" TEXT NOT NULL, "state" TEXT NOT NULL, "agents" TEXT NOT NULL, "yes" INTEGER NOT NULL, "execute" INTEGER NOT NULL, "merge" INTEGER NOT NULL, "base" TEXT, "branch" TEXT, "head" TEXT, "cycle" INTEGER NOT NULL, "team" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "holder" TEXT NOT NULL, "caps" TEXT NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "unpriced" INTEGER NOT NULL, "active" INTEGER NOT NULL, "started" TEXT NOT NULL, "at" TEXT NOT NULL, "last" INTEGER NOT NULL, "merged" TEXT, "unmerged" INTEGER NOT NULL, "undone" TEXT, "note" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "runs" VALUES('R-1','small','completed','scripted',1,0,0,NULL,NULL,NULL,1,1,28,'vm:31628','{"minutes":null,"money":null,"steps":null,"tokens":null}',0,0,0,0,619,'2026-11-18T08:36:10.372445Z','2026-11-18T08:36:11.083674Z',46,NULL,0,NULL,'all tasks are done',26);
CREATE TABLE "session_spend" ("session" TEXT NOT NULL, "agent_id" TEXT NOT NULL, "model" TEXT NOT NULL, "input" INTEGER NOT NULL, "output" INTEGER NOT NULL, "cache_read" INTEGER NOT NULL, "cache_write" INTEGER NOT NULL, "cache_write_1h" INTEGER NOT NULL, "other" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("session", "agent_id", "model")) STRICT, WITHOUT ROWID;
CREATE TABLE "spend" ("agent" TEXT NOT NULL, "run" TEXT NOT NULL, "task" TEXT NOT NULL, "model" TEXT NOT NULL, "day" TEXT NOT NULL, "input" INTEGER NOT NULL, "output" INTEGER NOT NULL, "cache_read" INTEGER NOT NULL, "cache_write" INTEGER NOT NULL, "cache_write_1h" INTEGER NOT NULL, "other" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "unpriced" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("agent", "run", "task", "model", "day")) STRICT, WITHOUT ROWID;
CREATE TABLE "steps" ("agent" TEXT NOT NULL, "count" INTEGER NOT NULL, PRIMARY KEY ("agent")) STRICT, WITHOUT ROWID;
INSERT INTO "steps" VALUES('bob',5);
INSERT INTO "steps" VALUES('lead',4);
CREATE TABLE "tasks" ("id" TEXT NOT NULL, "delegator" TEXT, "addressees" TEXT NOT NULL, "owner" TEXT, "started" INTEGER NOT NULL, "state" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "tasks" VALUES('MSG-7','lead','["bob"]','bob',0,'open',7);
CREATE TABLE "tokens" ("digest" TEXT NOT NULL, "agent" TEXT NOT NULL, "seq" INTEGER NOT NULL, "expires" INTEGER, PRIMARY KEY ("digest")) STRICT, WITHOUT ROWID;
INSERT INTO "tokens" VALUES('62af22dd96da961b8dee26de143783afcfd339fcaa210e211fe98e3c619f45b2','bob',4,1797582948);
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
