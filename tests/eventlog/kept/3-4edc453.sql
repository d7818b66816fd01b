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
INSERT INTO "blockers" VALUES('BLK-12','no access','["bob"]',NULL,'2026-11-16T00:36:26.281573Z',0,12);
CREATE TABLE "changelog" ("seq" INTEGER NOT NULL, "timestamp" TEXT NOT NULL, "agent" TEXT NOT NULL, "action" TEXT NOT NULL, "path" TEXT NOT NULL, "old" TEXT, "new" TEXT, PRIMARY KEY ("seq")) STRICT, WITHOUT ROWID;
INSERT INTO "changelog" VALUES(2,'2026-11-16T00:34:54.442810Z','person','added a member','agents.lead',NULL,'lead');
INSERT INTO "changelog" VALUES(3,'2026-11-16T00:35:04.761720Z','person','added a member','agents.bob',NULL,'builder');
INSERT INTO "changelog" VALUES(5,'2026-11-16T00:35:27.802802Z','person','set goal','goal',NULL,'ship');
INSERT INTO "changelog" VALUES(9,'2026-11-16T00:36:10.069886Z','lead','asked for a decision','pending_decisions.D-1',NULL,'JWT?');
INSERT INTO "changelog" VALUES(11,'2026-11-16T00:36:26.281333Z','bob','set status','agents.bob.status','idle','blocked');
INSERT INTO "changelog" VALUES(12,'2026-11-16T00:36:26.281573Z','bob','reported a blocker','blockers.BLK-12',NULL,'no access');
INSERT INTO "changelog" VALUES(23,'2026-11-16T00:38:15.137968Z','person','decided','pending_decisions.D-1','open','yes');
INSERT INTO "changelog" VALUES(27,'2026-11-16T00:38:46.503648Z','person','added a member','agents.r',NULL,'r');
INSERT INTO "changelog" VALUES(30,'2026-11-16T00:38:46.638528Z','system','set current_task','agents.r.current_task',NULL,'R-26/t');
INSERT INTO "changelog" VALUES(31,'2026-11-16T00:38:46.638854Z','system','set status','agents.r.status','idle','working');
INSERT INTO "changelog" VALUES(34,'2026-11-16T00:38:49.664108Z','system','set status','agents.r.status','working','completed');
CREATE TABLE "channels" ("name" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
INSERT INTO "channels" VALUES('general',14);
INSERT INTO "channels" VALUES('design',16);
CREATE TABLE "checks" ("seq" INTEGER NOT NULL, "session" TEXT NOT NULL, "agent_id" TEXT NOT NULL, "agent" TEXT NOT NULL, "outcome" TEXT NOT NULL, "attempt" INTEGER NOT NULL, "verify" INTEGER NOT NULL, "confidence" TEXT, "tally" TEXT NOT NULL, "model" TEXT, "tokens" INTEGER, "cost" TEXT, PRIMARY KEY ("seq")) STRICT;
CREATE TABLE "claims" ("seq" INTEGER NOT NULL, "number" INTEGER NOT NULL, "kind" TEXT NOT NULL, "agent" TEXT NOT NULL, "category" TEXT, "path" TEXT, "line" INTEGER, "end_line" INTEGER, "columns" TEXT, "blob" TEXT, "snippet" TEXT, "read_by" TEXT, "command" TEXT, "exit_code" INTEGER, "tree" TEXT, PRIMARY KEY ("seq", "number")) STRICT;
CREATE TABLE "contracts" ("id" TEXT NOT NULL, "delegator" TEXT NOT NULL, "assignee" TEXT NOT NULL, "state" TEXT NOT NULL, "outcome" TEXT, "artifacts" TEXT NOT NULL, "contract" TEXT NOT NULL, "handoffs" TEXT NOT NULL, "result" TEXT, "held_by" TEXT, "consults" TEXT NOT NULL, "verdicts" TEXT NOT NULL, "retries" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "metered" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "contracts" VALUES('TC-1','lead','bob','accepted',NULL,'[]','{"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"assignee":"bob","authority":{"autonomous_decisions":[],"escalation_triggers":[],"must_consult":[]},"created_at":"2026-11-16T00:37:45.606978Z","delegator":"lead","expected_output":{"deliverables":[],"format":"code","schema":null},"failure_handling":{"max_retries":null,"on_assumption_violation":"","on_blocked":"","on_partial_completion":""},"id":"TC-1","inputs":{"artifacts":[],"assumptions":[],"constraints":[],"description":"Build the login"},"timeout":{"max_steps":null,"on_timeout":""}}','[]',NULL,NULL,'[]','{}',0,0,0,19);
CREATE TABLE "debts" ("message" TEXT NOT NULL, "debtor" TEXT NOT NULL, "creditor" TEXT NOT NULL, "expects" TEXT NOT NULL, "since" TEXT NOT NULL, "seq" INTEGER NOT NULL, "since_step" INTEGER NOT NULL, "settled" INTEGER NOT NULL, "settled_by" TEXT, PRIMARY KEY ("message", "debtor")) STRICT;
INSERT INTO "debts" VALUES('MSG-7','bob','lead','["TASK_RESULT","TASK_BLOCKED"]','2026-11-16T00:35:56.518848Z',7,1,0,NULL);
INSERT INTO "debts" VALUES('MSG-8','bob','lead','["DECISION_RESULT"]','2026-11-16T00:36:10.021187Z',8,1,1,'MSG-22');
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
INSERT INTO "events" VALUES(1,'E-1','2026-11-16T00:34:54.442395Z','RuleSetAdopted','system','system',NULL,NULL,'{"digest":"9008ecdfe91767c1","rules":["a_writer_whose_value_does_not_stand_is_told_to_read_again","a_status_update_sets_the_senders_status","a_task_result_registers_artifacts_and_sets_the_senders_status","a_blocked_task_blocks_its_sender_unless_a_part_can_go_on","a_decision_request_opens_a_decision","a_decision_result_resolves_the_decision","a_handoff_offers_the_contract_it_carries","an_offer_is_told_to_its_assignee","a_refusal_of_a_contract_is_told_to_its_delegator","a_result_delivers_or_ends_its_contract","a_delivery_is_put_to_its_reviewer","the_first_sign_of_work_starts_a_contract","a_contract_at_its_step_limit_follows_its_instruction","verdicts_decide_a_delivered_contract","a_hold_repeats_what_the_contract_says_for_it","the_answer_to_a_report_ends_the_hold","the_end_of_a_contract_is_told_to_its_assignee","completion_frees_waiting_agents","an_agent_that_goes_on_by_itself_is_blocked_no_more","a_blocked_agent_has_a_blocker","a_blocker_is_told_to_the_one_who_can_end_it","a_blocking_review_request_blocks_its_sender","a_review_result_frees_the_one_who_asked","those_whom_a_decision_affects_are_told","a_conflict_reaches_the_owners_of_the_artifacts","a_critical_conflict_blocks_the_owners_of_the_artifacts","the_answer_to_a_conflict_ends_its_blocks","a_new_version_is_told_to_those_whose_contract_takes_it_in","a_task_of_a_run_shows_in_its_agents_entry"],"team":null}',NULL,NULL,NULL,'aa770b036fdfe8b25d684571fcbc8913f5ddc0dd339c7abb917bc236823d3a7e',NULL,NULL);
INSERT INTO "events" VALUES(2,'E-2','2026-11-16T00:34:54.442810Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"lead","model":null,"role":"lead"}',NULL,NULL,NULL,'4fcab4eb1f166c544ef6ebc42e4074c451fe24ac9ee362db71d59d661b5050e3',NULL,NULL);
INSERT INTO "events" VALUES(3,'E-3','2026-11-16T00:35:04.761720Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"bob","model":null,"role":"builder"}',NULL,NULL,NULL,'d612f1a307694e57059fa822f0ab44671833754782b08be3459fbf65ad5c5494',NULL,NULL);
INSERT INTO "events" VALUES(4,'E-4','2026-11-16T00:35:16.769746Z','TokenIssued','person','terminal',NULL,NULL,'{"agent":"bob","digest":"ab6c84f4b2011fc21474166341dfd6a03133518ddefaa4361bf5211fc0480ab7"}',NULL,NULL,NULL,'ef068fdb4b73e037be123a3caf5f08a86fa704c89b474bf9f35e0a33aeaf5522',NULL,NULL);
INSERT INTO "events" VALUES(5,'E-5','2026-11-16T00:35:27.802802Z','FieldSet','person','terminal',NULL,NULL,'{"action":"set goal","agent":null,"based_on":4,"field":"goal","message":null,"overrides":null,"status":null}','{"value":"ship"}','9ec0925ad517f78bbde106c8ffba3168','8c3c184ad1a68b8ad5255efbd6f3c4fa69dddac6799787acc2585a98870b1bc3','3c0d7e0eace86ed5c56dd2ba621cfd42e3964a12c092ef66a4f765e0d49ca04f',NULL,NULL);
INSERT INTO "events" VALUES(6,'E-6','2026-11-16T00:35:40.402886Z','TurnStarted','bob','terminal',NULL,NULL,'{"agent":"bob"}',NULL,NULL,NULL,'df95a62b124723befda0bc56422266db672ccddd14612a94ee4578a619294d09',NULL,NULL);
INSERT INTO "events" VALUES(7,'E-7','2026-11-16T00:35:56.518848Z','MessagePosted','lead','terminal',NULL,NULL,'{"channel":null,"debtors":["bob"],"expects":["TASK_RESULT","TASK_BLOCKED"],"from":"lead","id":"MSG-7","in_reply_to":null,"mentioned":[],"priority":"normal","readers":["bob"],"settles":[],"to":"bob","type":"TASK_HANDOFF"}','{"context_summary":"build it","payload":{"authority_scope":"","constraints":[],"expected_output":{"format":"code","success_criteria":[]},"fallback_on_failure":"","input_artifacts":[],"task_description":"build it"},"related_state_refs":[]}','2d3221eafed8591ead8a52540cc8a21f','41dc9cb461350fb9aefdd91c231645c7a246d409670d4fa92a6c159032d8b4c4','6f522e70fa294e4df5327b08eca2b7ad59c32926044c34410b8b799261d7a8d8',NULL,NULL);
INSERT INTO "events" VALUES(8,'E-8','2026-11-16T00:36:10.021187Z','MessagePosted','lead','terminal',NULL,NULL,'{"channel":null,"debtors":["bob"],"expects":["DECISION_RESULT"],"from":"lead","id":"MSG-8","in_reply_to":null,"mentioned":[],"priority":"blocking","readers":["bob"],"settles":[],"to":"bob","type":"DECISION_REQUEST"}','{"context_summary":"JWT?","payload":{"deadline_steps":null,"decision_id":"D-1","options":[{"analysis":"simple","label":"yes","recommendation_score":null}],"question":"JWT?","recommended":null},"related_state_refs":[]}','f8c276a3802a074a4d09e8f0ce104a3f','25c2b04e10a7e63fda716dbe0a89a5b0778a80db4fb1de57ae0181ad5a348fe2','691a9f1c475924e4ee69b6032025567c195b63a086a83516dc1322f43c1fd2c0',NULL,NULL);
INSERT INTO "events" VALUES(9,'E-9','2026-11-16T00:36:10.069886Z','DecisionRequested','lead','terminal',NULL,8,'{"action":"asked for a decision","deadline_steps":null,"decision":"D-1","message":"MSG-8","owners":["bob"],"requester":"lead"}','{"options":[{"analysis":"simple","label":"yes","recommendation_score":null}],"question":"JWT?"}','419d7b6e737c97ee7e7d81ec7715e16b','5a00516bd51b697aa5f17d8f78eb99b1d2e8adebd77f171e3d484d75cf845cc3','37bd335da981f0650e0f20f77de298ac9e22f9d268b4020bc088543eb17f4485',NULL,NULL);
INSERT INTO "events" VALUES(10,'E-10','2026-11-16T00:36:26.176225Z','MessagePosted','bob','terminal',NULL,NULL,'{"channel":null,"debtors":[],"expects":[],"from":"bob","id":"MSG-10","in_reply_to":null,"mentioned":[],"priority":"normal","readers":["lead"],"settles":[],"to":"lead","type":"STATUS_UPDATE"}','{"context_summary":"waiting","payload":{"blockers":["no access"],"estimated_remaining":null,"new_status":"blocked","progress_summary":"waiting","task_ref":null},"related_state_refs":[]}','0345c293064b9fbed6ce8af1b97ffe88','5c0578c9179d97e0bc6ec476984fea27307b5ee0f04bc9ba7a27ced97162ac79','7c4a147559393d09e1d988365c7054224930197c61023ea4f787f5bc8fed7d68',NULL,NULL);
INSERT INTO "events" VALUES(11,'E-11','2026-11-16T00:36:26.281333Z','FieldSet','bob','terminal',NULL,10,'{"action":"set status","agent":"bob","based_on":10,"field":"status","message":"MSG-10","overrides":null,"status":"blocked"}',NULL,NULL,NULL,'fcb57768f3bceb984b6d1c256b5a97b3f353966e2491eb07e8cc3846d2075461',NULL,NULL);
INSERT INTO "events" VALUES(12,'E-12','2026-11-16T00:36:26.281573Z','BlockerAdded','bob','terminal',NULL,10,'{"action":"reported a blocker","affected_agents":["bob"],"cause":null,"id":"BLK-12"}','{"description":"no access"}','fd06592b75dc5bebc66f93877712baf2','5343627a6b8fbdd15a4005ad1d21b429343adcd924802f81b82539d249fc3c6f','5743aea4e6dc7793ea0bb6d36d4e0e018f84c296f2c549e54d87ecf49692fac2',NULL,NULL);
INSERT INTO "events" VALUES(13,'E-13','2026-11-16T00:36:26.283274Z','MessagePosted','system','system',NULL,10,'{"channel":null,"debtors":[],"expects":[],"from":"system","id":"MSG-13","in_reply_to":null,"mentioned":[],"priority":"high","readers":["lead"],"settles":[],"to":"lead","type":"KNOWLEDGE_SHARE"}','{"context_summary":"bob is blocked by a cause outside the team: no access","payload":{"action_suggestion":"Finish it, or say when it can be expected.","actionable":true,"content":"bob is blocked by a cause outside the team: no access","relevance_to_recipients":"You lead the team.","topic":"bob is blocked"},"related_state_refs":[{"id":"bob","type":"agent"}]}','9f6fea36e8170417c5d83fddc91e088e','f0a688f9a688e91605f572c1b18352acc92f52a5047f9e4f2ec0fea51406a698','1ab267a7bccd2d04cf151e7f6899841c9e985c600a8e3187c144244b30ca3cbf',NULL,NULL);
INSERT INTO "events" VALUES(14,'E-14','2026-11-16T00:36:38.198266Z','MessagePosted','lead','terminal',NULL,NULL,'{"channel":"general","debtors":[],"expects":[],"from":"lead","id":"MSG-14","in_reply_to":null,"mentioned":["bob"],"priority":"normal","readers":["bob"],"settles":[],"to":"all","type":"FREEFORM"}','{"context_summary":"good morning @bob / おはよう","payload":{"body":"good morning @bob / おはよう","intent_hint":"","requires_response":false,"urgency":"normal"},"related_state_refs":[]}','c5b07b9f8b86625f9054cc0c2c82581f','5f9450b75b46b8881ad332280191fd54ff5c32732cf30cd1d918ba7b50310cb2','3393f32062e3eef074d80a0b80285e30381925fe3f6db846d05caacb355a6c8d','once','c19d69a5f8d8ea1afadcdb0cb054c62bf260fa2a83701fcfaf4f82fa63528cc3');
INSERT INTO "events" VALUES(15,'E-15','2026-11-16T00:36:47.778447Z','MessagePosted','person','terminal',NULL,NULL,'{"channel":"general","debtors":[],"expects":[],"from":"person","id":"MSG-15","in_reply_to":null,"mentioned":[],"priority":"normal","readers":["lead","bob"],"settles":[],"to":"#general","type":"FREEFORM"}',NULL,NULL,'d4a6db2bdff65c3e4fb45d2b033f75e1a38e91256dbcd8bcc5ad213c3e546b37','1ee8a1119824da831a12fd64cafd2b832a1a37d83022c19b666f508c0e290b28',NULL,NULL);
INSERT INTO "events" VALUES(16,'E-16','2026-11-16T00:37:00.774286Z','MessagePosted','bob','terminal',NULL,NULL,'{"channel":"design","debtors":[],"expects":[],"from":"bob","id":"MSG-16","in_reply_to":null,"mentioned":[],"priority":"normal","readers":["lead"],"settles":[],"to":"#design","type":"FREEFORM"}','{"context_summary":"a post","payload":{"body":"a post","intent_hint":"","requires_response":false,"urgency":"normal"},"related_state_refs":[]}','448e59e226a84c902d456b269ec57231','68b80b3aba0c4b3f0beaa177ba502cd7ca8fb93f678ab2ab6bc46296832f9633','1f2de061aba41452a4caf0d1a34e51a75a74a3de6dd84d1842b6675083fd18a7',NULL,NULL);
INSERT INTO "events" VALUES(17,'E-17','2026-11-16T00:37:12.705211Z','ChannelRead','person','terminal',NULL,NULL,'{"channel":"design","reader":"person","up_to":16}',NULL,NULL,NULL,'871425b95b777e82df0f0169954fd32c073afdc110ca674881487493f1e76a0d',NULL,NULL);
INSERT INTO "events" VALUES(18,'E-18','2026-11-16T00:37:31.674313Z','MessagesHandled','person','terminal',NULL,NULL,'{"messages":["MSG-8"],"reader":"bob"}',NULL,NULL,NULL,'016696207cf97ab8a3d248b68113a9961dd7f165269b23754234e1a5f2674416',NULL,NULL);
INSERT INTO "events" VALUES(19,'E-19','2026-11-16T00:37:45.606978Z','ContractOffered','lead','terminal',NULL,NULL,'{"artifacts":[],"assignee":"bob","delegator":"lead","handoff":null,"id":"TC-1"}','{"contract":{"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"assignee":"bob","authority":{"autonomous_decisions":[],"escalation_triggers":[],"must_consult":[]},"created_at":null,"delegator":"lead","expected_output":{"deliverables":[],"format":"code","schema":null},"failure_handling":{"max_retries":null,"on_assumption_violation":"","on_blocked":"","on_partial_completion":""},"id":"TC-1","inputs":{"artifacts":[],"assumptions":[],"constraints":[],"description":"Build the login"},"timeout":{"max_steps":null,"on_timeout":""}}}','59f96a7fe3c8bfa8f54abd64d220bde4','509a6e5eb50e2f1d9a0d005e3ac5b3346b3ab7479a4dae4f963077c60a4f1e37','0761f18aa2ea35442d102808a1bdac27ad01365e72a96e26ca30a345c499d81e',NULL,NULL);
INSERT INTO "events" VALUES(20,'E-20','2026-11-16T00:37:45.608491Z','MessagePosted','system','system',NULL,19,'{"channel":null,"debtors":[],"expects":[],"from":"system","id":"MSG-20","in_reply_to":null,"mentioned":[],"priority":"high","readers":["bob"],"settles":[],"to":"bob","type":"KNOWLEDGE_SHARE"}','{"context_summary":"Build the login","payload":{"action_suggestion":"Read it: renkei contract show TC-1. Then: renkei contract accept TC-1, or decline TC-1.","actionable":true,"content":"Build the login","relevance_to_recipients":"You are its assignee.","topic":"lead offers you the contract TC-1"},"related_state_refs":[]}','1e03c6b7c99d9d2a94ab9b6ce8801a93','6d7f9d0a0017ba5e024fbd80110337cf3919347d98e6fcff2537916556fae6ac','e92d328d60c304170fd409fb0e5d354549a6d7058eb68e73b0d8c9fbf56694c6',NULL,NULL);
INSERT INTO "events" VALUES(21,'E-21','2026-11-16T00:38:00.610698Z','ContractMoved','bob','terminal',NULL,NULL,'{"contract":"TC-1","message":null,"reason":null,"state":"accepted","step":"accept"}',NULL,NULL,NULL,'7ea2cf34cb2acaa9ecf22615232fb5032dbf3e724c1d3b2abc22edaea7fd431f',NULL,NULL);
INSERT INTO "events" VALUES(22,'E-22','2026-11-16T00:38:15.083694Z','MessagePosted','person','terminal',NULL,NULL,'{"channel":null,"debtors":[],"expects":[],"from":"person","id":"MSG-22","in_reply_to":"MSG-8","mentioned":[],"priority":"normal","readers":["lead","bob"],"settles":[{"debtor":"bob","message":"MSG-8"}],"to":["lead","bob"],"type":"DECISION_RESULT"}','{"context_summary":"simple","payload":{"additional_constraints":null,"chosen_option":"yes","decision_id":"D-1","rationale":"simple"},"related_state_refs":[]}','20c36f154028f8df7d1368d4b07c696c','16e02f4196cb8719f334e4ab91388145b15e660e8e71137b3b6ae20aca5547c8','75584fa5d3be24aba2e37347ee264111400f1d9d29b3ac61b8385a3ea587e61e',NULL,NULL);
INSERT INTO "events" VALUES(23,'E-23','2026-11-16T00:38:15.137968Z','DecisionResolved','person','terminal',NULL,22,'{"action":"decided","decision":"D-1","message":"MSG-22"}','{"chosen_option":"yes","rationale":"simple"}','079eb8d8e5b3281389681f6ed3a955ad','29327f5e3bf1d6d2bddb08f07d5f3c8a7d5f9f75987e08760ecf8aee95f8f7ab','0107f3e9f02fcba036ccd64e7f84c7d6ce4e47c85d475e609be3c14798c60b64',NULL,NULL);
INSERT INTO "events" VALUES(24,'E-24','2026-11-16T00:38:15.139800Z','MessagePosted','system','system',NULL,22,'{"channel":null,"debtors":[],"expects":[],"from":"system","id":"MSG-24","in_reply_to":null,"mentioned":[],"priority":"high","readers":["lead"],"settles":[],"to":"lead","type":"KNOWLEDGE_SHARE"}','{"context_summary":"Decision D-1 is resolved.","payload":{"action_suggestion":"Check your work against the decision.","actionable":true,"content":"Decision D-1 is resolved.\nWhat was decided: yes\nImpact on your task: You asked for it.","relevance_to_recipients":"You asked for it.","topic":"Decision D-1"},"related_state_refs":[{"id":"D-1","type":"decision"}]}','855d7df8d40802b9497cbb48247aaddc','d67b8f7ae8f6652e0cb53b16656149e6dfbe9c5e0cc84f5611f50312b98169c0','59e01fab71b67352b2283a0c4813c559a4904f7206fc305c641da97f23ee8f41',NULL,NULL);
INSERT INTO "events" VALUES(25,'E-25','2026-11-16T00:38:29.144845Z','RuleRefused','bob','terminal',NULL,NULL,'{"action":"SetFields","actor":"bob","mode":"enforce","rule":"BOARD-4"}',NULL,NULL,NULL,'eb8a772818a96118c5dbf95ab4a11174d1ba0a35140ac0d019b52ea6a6ee895e',NULL,NULL);
INSERT INTO "events" VALUES(26,'E-26','2026-11-16T00:38:46.503393Z','RunStarted','person','terminal','R-26',NULL,'{"agents":"scripted","base":null,"branch":null,"caps":{"minutes":null,"money":null,"steps":null,"tokens":null},"digest":"c73ff01c44f85c2a","execute":false,"playbook":"small","run":"R-26","tasks":["t"],"yes":true}','{"goal":"","playbook":{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"}]},"variables":{}}','361181236003c65d60ec5e387200c991','616f608c322641f5a83331cbb2aaf489f5ff2bda67fe64bf512b63abafe505d2','3f41503da91acc03490fec800410b98f8fcbc475cbfed5b19aae0ecc247f936b',NULL,NULL);
INSERT INTO "events" VALUES(27,'E-27','2026-11-16T00:38:46.503648Z','AgentAdded','person','terminal',NULL,26,'{"action":"added a member","agent":"r","model":null,"role":"r"}',NULL,NULL,NULL,'2008d22749874e1691b8385edd87a0c4be5d82dab3aa22e76b5b640b0041aefd',NULL,NULL);
INSERT INTO "events" VALUES(28,'E-28','2026-11-16T00:38:46.546936Z','RunLeased','system','system','R-26',NULL,'{"holder":"vm:19793","run":"R-26"}',NULL,NULL,NULL,'53ffa8b81db132b678096d87bb630d1d2ac7e7cbdc67494f37e9e3f45dc3a9c8',NULL,NULL);
INSERT INTO "events" VALUES(29,'E-29','2026-11-16T00:38:46.637199Z','TaskStarted','system','system','R-26',NULL,'{"agent":"r","attempt":1,"base":null,"cycle":1,"lease":28,"run":"R-26","task":"t"}',NULL,NULL,NULL,'1c2c24ad69c642c7665cfb0d1f06b10cf114c79c73f7b1a15ebd64a3b26f01a9',NULL,NULL);
INSERT INTO "events" VALUES(30,'E-30','2026-11-16T00:38:46.638528Z','FieldSet','system','system',NULL,29,'{"action":"set current_task","agent":"r","based_on":29,"field":"current_task","message":null,"overrides":null,"status":null}','{"value":"R-26/t"}','3a984d7c497b0ac35ae9fe6f73207552','eb4560a2363d9b047ec55d941482ad89d30d372c098a80ce7a497f9c39496b75','c3a84a7e9fbdd928c12124351812c4fd9b99324ebd5296371bf12382e3c030e4',NULL,NULL);
INSERT INTO "events" VALUES(31,'E-31','2026-11-16T00:38:46.638854Z','FieldSet','system','system',NULL,29,'{"action":"set status","agent":"r","based_on":29,"field":"status","message":null,"overrides":null,"status":"working"}',NULL,NULL,NULL,'0dd29d3cf988d8d0f7e6f342abb4efac000322639aa3942892e9131df38a21a3',NULL,NULL);
INSERT INTO "events" VALUES(32,'E-32','2026-11-16T00:38:48.017171Z','TokenIssued','system','system',NULL,NULL,'{"agent":"r","digest":"d10a959b7b6249a322ae61ad1fa87d8e533597e49cefefaa3602666b7f069134"}',NULL,NULL,NULL,'b45589c4a11a8c0d4c49652ef518179989fbd3256c06722ca41465ebc50aaf9c',NULL,NULL);
INSERT INTO "events" VALUES(33,'E-33','2026-11-16T00:38:49.663824Z','TaskCompleted','system','system','R-26',NULL,'{"agent":"r","artifacts":[],"attempt":1,"commit":null,"cycle":1,"refused":[],"run":"R-26","task":"t","token":29,"usage":{"micros":0,"steps":0,"tokens":0}}','{"notes":[],"outputs":{},"summary":""}','a09477b81ac1ec133e6d7117abeba659','746e9b596bada9aa4a428d636646fd5bc5c7c34baf31bbf63eb37139d2a80940','1d8150e9e008d8a481548d503a2a05b0df4ccae1ac662230fb6667556f1a4ed5',NULL,NULL);
INSERT INTO "events" VALUES(34,'E-34','2026-11-16T00:38:49.664108Z','FieldSet','system','system',NULL,33,'{"action":"set status","agent":"r","based_on":33,"field":"status","message":null,"overrides":null,"status":"completed"}',NULL,NULL,NULL,'e837a378995888f3c86f74c00af008d5d8bef119bc41ddcd595cfaae4fbd23c7',NULL,NULL);
INSERT INTO "events" VALUES(35,'E-35','2026-11-16T00:38:49.766018Z','RunEnded','system','system','R-26',NULL,'{"commit":null,"run":"R-26","state":"completed"}','{"note":"all tasks are done"}','5e3101ac7a36037572d929695e5681a3','a3ca2d1a2ec595ac24440e2f007d963e9428cc45b7adc1196bba1a9642b566da','2e720f3e081a45d2a11de5d0ae39c78c30306de703c7382baeb6baf8eaa73900',NULL,NULL);
INSERT INTO "events" VALUES(36,'E-36','2026-11-16T00:39:04.210331Z','BodyRedacted','person','terminal',NULL,NULL,'{"events":[15],"target":"E-15"}',NULL,NULL,NULL,'abad920f5ae50a27321e3d6f384cc3f82b4305488db5c1d043427860f13febf2',NULL,NULL);
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
INSERT INTO "head" VALUES(1,36,'abad920f5ae50a27321e3d6f384cc3f82b4305488db5c1d043427860f13febf2','2026-11-16T00:39:04.210331Z',1,'01cd5cb55d1f1a1d');
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
CREATE TABLE "run_asks" ("decision" TEXT NOT NULL, "run" TEXT NOT NULL, "kind" TEXT NOT NULL, "task" TEXT, "cycle" INTEGER NOT NULL, "answer" TEXT, "why" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("decision")) STRICT, WITHOUT ROWID;
CREATE TABLE "run_plans" ("run" TEXT NOT NULL, "goal" TEXT NOT NULL, "variables" TEXT NOT NULL, "playbook" TEXT NOT NULL, PRIMARY KEY ("run")) STRICT;
INSERT INTO "run_plans" VALUES('R-26','','{}','{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"}]}');
CREATE TABLE "run_tasks" ("run" TEXT NOT NULL, "task" TEXT NOT NULL, "number" INTEGER NOT NULL, "state" TEXT NOT NULL, "cycle" INTEGER NOT NULL, "attempt" INTEGER NOT NULL, "failures" INTEGER NOT NULL, "token" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "agent" TEXT NOT NULL, "base" TEXT, "commit_id" TEXT, "artifacts" TEXT NOT NULL, "refused" TEXT NOT NULL, "outputs" TEXT NOT NULL, "gate" TEXT, "kind" TEXT, "note" TEXT NOT NULL, "interim" INTEGER NOT NULL, "idle" INTEGER NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "started" TEXT, "ended" TEXT, PRIMARY KEY ("run", "task")) STRICT;
INSERT INTO "run_tasks" VALUES('R-26','t',0,'completed',1,1,0,29,28,'r',NULL,NULL,'[]','[]','{}',NULL,NULL,'',0,0,0,0,0,'2026-11-16T00:38:46.637199Z','2026-11-16T00:38:49.663824Z');
CREATE TABLE "run_warnings" ("run" TEXT NOT NULL, "seq" INTEGER NOT NULL, "task" TEXT NOT NULL, "agent" TEXT NOT NULL, "text" TEXT NOT NULL, PRIMARY KEY ("run", "seq")) STRICT, WITHOUT ROWID;
CREATE TABLE "runs" ("id" TEXT NOT NULL, "playbook" TEXT NOT NULL, "state" TEXT NOT NULL, "agents" TEXT NOT NULL, "yes" INTEGER NOT NULL, "execute" INTEGER NOT NULL, "base" TEXT, "branch" TEXT, "head" TEXT, "cycle" INTEGER NOT NULL, "team" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "holder" TEXT NOT NULL, "caps" TEXT NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "active" INTEGER NOT NULL, "started" TEXT NOT NULL, "at" TEXT NOT NULL, "last" INTEGER NOT NULL, "merged" TEXT, "undone" TEXT, "note" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "runs" VALUES('R-26','small','completed','scripted',1,0,NULL,NULL,NULL,1,1,28,'vm:19793','{"minutes":null,"money":null,"steps":null,"tokens":null}',0,0,0,3218,'2026-11-16T00:38:46.503393Z','2026-11-16T00:38:49.766018Z',35,NULL,NULL,'all tasks are done',26);
CREATE TABLE "steps" ("agent" TEXT NOT NULL, "count" INTEGER NOT NULL, PRIMARY KEY ("agent")) STRICT, WITHOUT ROWID;
INSERT INTO "steps" VALUES('bob',5);
INSERT INTO "steps" VALUES('lead',4);
CREATE TABLE "tokens" ("digest" TEXT NOT NULL, "agent" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("digest")) STRICT, WITHOUT ROWID;
INSERT INTO "tokens" VALUES('ab6c84f4b2011fc21474166341dfd6a03133518ddefaa4361bf5211fc0480ab7','bob',4);
INSERT INTO "tokens" VALUES('d10a959b7b6249a322ae61ad1fa87d8e533597e49cefefaa3602666b7f069134','r',32);
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
