PRAGMA application_id = 1380862789;
PRAGMA user_version = 3;
BEGIN TRANSACTION;
CREATE TABLE "agents" ("id" TEXT NOT NULL, "role" TEXT NOT NULL, "model" TEXT, "member" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "agents" VALUES('lead','lead',NULL,1,2);
INSERT INTO "agents" VALUES('bob','builder',NULL,1,3);
CREATE TABLE "approvals" ("kind" TEXT NOT NULL, "text" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("kind", "text")) STRICT;
CREATE TABLE "artifacts" ("ref" TEXT NOT NULL, "owner" TEXT NOT NULL, "description" TEXT NOT NULL, "version" INTEGER NOT NULL, "path" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("ref")) STRICT;
CREATE TABLE "blockers" ("id" TEXT NOT NULL, "description" TEXT NOT NULL, "affected_agents" TEXT NOT NULL, "cause" TEXT, "created_at" TEXT NOT NULL, "resolved" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "blockers" VALUES('BLK-12','no access','["bob"]',NULL,'2026-11-16T00:27:43.250629Z',0,12);
CREATE TABLE "changelog" ("seq" INTEGER NOT NULL, "timestamp" TEXT NOT NULL, "agent" TEXT NOT NULL, "action" TEXT NOT NULL, "path" TEXT NOT NULL, "old" TEXT, "new" TEXT, PRIMARY KEY ("seq")) STRICT;
INSERT INTO "changelog" VALUES(2,'2026-11-16T00:26:57.901355Z','person','added a member','agents.lead',NULL,'lead');
INSERT INTO "changelog" VALUES(3,'2026-11-16T00:27:05.852208Z','person','added a member','agents.bob',NULL,'builder');
INSERT INTO "changelog" VALUES(5,'2026-11-16T00:27:18.135433Z','person','set goal','goal',NULL,'ship');
INSERT INTO "changelog" VALUES(9,'2026-11-16T00:27:36.413790Z','lead','asked for a decision','pending_decisions.D-1',NULL,'JWT?');
INSERT INTO "changelog" VALUES(11,'2026-11-16T00:27:43.250216Z','bob','set status','agents.bob.status','idle','blocked');
INSERT INTO "changelog" VALUES(12,'2026-11-16T00:27:43.250629Z','bob','reported a blocker','blockers.BLK-12',NULL,'no access');
INSERT INTO "changelog" VALUES(23,'2026-11-16T00:28:30.958668Z','person','decided','pending_decisions.D-1','open','yes');
CREATE TABLE "channels" ("name" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT;
INSERT INTO "channels" VALUES('general',14);
INSERT INTO "channels" VALUES('design',16);
CREATE TABLE "checks" ("seq" INTEGER NOT NULL, "session" TEXT NOT NULL, "agent_id" TEXT NOT NULL, "agent" TEXT NOT NULL, "outcome" TEXT NOT NULL, "attempt" INTEGER NOT NULL, "verify" INTEGER NOT NULL, PRIMARY KEY ("seq")) STRICT;
CREATE TABLE "contracts" ("id" TEXT NOT NULL, "delegator" TEXT NOT NULL, "assignee" TEXT NOT NULL, "state" TEXT NOT NULL, "outcome" TEXT, "artifacts" TEXT NOT NULL, "contract" TEXT NOT NULL, "handoffs" TEXT NOT NULL, "result" TEXT, "held_by" TEXT, "consults" TEXT NOT NULL, "verdicts" TEXT NOT NULL, "retries" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "metered" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "contracts" VALUES('TC-1','lead','bob','accepted',NULL,'[]','{"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"assignee":"bob","authority":{"autonomous_decisions":[],"escalation_triggers":[],"must_consult":[]},"created_at":"2026-11-16T00:28:15.850692Z","delegator":"lead","expected_output":{"deliverables":[],"format":"code","schema":null},"failure_handling":{"max_retries":null,"on_assumption_violation":"","on_blocked":"","on_partial_completion":""},"id":"TC-1","inputs":{"artifacts":[],"assumptions":[],"constraints":[],"description":"Build the login"},"timeout":{"max_steps":null,"on_timeout":""}}','[]',NULL,NULL,'[]','{}',0,0,0,19);
CREATE TABLE "debts" ("message" TEXT NOT NULL, "debtor" TEXT NOT NULL, "creditor" TEXT NOT NULL, "expects" TEXT NOT NULL, "since" TEXT NOT NULL, "seq" INTEGER NOT NULL, "since_step" INTEGER NOT NULL, "settled" INTEGER NOT NULL, "settled_by" TEXT, PRIMARY KEY ("message", "debtor")) STRICT;
INSERT INTO "debts" VALUES('MSG-7','bob','lead','["TASK_RESULT","TASK_BLOCKED"]','2026-11-16T00:27:29.908215Z',7,1,0,NULL);
INSERT INTO "debts" VALUES('MSG-8','bob','lead','["DECISION_RESULT"]','2026-11-16T00:27:36.387739Z',8,1,1,'MSG-22');
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
INSERT INTO "events" VALUES(1,'E-1','2026-11-16T00:26:57.900749Z','RuleSetAdopted','system','system',NULL,NULL,'{"digest":"a42a142f60ea3158","rules":["a_writer_whose_value_does_not_stand_is_told_to_read_again","a_status_update_sets_the_senders_status","a_task_result_registers_artifacts_and_sets_the_senders_status","a_blocked_task_blocks_its_sender_unless_a_part_can_go_on","a_decision_request_opens_a_decision","a_decision_result_resolves_the_decision","a_handoff_offers_the_contract_it_carries","an_offer_is_told_to_its_assignee","a_refusal_of_a_contract_is_told_to_its_delegator","a_result_delivers_or_ends_its_contract","a_delivery_is_put_to_its_reviewer","the_first_sign_of_work_starts_a_contract","a_contract_at_its_step_limit_follows_its_instruction","verdicts_decide_a_delivered_contract","a_hold_repeats_what_the_contract_says_for_it","the_answer_to_a_report_ends_the_hold","the_end_of_a_contract_is_told_to_its_assignee","completion_frees_waiting_agents","an_agent_that_goes_on_by_itself_is_blocked_no_more","a_blocked_agent_has_a_blocker","a_blocker_is_told_to_the_one_who_can_end_it","a_blocking_review_request_blocks_its_sender","a_review_result_frees_the_one_who_asked","those_whom_a_decision_affects_are_told","a_conflict_reaches_the_owners_of_the_artifacts","a_critical_conflict_blocks_the_owners_of_the_artifacts","the_answer_to_a_conflict_ends_its_blocks","a_new_version_is_told_to_those_whose_contract_takes_it_in"],"team":null}',NULL,NULL,NULL,'d013dc4d8a44cb1f139a46248b89b36b350eaf303f5de3e5feaec03936319758',NULL,NULL);
INSERT INTO "events" VALUES(2,'E-2','2026-11-16T00:26:57.901355Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"lead","model":null,"role":"lead"}',NULL,NULL,NULL,'05bca3464f2235ebbad82db117a4d2ccf376c10e725398c3dc5068698ee8b3d4',NULL,NULL);
INSERT INTO "events" VALUES(3,'E-3','2026-11-16T00:27:05.852208Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"bob","model":null,"role":"builder"}',NULL,NULL,NULL,'d262b1cd439db2a6b1d9006e0ae0f2224f05370b36058a606400bad06176b30f',NULL,NULL);
INSERT INTO "events" VALUES(4,'E-4','2026-11-16T00:27:12.252828Z','TokenIssued','person','terminal',NULL,NULL,'{"agent":"bob","digest":"20b63137b89fb419439bbab3878af6e8c3823aa5c0e238ccc1459ff2f316ebd5"}',NULL,NULL,NULL,'e0f12c6ad7bc548f8d67834572d091edfbd0bc87137c4d1ae9770f8d5c6212bb',NULL,NULL);
INSERT INTO "events" VALUES(5,'E-5','2026-11-16T00:27:18.135433Z','FieldSet','person','terminal',NULL,NULL,'{"action":"set goal","agent":null,"based_on":4,"field":"goal","message":null,"overrides":null,"status":null}','{"value":"ship"}','ae48cc09f581b4175081b9bb9a1824a6','7649c47b7acf0e73446a724122d8bf2d80621d2dcc0be79d0e8f369997bab88d','21b7b473de43a55bfe6269900529256d0ff52bc996cd0aed7030f0dad74e6c05',NULL,NULL);
INSERT INTO "events" VALUES(6,'E-6','2026-11-16T00:27:23.580186Z','TurnStarted','bob','terminal',NULL,NULL,'{"agent":"bob"}',NULL,NULL,NULL,'6d0efc84b3d68ef0f53cac9ac64206638068329fd650db32f542b94bdc04585d',NULL,NULL);
INSERT INTO "events" VALUES(7,'E-7','2026-11-16T00:27:29.908215Z','MessagePosted','lead','terminal',NULL,NULL,'{"channel":null,"debtors":["bob"],"expects":["TASK_RESULT","TASK_BLOCKED"],"from":"lead","id":"MSG-7","in_reply_to":null,"mentioned":[],"priority":"normal","readers":["bob"],"settles":[],"to":"bob","type":"TASK_HANDOFF"}','{"context_summary":"build it","payload":{"authority_scope":"","constraints":[],"expected_output":{"format":"code","success_criteria":[]},"fallback_on_failure":"","input_artifacts":[],"task_description":"build it"},"related_state_refs":[]}','779d3e1f2c943965e76fd0381b12b985','dcaf2b245f146f56cf3a67d3f6274dfcf94c4d15676458018fd18928ab223d1b','f6f6516e5b7f8d5bddf1a9feeadfe6cfe5d50a4fddd92108d0c9ea3e5888c583',NULL,NULL);
INSERT INTO "events" VALUES(8,'E-8','2026-11-16T00:27:36.387739Z','MessagePosted','lead','terminal',NULL,NULL,'{"channel":null,"debtors":["bob"],"expects":["DECISION_RESULT"],"from":"lead","id":"MSG-8","in_reply_to":null,"mentioned":[],"priority":"blocking","readers":["bob"],"settles":[],"to":"bob","type":"DECISION_REQUEST"}','{"context_summary":"JWT?","payload":{"deadline_steps":null,"decision_id":"D-1","options":[{"analysis":"simple","label":"yes","recommendation_score":null}],"question":"JWT?","recommended":null},"related_state_refs":[]}','05d25f7bda75418812568aa6c0e8dbfe','2262a7ece002ffa56c6847419c9b378e109708c5848d15604cb5c0ad73cbc3cc','d61f6c0240a1c7de5c8d3f2d60b5e876e46a1df8c8b8cf02ade99afd511bbfbc',NULL,NULL);
INSERT INTO "events" VALUES(9,'E-9','2026-11-16T00:27:36.413790Z','DecisionRequested','lead','terminal',NULL,8,'{"action":"asked for a decision","deadline_steps":null,"decision":"D-1","message":"MSG-8","owners":["bob"],"requester":"lead"}','{"options":[{"analysis":"simple","label":"yes","recommendation_score":null}],"question":"JWT?"}','48e1b3330b72f5a55cb2d8df3ce4918d','c0318c73b0680b097d20c7f71c95bca13ebdea203157aeeb4763a1fff87e1204','bfe22c7afc9a48bfc4da97f82af2455473abb17bb904bf04adf154320d836df1',NULL,NULL);
INSERT INTO "events" VALUES(10,'E-10','2026-11-16T00:27:43.165928Z','MessagePosted','bob','terminal',NULL,NULL,'{"channel":null,"debtors":[],"expects":[],"from":"bob","id":"MSG-10","in_reply_to":null,"mentioned":[],"priority":"normal","readers":["lead"],"settles":[],"to":"lead","type":"STATUS_UPDATE"}','{"context_summary":"waiting","payload":{"blockers":["no access"],"estimated_remaining":null,"new_status":"blocked","progress_summary":"waiting","task_ref":null},"related_state_refs":[]}','e8b0cef5c0a0776eff328996fee6997e','499fb38e8aab6594691ef3fde1048e8f3f0c09074e26b30168f2d73956ebddad','665de5f0b7289219abab8315f5fe531bf3ebe5a541efdfdb2c23d23ee135a19d',NULL,NULL);
INSERT INTO "events" VALUES(11,'E-11','2026-11-16T00:27:43.250216Z','FieldSet','bob','terminal',NULL,10,'{"action":"set status","agent":"bob","based_on":10,"field":"status","message":"MSG-10","overrides":null,"status":"blocked"}',NULL,NULL,NULL,'487d3fdcc63c2807de5f3b37161cfa7e732644cf99a05a6a908e336a860ca739',NULL,NULL);
INSERT INTO "events" VALUES(12,'E-12','2026-11-16T00:27:43.250629Z','BlockerAdded','bob','terminal',NULL,10,'{"action":"reported a blocker","affected_agents":["bob"],"cause":null,"id":"BLK-12"}','{"description":"no access"}','7eb21d3f36a9038f3c53077777816d3b','7fd6bc3e529054819a613606cb2a793213ed069b6e2c24f80812ca699c36e0bf','964180203cc7fd65d828e68170890398e19785a58d8e9e8aa83e6f0e6351c495',NULL,NULL);
INSERT INTO "events" VALUES(13,'E-13','2026-11-16T00:27:43.252418Z','MessagePosted','system','system',NULL,10,'{"channel":null,"debtors":[],"expects":[],"from":"system","id":"MSG-13","in_reply_to":null,"mentioned":[],"priority":"high","readers":["lead"],"settles":[],"to":"lead","type":"KNOWLEDGE_SHARE"}','{"context_summary":"bob is blocked by a cause outside the team: no access","payload":{"action_suggestion":"Finish it, or say when it can be expected.","actionable":true,"content":"bob is blocked by a cause outside the team: no access","relevance_to_recipients":"You lead the team.","topic":"bob is blocked"},"related_state_refs":[{"id":"bob","type":"agent"}]}','5927cded73c1a64c9feae87098d7eec6','12959add46b2c714097d4055d5c10d2d22d9f3140515e3a59d1b216caafb04f4','51b5fc57a0d89eb494e689c07fae5b28ac4ee9c2fc93c10f10c1ad2cc3337ac6',NULL,NULL);
INSERT INTO "events" VALUES(14,'E-14','2026-11-16T00:27:49.329617Z','MessagePosted','lead','terminal',NULL,NULL,'{"channel":"general","debtors":[],"expects":[],"from":"lead","id":"MSG-14","in_reply_to":null,"mentioned":["bob"],"priority":"normal","readers":["bob"],"settles":[],"to":"all","type":"FREEFORM"}','{"context_summary":"good morning @bob / おはよう","payload":{"body":"good morning @bob / おはよう","intent_hint":"","requires_response":false,"urgency":"normal"},"related_state_refs":[]}','4777755ebccdd704257608ecc43a2410','8d1fabdb8bac1d958ea248cfa0fd3fc3d95f78021fc5d3b1d2110a1130bd4bdb','6c6d83b17079ee22969288174e2fb8a36f52ab2151325b6cc0bd6ceb4966259b','once','6901cdd2bfa457666296198c82135309791b612df25989f67436c903042e25d1');
INSERT INTO "events" VALUES(15,'E-15','2026-11-16T00:27:55.500108Z','MessagePosted','person','terminal',NULL,NULL,'{"channel":"general","debtors":[],"expects":[],"from":"person","id":"MSG-15","in_reply_to":null,"mentioned":[],"priority":"normal","readers":["lead","bob"],"settles":[],"to":"#general","type":"FREEFORM"}',NULL,NULL,'90b1c807eaad7a2fb1f1a7440f48bc1bbeab2389e223ce1a28e3a8e2f72e00b9','d76171e5d23a0ce3b3df743ffee20532c23e92c4e42441840179eda7ed14e66c',NULL,NULL);
INSERT INTO "events" VALUES(16,'E-16','2026-11-16T00:27:59.623506Z','MessagePosted','bob','terminal',NULL,NULL,'{"channel":"design","debtors":[],"expects":[],"from":"bob","id":"MSG-16","in_reply_to":null,"mentioned":[],"priority":"normal","readers":["lead"],"settles":[],"to":"#design","type":"FREEFORM"}','{"context_summary":"a post","payload":{"body":"a post","intent_hint":"","requires_response":false,"urgency":"normal"},"related_state_refs":[]}','5a3c5310bb1b62e92fec022713073580','d92e2efc2261fb0edde750873d42d4f2f88b32d67529bc269a46c2f22c8c1e2f','8e6be728418cca19643eefcc12b79f23095b86c18df641c97d0181a25361a537',NULL,NULL);
INSERT INTO "events" VALUES(17,'E-17','2026-11-16T00:28:04.430367Z','ChannelRead','person','terminal',NULL,NULL,'{"channel":"design","reader":"person","up_to":16}',NULL,NULL,NULL,'e5ae78e7e0283b71dde7e7a1e505da9c659432feb924c4ae52998b3b3fa1ebc0',NULL,NULL);
INSERT INTO "events" VALUES(18,'E-18','2026-11-16T00:28:10.486970Z','MessagesHandled','person','terminal',NULL,NULL,'{"messages":["MSG-8"],"reader":"bob"}',NULL,NULL,NULL,'97c13f9274b4fe1064dfa6e9781cef0ecf105ded37b6d95baa9c835889a9d3af',NULL,NULL);
INSERT INTO "events" VALUES(19,'E-19','2026-11-16T00:28:15.850692Z','ContractOffered','lead','terminal',NULL,NULL,'{"artifacts":[],"assignee":"bob","delegator":"lead","handoff":null,"id":"TC-1"}','{"contract":{"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"assignee":"bob","authority":{"autonomous_decisions":[],"escalation_triggers":[],"must_consult":[]},"created_at":null,"delegator":"lead","expected_output":{"deliverables":[],"format":"code","schema":null},"failure_handling":{"max_retries":null,"on_assumption_violation":"","on_blocked":"","on_partial_completion":""},"id":"TC-1","inputs":{"artifacts":[],"assumptions":[],"constraints":[],"description":"Build the login"},"timeout":{"max_steps":null,"on_timeout":""}}}','35ba69fc5c64bf2c29ddb2b7c6ebbdfa','20f08f8996d8b6377706acc6cfb9f6a2e1cfd3ef5ba90c3a78b8af09e4394a6b','f726f0091504491e5cf399bfd33d086e5be1620ebeece0e3e44d086e9ad820fe',NULL,NULL);
INSERT INTO "events" VALUES(20,'E-20','2026-11-16T00:28:15.852309Z','MessagePosted','system','system',NULL,19,'{"channel":null,"debtors":[],"expects":[],"from":"system","id":"MSG-20","in_reply_to":null,"mentioned":[],"priority":"high","readers":["bob"],"settles":[],"to":"bob","type":"KNOWLEDGE_SHARE"}','{"context_summary":"Build the login","payload":{"action_suggestion":"Read it: renkei contract show TC-1. Then: renkei contract accept TC-1, or decline TC-1.","actionable":true,"content":"Build the login","relevance_to_recipients":"You are its assignee.","topic":"lead offers you the contract TC-1"},"related_state_refs":[]}','5726619d5df33c7afb4761a53d7a2d79','b85d36db750d8fa9616b88b507f8bad9ba23c1cc04b35527a794ef349ab961c5','f1af702cf7befe662b75e13bfbf063c2abe2baf84ae8c57fcd4e7188a07a5735',NULL,NULL);
INSERT INTO "events" VALUES(21,'E-21','2026-11-16T00:28:20.521956Z','ContractMoved','bob','terminal',NULL,NULL,'{"contract":"TC-1","message":null,"reason":null,"state":"accepted","step":"accept"}',NULL,NULL,NULL,'f7c0135f33cc1af9a8f08ae94b508bfbeb3c85647618d33a3229ba000eb0c946',NULL,NULL);
INSERT INTO "events" VALUES(22,'E-22','2026-11-16T00:28:30.956812Z','MessagePosted','person','terminal',NULL,NULL,'{"channel":null,"debtors":[],"expects":[],"from":"person","id":"MSG-22","in_reply_to":"MSG-8","mentioned":[],"priority":"normal","readers":["lead","bob"],"settles":[{"debtor":"bob","message":"MSG-8"}],"to":["lead","bob"],"type":"DECISION_RESULT"}','{"context_summary":"simple","payload":{"additional_constraints":null,"chosen_option":"yes","decision_id":"D-1","rationale":"simple"},"related_state_refs":[]}','a459f827cf9ef4cbd53043ee069e53c3','fb3fe234abde6018d0692d98cfeaf5497f8ff61392202541cbf76f84e49d9ee7','9a8987082fe059878a8da803be67aeedcd78fde1c6e32800a7aeaa714ced3fa5',NULL,NULL);
INSERT INTO "events" VALUES(23,'E-23','2026-11-16T00:28:30.958668Z','DecisionResolved','person','terminal',NULL,22,'{"action":"decided","decision":"D-1","message":"MSG-22"}','{"chosen_option":"yes","rationale":"simple"}','4d35a6aa6a7ebe1b505696b80a29aec2','e32fdcb67cb22febacd3629dd73d5436ab4325b096695b2e8fdc9f8f11e8c247','866ced24a60cddb27db0e88912e98f17f0ac0136470a7055218a2cf5b71616b0',NULL,NULL);
INSERT INTO "events" VALUES(24,'E-24','2026-11-16T00:28:30.992890Z','MessagePosted','system','system',NULL,22,'{"channel":null,"debtors":[],"expects":[],"from":"system","id":"MSG-24","in_reply_to":null,"mentioned":[],"priority":"high","readers":["lead"],"settles":[],"to":"lead","type":"KNOWLEDGE_SHARE"}','{"context_summary":"Decision D-1 is resolved.","payload":{"action_suggestion":"Check your work against the decision.","actionable":true,"content":"Decision D-1 is resolved.\nWhat was decided: yes\nImpact on your task: You asked for it.","relevance_to_recipients":"You asked for it.","topic":"Decision D-1"},"related_state_refs":[{"id":"D-1","type":"decision"}]}','97420d487f639a3b46736da1cd6190bb','265086d03b77adac9fc4509df6b77c249fe7866cd8a5ee5612c7654185205537','2943d2648397e35346725c22bd6383a9c138d019e737b4f0ebff7a6304bfb160',NULL,NULL);
INSERT INTO "events" VALUES(25,'E-25','2026-11-16T00:28:37.338378Z','RuleRefused','bob','terminal',NULL,NULL,'{"action":"SetFields","actor":"bob","mode":"enforce","rule":"BOARD-4"}',NULL,NULL,NULL,'8d5fd75bee22ba377002df140bdeec7f29729d98ba29b4f9866efd27707780ac',NULL,NULL);
INSERT INTO "events" VALUES(26,'E-26','2026-11-16T00:28:51.494288Z','BodyRedacted','person','terminal',NULL,NULL,'{"events":[15],"target":"E-15"}',NULL,NULL,NULL,'58510e36817b2951dc0e7d96497cdfe9b6045ac155a53b1d1c35abafaa1265e6',NULL,NULL);
CREATE TABLE "fields" ("path" TEXT NOT NULL, "agent" TEXT, "value" TEXT, "actor" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("path")) STRICT;
INSERT INTO "fields" VALUES('goal',NULL,'ship','person',5);
INSERT INTO "fields" VALUES('agents.bob.status','bob','blocked','bob',11);
CREATE TABLE head (
    one         INTEGER PRIMARY KEY CHECK (one = 1),
    seq         INTEGER NOT NULL,
    hash        TEXT NOT NULL,
    at          TEXT NOT NULL,
    min_writer  INTEGER NOT NULL,
    fingerprint TEXT NOT NULL
) STRICT;
INSERT INTO "head" VALUES(1,26,'58510e36817b2951dc0e7d96497cdfe9b6045ac155a53b1d1c35abafaa1265e6','2026-11-16T00:28:51.494288Z',1,'80ea92c157eef2ad');
CREATE TABLE "inbox" ("reader" TEXT NOT NULL, "message" TEXT NOT NULL, "seq" INTEGER NOT NULL, "direct" INTEGER NOT NULL, "mentioned" INTEGER NOT NULL, "handled" INTEGER NOT NULL, PRIMARY KEY ("reader", "message")) STRICT;
INSERT INTO "inbox" VALUES('bob','MSG-7',7,1,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-10',10,1,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-13',13,1,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-14',14,1,1,0);
INSERT INTO "inbox" VALUES('lead','MSG-15',15,0,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-15',15,0,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-16',16,0,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-20',20,1,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-22',22,1,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-22',22,1,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-8',8,1,0,1);
INSERT INTO "inbox" VALUES('lead','MSG-24',24,1,0,0);
CREATE TABLE "interrupt_marks" ("reader" TEXT NOT NULL, "up_to" INTEGER NOT NULL, PRIMARY KEY ("reader")) STRICT;
CREATE TABLE "messages" ("id" TEXT NOT NULL, "seq" INTEGER NOT NULL, "type" TEXT NOT NULL, "sender" TEXT NOT NULL, "to" TEXT NOT NULL, "priority" TEXT NOT NULL, "timestamp" TEXT NOT NULL, "channel" TEXT, "in_reply_to" TEXT, "expects" TEXT NOT NULL, "context_summary" TEXT NOT NULL, "related_state_refs" TEXT NOT NULL, "payload" TEXT NOT NULL, "redacted" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "messages" VALUES('MSG-7',7,'TASK_HANDOFF','lead','"bob"','normal','2026-11-16T00:27:29.908215Z',NULL,NULL,'["TASK_RESULT","TASK_BLOCKED"]','build it','[]','{"authority_scope":"","constraints":[],"expected_output":{"format":"code","success_criteria":[]},"fallback_on_failure":"","input_artifacts":[],"task_description":"build it"}',0);
INSERT INTO "messages" VALUES('MSG-8',8,'DECISION_REQUEST','lead','"bob"','blocking','2026-11-16T00:27:36.387739Z',NULL,NULL,'["DECISION_RESULT"]','JWT?','[]','{"deadline_steps":null,"decision_id":"D-1","options":[{"analysis":"simple","label":"yes","recommendation_score":null}],"question":"JWT?","recommended":null}',0);
INSERT INTO "messages" VALUES('MSG-10',10,'STATUS_UPDATE','bob','"lead"','normal','2026-11-16T00:27:43.165928Z',NULL,NULL,'[]','waiting','[]','{"blockers":["no access"],"estimated_remaining":null,"new_status":"blocked","progress_summary":"waiting","task_ref":null}',0);
INSERT INTO "messages" VALUES('MSG-13',13,'KNOWLEDGE_SHARE','system','"lead"','high','2026-11-16T00:27:43.252418Z',NULL,NULL,'[]','bob is blocked by a cause outside the team: no access','[{"id":"bob","type":"agent"}]','{"action_suggestion":"Finish it, or say when it can be expected.","actionable":true,"content":"bob is blocked by a cause outside the team: no access","relevance_to_recipients":"You lead the team.","topic":"bob is blocked"}',0);
INSERT INTO "messages" VALUES('MSG-14',14,'FREEFORM','lead','"all"','normal','2026-11-16T00:27:49.329617Z','general',NULL,'[]','good morning @bob / おはよう','[]','{"body":"good morning @bob / おはよう","intent_hint":"","requires_response":false,"urgency":"normal"}',0);
INSERT INTO "messages" VALUES('MSG-15',15,'FREEFORM','person','"#general"','normal','2026-11-16T00:27:55.500108Z','general',NULL,'[]','[redacted]','[]','{}',1);
INSERT INTO "messages" VALUES('MSG-16',16,'FREEFORM','bob','"#design"','normal','2026-11-16T00:27:59.623506Z','design',NULL,'[]','a post','[]','{"body":"a post","intent_hint":"","requires_response":false,"urgency":"normal"}',0);
INSERT INTO "messages" VALUES('MSG-20',20,'KNOWLEDGE_SHARE','system','"bob"','high','2026-11-16T00:28:15.852309Z',NULL,NULL,'[]','Build the login','[]','{"action_suggestion":"Read it: renkei contract show TC-1. Then: renkei contract accept TC-1, or decline TC-1.","actionable":true,"content":"Build the login","relevance_to_recipients":"You are its assignee.","topic":"lead offers you the contract TC-1"}',0);
INSERT INTO "messages" VALUES('MSG-22',22,'DECISION_RESULT','person','["lead","bob"]','normal','2026-11-16T00:28:30.956812Z',NULL,'MSG-8','[]','simple','[]','{"additional_constraints":null,"chosen_option":"yes","decision_id":"D-1","rationale":"simple"}',0);
INSERT INTO "messages" VALUES('MSG-24',24,'KNOWLEDGE_SHARE','system','"lead"','high','2026-11-16T00:28:30.992890Z',NULL,NULL,'[]','Decision D-1 is resolved.','[{"id":"D-1","type":"decision"}]','{"action_suggestion":"Check your work against the decision.","actionable":true,"content":"Decision D-1 is resolved.\nWhat was decided: yes\nImpact on your task: You asked for it.","relevance_to_recipients":"You asked for it.","topic":"Decision D-1"}',0);
CREATE TABLE "read_marks" ("reader" TEXT NOT NULL, "channel" TEXT NOT NULL, "up_to" INTEGER NOT NULL, PRIMARY KEY ("reader", "channel")) STRICT;
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
CREATE TABLE "rule_sets" ("digest" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("digest")) STRICT;
INSERT INTO "rule_sets" VALUES('a42a142f60ea3158',1);
CREATE TABLE "steps" ("agent" TEXT NOT NULL, "count" INTEGER NOT NULL, PRIMARY KEY ("agent")) STRICT;
INSERT INTO "steps" VALUES('lead',4);
INSERT INTO "steps" VALUES('bob',5);
CREATE TABLE "tokens" ("digest" TEXT NOT NULL, "agent" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("digest")) STRICT;
INSERT INTO "tokens" VALUES('20b63137b89fb419439bbab3878af6e8c3823aa5c0e238ccc1459ff2f316ebd5','bob',4);
CREATE TABLE "turns" ("agent" TEXT NOT NULL, "open" INTEGER NOT NULL, "started" INTEGER NOT NULL, "previous" INTEGER NOT NULL, "updated" INTEGER NOT NULL, "reported" INTEGER NOT NULL, PRIMARY KEY ("agent")) STRICT;
INSERT INTO "turns" VALUES('bob',1,6,0,1,1);
CREATE TABLE "usage" ("type" TEXT NOT NULL, "intent" TEXT NOT NULL, "count" INTEGER NOT NULL, PRIMARY KEY ("type", "intent")) STRICT;
INSERT INTO "usage" VALUES('TASK_HANDOFF','',1);
INSERT INTO "usage" VALUES('DECISION_REQUEST','',1);
INSERT INTO "usage" VALUES('STATUS_UPDATE','',1);
INSERT INTO "usage" VALUES('FREEFORM','[redacted]',1);
INSERT INTO "usage" VALUES('FREEFORM','',2);
INSERT INTO "usage" VALUES('DECISION_RESULT','',1);
INSERT INTO "usage" VALUES('KNOWLEDGE_SHARE','',3);
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
