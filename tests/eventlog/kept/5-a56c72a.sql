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
INSERT INTO "blockers" VALUES('BLK-12','no access','["bob"]',NULL,'bob','2026-11-16T19:30:08.245487Z',0,12);
CREATE TABLE "changelog" ("seq" INTEGER NOT NULL, "timestamp" TEXT NOT NULL, "agent" TEXT NOT NULL, "action" TEXT NOT NULL, "path" TEXT NOT NULL, "old" TEXT, "new" TEXT, PRIMARY KEY ("seq")) STRICT, WITHOUT ROWID;
INSERT INTO "changelog" VALUES(2,'2026-11-16T19:29:55.442488Z','person','added a member','agents.lead',NULL,'lead');
INSERT INTO "changelog" VALUES(3,'2026-11-16T19:29:56.584630Z','person','added a member','agents.bob',NULL,'builder');
INSERT INTO "changelog" VALUES(5,'2026-11-16T19:30:00.780936Z','person','set goal','goal',NULL,'ship');
INSERT INTO "changelog" VALUES(9,'2026-11-16T19:30:06.476160Z','lead','asked for a decision','pending_decisions.D-1',NULL,'JWT?');
INSERT INTO "changelog" VALUES(11,'2026-11-16T19:30:08.244931Z','bob','set status','agents.bob.status','idle','blocked');
INSERT INTO "changelog" VALUES(12,'2026-11-16T19:30:08.245487Z','bob','reported a blocker','blockers.BLK-12',NULL,'no access');
INSERT INTO "changelog" VALUES(23,'2026-11-16T19:30:19.996907Z','person','decided','pending_decisions.D-1','open','yes');
INSERT INTO "changelog" VALUES(27,'2026-11-16T19:30:24.200270Z','person','added a member','agents.r',NULL,'r');
INSERT INTO "changelog" VALUES(31,'2026-11-16T19:30:24.239602Z','system','set current_phase','current_phase',NULL,'small: work');
INSERT INTO "changelog" VALUES(32,'2026-11-16T19:30:24.239931Z','system','set current_task','agents.r.current_task',NULL,'R-1/t');
INSERT INTO "changelog" VALUES(33,'2026-11-16T19:30:24.240060Z','system','set status','agents.r.status','idle','working');
INSERT INTO "changelog" VALUES(34,'2026-11-16T19:30:24.240113Z','system','set current_task','agents.r.current_task','R-1/t','R-1/gap');
INSERT INTO "changelog" VALUES(35,'2026-11-16T19:30:24.240168Z','system','set status','agents.r.status','working','working');
INSERT INTO "changelog" VALUES(37,'2026-11-16T19:30:24.585295Z','system','ended without an update','agents.r.status','working','error');
INSERT INTO "changelog" VALUES(39,'2026-11-16T19:30:24.585786Z','system','set current_task','agents.r.current_task','R-1/gap','R-1/gap');
INSERT INTO "changelog" VALUES(40,'2026-11-16T19:30:24.585844Z','system','set status','agents.r.status','error','working');
INSERT INTO "changelog" VALUES(42,'2026-11-16T19:30:24.729855Z','system','set status','agents.r.status','working','completed');
INSERT INTO "changelog" VALUES(44,'2026-11-16T19:30:24.765759Z','system','ended without an update','agents.r.status','completed','error');
INSERT INTO "changelog" VALUES(47,'2026-11-16T19:30:24.802372Z','system','set current_phase','current_phase','small: work','small: completed');
CREATE TABLE "channels" ("name" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
INSERT INTO "channels" VALUES('general',14);
INSERT INTO "channels" VALUES('design',16);
CREATE TABLE "checks" ("seq" INTEGER NOT NULL, "session" TEXT NOT NULL, "agent_id" TEXT NOT NULL, "agent" TEXT NOT NULL, "outcome" TEXT NOT NULL, "attempt" INTEGER NOT NULL, "verify" INTEGER NOT NULL, "confidence" TEXT, "tally" TEXT NOT NULL, "model" TEXT, "tokens" INTEGER, "cost" TEXT, PRIMARY KEY ("seq")) STRICT;
CREATE TABLE "claims" ("seq" INTEGER NOT NULL, "number" INTEGER NOT NULL, "kind" TEXT NOT NULL, "agent" TEXT NOT NULL, "category" TEXT, "path" TEXT, "line" INTEGER, "end_line" INTEGER, "columns" TEXT, "blob" TEXT, "snippet" TEXT, "read_by" TEXT, "command" TEXT, "exit_code" INTEGER, "tree" TEXT, PRIMARY KEY ("seq", "number")) STRICT;
CREATE TABLE "contracts" ("id" TEXT NOT NULL, "delegator" TEXT NOT NULL, "assignee" TEXT NOT NULL, "state" TEXT NOT NULL, "outcome" TEXT, "artifacts" TEXT NOT NULL, "contract" TEXT NOT NULL, "handoffs" TEXT NOT NULL, "result" TEXT, "held_by" TEXT, "consults" TEXT NOT NULL, "verdicts" TEXT NOT NULL, "confirmed" INTEGER NOT NULL, "retries" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "metered" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "contracts" VALUES('TC-1','lead','bob','offered',NULL,'[]','{"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"assignee":"bob","authority":{"autonomous_decisions":[],"escalation_triggers":[],"must_consult":[]},"created_at":"2026-11-16T19:30:17.432399Z","delegator":"lead","expected_output":{"deliverables":[],"format":"code","schema":null},"failure_handling":{"max_retries":null,"on_assumption_violation":"","on_blocked":"","on_partial_completion":""},"id":"TC-1","inputs":{"artifacts":[],"assumptions":[],"constraints":[],"description":"Build the login"},"timeout":{"max_steps":null,"on_timeout":""}}','[]',NULL,NULL,'[]','{}',0,0,0,0,19);
CREATE TABLE "debts" ("message" TEXT NOT NULL, "debtor" TEXT NOT NULL, "creditor" TEXT NOT NULL, "expects" TEXT NOT NULL, "since" TEXT NOT NULL, "seq" INTEGER NOT NULL, "since_step" INTEGER NOT NULL, "settled" INTEGER NOT NULL, "settled_by" TEXT, PRIMARY KEY ("message", "debtor")) STRICT;
INSERT INTO "debts" VALUES('MSG-7','bob','lead','["TASK_RESULT","TASK_BLOCKED"]','2026-11-16T19:30:04.925613Z',7,1,0,NULL);
INSERT INTO "debts" VALUES('MSG-8','bob','lead','["DECISION_RESULT"]','2026-11-16T19:30:06.474267Z',8,1,1,'MSG-22');
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
INSERT INTO "events" VALUES(1,'E-1','2026-11-16T19:29:55.442169Z','RuleSetAdopted','system','system',NULL,NULL,'{"digest":"606349a27b5d7037","rules":["a_writer_whose_value_does_not_stand_is_told_to_read_again","a_status_update_sets_the_senders_status","a_task_result_registers_artifacts_and_sets_the_senders_status","a_blocked_task_blocks_its_sender_unless_a_part_can_go_on","a_decision_request_opens_a_decision","a_decision_result_resolves_the_decision","a_handoff_offers_the_contract_it_carries","an_offer_is_told_to_its_assignee","a_refusal_of_a_contract_is_told_to_its_delegator","a_refusal_of_a_contract_is_told_to_those_who_wait_for_it","a_result_delivers_or_ends_its_contract","a_delivery_is_put_to_its_reviewer","the_first_sign_of_work_starts_a_contract","a_contract_at_its_step_limit_follows_its_instruction","verdicts_decide_a_delivered_contract","a_hold_repeats_what_the_contract_says_for_it","the_answer_to_a_report_ends_the_hold","the_end_of_a_contract_is_told_to_its_assignee","a_task_belongs_to_the_first_who_starts_it","a_task_that_is_called_done_is_closed","a_handed_over_artifact_belongs_to_the_one_who_takes_the_task","a_task_known_by_its_name_goes_with_the_handoff_that_describes_it_so","those_who_lose_a_task_to_another_are_told","what_a_task_is_to_yield_belongs_to_its_owner","the_artifacts_of_one_who_leaves_go_to_its_delegator","a_withdrawn_task_is_told_to_its_owner_and_to_those_who_wait","the_waits_of_one_who_leaves_are_closed","a_block_that_the_lead_or_a_person_resolves_ends","who_begins_to_wait_for_what_does_not_come_is_told","an_agent_that_goes_on_by_itself_is_blocked_no_more","a_review_ends_when_all_who_are_left_have_answered","those_who_wait_for_one_who_leaves_are_told","a_blocking_review_request_blocks_its_sender","a_review_result_frees_the_one_who_asked","the_answer_to_a_conflict_ends_its_blocks","a_task_of_a_run_shows_in_its_agents_entry","a_run_that_ends_ends_the_turns_of_its_agents","a_circle_of_waits_is_told_to_the_lead","shipped:task_completed","shipped:task_blocked","shipped:decision_resolved","shipped:conflict_detected","shipped:artifact_updated"],"team":null}',NULL,NULL,NULL,'2348a8f372004ceede643bec395928053d5fe25229f11326df341165f056cdc5',NULL,NULL);
INSERT INTO "events" VALUES(2,'E-2','2026-11-16T19:29:55.442488Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"lead","role":"lead","model":null}',NULL,NULL,NULL,'4610bbf85387b2a68704ec83c6cb7531bfe49fa6107db977f7fa573866ff3b40',NULL,NULL);
INSERT INTO "events" VALUES(3,'E-3','2026-11-16T19:29:56.584630Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"bob","role":"builder","model":null}',NULL,NULL,NULL,'112967080c590ea98e3c168158e5498314241369abb51607db243bf585a8ab40',NULL,NULL);
INSERT INTO "events" VALUES(4,'E-4','2026-11-16T19:29:58.184389Z','TokenIssued','person','terminal',NULL,NULL,'{"agent":"bob","digest":"493aec725c3b8c66a873758a2d7cd96de6337db996f9ed2e43838c9e026f04fe"}',NULL,NULL,NULL,'444a03f5c8e43f340859cf3168d5ed862116a00bfa6f146d2f63315435153667',NULL,NULL);
INSERT INTO "events" VALUES(5,'E-5','2026-11-16T19:30:00.780936Z','FieldSet','person','terminal',NULL,NULL,'{"action":"set goal","field":"goal","agent":null,"based_on":4,"overrides":null,"status":null,"message":null}','{"value":"ship","why":null}','e5f3f00b2dbf49cd509b860abd246e35','6fea99130fb2ecbea6050d7e0cf88ff2e4682a16e0aa48283a1af67182a769b3','a86f4254aa17f05b340713eba70f40be2706117cff1d1e2a8e91245d7a8c9628',NULL,NULL);
INSERT INTO "events" VALUES(6,'E-6','2026-11-16T19:30:02.451007Z','TurnStarted','bob','terminal',NULL,NULL,'{"agent":"bob"}',NULL,NULL,NULL,'f2eae37a8cb04f576945386e1aac1ea84ee9a640993d7fd5febf7d68e5d78600',NULL,NULL);
INSERT INTO "events" VALUES(7,'E-7','2026-11-16T19:30:04.925613Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-7","type":"TASK_HANDOFF","from":"lead","to":"bob","readers":["bob"],"priority":"normal","channel":null,"in_reply_to":null,"expects":["TASK_RESULT","TASK_BLOCKED"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"build it","related_state_refs":[],"payload":{"task_description":"build it","input_artifacts":[],"expected_output":{"format":"code","success_criteria":["it runs"]},"constraints":[],"authority_scope":"","fallback_on_failure":""}}','9cb0074c4330aeb83b2a24cfa43248f4','ce20943f5256086170e40ae6a16678d46af09e5cc8ef176851a383bf051eace5','5637908d348ea0ded98c0418d6b7c8143d793091ef13b1cebfbf5ac6d0bc933f',NULL,NULL);
INSERT INTO "events" VALUES(8,'E-8','2026-11-16T19:30:06.474267Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-8","type":"DECISION_REQUEST","from":"lead","to":"bob","readers":["bob"],"priority":"blocking","channel":null,"in_reply_to":null,"expects":["DECISION_RESULT"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"JWT?","related_state_refs":[],"payload":{"decision_id":"D-1","question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}],"recommended":null,"deadline_steps":null}}','84cf38ae92adb98c43a1b63dfd0f4f0d','4eef514e470083ee27570c590ce557170a8f0c384c0947ba74e4c36e7a59b0af','ce2de48e7a4ecc2d2e90f40f481528c35897dc50979cc6d312dc2f1b663ab4c6',NULL,NULL);
INSERT INTO "events" VALUES(9,'E-9','2026-11-16T19:30:06.476160Z','DecisionRequested','lead','terminal',NULL,8,'{"action":"asked for a decision","decision":"D-1","message":"MSG-8","requester":"lead","owners":["bob"],"deadline_steps":null}','{"question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}]}','4715564aeca8b4c77cdf5d61b90c7c2b','3db209065314d20fb3936818b7c40a8f5fe7091a3bd842c9c34f52f769cb01de','10cbfe519a74fbacc286251b6054ecf3daa5f9b6b906f61073a63b84c5911826',NULL,NULL);
INSERT INTO "events" VALUES(10,'E-10','2026-11-16T19:30:08.230604Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-10","type":"STATUS_UPDATE","from":"bob","to":"lead","readers":["lead"],"priority":"normal","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"waiting","related_state_refs":[],"payload":{"task_ref":null,"new_status":"blocked","progress_summary":"waiting","estimated_remaining":null,"blockers":["no access"]}}','afbfe9d9b2eef851870e9fb9892965f7','357bcedee0d7951036b8f1397385f02b1f8047bfc58c027e068f1ae4f8f677db','8c7a7925632659ced52a1d4bc771036b89ce44b2404b3a3d8fe72e31d9b9087f',NULL,NULL);
INSERT INTO "events" VALUES(11,'E-11','2026-11-16T19:30:08.244931Z','FieldSet','bob','terminal',NULL,10,'{"action":"set status","field":"status","agent":"bob","based_on":10,"overrides":null,"status":"blocked","message":"MSG-10"}',NULL,NULL,NULL,'3fd11269e4a79f4ae43b8ded224c5f09b8415052629ad178be1449b9bd1a9fc2',NULL,NULL);
INSERT INTO "events" VALUES(12,'E-12','2026-11-16T19:30:08.245487Z','BlockerAdded','bob','terminal',NULL,10,'{"action":"reported a blocker","id":"BLK-12","affected_agents":["bob"],"cause":null,"by":"bob"}','{"description":"no access"}','cf405f12c5531e91d7f1c14d1211c1dc','da459c4e7f25107f8f13e1d6328f4eb86b7a61344d9c932763442aea0df42180','342dc21aff98f22f37e092fea3a0ac1d810d16e6ba7fffc19f88dd381c93f471',NULL,NULL);
INSERT INTO "events" VALUES(13,'E-13','2026-11-16T19:30:08.268979Z','MessagePosted','system','system',NULL,10,'{"id":"MSG-13","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"bob is blocked by a cause outside the team: no access","related_state_refs":[{"type":"agent","id":"bob"}],"payload":{"topic":"bob is blocked","content":"bob is blocked by a cause outside the team: no access","relevance_to_recipients":"You lead the team.","actionable":true,"action_suggestion":"Finish it, or say when it can be expected."}}','55fdd2ed78ed1bb304d0d5eae300a85a','162e11ff91b71be41da42d3b6c7186264666ea41b5d178d4d9470392cad50061','eda2fc772f42cbadb8c68d0b54acce3cea49be6967eb35e8132d16efe47d169a',NULL,NULL);
INSERT INTO "events" VALUES(14,'E-14','2026-11-16T19:30:09.401087Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-14","type":"FREEFORM","from":"lead","to":"all","readers":["bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":["bob"]}','{"context_summary":"good morning @bob / おはよう","related_state_refs":[],"payload":{"intent_hint":"","body":"good morning @bob / おはよう","requires_response":false,"urgency":"normal"}}','c1966371baba621517a4feffe558081d','92eb9a639f44ea40c3bf4c175dfbb13ee581b872716d336e04605b2fa0d6ce8e','3c4a36d164378256ee2fffa66f533f487833c47b9845ff6f4f2525ee29969202','once','24d33fd9958eddf4227bc70d2b718953f2cc1feb6ca16dc84ede7820c71dce7d');
INSERT INTO "events" VALUES(15,'E-15','2026-11-16T19:30:10.810341Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-15","type":"FREEFORM","from":"person","to":"#general","readers":["lead","bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}',NULL,NULL,'49e8808fc68b8534798e113d466411b023c9305ac1812b47d05043a8721d2163','6378e1efcd78481dded3b7ddbdb7f550868134b014c631add8b7085785d44204',NULL,NULL);
INSERT INTO "events" VALUES(16,'E-16','2026-11-16T19:30:12.807181Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-16","type":"FREEFORM","from":"bob","to":"#design","readers":["lead"],"priority":"normal","channel":"design","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"a post","related_state_refs":[],"payload":{"intent_hint":"","body":"a post","requires_response":false,"urgency":"normal"}}','b1ec1ef10d005581f3d6972a0a119664','7163e8375172e423eaf61f483f00770aa7a0d0c06a37a77e843043e7c0751b93','2fd76984622a4b50e87629c9c2e76516e96e925758005c8e5adf08aaa4bd9756',NULL,NULL);
INSERT INTO "events" VALUES(17,'E-17','2026-11-16T19:30:14.240141Z','ChannelRead','person','terminal',NULL,NULL,'{"reader":"person","channel":"design","up_to":16}',NULL,NULL,NULL,'79cffcfdeaa24b8041415e016bdfbf8e68508a373c58f005316963deac51b51d',NULL,NULL);
INSERT INTO "events" VALUES(18,'E-18','2026-11-16T19:30:15.593015Z','RuleRefused','person','terminal',NULL,NULL,'{"rule":"DEC-26","actor":"person","action":"HandleMessages","mode":"enforce"}',NULL,NULL,NULL,'ef1162dd8640f8ae1776baf88d0c0c1f15a0cd24e6432b449c2130fb28cfe8ed',NULL,NULL);
INSERT INTO "events" VALUES(19,'E-19','2026-11-16T19:30:17.432399Z','ContractOffered','lead','terminal',NULL,NULL,'{"id":"TC-1","delegator":"lead","assignee":"bob","artifacts":[],"handoff":null}','{"contract":{"id":"TC-1","delegator":"lead","assignee":"bob","created_at":null,"inputs":{"description":"Build the login","artifacts":[],"constraints":[],"assumptions":[]},"expected_output":{"format":"code","schema":null,"deliverables":[]},"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"authority":{"autonomous_decisions":[],"must_consult":[],"escalation_triggers":[]},"failure_handling":{"on_blocked":"","on_partial_completion":"","on_assumption_violation":"","max_retries":null},"timeout":{"max_steps":null,"on_timeout":""}}}','010a31a9f31a97274ee5121fb4b37a00','5ebacfffb5390ab6937809475888e0f3564331769ca3726a11cd49b81407240e','ba217e8153c01468f64052c3227287f8e101ff19560dc242b8c3d9bdc09b9bc9',NULL,NULL);
INSERT INTO "events" VALUES(20,'E-20','2026-11-16T19:30:17.451415Z','MessagePosted','system','system',NULL,19,'{"id":"MSG-20","type":"KNOWLEDGE_SHARE","from":"system","to":"bob","readers":["bob"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Build the login","related_state_refs":[],"payload":{"topic":"lead offers you the contract TC-1","content":"Build the login","relevance_to_recipients":"You are its assignee.","actionable":true,"action_suggestion":"Read it: renkei contract show TC-1. Then: renkei contract accept TC-1, or decline TC-1."}}','9ae82ac8213b63aeaad7c840f97b80ab','cfeeef03dc069380c5c20b181d25a6822db9ea333253d5b076b7251f535f30b2','5534244d0ca0443fad1e7a3082adb7cacbe8478087e1abc19dd66bc2b22fd5b9',NULL,NULL);
INSERT INTO "events" VALUES(21,'E-21','2026-11-16T19:30:18.759684Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"TURN-2","actor":"bob","action":"AcceptContract","mode":"enforce"}',NULL,NULL,NULL,'f7deee215273cfa9a879eb2b280c2c4a4bd4a57fec19d0499d31135d72dc965f',NULL,NULL);
INSERT INTO "events" VALUES(22,'E-22','2026-11-16T19:30:19.995135Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-22","type":"DECISION_RESULT","from":"person","to":["lead","bob"],"readers":["lead","bob"],"priority":"normal","channel":null,"in_reply_to":"MSG-8","expects":[],"debtors":[],"settles":[{"message":"MSG-8","debtor":"bob"}],"mentioned":[]}','{"context_summary":"simple","related_state_refs":[],"payload":{"decision_id":"D-1","chosen_option":"yes","rationale":"simple","additional_constraints":null}}','d89e361747cdecf7162dd8a498901661','f028105c7c602f7f7a0fa7f37127ab9d1abe6da771d407470cd6db9cd041c266','a7329bd43f99deeead157cedf07d0d9a112f880176537335d9c1109d90622125',NULL,NULL);
INSERT INTO "events" VALUES(23,'E-23','2026-11-16T19:30:19.996907Z','DecisionResolved','person','terminal',NULL,22,'{"action":"decided","decision":"D-1","message":"MSG-22"}','{"chosen_option":"yes","rationale":"simple","additional_constraints":[]}','0348fa2b1811eb87995e21f071ee9cef','1b13bba3e6681a5377b6dfb86dcf9a6ff15561d7cac06a475b244c9c826f7a74','a89552ddc56aa54219e9c8f5fe2cb7a2e709600a5d5f459fea7694fb94a7e4d2',NULL,NULL);
INSERT INTO "events" VALUES(24,'E-24','2026-11-16T19:30:20.003504Z','MessagePosted','system','system',NULL,22,'{"id":"MSG-24","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Decision D-1 is resolved.","related_state_refs":[{"type":"decision","id":"D-1"}],"payload":{"topic":"Decision D-1","content":"Decision D-1 is resolved.\nWhat was decided: yes\nImpact on your task: You asked for it.","relevance_to_recipients":"You asked for it.","actionable":true,"action_suggestion":"Check your work against the decision."}}','512e898f236f947034ad41e576e83096','26fb31ef1771a8ae8f55fa8c86b83f6107e41435f50e5d16c242995f937860cf','edefc1f21e444bd996dd4c7966f6d7ea4f45d7e39846c5988a590fb2239ab598',NULL,NULL);
INSERT INTO "events" VALUES(25,'E-25','2026-11-16T19:30:21.868701Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"BOARD-4","actor":"bob","action":"SetFields","mode":"enforce"}',NULL,NULL,NULL,'09accb11454480fb74ba55fb322efd013c025539a42abce6dcf062de7d7dda66',NULL,NULL);
INSERT INTO "events" VALUES(26,'E-26','2026-11-16T19:30:24.199061Z','RunStarted','person','terminal','R-1',NULL,'{"run":"R-1","playbook":"small","digest":"89be8fd31fbb8cee","agents":"scripted","yes":true,"execute":false,"merge":false,"tasks":["t","gap"],"base":null,"branch":null,"work_tree":null,"git":null,"caps":{"tokens":null,"steps":null,"minutes":null,"money":null}}','{"goal":"","variables":{},"playbook":{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"},{"id":"gap","role":"r","critical":false,"script":[{"crash":"boom"}]}]}}','7f67df07274990b39c801e8463d5c53f','2804dcce42a6c18fe164791c4aa247b9cc38507d78bfe89ed2e3437c7cbb38fb','f1ce15ea4f2432887138c76c750139440e849e256034b013802e424d6a8d2f17',NULL,NULL);
INSERT INTO "events" VALUES(27,'E-27','2026-11-16T19:30:24.200270Z','AgentAdded','person','terminal',NULL,26,'{"action":"added a member","agent":"r","role":"r","model":null}',NULL,NULL,NULL,'a71436a8a25222acb12305dbecb2e4dce8278e20a1cc33966d81b0fd5e8c6859',NULL,NULL);
INSERT INTO "events" VALUES(28,'E-28','2026-11-16T19:30:24.227561Z','RunLeased','system','system','R-1',NULL,'{"run":"R-1","holder":"vm:12654"}',NULL,NULL,NULL,'396c38c9c1b57f90f2a7c27d698e6aaf30c659c8a721bca90c72d2f5e3ee00e5',NULL,NULL);
INSERT INTO "events" VALUES(29,'E-29','2026-11-16T19:30:24.239076Z','TaskStarted','system','system','R-1',NULL,'{"run":"R-1","task":"t","cycle":1,"attempt":1,"agent":"r","lease":28,"base":null,"contract":null,"credential":"6e897961a93335c29dc349e086cd969e4c98c9e9a07ca51678ec6da9247685d2","recheck":false}',NULL,NULL,NULL,'47d65ad1db28aa888ab97e0b958a83b6ea748f356491e28a0851443fceecfa70',NULL,NULL);
INSERT INTO "events" VALUES(30,'E-30','2026-11-16T19:30:24.239479Z','TaskStarted','system','system','R-1',29,'{"run":"R-1","task":"gap","cycle":1,"attempt":1,"agent":"r","lease":28,"base":null,"contract":null,"credential":"c4b7014a913a846fabab36e7d2d07a397ef3669edcadb7ac0d926970d9c6fe44","recheck":false}',NULL,NULL,NULL,'23b848751a3ae8e09adb42ee73565a1df8cd3433c6ce5c6c673604493b0a47f1',NULL,NULL);
INSERT INTO "events" VALUES(31,'E-31','2026-11-16T19:30:24.239602Z','FieldSet','system','system',NULL,29,'{"action":"set current_phase","field":"current_phase","agent":null,"based_on":28,"overrides":null,"status":null,"message":null}','{"value":"small: work","why":null}','06792b9e55a616191120f235533b0d64','512ed83153c3bc8f6d66f822de2957b472feb8e6eb4c82827b635d3bcb76ae0c','79ef9bacaea2c6829558234501de7843235102597f9100bd1cd9dc429442f77b',NULL,NULL);
INSERT INTO "events" VALUES(32,'E-32','2026-11-16T19:30:24.239931Z','FieldSet','system','system',NULL,29,'{"action":"set current_task","field":"current_task","agent":"r","based_on":31,"overrides":null,"status":null,"message":null}','{"value":"R-1/t","why":null}','ee132658bf119c72fefc9df9256697d7','9c12f5612486ec3ec320854c533c9b0f56522592a178c0024455c927cb7854c7','925c6d4463dd94fe77da6e7c7151caa0668e4e89360aa0a287dcdce402924d59',NULL,NULL);
INSERT INTO "events" VALUES(33,'E-33','2026-11-16T19:30:24.240060Z','FieldSet','system','system',NULL,29,'{"action":"set status","field":"status","agent":"r","based_on":31,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'43aa5cd4fba61c5aa6f14ce9713bf4041821bc2bec2e48ad3c4ae26133209e70',NULL,NULL);
INSERT INTO "events" VALUES(34,'E-34','2026-11-16T19:30:24.240113Z','FieldSet','system','system',NULL,29,'{"action":"set current_task","field":"current_task","agent":"r","based_on":31,"overrides":null,"status":null,"message":null}','{"value":"R-1/gap","why":null}','814801b7322a0ddfccadb75a8c37c9b5','a7f7d6af7c36dbd34f4f5b6ee402916069cfed39810dd16278d8e84248e32d53','e14d7fd27cd143c8a6e2a7e92402226d82733cbda829c16adbfeb8218f1ee363',NULL,NULL);
INSERT INTO "events" VALUES(35,'E-35','2026-11-16T19:30:24.240168Z','FieldSet','system','system',NULL,29,'{"action":"set status","field":"status","agent":"r","based_on":31,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'d882361d55dd16484b7abd5f0a367eab4266fd05f075932f04a1abc8bd75acb9',NULL,NULL);
INSERT INTO "events" VALUES(36,'E-36','2026-11-16T19:30:24.584885Z','TaskFailed','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":1,"token":30,"agent":"r","kind":"crash","agentless":false,"silent":true,"refused":[],"usage":{"tokens":0,"steps":0,"micros":0}}','{"summary":"boom","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','bdc13ae6c32e2f693fd87fa4e375b3f1','970445ac374cea909419e27f46a7b57a962256fbcd935ab685c6ddc95d6f6f07','fe31a39cb2a7bb788424a64edde1b5221e826e8857b917d59780f7ab6b0d4a09',NULL,NULL);
INSERT INTO "events" VALUES(37,'E-37','2026-11-16T19:30:24.585295Z','FieldSet','system','system',NULL,36,'{"action":"ended without an update","field":"status","agent":"r","based_on":36,"overrides":null,"status":"error","message":null}',NULL,NULL,NULL,'350e9e971d1df70810bb0465912cc1913af10b2029c0b247af170020fcbbbfed',NULL,NULL);
INSERT INTO "events" VALUES(38,'E-38','2026-11-16T19:30:24.585654Z','TaskStarted','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":2,"agent":"r","lease":28,"base":null,"contract":null,"credential":"2c8f764615abdc7c0f799b8002d2eb60170712fcb770487a89a4844fcde1c6a8","recheck":false}',NULL,NULL,NULL,'339435f7cdf2f33d98ad50f501fd1e96384a8c904385fecf85c29bb798edbd95',NULL,NULL);
INSERT INTO "events" VALUES(39,'E-39','2026-11-16T19:30:24.585786Z','FieldSet','system','system',NULL,38,'{"action":"set current_task","field":"current_task","agent":"r","based_on":38,"overrides":null,"status":null,"message":null}','{"value":"R-1/gap","why":null}','2421660887cd3b6de3086d618dd06c30','b2d536c8a3d7eee3ab1b0751fe8a1956d8e97f29ccb51890095119e5ddb86a71','e30f14b5b433f76dd3d475babda62e011a17fb570093a48dde62f63c7e860fc8',NULL,NULL);
INSERT INTO "events" VALUES(40,'E-40','2026-11-16T19:30:24.585844Z','FieldSet','system','system',NULL,38,'{"action":"set status","field":"status","agent":"r","based_on":38,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'c7c11fe404f2ade37af726cad212910f2beac5a4c77926a6ec47cd86adef7317',NULL,NULL);
INSERT INTO "events" VALUES(41,'E-41','2026-11-16T19:30:24.729516Z','TaskCompleted','system','system','R-1',NULL,'{"run":"R-1","task":"t","cycle":1,"attempt":1,"token":29,"agent":"r","commit":null,"artifacts":[],"refused":[],"unverified":false,"severity":null,"flags":[],"usage":{"tokens":0,"steps":0,"micros":0}}','{"summary":"","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','f9b94e3cfca4fe5d7c41f1711cfc743d','0ad2b328687a146155efe3093d919a05e56b2e2336946f9a23f2e33ac8740f32','57b0930493ccfd15ef4977722f45fa90aa3433df7306b0f1ddc52d7390b07de5',NULL,NULL);
INSERT INTO "events" VALUES(42,'E-42','2026-11-16T19:30:24.729855Z','FieldSet','system','system',NULL,41,'{"action":"set status","field":"status","agent":"r","based_on":41,"overrides":null,"status":"completed","message":null}',NULL,NULL,NULL,'4e083023dd1a28a8af17cb6a4a010f393b4b4b041f8dad6327b0b5b4ee6e56b1',NULL,NULL);
INSERT INTO "events" VALUES(43,'E-43','2026-11-16T19:30:24.765465Z','TaskFailed','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":2,"token":38,"agent":"r","kind":"crash","agentless":false,"silent":true,"refused":[],"usage":{"tokens":0,"steps":0,"micros":0}}','{"summary":"boom","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','df840c106b449d2b0047646efbe7fda6','638907017d7d0cb9d9674a8e12487c81bd2b45a15eb5c60ef1523288eb2cfbfd','6889cc10e9bbc5caacf5eb7db051574919728e028f6519ccf605eb53668fa3e7',NULL,NULL);
INSERT INTO "events" VALUES(44,'E-44','2026-11-16T19:30:24.765759Z','FieldSet','system','system',NULL,43,'{"action":"ended without an update","field":"status","agent":"r","based_on":43,"overrides":null,"status":"error","message":null}',NULL,NULL,NULL,'cd71d8ad280cb34a7614da68143ce47dcfab6dc89c87710715f8c4750c4416e5',NULL,NULL);
INSERT INTO "events" VALUES(45,'E-45','2026-11-16T19:30:24.785599Z','TaskSkipped','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1}',NULL,NULL,NULL,'7a83b8b0ef6cd5994776897969cdef82255b30a6c282f4256c98b8cf11db1820',NULL,NULL);
INSERT INTO "events" VALUES(46,'E-46','2026-11-16T19:30:24.802231Z','RunEnded','system','system','R-1',NULL,'{"run":"R-1","state":"completed","commit":null}','{"note":"all tasks are done"}','62d1405da0e2c8b9283bf52a4c1877ac','be9133784ec7ca71da9cb5e66a3dfbf6fccd7b5a7f002d8c310a022b8f7d34bc','d36bd20a3cdbc67008f5bcb27f3c6e3332cc87e4457077d0cc4225e9972eee5a',NULL,NULL);
INSERT INTO "events" VALUES(47,'E-47','2026-11-16T19:30:24.802372Z','FieldSet','system','system',NULL,46,'{"action":"set current_phase","field":"current_phase","agent":null,"based_on":45,"overrides":null,"status":null,"message":null}','{"value":"small: completed","why":null}','dd7476afd5b4a516b696313772425e19','43c70f7cffc3e0419f3889998726eadd1f2a09068ca54bb8654feedb581a1871','df08b2bdd3873fbe3006c2829e45ebcf408de21f5839203386ae206b2c3c2a44',NULL,NULL);
INSERT INTO "events" VALUES(48,'E-48','2026-11-16T19:30:26.126712Z','BodyRedacted','person','terminal',NULL,NULL,'{"target":"E-15","events":[15]}',NULL,NULL,NULL,'93845b8746fef69620e45723dd00c312d6ba465fcd9f399592c357e44f28fd63',NULL,NULL);
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
INSERT INTO "head" VALUES(1,48,'93845b8746fef69620e45723dd00c312d6ba465fcd9f399592c357e44f28fd63','2026-11-16T19:30:26.126712Z',5,'42941ff766778c0f');
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
INSERT INTO "run_tasks" VALUES('R-1','t',0,'completed',1,1,0,29,28,'6e897961a93335c29dc349e086cd969e4c98c9e9a07ca51678ec6da9247685d2','r',NULL,NULL,NULL,'[]','[]','{}','[]',NULL,'[]','[]','[]',NULL,0,NULL,NULL,'',0,0,NULL,0,0,0,0,'2026-11-16T19:30:24.239076Z','2026-11-16T19:30:24.729516Z');
INSERT INTO "run_tasks" VALUES('R-1','gap',1,'skipped',1,2,2,38,28,'2c8f764615abdc7c0f799b8002d2eb60170712fcb770487a89a4844fcde1c6a8','r',NULL,NULL,NULL,'[]','[]','{}','[]',NULL,'[]','[]','[]',NULL,0,NULL,'crash','boom',0,0,NULL,0,0,0,0,'2026-11-16T19:30:24.585654Z','2026-11-16T19:30:24.765465Z');
CREATE TABLE "run_warnings" ("run" TEXT NOT NULL, "seq" INTEGER NOT NULL, "task" TEXT NOT NULL, "agent" TEXT NOT NULL, "text" TEXT NOT NULL, PRIMARY KEY ("run", "seq")) STRICT, WITHOUT ROWID;
INSERT INTO "run_warnings" VALUES('R-1',36,'gap','r','Agent r failed, results may be incomplete');
INSERT INTO "run_warnings" VALUES('R-1',43,'gap','r','Agent r failed, results may be incomplete');
CREATE TABLE "runs" ("id" TEXT NOT NULL, "playbook" TEXT NOT NULL, "state" TEXT NOT NULL, "agents" TEXT NOT NULL, "yes" INTEGER NOT NULL, "execute" INTEGER NOT NULL, "merge" INTEGER NOT NULL, "base" TEXT, "branch" TEXT, "head" TEXT, "cycle" INTEGER NOT NULL, "team" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "holder" TEXT NOT NULL, "caps" TEXT NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "active" INTEGER NOT NULL, "started" TEXT NOT NULL, "at" TEXT NOT NULL, "last" INTEGER NOT NULL, "merged" TEXT, "unmerged" INTEGER NOT NULL, "undone" TEXT, "note" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "runs" VALUES('R-1','small','completed','scripted',1,0,0,NULL,NULL,NULL,1,1,28,'vm:12654','{"minutes":null,"money":null,"steps":null,"tokens":null}',0,0,0,570,'2026-11-16T19:30:24.199061Z','2026-11-16T19:30:24.802231Z',46,NULL,0,NULL,'all tasks are done',26);
CREATE TABLE "steps" ("agent" TEXT NOT NULL, "count" INTEGER NOT NULL, PRIMARY KEY ("agent")) STRICT, WITHOUT ROWID;
INSERT INTO "steps" VALUES('bob',5);
INSERT INTO "steps" VALUES('lead',4);
CREATE TABLE "tasks" ("id" TEXT NOT NULL, "delegator" TEXT, "addressees" TEXT NOT NULL, "owner" TEXT, "started" INTEGER NOT NULL, "state" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "tasks" VALUES('MSG-7','lead','["bob"]','bob',0,'open',7);
CREATE TABLE "tokens" ("digest" TEXT NOT NULL, "agent" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("digest")) STRICT, WITHOUT ROWID;
INSERT INTO "tokens" VALUES('493aec725c3b8c66a873758a2d7cd96de6337db996f9ed2e43838c9e026f04fe','bob',4);
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
