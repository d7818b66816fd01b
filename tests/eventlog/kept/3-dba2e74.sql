PRAGMA application_id = 1380862789;
PRAGMA user_version = 3;
BEGIN TRANSACTION;
CREATE TABLE "agents" ("id" TEXT NOT NULL, "role" TEXT NOT NULL, "model" TEXT, "member" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "agents" VALUES('lead','lead',NULL,1,2);
INSERT INTO "agents" VALUES('bob','builder',NULL,1,3);
CREATE TABLE "artifacts" ("ref" TEXT NOT NULL, "owner" TEXT NOT NULL, "description" TEXT NOT NULL, "version" INTEGER NOT NULL, "path" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("ref")) STRICT;
CREATE TABLE "blockers" ("id" TEXT NOT NULL, "description" TEXT NOT NULL, "affected_agents" TEXT NOT NULL, "created_at" TEXT NOT NULL, "resolved" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "blockers" VALUES('BLK-12','no access','["bob"]','2026-11-16T00:26:01.958968Z',0,12);
CREATE TABLE "changelog" ("seq" INTEGER NOT NULL, "timestamp" TEXT NOT NULL, "agent" TEXT NOT NULL, "action" TEXT NOT NULL, "path" TEXT NOT NULL, "old" TEXT, "new" TEXT, PRIMARY KEY ("seq")) STRICT;
INSERT INTO "changelog" VALUES(2,'2026-11-16T00:25:39.988786Z','person','added a member','agents.lead',NULL,'lead');
INSERT INTO "changelog" VALUES(3,'2026-11-16T00:25:42.037594Z','person','added a member','agents.bob',NULL,'builder');
INSERT INTO "changelog" VALUES(5,'2026-11-16T00:25:48.039431Z','person','set goal','goal',NULL,'ship');
INSERT INTO "changelog" VALUES(9,'2026-11-16T00:25:57.615118Z','lead','asked for a decision','pending_decisions.D-1',NULL,'JWT?');
INSERT INTO "changelog" VALUES(11,'2026-11-16T00:26:01.958652Z','bob','set status','agents.bob.status','idle','blocked');
INSERT INTO "changelog" VALUES(12,'2026-11-16T00:26:01.958968Z','bob','reported a blocker','blockers.BLK-12',NULL,'no access');
CREATE TABLE "channels" ("name" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT;
INSERT INTO "channels" VALUES('general',13);
INSERT INTO "channels" VALUES('design',15);
CREATE TABLE "checks" ("seq" INTEGER NOT NULL, "session" TEXT NOT NULL, "agent_id" TEXT NOT NULL, "agent" TEXT NOT NULL, "outcome" TEXT NOT NULL, "attempt" INTEGER NOT NULL, "verify" INTEGER NOT NULL, PRIMARY KEY ("seq")) STRICT;
CREATE TABLE "debts" ("message" TEXT NOT NULL, "debtor" TEXT NOT NULL, "creditor" TEXT NOT NULL, "expects" TEXT NOT NULL, "since" TEXT NOT NULL, "seq" INTEGER NOT NULL, "settled" INTEGER NOT NULL, "settled_by" TEXT, PRIMARY KEY ("message", "debtor")) STRICT;
INSERT INTO "debts" VALUES('MSG-7','bob','lead','["TASK_RESULT","TASK_BLOCKED"]','2026-11-16T00:25:55.799952Z',7,0,NULL);
INSERT INTO "debts" VALUES('MSG-8','bob','lead','["DECISION_RESULT"]','2026-11-16T00:25:57.608332Z',8,0,NULL);
CREATE TABLE "decisions" ("id" TEXT NOT NULL, "message" TEXT NOT NULL, "requester" TEXT NOT NULL, "question" TEXT NOT NULL, "options" TEXT NOT NULL, "owners" TEXT NOT NULL, "deadline_steps" INTEGER, "status" TEXT NOT NULL, "resolution" TEXT, "redacted" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "decisions" VALUES('D-1','MSG-8','lead','JWT?','[{"analysis":"simple","label":"yes","recommendation_score":null}]','["bob"]',NULL,'open',NULL,0,9);
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
INSERT INTO "events" VALUES(1,'E-1','2026-11-16T00:25:39.988334Z','RuleSetAdopted','system','system',NULL,NULL,'{"digest":"dadc4eaf6cbadb88","rules":["a_status_update_sets_the_senders_status","a_task_result_registers_artifacts_and_sets_the_senders_status","a_decision_request_opens_a_decision","a_decision_result_resolves_the_decision","a_writer_whose_value_does_not_stand_is_told_to_read_again"]}',NULL,NULL,NULL,'f5bf621ffa4b0a729023975a69e4e3cfc8b657bb0ce332bdfcef3b8d02644ba6',NULL,NULL);
INSERT INTO "events" VALUES(2,'E-2','2026-11-16T00:25:39.988786Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"lead","model":null,"role":"lead"}',NULL,NULL,NULL,'f6e6067ab5a3ea9b8cfd61898f784ccf3804f8a2a574a8f7d593b828deb4cd92',NULL,NULL);
INSERT INTO "events" VALUES(3,'E-3','2026-11-16T00:25:42.037594Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"bob","model":null,"role":"builder"}',NULL,NULL,NULL,'7944e56757d62d62d34b5c0d80826a5210769db6c53e068bb3dab0845e3234ce',NULL,NULL);
INSERT INTO "events" VALUES(4,'E-4','2026-11-16T00:25:44.497029Z','TokenIssued','person','terminal',NULL,NULL,'{"agent":"bob","digest":"52cb3e8d10b29a6b40a6b6614931c43bb75e7fd595db0b58290b045affe61b10"}',NULL,NULL,NULL,'7d2e079c7ceedbced4710176752e6b9c4e4116b87a693aff905e5f95943d20da',NULL,NULL);
INSERT INTO "events" VALUES(5,'E-5','2026-11-16T00:25:48.039431Z','FieldSet','person','terminal',NULL,NULL,'{"action":"set goal","agent":null,"based_on":4,"field":"goal","overrides":null,"status":null}','{"value":"ship"}','240a81012858b457a8aaf31c916fd085','09191b0886d09340070c5774c59a0afedfc2584a5dd237a798c151e9d627fba3','a70479048e8a1203e64e6ed2c554abd0a144999b5d5d48bad6afbddee7f1b15e',NULL,NULL);
INSERT INTO "events" VALUES(6,'E-6','2026-11-16T00:25:52.893225Z','TurnStarted','bob','terminal',NULL,NULL,'{"agent":"bob"}',NULL,NULL,NULL,'43cb5f1202f1767ddf2243d321357d930d186fce2ac84852a7cd6e712ee796e0',NULL,NULL);
INSERT INTO "events" VALUES(7,'E-7','2026-11-16T00:25:55.799952Z','MessagePosted','lead','terminal',NULL,NULL,'{"channel":null,"debtors":["bob"],"expects":["TASK_RESULT","TASK_BLOCKED"],"from":"lead","id":"MSG-7","in_reply_to":null,"mentioned":[],"priority":"normal","readers":["bob"],"settles":[],"to":"bob","type":"TASK_HANDOFF"}','{"context_summary":"build it","payload":{"authority_scope":"","constraints":[],"expected_output":{"format":"code","success_criteria":[]},"fallback_on_failure":"","input_artifacts":[],"task_description":"build it"},"related_state_refs":[]}','015fb151aae38b72ad2b77f230695191','c2f8bce64637e006aac6a051f64da4c46ff23034174b0bd0b8306fa95e047743','64fa6023d8730fd02ebf5bc71715587a0e78b5ece612fae4d94c73715e8b087e',NULL,NULL);
INSERT INTO "events" VALUES(8,'E-8','2026-11-16T00:25:57.608332Z','MessagePosted','lead','terminal',NULL,NULL,'{"channel":null,"debtors":["bob"],"expects":["DECISION_RESULT"],"from":"lead","id":"MSG-8","in_reply_to":null,"mentioned":[],"priority":"blocking","readers":["bob"],"settles":[],"to":"bob","type":"DECISION_REQUEST"}','{"context_summary":"JWT?","payload":{"deadline_steps":null,"decision_id":"D-1","options":[{"analysis":"simple","label":"yes","recommendation_score":null}],"question":"JWT?","recommended":null},"related_state_refs":[]}','24bdd1b733dda287f7a39819256f2f70','2309c326f530e01531eaac14ff7287bfd0a6eed4ec443f4e1e0820547a835adb','1e40b73c51039e49b10d3a52d11b2e3378b66e54480e80880f6a1f604d8ab09b',NULL,NULL);
INSERT INTO "events" VALUES(9,'E-9','2026-11-16T00:25:57.615118Z','DecisionRequested','lead','terminal',NULL,8,'{"action":"asked for a decision","deadline_steps":null,"decision":"D-1","message":"MSG-8","owners":["bob"],"requester":"lead"}','{"options":[{"analysis":"simple","label":"yes","recommendation_score":null}],"question":"JWT?"}','b4955f28ffcd05946276357ad3163d1a','3d5335816e319cf50fe93c64abcedb442c3c42e9ac6598d7fa0fdedb9d3d1844','b039a56dd11860d8c66245cd49253167da775f022aaa33a3300d91c3e97cfe04',NULL,NULL);
INSERT INTO "events" VALUES(10,'E-10','2026-11-16T00:26:01.952821Z','MessagePosted','bob','terminal',NULL,NULL,'{"channel":null,"debtors":[],"expects":[],"from":"bob","id":"MSG-10","in_reply_to":null,"mentioned":[],"priority":"normal","readers":["lead"],"settles":[],"to":"lead","type":"STATUS_UPDATE"}','{"context_summary":"waiting","payload":{"blockers":["no access"],"estimated_remaining":null,"new_status":"blocked","progress_summary":"waiting","task_ref":null},"related_state_refs":[]}','0d4a3759edd63506cb3f489a84845c88','5920dd8e061721a8f79c53330e6e3084eb253340a5da6bed29d0632b341e9d90','82114a312fd0b6d4fb934112113edbe909006e2e18a3d014080fd896040eda6e',NULL,NULL);
INSERT INTO "events" VALUES(11,'E-11','2026-11-16T00:26:01.958652Z','FieldSet','bob','terminal',NULL,10,'{"action":"set status","agent":"bob","based_on":10,"field":"status","overrides":null,"status":"blocked"}',NULL,NULL,NULL,'06f7e4245d5b9d8124bcea6e4f2a6420eab3860d036a4fc15f0e2918a4ee9386',NULL,NULL);
INSERT INTO "events" VALUES(12,'E-12','2026-11-16T00:26:01.958968Z','BlockerAdded','bob','terminal',NULL,10,'{"action":"reported a blocker","affected_agents":["bob"],"id":"BLK-12"}','{"description":"no access"}','6e126fc00ea9ea208198cd8571bc0fd5','b13fdf255e353fe2b649881d2e5647bce772488ec0c0dfc8cde6e5bb1ed61892','a6b90871f013024a688862428ed1a51d55249ec1039f3bdbe75c73a98b2f0bdf',NULL,NULL);
INSERT INTO "events" VALUES(13,'E-13','2026-11-16T00:26:04.545727Z','MessagePosted','lead','terminal',NULL,NULL,'{"channel":"general","debtors":[],"expects":[],"from":"lead","id":"MSG-13","in_reply_to":null,"mentioned":["bob"],"priority":"normal","readers":["bob"],"settles":[],"to":"all","type":"FREEFORM"}','{"context_summary":"good morning @bob / おはよう","payload":{"body":"good morning @bob / おはよう","intent_hint":"","requires_response":false,"urgency":"normal"},"related_state_refs":[]}','a90d2b73e5f3b83c98200c2a5f576985','5b04236ea9e3f8b8835316fd389015dee3a2d8f4c6e4e011f46d458c01173a12','f52a75bbde6a84774071af8c225c0f763022d5413cb6fa032e4baded9d12484e','once','fea936a0069098898870901e332cad467508582cf287526d820df7ae06cc5f5d');
INSERT INTO "events" VALUES(14,'E-14','2026-11-16T00:26:07.840585Z','MessagePosted','person','terminal',NULL,NULL,'{"channel":"general","debtors":[],"expects":[],"from":"person","id":"MSG-14","in_reply_to":null,"mentioned":[],"priority":"normal","readers":["lead","bob"],"settles":[],"to":"#general","type":"FREEFORM"}',NULL,NULL,'831c2c7bbb32107396eaa531e90ea6131f47b1cb57af4b6b72397ce90ae56c8d','8f371f0500b257edf67ffd3abe18d308538576bc2c415e3901f544e0f259598a',NULL,NULL);
INSERT INTO "events" VALUES(15,'E-15','2026-11-16T00:26:10.191072Z','MessagePosted','bob','terminal',NULL,NULL,'{"channel":"design","debtors":[],"expects":[],"from":"bob","id":"MSG-15","in_reply_to":null,"mentioned":[],"priority":"normal","readers":["lead"],"settles":[],"to":"#design","type":"FREEFORM"}','{"context_summary":"a post","payload":{"body":"a post","intent_hint":"","requires_response":false,"urgency":"normal"},"related_state_refs":[]}','84004f8ac442710c224fc1c0b3e1dccf','5e5c3c47b8b186773e2be1012d3989ae05c87227415757e7fa2f8dd9a8a4d00a','57c8d13da32d6d612e78458287499cf48160df0055c0fea01fc704ee047c66df',NULL,NULL);
INSERT INTO "events" VALUES(16,'E-16','2026-11-16T00:26:12.475684Z','ChannelRead','person','terminal',NULL,NULL,'{"channel":"design","reader":"person","up_to":15}',NULL,NULL,NULL,'3abd9b825f67b35b74810bd982fc4d267854713a9b3b995928bb3b530d041faf',NULL,NULL);
INSERT INTO "events" VALUES(17,'E-17','2026-11-16T00:26:17.476398Z','MessagesHandled','person','terminal',NULL,NULL,'{"messages":["MSG-8"],"reader":"bob"}',NULL,NULL,NULL,'6c550a9681234fe804bd9cd2d098c1a2fce347fdb0a9fedc1d210202172f412e',NULL,NULL);
INSERT INTO "events" VALUES(18,'E-18','2026-11-16T00:26:32.982337Z','RuleRefused','bob','terminal',NULL,NULL,'{"action":"SetFields","actor":"bob","mode":"enforce","rule":"BOARD-4"}',NULL,NULL,NULL,'10ff40bd216927d59580b011d6724a89699cc7a485b5135f82dcbf3be69bc7ed',NULL,NULL);
INSERT INTO "events" VALUES(19,'E-19','2026-11-16T00:26:42.447392Z','BodyRedacted','person','terminal',NULL,NULL,'{"events":[14],"target":"E-14"}',NULL,NULL,NULL,'5a2d338378aa8722e9bcd7b7dc884fba6a744779de6b7eb7e7259a10228de453',NULL,NULL);
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
INSERT INTO "head" VALUES(1,19,'5a2d338378aa8722e9bcd7b7dc884fba6a744779de6b7eb7e7259a10228de453','2026-11-16T00:26:42.447392Z',1,'8941ea0f99ee6396');
CREATE TABLE "inbox" ("reader" TEXT NOT NULL, "message" TEXT NOT NULL, "seq" INTEGER NOT NULL, "mentioned" INTEGER NOT NULL, "handled" INTEGER NOT NULL, PRIMARY KEY ("reader", "message")) STRICT;
INSERT INTO "inbox" VALUES('bob','MSG-7',7,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-10',10,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-13',13,1,0);
INSERT INTO "inbox" VALUES('lead','MSG-14',14,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-14',14,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-15',15,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-8',8,0,1);
CREATE TABLE "messages" ("id" TEXT NOT NULL, "seq" INTEGER NOT NULL, "type" TEXT NOT NULL, "sender" TEXT NOT NULL, "to" TEXT NOT NULL, "priority" TEXT NOT NULL, "timestamp" TEXT NOT NULL, "channel" TEXT, "in_reply_to" TEXT, "expects" TEXT NOT NULL, "context_summary" TEXT NOT NULL, "related_state_refs" TEXT NOT NULL, "payload" TEXT NOT NULL, "redacted" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "messages" VALUES('MSG-7',7,'TASK_HANDOFF','lead','"bob"','normal','2026-11-16T00:25:55.799952Z',NULL,NULL,'["TASK_RESULT","TASK_BLOCKED"]','build it','[]','{"authority_scope":"","constraints":[],"expected_output":{"format":"code","success_criteria":[]},"fallback_on_failure":"","input_artifacts":[],"task_description":"build it"}',0);
INSERT INTO "messages" VALUES('MSG-8',8,'DECISION_REQUEST','lead','"bob"','blocking','2026-11-16T00:25:57.608332Z',NULL,NULL,'["DECISION_RESULT"]','JWT?','[]','{"deadline_steps":null,"decision_id":"D-1","options":[{"analysis":"simple","label":"yes","recommendation_score":null}],"question":"JWT?","recommended":null}',0);
INSERT INTO "messages" VALUES('MSG-10',10,'STATUS_UPDATE','bob','"lead"','normal','2026-11-16T00:26:01.952821Z',NULL,NULL,'[]','waiting','[]','{"blockers":["no access"],"estimated_remaining":null,"new_status":"blocked","progress_summary":"waiting","task_ref":null}',0);
INSERT INTO "messages" VALUES('MSG-13',13,'FREEFORM','lead','"all"','normal','2026-11-16T00:26:04.545727Z','general',NULL,'[]','good morning @bob / おはよう','[]','{"body":"good morning @bob / おはよう","intent_hint":"","requires_response":false,"urgency":"normal"}',0);
INSERT INTO "messages" VALUES('MSG-14',14,'FREEFORM','person','"#general"','normal','2026-11-16T00:26:07.840585Z','general',NULL,'[]','[redacted]','[]','{}',1);
INSERT INTO "messages" VALUES('MSG-15',15,'FREEFORM','bob','"#design"','normal','2026-11-16T00:26:10.191072Z','design',NULL,'[]','a post','[]','{"body":"a post","intent_hint":"","requires_response":false,"urgency":"normal"}',0);
CREATE TABLE "read_marks" ("reader" TEXT NOT NULL, "channel" TEXT NOT NULL, "up_to" INTEGER NOT NULL, PRIMARY KEY ("reader", "channel")) STRICT;
INSERT INTO "read_marks" VALUES('person','design',15);
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
INSERT INTO "rule_sets" VALUES('dadc4eaf6cbadb88',1);
CREATE TABLE "tokens" ("digest" TEXT NOT NULL, "agent" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("digest")) STRICT;
INSERT INTO "tokens" VALUES('52cb3e8d10b29a6b40a6b6614931c43bb75e7fd595db0b58290b045affe61b10','bob',4);
CREATE TABLE "turns" ("agent" TEXT NOT NULL, "open" INTEGER NOT NULL, "started" INTEGER NOT NULL, "previous" INTEGER NOT NULL, "updated" INTEGER NOT NULL, PRIMARY KEY ("agent")) STRICT;
INSERT INTO "turns" VALUES('bob',1,6,0,1);
CREATE TABLE "usage" ("type" TEXT NOT NULL, "intent" TEXT NOT NULL, "count" INTEGER NOT NULL, PRIMARY KEY ("type", "intent")) STRICT;
INSERT INTO "usage" VALUES('TASK_HANDOFF','',1);
INSERT INTO "usage" VALUES('DECISION_REQUEST','',1);
INSERT INTO "usage" VALUES('STATUS_UPDATE','',1);
INSERT INTO "usage" VALUES('FREEFORM','[redacted]',1);
INSERT INTO "usage" VALUES('FREEFORM','',2);
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
CREATE INDEX "debts_by_debtor_settled_seq" ON "debts" ("debtor", "settled", "seq");
CREATE INDEX "debts_by_creditor_settled_seq" ON "debts" ("creditor", "settled", "seq");
CREATE INDEX "channels_by_seq" ON "channels" ("seq");
CREATE INDEX "decisions_by_status_seq" ON "decisions" ("status", "seq");
CREATE INDEX "decisions_by_seq" ON "decisions" ("seq");
CREATE INDEX "blockers_by_resolved_seq" ON "blockers" ("resolved", "seq");
CREATE INDEX "blockers_by_seq" ON "blockers" ("seq");
CREATE INDEX "artifacts_by_owner_seq" ON "artifacts" ("owner", "seq");
CREATE INDEX "artifacts_by_seq" ON "artifacts" ("seq");
CREATE INDEX "checks_by_session_agent_id_seq" ON "checks" ("session", "agent_id", "seq");
CREATE INDEX "checks_by_session_seq" ON "checks" ("session", "seq");
COMMIT;
