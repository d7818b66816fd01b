PRAGMA application_id = 1380862789;
PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE "agents" ("id" TEXT NOT NULL, "role" TEXT NOT NULL, "model" TEXT, "member" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "agents" VALUES('lead','lead',NULL,1,2);
INSERT INTO "agents" VALUES('bob','builder',NULL,1,3);
CREATE TABLE "artifacts" ("ref" TEXT NOT NULL, "owner" TEXT NOT NULL, "description" TEXT NOT NULL, "version" INTEGER NOT NULL, "path" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("ref")) STRICT;
CREATE TABLE "blockers" ("id" TEXT NOT NULL, "description" TEXT NOT NULL, "affected_agents" TEXT NOT NULL, "created_at" TEXT NOT NULL, "resolved" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "blockers" VALUES('BLK-12','no access','["bob"]','2026-11-16T00:25:12.617195Z',0,12);
CREATE TABLE "changelog" ("seq" INTEGER NOT NULL, "timestamp" TEXT NOT NULL, "agent" TEXT NOT NULL, "action" TEXT NOT NULL, "path" TEXT NOT NULL, "old" TEXT, "new" TEXT, PRIMARY KEY ("seq")) STRICT;
INSERT INTO "changelog" VALUES(2,'2026-11-16T00:24:45.833808Z','person','added a member','agents.lead',NULL,'lead');
INSERT INTO "changelog" VALUES(3,'2026-11-16T00:24:50.373566Z','person','added a member','agents.bob',NULL,'builder');
INSERT INTO "changelog" VALUES(5,'2026-11-16T00:24:56.116940Z','person','set goal','goal',NULL,'ship');
INSERT INTO "changelog" VALUES(9,'2026-11-16T00:25:09.156167Z','lead','asked for a decision','pending_decisions.D-1',NULL,'JWT?');
INSERT INTO "changelog" VALUES(11,'2026-11-16T00:25:12.616953Z','bob','set status','agents.bob.status','idle','blocked');
INSERT INTO "changelog" VALUES(12,'2026-11-16T00:25:12.617195Z','bob','reported a blocker','blockers.BLK-12',NULL,'no access');
CREATE TABLE "channels" ("name" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT;
INSERT INTO "channels" VALUES('general',13);
INSERT INTO "channels" VALUES('design',15);
CREATE TABLE "debts" ("message" TEXT NOT NULL, "debtor" TEXT NOT NULL, "creditor" TEXT NOT NULL, "expects" TEXT NOT NULL, "since" TEXT NOT NULL, "seq" INTEGER NOT NULL, "settled" INTEGER NOT NULL, "settled_by" TEXT, PRIMARY KEY ("message", "debtor")) STRICT;
INSERT INTO "debts" VALUES('MSG-7','bob','lead','["TASK_RESULT","TASK_BLOCKED"]','2026-11-16T00:25:05.152051Z',7,0,NULL);
INSERT INTO "debts" VALUES('MSG-8','bob','lead','["DECISION_RESULT"]','2026-11-16T00:25:09.155667Z',8,0,NULL);
CREATE TABLE "decisions" ("id" TEXT NOT NULL, "message" TEXT NOT NULL, "requester" TEXT NOT NULL, "question" TEXT NOT NULL, "options" TEXT NOT NULL, "owners" TEXT NOT NULL, "deadline_steps" INTEGER, "status" TEXT NOT NULL, "resolution" TEXT, "redacted" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "decisions" VALUES('D-1','MSG-8','lead','JWT?','[{"analysis":"simple","cons":"","label":"yes","pros":""}]','["bob"]',NULL,'open',NULL,0,9);
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
INSERT INTO "events" VALUES(1,'E-1','2026-11-16T00:24:45.833446Z','RuleSetAdopted','system','system',NULL,NULL,'{"digest":"dadc4eaf6cbadb88","rules":["a_status_update_sets_the_senders_status","a_task_result_registers_artifacts_and_sets_the_senders_status","a_decision_request_opens_a_decision","a_decision_result_resolves_the_decision","a_writer_whose_value_does_not_stand_is_told_to_read_again"]}',NULL,NULL,NULL,'b019c9f5d1c3654433ab594af0dd46780be2fbfdf65b93776deb343d2ca9073b',NULL,NULL);
INSERT INTO "events" VALUES(2,'E-2','2026-11-16T00:24:45.833808Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"lead","model":null,"role":"lead"}',NULL,NULL,NULL,'7e2019cb5fc7fdfbe4abb770abfaf4ee5fbb5ed4cd7e2d6651c23ac15528685a',NULL,NULL);
INSERT INTO "events" VALUES(3,'E-3','2026-11-16T00:24:50.373566Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"bob","model":null,"role":"builder"}',NULL,NULL,NULL,'270236a0df79b7b72b6eb8f67dba03806c7a6933e827d680b9b9946ee08b69f4',NULL,NULL);
INSERT INTO "events" VALUES(4,'E-4','2026-11-16T00:24:52.881064Z','TokenIssued','person','terminal',NULL,NULL,'{"agent":"bob","digest":"977e7e898eb73c80fc77bc3a6e8eeecca24de7879edad9eccea35079a1118145"}',NULL,NULL,NULL,'84b71939d59f929c43363196e88ec41e4848c847c833e3509e39ceb83ad8782e',NULL,NULL);
INSERT INTO "events" VALUES(5,'E-5','2026-11-16T00:24:56.116940Z','FieldSet','person','terminal',NULL,NULL,'{"action":"set goal","agent":null,"based_on":4,"field":"goal","overrides":null,"status":null}','{"value":"ship"}','15aa0f6423b6569971bc854a846f45ff','c6d63252b37a409090bbe82a2684de260408e15086691020f980ae9b290a677e','2132b88055056042ad94c11e84f40d02db50525721ad94a029b7e6878ade429e',NULL,NULL);
INSERT INTO "events" VALUES(6,'E-6','2026-11-16T00:25:00.071816Z','TurnStarted','bob','terminal',NULL,NULL,'{"agent":"bob"}',NULL,NULL,NULL,'fa6a0cedc669aafd4f7dc85de9f78553a263fe0e876c2f54881ba355f3df99c7',NULL,NULL);
INSERT INTO "events" VALUES(7,'E-7','2026-11-16T00:25:05.152051Z','MessagePosted','lead','terminal',NULL,NULL,'{"channel":null,"debtors":["bob"],"expects":["TASK_RESULT","TASK_BLOCKED"],"from":"lead","id":"MSG-7","in_reply_to":null,"mentioned":[],"priority":"normal","readers":["bob"],"settles":[],"to":"bob","type":"TASK_HANDOFF"}','{"context_summary":"build it","payload":{"authority_scope":"","constraints":[],"expected_output":{"format":"code","success_criteria":[]},"fallback_on_failure":"","input_artifacts":[],"task_description":"build it"},"related_state_refs":[]}','7e5778f75c547bc15b7e5883434186cf','f258be79a5f9509edcd7e5912945d51ecc66387e2eb5291a1ebc99cba99b6ca2','664ddc1be072112b6a2bac43b13093deb0af4d6ddc6822e616f7f9766ecc16be',NULL,NULL);
INSERT INTO "events" VALUES(8,'E-8','2026-11-16T00:25:09.155667Z','MessagePosted','lead','terminal',NULL,NULL,'{"channel":null,"debtors":["bob"],"expects":["DECISION_RESULT"],"from":"lead","id":"MSG-8","in_reply_to":null,"mentioned":[],"priority":"blocking","readers":["bob"],"settles":[],"to":"bob","type":"DECISION_REQUEST"}','{"context_summary":"JWT?","payload":{"deadline_steps":null,"decision_id":"D-1","options":[{"analysis":"simple","label":"yes","recommendation_score":null}],"question":"JWT?","recommended":null},"related_state_refs":[]}','1f5f52eb31161422e6a655192029db31','6cdf76ee8f0b0ecf6df20bb7dae57a5fc9b205bcad058fbfff73d0a82cb06702','e6da7083cd1e7e60adecfe5541af50b2b4e4956567892c02eb74f20164c6c2ce',NULL,NULL);
INSERT INTO "events" VALUES(9,'E-9','2026-11-16T00:25:09.156167Z','DecisionRequested','lead','terminal',NULL,8,'{"action":"asked for a decision","deadline_steps":null,"decision":"D-1","message":"MSG-8","owners":["bob"],"requester":"lead"}','{"options":[{"analysis":"simple","cons":"","label":"yes","pros":""}],"question":"JWT?"}','3283dc4faa36fd0958854b717144ae89','fca9bc9b8226898d6b7710d19af8b05c73dd89220de3a49e47b33dae38e09909','0256977d3ae93fb012794f00c0cd126032c44f6e0a8f5cf3142b39d92eacc604',NULL,NULL);
INSERT INTO "events" VALUES(10,'E-10','2026-11-16T00:25:12.613300Z','MessagePosted','bob','terminal',NULL,NULL,'{"channel":null,"debtors":[],"expects":[],"from":"bob","id":"MSG-10","in_reply_to":null,"mentioned":[],"priority":"normal","readers":["lead"],"settles":[],"to":"lead","type":"STATUS_UPDATE"}','{"context_summary":"waiting","payload":{"blockers":["no access"],"estimated_remaining":null,"new_status":"blocked","progress_summary":"waiting","task_ref":null},"related_state_refs":[]}','8dab39a4df1674ddd638baef44acb6b7','501393538129741f4dee4f0640a891634edcc3021f9cdac2c04c783a7ca192e9','3e1fdd087bc9fc578e7f73ae3e28fe26f3a5620bf626e68dda60d0bed57bebb5',NULL,NULL);
INSERT INTO "events" VALUES(11,'E-11','2026-11-16T00:25:12.616953Z','FieldSet','bob','terminal',NULL,10,'{"action":"set status","agent":"bob","based_on":10,"field":"status","overrides":null,"status":"blocked"}',NULL,NULL,NULL,'2df3213819c7f05e5d8c0e8f30b6b1f79befb0a5844fd8952f0862bfbd698993',NULL,NULL);
INSERT INTO "events" VALUES(12,'E-12','2026-11-16T00:25:12.617195Z','BlockerAdded','bob','terminal',NULL,10,'{"action":"reported a blocker","affected_agents":["bob"],"id":"BLK-12"}','{"description":"no access"}','114f8379ed44b0836d6aa20c198699be','ed9ac532f4044ebbbfd1d722c7bad49d7aaab45dd5a0dc9e5185e8ad152a9a18','747b7369eeaed7e413719792274864902227d836b9e49b1a05c10e845d9e7eb0',NULL,NULL);
INSERT INTO "events" VALUES(13,'E-13','2026-11-16T00:25:14.974453Z','MessagePosted','lead','terminal',NULL,NULL,'{"channel":"general","debtors":[],"expects":[],"from":"lead","id":"MSG-13","in_reply_to":null,"mentioned":["bob"],"priority":"normal","readers":["bob"],"settles":[],"to":"all","type":"FREEFORM"}','{"context_summary":"good morning @bob / おはよう","payload":{"body":"good morning @bob / おはよう","intent_hint":"","requires_response":false,"urgency":"normal"},"related_state_refs":[]}','8e5e161edc387076513359f7e9a6985e','805ea04851ffaa4598e275f45175c49f5663392d3710faa67537ab8966148977','bf3d0a4c32d0b1a03b443dae361ff97f9fd222ce54b81655993ad62ad9cf520f','once','6cb16a54c5a9a030e90b815665d5a37f');
INSERT INTO "events" VALUES(14,'E-14','2026-11-16T00:25:16.427671Z','MessagePosted','person','terminal',NULL,NULL,'{"channel":"general","debtors":[],"expects":[],"from":"person","id":"MSG-14","in_reply_to":null,"mentioned":[],"priority":"normal","readers":["lead","bob"],"settles":[],"to":"#general","type":"FREEFORM"}',NULL,NULL,'786874f9c19dc401f9c1af6e1a637d87593254e2a3f63b271895c28f078a99e2','9d3388b9128c29eda44b7073fa513519ec69552a30fe401a0689335228cc3088',NULL,NULL);
INSERT INTO "events" VALUES(15,'E-15','2026-11-16T00:25:18.026169Z','MessagePosted','bob','terminal',NULL,NULL,'{"channel":"design","debtors":[],"expects":[],"from":"bob","id":"MSG-15","in_reply_to":null,"mentioned":[],"priority":"normal","readers":["lead"],"settles":[],"to":"#design","type":"FREEFORM"}','{"context_summary":"a post","payload":{"body":"a post","intent_hint":"","requires_response":false,"urgency":"normal"},"related_state_refs":[]}','002aed2c81ec5a02f886c97d1991b47c','33788fa3cd373c8db2e39b493aa4a640513238a42e4d879133095fafec34561e','ada3024a4d61d0536d795a4777a7dc85c27e8f294be509c512b0df18d6486abd',NULL,NULL);
INSERT INTO "events" VALUES(16,'E-16','2026-11-16T00:25:19.922627Z','ChannelRead','person','terminal',NULL,NULL,'{"channel":"design","reader":"person","up_to":15}',NULL,NULL,NULL,'d17291558ebeb0e9b8c631172408f6195d73e28d05f22eb18d8caa52754e5ab3',NULL,NULL);
INSERT INTO "events" VALUES(17,'E-17','2026-11-16T00:25:22.860972Z','MessagesHandled','person','terminal',NULL,NULL,'{"messages":["MSG-8"],"reader":"bob"}',NULL,NULL,NULL,'8903f46a6d1abfdfba17b813b4df30c8a24d36e587eda08a6386932452c419c4',NULL,NULL);
INSERT INTO "events" VALUES(18,'E-18','2026-11-16T00:25:31.891425Z','RuleRefused','bob','terminal',NULL,NULL,'{"action":"SetFields","actor":"bob","mode":"enforce","rule":"BOARD-4"}',NULL,NULL,NULL,'5adbcc8d865eda96dae20d311e2264722137766c3101a39798f7b9c0096596ba',NULL,NULL);
INSERT INTO "events" VALUES(19,'E-19','2026-11-16T00:25:35.755565Z','BodyRedacted','person','terminal',NULL,NULL,'{"events":[14],"target":"E-14"}',NULL,NULL,NULL,'14fae6b1be2ed37bc2ee5a2a37c1bd48ab9c6367a31d7a60da18c706d583b261',NULL,NULL);
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
INSERT INTO "head" VALUES(1,19,'14fae6b1be2ed37bc2ee5a2a37c1bd48ab9c6367a31d7a60da18c706d583b261','2026-11-16T00:25:35.755565Z',1,'c69a26026cf3e5c1');
CREATE TABLE "inbox" ("reader" TEXT NOT NULL, "message" TEXT NOT NULL, "seq" INTEGER NOT NULL, "mentioned" INTEGER NOT NULL, "handled" INTEGER NOT NULL, PRIMARY KEY ("reader", "message")) STRICT;
INSERT INTO "inbox" VALUES('bob','MSG-7',7,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-10',10,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-13',13,1,0);
INSERT INTO "inbox" VALUES('lead','MSG-14',14,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-14',14,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-15',15,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-8',8,0,1);
CREATE TABLE "messages" ("id" TEXT NOT NULL, "seq" INTEGER NOT NULL, "type" TEXT NOT NULL, "sender" TEXT NOT NULL, "to" TEXT NOT NULL, "priority" TEXT NOT NULL, "timestamp" TEXT NOT NULL, "channel" TEXT, "in_reply_to" TEXT, "expects" TEXT NOT NULL, "context_summary" TEXT NOT NULL, "related_state_refs" TEXT NOT NULL, "payload" TEXT NOT NULL, "redacted" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "messages" VALUES('MSG-7',7,'TASK_HANDOFF','lead','"bob"','normal','2026-11-16T00:25:05.152051Z',NULL,NULL,'["TASK_RESULT","TASK_BLOCKED"]','build it','[]','{"authority_scope":"","constraints":[],"expected_output":{"format":"code","success_criteria":[]},"fallback_on_failure":"","input_artifacts":[],"task_description":"build it"}',0);
INSERT INTO "messages" VALUES('MSG-8',8,'DECISION_REQUEST','lead','"bob"','blocking','2026-11-16T00:25:09.155667Z',NULL,NULL,'["DECISION_RESULT"]','JWT?','[]','{"deadline_steps":null,"decision_id":"D-1","options":[{"analysis":"simple","label":"yes","recommendation_score":null}],"question":"JWT?","recommended":null}',0);
INSERT INTO "messages" VALUES('MSG-10',10,'STATUS_UPDATE','bob','"lead"','normal','2026-11-16T00:25:12.613300Z',NULL,NULL,'[]','waiting','[]','{"blockers":["no access"],"estimated_remaining":null,"new_status":"blocked","progress_summary":"waiting","task_ref":null}',0);
INSERT INTO "messages" VALUES('MSG-13',13,'FREEFORM','lead','"all"','normal','2026-11-16T00:25:14.974453Z','general',NULL,'[]','good morning @bob / おはよう','[]','{"body":"good morning @bob / おはよう","intent_hint":"","requires_response":false,"urgency":"normal"}',0);
INSERT INTO "messages" VALUES('MSG-14',14,'FREEFORM','person','"#general"','normal','2026-11-16T00:25:16.427671Z','general',NULL,'[]','[redacted]','[]','{}',1);
INSERT INTO "messages" VALUES('MSG-15',15,'FREEFORM','bob','"#design"','normal','2026-11-16T00:25:18.026169Z','design',NULL,'[]','a post','[]','{"body":"a post","intent_hint":"","requires_response":false,"urgency":"normal"}',0);
CREATE TABLE "read_marks" ("reader" TEXT NOT NULL, "channel" TEXT NOT NULL, "up_to" INTEGER NOT NULL, PRIMARY KEY ("reader", "channel")) STRICT;
INSERT INTO "read_marks" VALUES('person','design',15);
CREATE TABLE "rule_sets" ("digest" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("digest")) STRICT;
INSERT INTO "rule_sets" VALUES('dadc4eaf6cbadb88',1);
CREATE TABLE "tokens" ("digest" TEXT NOT NULL, "agent" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("digest")) STRICT;
INSERT INTO "tokens" VALUES('977e7e898eb73c80fc77bc3a6e8eeecca24de7879edad9eccea35079a1118145','bob',4);
CREATE TABLE "turns" ("agent" TEXT NOT NULL, "open" INTEGER NOT NULL, "started" INTEGER NOT NULL, "previous" INTEGER NOT NULL, "updated" INTEGER NOT NULL, PRIMARY KEY ("agent")) STRICT;
INSERT INTO "turns" VALUES('bob',1,6,0,1);
CREATE TABLE "usage" ("type" TEXT NOT NULL, "intent" TEXT NOT NULL, "count" INTEGER NOT NULL, PRIMARY KEY ("type", "intent")) STRICT;
INSERT INTO "usage" VALUES('TASK_HANDOFF','',1);
INSERT INTO "usage" VALUES('DECISION_REQUEST','',1);
INSERT INTO "usage" VALUES('STATUS_UPDATE','',1);
INSERT INTO "usage" VALUES('FREEFORM','[redacted]',1);
INSERT INTO "usage" VALUES('FREEFORM','',2);
CREATE UNIQUE INDEX events_by_key ON events (actor, key) WHERE key IS NOT NULL;
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
COMMIT;
