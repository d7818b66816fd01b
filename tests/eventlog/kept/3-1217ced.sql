PRAGMA application_id = 1380862789;
PRAGMA user_version = 3;
BEGIN TRANSACTION;
CREATE TABLE "agents" ("id" TEXT NOT NULL, "role" TEXT NOT NULL, "model" TEXT, "member" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT, WITHOUT ROWID;
INSERT INTO "agents" VALUES('bob','builder',NULL,1,3);
INSERT INTO "agents" VALUES('lead','lead',NULL,1,2);
CREATE TABLE "approvals" ("kind" TEXT NOT NULL, "text" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("kind", "text")) STRICT, WITHOUT ROWID;
CREATE TABLE "artifacts" ("ref" TEXT NOT NULL, "owner" TEXT NOT NULL, "description" TEXT NOT NULL, "version" INTEGER NOT NULL, "path" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("ref")) STRICT, WITHOUT ROWID;
CREATE TABLE "blockers" ("id" TEXT NOT NULL, "description" TEXT NOT NULL, "affected_agents" TEXT NOT NULL, "cause" TEXT, "created_at" TEXT NOT NULL, "resolved" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "blockers" VALUES('BLK-12','no access','["bob"]',NULL,'2026-11-16T00:29:55.339881Z',0,12);
CREATE TABLE "changelog" ("seq" INTEGER NOT NULL, "timestamp" TEXT NOT NULL, "agent" TEXT NOT NULL, "action" TEXT NOT NULL, "path" TEXT NOT NULL, "old" TEXT, "new" TEXT, PRIMARY KEY ("seq")) STRICT, WITHOUT ROWID;
INSERT INTO "changelog" VALUES(2,'2026-11-16T00:28:59.977547Z','person','added a member','agents.lead',NULL,'lead');
INSERT INTO "changelog" VALUES(3,'2026-11-16T00:29:06.538964Z','person','added a member','agents.bob',NULL,'builder');
INSERT INTO "changelog" VALUES(5,'2026-11-16T00:29:20.483796Z','person','set goal','goal',NULL,'ship');
INSERT INTO "changelog" VALUES(9,'2026-11-16T00:29:47.203277Z','lead','asked for a decision','pending_decisions.D-1',NULL,'JWT?');
INSERT INTO "changelog" VALUES(11,'2026-11-16T00:29:55.339670Z','bob','set status','agents.bob.status','idle','blocked');
INSERT INTO "changelog" VALUES(12,'2026-11-16T00:29:55.339881Z','bob','reported a blocker','blockers.BLK-12',NULL,'no access');
INSERT INTO "changelog" VALUES(23,'2026-11-16T00:30:53.062259Z','person','decided','pending_decisions.D-1','open','yes');
CREATE TABLE "channels" ("name" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
INSERT INTO "channels" VALUES('general',14);
INSERT INTO "channels" VALUES('design',16);
CREATE TABLE "checks" ("seq" INTEGER NOT NULL, "session" TEXT NOT NULL, "agent_id" TEXT NOT NULL, "agent" TEXT NOT NULL, "outcome" TEXT NOT NULL, "attempt" INTEGER NOT NULL, "verify" INTEGER NOT NULL, "confidence" TEXT, "tally" TEXT NOT NULL, "model" TEXT, "tokens" INTEGER, "cost" TEXT, PRIMARY KEY ("seq")) STRICT;
CREATE TABLE "claims" ("seq" INTEGER NOT NULL, "number" INTEGER NOT NULL, "kind" TEXT NOT NULL, "agent" TEXT NOT NULL, "category" TEXT, "path" TEXT, "line" INTEGER, "end_line" INTEGER, "columns" TEXT, "blob" TEXT, "snippet" TEXT, "read_by" TEXT, "command" TEXT, "exit_code" INTEGER, "tree" TEXT, PRIMARY KEY ("seq", "number")) STRICT;
CREATE TABLE "contracts" ("id" TEXT NOT NULL, "delegator" TEXT NOT NULL, "assignee" TEXT NOT NULL, "state" TEXT NOT NULL, "outcome" TEXT, "artifacts" TEXT NOT NULL, "contract" TEXT NOT NULL, "handoffs" TEXT NOT NULL, "result" TEXT, "held_by" TEXT, "consults" TEXT NOT NULL, "verdicts" TEXT NOT NULL, "retries" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "metered" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "contracts" VALUES('TC-1','lead','bob','accepted',NULL,'[]','{"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"assignee":"bob","authority":{"autonomous_decisions":[],"escalation_triggers":[],"must_consult":[]},"created_at":"2026-11-16T00:30:44.804745Z","delegator":"lead","expected_output":{"deliverables":[],"format":"code","schema":null},"failure_handling":{"max_retries":null,"on_assumption_violation":"","on_blocked":"","on_partial_completion":""},"id":"TC-1","inputs":{"artifacts":[],"assumptions":[],"constraints":[],"description":"Build the login"},"timeout":{"max_steps":null,"on_timeout":""}}','[]',NULL,NULL,'[]','{}',0,0,0,19);
CREATE TABLE "debts" ("message" TEXT NOT NULL, "debtor" TEXT NOT NULL, "creditor" TEXT NOT NULL, "expects" TEXT NOT NULL, "since" TEXT NOT NULL, "seq" INTEGER NOT NULL, "since_step" INTEGER NOT NULL, "settled" INTEGER NOT NULL, "settled_by" TEXT, PRIMARY KEY ("message", "debtor")) STRICT;
INSERT INTO "debts" VALUES('MSG-7','bob','lead','["TASK_RESULT","TASK_BLOCKED"]','2026-11-16T00:29:38.198031Z',7,1,0,NULL);
INSERT INTO "debts" VALUES('MSG-8','bob','lead','["DECISION_RESULT"]','2026-11-16T00:29:47.202192Z',8,1,1,'MSG-22');
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
INSERT INTO "events" VALUES(1,'E-1','2026-11-16T00:28:59.977234Z','RuleSetAdopted','system','system',NULL,NULL,'{"digest":"a42a142f60ea3158","rules":["a_writer_whose_value_does_not_stand_is_told_to_read_again","a_status_update_sets_the_senders_status","a_task_result_registers_artifacts_and_sets_the_senders_status","a_blocked_task_blocks_its_sender_unless_a_part_can_go_on","a_decision_request_opens_a_decision","a_decision_result_resolves_the_decision","a_handoff_offers_the_contract_it_carries","an_offer_is_told_to_its_assignee","a_refusal_of_a_contract_is_told_to_its_delegator","a_result_delivers_or_ends_its_contract","a_delivery_is_put_to_its_reviewer","the_first_sign_of_work_starts_a_contract","a_contract_at_its_step_limit_follows_its_instruction","verdicts_decide_a_delivered_contract","a_hold_repeats_what_the_contract_says_for_it","the_answer_to_a_report_ends_the_hold","the_end_of_a_contract_is_told_to_its_assignee","completion_frees_waiting_agents","an_agent_that_goes_on_by_itself_is_blocked_no_more","a_blocked_agent_has_a_blocker","a_blocker_is_told_to_the_one_who_can_end_it","a_blocking_review_request_blocks_its_sender","a_review_result_frees_the_one_who_asked","those_whom_a_decision_affects_are_told","a_conflict_reaches_the_owners_of_the_artifacts","a_critical_conflict_blocks_the_owners_of_the_artifacts","the_answer_to_a_conflict_ends_its_blocks","a_new_version_is_told_to_those_whose_contract_takes_it_in"],"team":null}',NULL,NULL,NULL,'a23cc5ed1e7ed340aceb7361bbd9e7b3778e714d40f2debb6a8129afc9fa3974',NULL,NULL);
INSERT INTO "events" VALUES(2,'E-2','2026-11-16T00:28:59.977547Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"lead","model":null,"role":"lead"}',NULL,NULL,NULL,'e1100bd58d3a8b90f6296c3cca48b66d0b633a78d3743b1c374c1392e6d80b9b',NULL,NULL);
INSERT INTO "events" VALUES(3,'E-3','2026-11-16T00:29:06.538964Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"bob","model":null,"role":"builder"}',NULL,NULL,NULL,'7c0b582b4ed1ee53bf6d5bc904a1fc55816906593770792702244eff209956e2',NULL,NULL);
INSERT INTO "events" VALUES(4,'E-4','2026-11-16T00:29:12.982740Z','TokenIssued','person','terminal',NULL,NULL,'{"agent":"bob","digest":"e48da3edb312a139e3e3d1ec95c577ec7bc0ed6a7adc67d26bd142008067b2bc"}',NULL,NULL,NULL,'6a93436305731cce47c76dca75c6c9c3c793828a672a8210fdc03648eaa2487a',NULL,NULL);
INSERT INTO "events" VALUES(5,'E-5','2026-11-16T00:29:20.483796Z','FieldSet','person','terminal',NULL,NULL,'{"action":"set goal","agent":null,"based_on":4,"field":"goal","message":null,"overrides":null,"status":null}','{"value":"ship"}','555baed13e59580104557f196a7c264b','a8b87a8b5df5dd41fafef0d931de6435d5dc1ac763c6f59fd54a3217dd8ac059','43f88877b3d7b41277af15bf60f74ea65ab88ada97b1ee913f7c10e72b06133c',NULL,NULL);
INSERT INTO "events" VALUES(6,'E-6','2026-11-16T00:29:27.237987Z','TurnStarted','bob','terminal',NULL,NULL,'{"agent":"bob"}',NULL,NULL,NULL,'cc8417725c67a77b64af98500c212b9bbf740e5ad4472148763f8d89c033828a',NULL,NULL);
INSERT INTO "events" VALUES(7,'E-7','2026-11-16T00:29:38.198031Z','MessagePosted','lead','terminal',NULL,NULL,'{"channel":null,"debtors":["bob"],"expects":["TASK_RESULT","TASK_BLOCKED"],"from":"lead","id":"MSG-7","in_reply_to":null,"mentioned":[],"priority":"normal","readers":["bob"],"settles":[],"to":"bob","type":"TASK_HANDOFF"}','{"context_summary":"build it","payload":{"authority_scope":"","constraints":[],"expected_output":{"format":"code","success_criteria":[]},"fallback_on_failure":"","input_artifacts":[],"task_description":"build it"},"related_state_refs":[]}','bd19bd8b6932156ba714ba56f65866ca','528a988f83888f1a4d5bc6fe8f4b98fe4b1571a3540558e68acffe1d4b5c4cac','b59b502e63d1a4fd8ff16eb01833c3744b952f0bca15e76670be0dde12cbcaaa',NULL,NULL);
INSERT INTO "events" VALUES(8,'E-8','2026-11-16T00:29:47.202192Z','MessagePosted','lead','terminal',NULL,NULL,'{"channel":null,"debtors":["bob"],"expects":["DECISION_RESULT"],"from":"lead","id":"MSG-8","in_reply_to":null,"mentioned":[],"priority":"blocking","readers":["bob"],"settles":[],"to":"bob","type":"DECISION_REQUEST"}','{"context_summary":"JWT?","payload":{"deadline_steps":null,"decision_id":"D-1","options":[{"analysis":"simple","label":"yes","recommendation_score":null}],"question":"JWT?","recommended":null},"related_state_refs":[]}','4bdde34a8269ef5bd3b9361fa3ed87a6','694c71f70d7becb627ede50c5b60ac195d5f29b415db3f94573e0b8401b8c932','39830fe075ec9d5f4a7dc4364bd4269fd627ef8e0721f87e51488af1291891b2',NULL,NULL);
INSERT INTO "events" VALUES(9,'E-9','2026-11-16T00:29:47.203277Z','DecisionRequested','lead','terminal',NULL,8,'{"action":"asked for a decision","deadline_steps":null,"decision":"D-1","message":"MSG-8","owners":["bob"],"requester":"lead"}','{"options":[{"analysis":"simple","label":"yes","recommendation_score":null}],"question":"JWT?"}','809db16cece2eefc18e57135db7db0a0','4bedcdfe26a87daf6e9ebb2da1696a83322544fad873a38c134084e4f23091f2','0ba9e6a656793c680766922747d8624242afed6007759a27608e221b0d02f9a6',NULL,NULL);
INSERT INTO "events" VALUES(10,'E-10','2026-11-16T00:29:55.330387Z','MessagePosted','bob','terminal',NULL,NULL,'{"channel":null,"debtors":[],"expects":[],"from":"bob","id":"MSG-10","in_reply_to":null,"mentioned":[],"priority":"normal","readers":["lead"],"settles":[],"to":"lead","type":"STATUS_UPDATE"}','{"context_summary":"waiting","payload":{"blockers":["no access"],"estimated_remaining":null,"new_status":"blocked","progress_summary":"waiting","task_ref":null},"related_state_refs":[]}','6001d5a801d75552c7199f4e1406acbe','6aafdc188c6b7e6dc3281dd6d4083888807a647f024a3ac0c3c079ce7d83d53d','14a5cb5eb95e1429477239a66585ae30137013dd710b5d86b8bae49c43ae8a46',NULL,NULL);
INSERT INTO "events" VALUES(11,'E-11','2026-11-16T00:29:55.339670Z','FieldSet','bob','terminal',NULL,10,'{"action":"set status","agent":"bob","based_on":10,"field":"status","message":"MSG-10","overrides":null,"status":"blocked"}',NULL,NULL,NULL,'316c1dc2f8bb1d5fd01f24d5a765be4c91ae1f2835930db41bc1139a185bf860',NULL,NULL);
INSERT INTO "events" VALUES(12,'E-12','2026-11-16T00:29:55.339881Z','BlockerAdded','bob','terminal',NULL,10,'{"action":"reported a blocker","affected_agents":["bob"],"cause":null,"id":"BLK-12"}','{"description":"no access"}','883871a65b71788e2da785e566eb3058','5af58bdd18ce435a68980b41f15dee1063a2d2fa391b0469b4bae92eb9729cd6','327b0891c9ef270b109d071def7b2fa352c6f7ba0d2444a810bc070b24b8e321',NULL,NULL);
INSERT INTO "events" VALUES(13,'E-13','2026-11-16T00:29:55.355340Z','MessagePosted','system','system',NULL,10,'{"channel":null,"debtors":[],"expects":[],"from":"system","id":"MSG-13","in_reply_to":null,"mentioned":[],"priority":"high","readers":["lead"],"settles":[],"to":"lead","type":"KNOWLEDGE_SHARE"}','{"context_summary":"bob is blocked by a cause outside the team: no access","payload":{"action_suggestion":"Finish it, or say when it can be expected.","actionable":true,"content":"bob is blocked by a cause outside the team: no access","relevance_to_recipients":"You lead the team.","topic":"bob is blocked"},"related_state_refs":[{"id":"bob","type":"agent"}]}','c43dbbd786863664f6be6a929680508a','7e45484225737979d4bf9a3f43f7768cfed0cbd44dfec261183e281b2b7af108','9bc90f4b3d8ccd0e29259c8aa20b705f6055953450f42a1b53b7a00764ce06b6',NULL,NULL);
INSERT INTO "events" VALUES(14,'E-14','2026-11-16T00:30:02.179654Z','MessagePosted','lead','terminal',NULL,NULL,'{"channel":"general","debtors":[],"expects":[],"from":"lead","id":"MSG-14","in_reply_to":null,"mentioned":["bob"],"priority":"normal","readers":["bob"],"settles":[],"to":"all","type":"FREEFORM"}','{"context_summary":"good morning @bob / おはよう","payload":{"body":"good morning @bob / おはよう","intent_hint":"","requires_response":false,"urgency":"normal"},"related_state_refs":[]}','86f09bff49f9bdc22c3a5ff555086ee1','0eaec20396aa33b39a034410bd7ff6cc6326065bd892d3d08ba30e2e2251a0e7','50906b66d36c96f3f0208c04fabddd8f64649bc681ae67964f1efe4956d7fd6e','once','615c4c40151e587c55bc42473160d41efd08914b148a637bb398890fe5cc75dc');
INSERT INTO "events" VALUES(15,'E-15','2026-11-16T00:30:08.410872Z','MessagePosted','person','terminal',NULL,NULL,'{"channel":"general","debtors":[],"expects":[],"from":"person","id":"MSG-15","in_reply_to":null,"mentioned":[],"priority":"normal","readers":["lead","bob"],"settles":[],"to":"#general","type":"FREEFORM"}',NULL,NULL,'0e0bd020396dc27580ad2160b42ff32af163c9463b41b482fc495ed1ae82ce45','519234af5c56dcae600204a769bde360bfb08413ea1a5a6eb842d3bf1e096bc4',NULL,NULL);
INSERT INTO "events" VALUES(16,'E-16','2026-11-16T00:30:16.822469Z','MessagePosted','bob','terminal',NULL,NULL,'{"channel":"design","debtors":[],"expects":[],"from":"bob","id":"MSG-16","in_reply_to":null,"mentioned":[],"priority":"normal","readers":["lead"],"settles":[],"to":"#design","type":"FREEFORM"}','{"context_summary":"a post","payload":{"body":"a post","intent_hint":"","requires_response":false,"urgency":"normal"},"related_state_refs":[]}','46c2ff83d7751d062711372ad40b4772','5dc580d037afeeb5421c3e47b2eded61592a9fc0669f27fd9b9e7ccfca7ff267','f35d0c64ef64be183a2b3421bb2a4cec8c1fee97df600756f6629d9cee0f9925',NULL,NULL);
INSERT INTO "events" VALUES(17,'E-17','2026-11-16T00:30:27.479216Z','ChannelRead','person','terminal',NULL,NULL,'{"channel":"design","reader":"person","up_to":16}',NULL,NULL,NULL,'d85a4940874a9e3cbd8951e6a016f9be278e81a3f431dd8a77e8a903a026a9f9',NULL,NULL);
INSERT INTO "events" VALUES(18,'E-18','2026-11-16T00:30:36.790937Z','MessagesHandled','person','terminal',NULL,NULL,'{"messages":["MSG-8"],"reader":"bob"}',NULL,NULL,NULL,'76ffa793fd810590f6973be05bd494f1118e8c212ed8bb82bff7e803460e9ef0',NULL,NULL);
INSERT INTO "events" VALUES(19,'E-19','2026-11-16T00:30:44.804745Z','ContractOffered','lead','terminal',NULL,NULL,'{"artifacts":[],"assignee":"bob","delegator":"lead","handoff":null,"id":"TC-1"}','{"contract":{"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"assignee":"bob","authority":{"autonomous_decisions":[],"escalation_triggers":[],"must_consult":[]},"created_at":null,"delegator":"lead","expected_output":{"deliverables":[],"format":"code","schema":null},"failure_handling":{"max_retries":null,"on_assumption_violation":"","on_blocked":"","on_partial_completion":""},"id":"TC-1","inputs":{"artifacts":[],"assumptions":[],"constraints":[],"description":"Build the login"},"timeout":{"max_steps":null,"on_timeout":""}}}','2edf71c143ddc1c11146e2050f1ea2f8','326406b9bd6f81102e6217085e4372f26a34b6312a3a5d15a8e8f4f5bdf0c056','103f887a99fdca9d7a9efc5efe1906216d209fdff3ac48f36f9a4145301ff39e',NULL,NULL);
INSERT INTO "events" VALUES(20,'E-20','2026-11-16T00:30:44.806540Z','MessagePosted','system','system',NULL,19,'{"channel":null,"debtors":[],"expects":[],"from":"system","id":"MSG-20","in_reply_to":null,"mentioned":[],"priority":"high","readers":["bob"],"settles":[],"to":"bob","type":"KNOWLEDGE_SHARE"}','{"context_summary":"Build the login","payload":{"action_suggestion":"Read it: renkei contract show TC-1. Then: renkei contract accept TC-1, or decline TC-1.","actionable":true,"content":"Build the login","relevance_to_recipients":"You are its assignee.","topic":"lead offers you the contract TC-1"},"related_state_refs":[]}','b33d74b79956d665b6c9ef9475d59e0c','0be479a98d42187d6175d369f5d5a738228fdd2881bed4b5af87126f20c0469b','8c45099b3998229408390766b84bc4dc8a64d6b2017fcfa5c4ca28511f36b2a1',NULL,NULL);
INSERT INTO "events" VALUES(21,'E-21','2026-11-16T00:30:48.711685Z','ContractMoved','bob','terminal',NULL,NULL,'{"contract":"TC-1","message":null,"reason":null,"state":"accepted","step":"accept"}',NULL,NULL,NULL,'cdbc200470b2c0869907868a70c8b02c7c7ff38820b6c39319b948dfa1b6484b',NULL,NULL);
INSERT INTO "events" VALUES(22,'E-22','2026-11-16T00:30:53.044386Z','MessagePosted','person','terminal',NULL,NULL,'{"channel":null,"debtors":[],"expects":[],"from":"person","id":"MSG-22","in_reply_to":"MSG-8","mentioned":[],"priority":"normal","readers":["lead","bob"],"settles":[{"debtor":"bob","message":"MSG-8"}],"to":["lead","bob"],"type":"DECISION_RESULT"}','{"context_summary":"simple","payload":{"additional_constraints":null,"chosen_option":"yes","decision_id":"D-1","rationale":"simple"},"related_state_refs":[]}','31d32f088551a005072364959fb396ef','0cb2a53b052bbaebf290654a0e32ef838828b50a262dcabac603d09f1ab6e918','f9533ff858113b8c0a27c67531d9aeb36fc423ae22360bb1c2323407fdfdbe3f',NULL,NULL);
INSERT INTO "events" VALUES(23,'E-23','2026-11-16T00:30:53.062259Z','DecisionResolved','person','terminal',NULL,22,'{"action":"decided","decision":"D-1","message":"MSG-22"}','{"chosen_option":"yes","rationale":"simple"}','9709417ec18c39e2a3a9e7f9a73af816','116322819ecec7d48619e759755c01bfde39cf41397f6378f71a9c86c2c54da7','448a0172fab4ef3f93626cc87716da4a4aeacd7f152e995c7ba606e573629386',NULL,NULL);
INSERT INTO "events" VALUES(24,'E-24','2026-11-16T00:30:53.064279Z','MessagePosted','system','system',NULL,22,'{"channel":null,"debtors":[],"expects":[],"from":"system","id":"MSG-24","in_reply_to":null,"mentioned":[],"priority":"high","readers":["lead"],"settles":[],"to":"lead","type":"KNOWLEDGE_SHARE"}','{"context_summary":"Decision D-1 is resolved.","payload":{"action_suggestion":"Check your work against the decision.","actionable":true,"content":"Decision D-1 is resolved.\nWhat was decided: yes\nImpact on your task: You asked for it.","relevance_to_recipients":"You asked for it.","topic":"Decision D-1"},"related_state_refs":[{"id":"D-1","type":"decision"}]}','047b06d40e8f6bbfbedbafd26637e8b9','3dc0d98eef849fbae814d111e802e5b0ca417be16b56443626e10b062134cf46','39137133c8cacfb5430950cd4f906d2a9aa4388977fec176965436920ce55593',NULL,NULL);
INSERT INTO "events" VALUES(25,'E-25','2026-11-16T00:30:57.553945Z','RuleRefused','bob','terminal',NULL,NULL,'{"action":"SetFields","actor":"bob","mode":"enforce","rule":"BOARD-4"}',NULL,NULL,NULL,'5f24e1def41dd1dafdc3bbfcd9962dc7c2747031ee918b2a99532705537214ca',NULL,NULL);
INSERT INTO "events" VALUES(26,'E-26','2026-11-16T00:31:03.918638Z','BodyRedacted','person','terminal',NULL,NULL,'{"events":[15],"target":"E-15"}',NULL,NULL,NULL,'7aadfe717e3db2602a30f6acb63eebbe160c16d864d556e0621f251556eb68f6',NULL,NULL);
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
INSERT INTO "head" VALUES(1,26,'7aadfe717e3db2602a30f6acb63eebbe160c16d864d556e0621f251556eb68f6','2026-11-16T00:31:03.918638Z',1,'c5e64e73f4133421');
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
INSERT INTO "messages" VALUES('MSG-7',7,'TASK_HANDOFF','lead','"bob"','normal','2026-11-16T00:29:38.198031Z',NULL,NULL,'["TASK_RESULT","TASK_BLOCKED"]','build it','[]','{"authority_scope":"","constraints":[],"expected_output":{"format":"code","success_criteria":[]},"fallback_on_failure":"","input_artifacts":[],"task_description":"build it"}',0);
INSERT INTO "messages" VALUES('MSG-8',8,'DECISION_REQUEST','lead','"bob"','blocking','2026-11-16T00:29:47.202192Z',NULL,NULL,'["DECISION_RESULT"]','JWT?','[]','{"deadline_steps":null,"decision_id":"D-1","options":[{"analysis":"simple","label":"yes","recommendation_score":null}],"question":"JWT?","recommended":null}',0);
INSERT INTO "messages" VALUES('MSG-10',10,'STATUS_UPDATE','bob','"lead"','normal','2026-11-16T00:29:55.330387Z',NULL,NULL,'[]','waiting','[]','{"blockers":["no access"],"estimated_remaining":null,"new_status":"blocked","progress_summary":"waiting","task_ref":null}',0);
INSERT INTO "messages" VALUES('MSG-13',13,'KNOWLEDGE_SHARE','system','"lead"','high','2026-11-16T00:29:55.355340Z',NULL,NULL,'[]','bob is blocked by a cause outside the team: no access','[{"id":"bob","type":"agent"}]','{"action_suggestion":"Finish it, or say when it can be expected.","actionable":true,"content":"bob is blocked by a cause outside the team: no access","relevance_to_recipients":"You lead the team.","topic":"bob is blocked"}',0);
INSERT INTO "messages" VALUES('MSG-14',14,'FREEFORM','lead','"all"','normal','2026-11-16T00:30:02.179654Z','general',NULL,'[]','good morning @bob / おはよう','[]','{"body":"good morning @bob / おはよう","intent_hint":"","requires_response":false,"urgency":"normal"}',0);
INSERT INTO "messages" VALUES('MSG-15',15,'FREEFORM','person','"#general"','normal','2026-11-16T00:30:08.410872Z','general',NULL,'[]','[redacted]','[]','{}',1);
INSERT INTO "messages" VALUES('MSG-16',16,'FREEFORM','bob','"#design"','normal','2026-11-16T00:30:16.822469Z','design',NULL,'[]','a post','[]','{"body":"a post","intent_hint":"","requires_response":false,"urgency":"normal"}',0);
INSERT INTO "messages" VALUES('MSG-20',20,'KNOWLEDGE_SHARE','system','"bob"','high','2026-11-16T00:30:44.806540Z',NULL,NULL,'[]','Build the login','[]','{"action_suggestion":"Read it: renkei contract show TC-1. Then: renkei contract accept TC-1, or decline TC-1.","actionable":true,"content":"Build the login","relevance_to_recipients":"You are its assignee.","topic":"lead offers you the contract TC-1"}',0);
INSERT INTO "messages" VALUES('MSG-22',22,'DECISION_RESULT','person','["lead","bob"]','normal','2026-11-16T00:30:53.044386Z',NULL,'MSG-8','[]','simple','[]','{"additional_constraints":null,"chosen_option":"yes","decision_id":"D-1","rationale":"simple"}',0);
INSERT INTO "messages" VALUES('MSG-24',24,'KNOWLEDGE_SHARE','system','"lead"','high','2026-11-16T00:30:53.064279Z',NULL,NULL,'[]','Decision D-1 is resolved.','[{"id":"D-1","type":"decision"}]','{"action_suggestion":"Check your work against the decision.","actionable":true,"content":"Decision D-1 is resolved.\nWhat was decided: yes\nImpact on your task: You asked for it.","relevance_to_recipients":"You asked for it.","topic":"Decision D-1"}',0);
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
CREATE TABLE "steps" ("agent" TEXT NOT NULL, "count" INTEGER NOT NULL, PRIMARY KEY ("agent")) STRICT, WITHOUT ROWID;
INSERT INTO "steps" VALUES('bob',5);
INSERT INTO "steps" VALUES('lead',4);
CREATE TABLE "tokens" ("digest" TEXT NOT NULL, "agent" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("digest")) STRICT, WITHOUT ROWID;
INSERT INTO "tokens" VALUES('e48da3edb312a139e3e3d1ec95c577ec7bc0ed6a7adc67d26bd142008067b2bc','bob',4);
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
COMMIT;
