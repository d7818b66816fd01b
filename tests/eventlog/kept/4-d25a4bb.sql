PRAGMA application_id = 1380862789;
PRAGMA user_version = 4;
BEGIN TRANSACTION;
CREATE TABLE "agents" ("id" TEXT NOT NULL, "role" TEXT NOT NULL, "model" TEXT, "member" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT, WITHOUT ROWID;
INSERT INTO "agents" VALUES('bob','builder',NULL,1,3);
INSERT INTO "agents" VALUES('lead','lead',NULL,1,2);
INSERT INTO "agents" VALUES('r','r',NULL,1,25);
CREATE TABLE "approvals" ("kind" TEXT NOT NULL, "text" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("kind", "text")) STRICT, WITHOUT ROWID;
CREATE TABLE "artifacts" ("name" TEXT NOT NULL, "path_name" TEXT NOT NULL, "ref" TEXT NOT NULL, "owner" TEXT NOT NULL, "description" TEXT NOT NULL, "version" INTEGER NOT NULL, "path" TEXT NOT NULL, "task" TEXT, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
CREATE TABLE "blockers" ("id" TEXT NOT NULL, "description" TEXT NOT NULL, "affected_agents" TEXT NOT NULL, "cause" TEXT, "by" TEXT NOT NULL, "created_at" TEXT NOT NULL, "resolved" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "blockers" VALUES('BLK-11','no access','["bob"]',NULL,'bob','2026-11-16T06:30:04.275057Z',0,11);
CREATE TABLE "changelog" ("seq" INTEGER NOT NULL, "timestamp" TEXT NOT NULL, "agent" TEXT NOT NULL, "action" TEXT NOT NULL, "path" TEXT NOT NULL, "old" TEXT, "new" TEXT, PRIMARY KEY ("seq")) STRICT, WITHOUT ROWID;
INSERT INTO "changelog" VALUES(2,'2026-11-16T06:29:02.518874Z','person','added a member','agents.lead',NULL,'lead');
INSERT INTO "changelog" VALUES(3,'2026-11-16T06:29:09.506201Z','person','added a member','agents.bob',NULL,'builder');
INSERT INTO "changelog" VALUES(5,'2026-11-16T06:29:26.022093Z','person','set goal','goal',NULL,'ship');
INSERT INTO "changelog" VALUES(8,'2026-11-16T06:29:51.627525Z','lead','asked for a decision','pending_decisions.D-1',NULL,'JWT?');
INSERT INTO "changelog" VALUES(10,'2026-11-16T06:30:04.274904Z','bob','set status','agents.bob.status','idle','blocked');
INSERT INTO "changelog" VALUES(11,'2026-11-16T06:30:04.275057Z','bob','reported a blocker','blockers.BLK-11',NULL,'no access');
INSERT INTO "changelog" VALUES(21,'2026-11-16T06:31:29.662712Z','person','decided','pending_decisions.D-1','open','yes');
INSERT INTO "changelog" VALUES(25,'2026-11-16T06:31:55.296998Z','person','added a member','agents.r',NULL,'r');
INSERT INTO "changelog" VALUES(28,'2026-11-16T06:31:55.400256Z','system','set current_phase','current_phase',NULL,'small: work');
INSERT INTO "changelog" VALUES(29,'2026-11-16T06:31:55.400475Z','system','set current_task','agents.r.current_task',NULL,'R-24/t');
INSERT INTO "changelog" VALUES(30,'2026-11-16T06:31:55.456855Z','system','set status','agents.r.status','idle','working');
INSERT INTO "changelog" VALUES(32,'2026-11-16T06:31:57.491206Z','system','set status','agents.r.status','working','completed');
INSERT INTO "changelog" VALUES(34,'2026-11-16T06:31:57.498357Z','system','set current_phase','current_phase','small: work','small: completed');
CREATE TABLE "channels" ("name" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
INSERT INTO "channels" VALUES('general',13);
INSERT INTO "channels" VALUES('design',15);
CREATE TABLE "checks" ("seq" INTEGER NOT NULL, "session" TEXT NOT NULL, "agent_id" TEXT NOT NULL, "agent" TEXT NOT NULL, "outcome" TEXT NOT NULL, "attempt" INTEGER NOT NULL, "verify" INTEGER NOT NULL, "confidence" TEXT, "tally" TEXT NOT NULL, "model" TEXT, "tokens" INTEGER, "cost" TEXT, PRIMARY KEY ("seq")) STRICT;
CREATE TABLE "claims" ("seq" INTEGER NOT NULL, "number" INTEGER NOT NULL, "kind" TEXT NOT NULL, "agent" TEXT NOT NULL, "category" TEXT, "path" TEXT, "line" INTEGER, "end_line" INTEGER, "columns" TEXT, "blob" TEXT, "snippet" TEXT, "read_by" TEXT, "command" TEXT, "exit_code" INTEGER, "tree" TEXT, PRIMARY KEY ("seq", "number")) STRICT;
CREATE TABLE "contracts" ("id" TEXT NOT NULL, "delegator" TEXT NOT NULL, "assignee" TEXT NOT NULL, "state" TEXT NOT NULL, "outcome" TEXT, "artifacts" TEXT NOT NULL, "contract" TEXT NOT NULL, "handoffs" TEXT NOT NULL, "result" TEXT, "held_by" TEXT, "consults" TEXT NOT NULL, "verdicts" TEXT NOT NULL, "confirmed" INTEGER NOT NULL, "retries" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "metered" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "contracts" VALUES('TC-1','lead','bob','offered',NULL,'[]','{"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"assignee":"bob","authority":{"autonomous_decisions":[],"escalation_triggers":[],"must_consult":[]},"created_at":"2026-11-16T06:31:08.485825Z","delegator":"lead","expected_output":{"deliverables":[],"format":"code","schema":null},"failure_handling":{"max_retries":null,"on_assumption_violation":"","on_blocked":"","on_partial_completion":""},"id":"TC-1","inputs":{"artifacts":[],"assumptions":[],"constraints":[],"description":"Build the login"},"timeout":{"max_steps":null,"on_timeout":""}}','[]',NULL,NULL,'[]','{}',0,0,0,0,17);
CREATE TABLE "debts" ("message" TEXT NOT NULL, "debtor" TEXT NOT NULL, "creditor" TEXT NOT NULL, "expects" TEXT NOT NULL, "since" TEXT NOT NULL, "seq" INTEGER NOT NULL, "since_step" INTEGER NOT NULL, "settled" INTEGER NOT NULL, "settled_by" TEXT, PRIMARY KEY ("message", "debtor")) STRICT;
INSERT INTO "debts" VALUES('MSG-7','bob','lead','["DECISION_RESULT"]','2026-11-16T06:29:51.588074Z',7,1,1,'MSG-20');
CREATE TABLE "decisions" ("id" TEXT NOT NULL, "message" TEXT NOT NULL, "requester" TEXT NOT NULL, "question" TEXT NOT NULL, "options" TEXT NOT NULL, "owners" TEXT NOT NULL, "deadline_steps" INTEGER, "status" TEXT NOT NULL, "resolution" TEXT, "constraints" TEXT NOT NULL, "redacted" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "decisions" VALUES('D-1','MSG-7','lead','JWT?','[{"analysis":"simple","label":"yes","recommendation_score":null}]','["bob"]',NULL,'resolved','yes','[]',0,8);
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
INSERT INTO "events" VALUES(1,'E-1','2026-11-16T06:29:02.518446Z','RuleSetAdopted','system','system',NULL,NULL,'{"digest":"606349a27b5d7037","rules":["a_writer_whose_value_does_not_stand_is_told_to_read_again","a_status_update_sets_the_senders_status","a_task_result_registers_artifacts_and_sets_the_senders_status","a_blocked_task_blocks_its_sender_unless_a_part_can_go_on","a_decision_request_opens_a_decision","a_decision_result_resolves_the_decision","a_handoff_offers_the_contract_it_carries","an_offer_is_told_to_its_assignee","a_refusal_of_a_contract_is_told_to_its_delegator","a_refusal_of_a_contract_is_told_to_those_who_wait_for_it","a_result_delivers_or_ends_its_contract","a_delivery_is_put_to_its_reviewer","the_first_sign_of_work_starts_a_contract","a_contract_at_its_step_limit_follows_its_instruction","verdicts_decide_a_delivered_contract","a_hold_repeats_what_the_contract_says_for_it","the_answer_to_a_report_ends_the_hold","the_end_of_a_contract_is_told_to_its_assignee","a_task_belongs_to_the_first_who_starts_it","a_task_that_is_called_done_is_closed","a_handed_over_artifact_belongs_to_the_one_who_takes_the_task","a_task_known_by_its_name_goes_with_the_handoff_that_describes_it_so","those_who_lose_a_task_to_another_are_told","what_a_task_is_to_yield_belongs_to_its_owner","the_artifacts_of_one_who_leaves_go_to_its_delegator","a_withdrawn_task_is_told_to_its_owner_and_to_those_who_wait","the_waits_of_one_who_leaves_are_closed","a_block_that_the_lead_or_a_person_resolves_ends","who_begins_to_wait_for_what_does_not_come_is_told","an_agent_that_goes_on_by_itself_is_blocked_no_more","a_review_ends_when_all_who_are_left_have_answered","those_who_wait_for_one_who_leaves_are_told","a_blocking_review_request_blocks_its_sender","a_review_result_frees_the_one_who_asked","the_answer_to_a_conflict_ends_its_blocks","a_task_of_a_run_shows_in_its_agents_entry","a_run_that_ends_ends_the_turns_of_its_agents","a_circle_of_waits_is_told_to_the_lead","shipped:task_completed","shipped:task_blocked","shipped:decision_resolved","shipped:conflict_detected","shipped:artifact_updated"],"team":null}',NULL,NULL,NULL,'8d7d7db7ac59aaca00360178ca65b166ad434f5ba3f554fbeab935442a8e9738',NULL,NULL);
INSERT INTO "events" VALUES(2,'E-2','2026-11-16T06:29:02.518874Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"lead","role":"lead","model":null}',NULL,NULL,NULL,'1cea50494c22e458d38814ee164f8972343c80e8208392cb7532e7beed661073',NULL,NULL);
INSERT INTO "events" VALUES(3,'E-3','2026-11-16T06:29:09.506201Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"bob","role":"builder","model":null}',NULL,NULL,NULL,'fa7cc1153c9d340ca8710b39a587abebfbe49bc9c96c7410a0b120e348e34c4f',NULL,NULL);
INSERT INTO "events" VALUES(4,'E-4','2026-11-16T06:29:17.930723Z','TokenIssued','person','terminal',NULL,NULL,'{"agent":"bob","digest":"5d68f8143af4dd2f2b584a2e89f178da572eb8c632e772351ca7d7366171f390"}',NULL,NULL,NULL,'1effb47e36d14321264e7e91475579f2fb15541a7645d2b7de71e249e9d1681a',NULL,NULL);
INSERT INTO "events" VALUES(5,'E-5','2026-11-16T06:29:26.022093Z','FieldSet','person','terminal',NULL,NULL,'{"action":"set goal","field":"goal","agent":null,"based_on":4,"overrides":null,"status":null,"message":null}','{"value":"ship","why":null}','fc035529d9ce3bd3d4f22f94d487a3f1','6b485f2bdfa249c875497320fc0b7b6d44c66f49ce626f197b4c645029af4619','7ba8901036a95f7289ecde86360c0ae5eadba2e57f1b2207958f5a17c43d9244',NULL,NULL);
INSERT INTO "events" VALUES(6,'E-6','2026-11-16T06:29:33.889750Z','TurnStarted','bob','terminal',NULL,NULL,'{"agent":"bob"}',NULL,NULL,NULL,'54eff7133c609c92e1d411c946abcf5a28f78aa369ef80fb12d95d09b7b0a0ec',NULL,NULL);
INSERT INTO "events" VALUES(7,'E-7','2026-11-16T06:29:51.588074Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-7","type":"DECISION_REQUEST","from":"lead","to":"bob","readers":["bob"],"priority":"blocking","channel":null,"in_reply_to":null,"expects":["DECISION_RESULT"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"JWT?","related_state_refs":[],"payload":{"decision_id":"D-1","question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}],"recommended":null,"deadline_steps":null}}','3358654fcf58134b0a0e3990842b6edf','37d72e65490ba29ba1a7afb62cf391c379145aa329398bdb7bd61737d78e2511','d134aad0e7bee2878d865821822f781cfd8b74bd1dc30587b0800611eaebad30',NULL,NULL);
INSERT INTO "events" VALUES(8,'E-8','2026-11-16T06:29:51.627525Z','DecisionRequested','lead','terminal',NULL,7,'{"action":"asked for a decision","decision":"D-1","message":"MSG-7","requester":"lead","owners":["bob"],"deadline_steps":null}','{"question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}]}','2ed8afcf450ce7aea5f311b1ddd541ea','8c35ca8f4738313e8e7a89fb5d7e7809ee7590163fc64472eba2eb8bc9884580','98f816de427cbb8b51a53fb1d3864bd9a9028bb00a22564fc8dccb81804ce91d',NULL,NULL);
INSERT INTO "events" VALUES(9,'E-9','2026-11-16T06:30:04.235604Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-9","type":"STATUS_UPDATE","from":"bob","to":"lead","readers":["lead"],"priority":"normal","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"waiting","related_state_refs":[],"payload":{"task_ref":null,"new_status":"blocked","progress_summary":"waiting","estimated_remaining":null,"blockers":["no access"]}}','adcc094bb01e9ae24104e595e8bdff92','9b9e814b363a1eb4a4ccacaf13c81ced599beb5385ee790ca7e666d3e545adc0','4cfa0063f22186fd6dd9698c6e6bf5bcb2a5b3bce3e39bb81b7b9d8bf54c7a3c',NULL,NULL);
INSERT INTO "events" VALUES(10,'E-10','2026-11-16T06:30:04.274904Z','FieldSet','bob','terminal',NULL,9,'{"action":"set status","field":"status","agent":"bob","based_on":9,"overrides":null,"status":"blocked","message":"MSG-9"}',NULL,NULL,NULL,'2a49dba0d83d1de518816c3556eb30f3f5ad468419c19f47d2745942dbc2d3f9',NULL,NULL);
INSERT INTO "events" VALUES(11,'E-11','2026-11-16T06:30:04.275057Z','BlockerAdded','bob','terminal',NULL,9,'{"action":"reported a blocker","id":"BLK-11","affected_agents":["bob"],"cause":null,"by":"bob"}','{"description":"no access"}','ed2911cc5e48e98846cdc45a00936f88','ac42f27dce600e0ca557694fb8bbaf28783dd6eb853da2d6a55489e588f8cc2f','bed144dd9c754c5433f968ee663f38ef93764d271fecf55290037467ce0279e5',NULL,NULL);
INSERT INTO "events" VALUES(12,'E-12','2026-11-16T06:30:04.380901Z','MessagePosted','system','system',NULL,9,'{"id":"MSG-12","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"bob is blocked by a cause outside the team: no access","related_state_refs":[{"type":"agent","id":"bob"}],"payload":{"topic":"bob is blocked","content":"bob is blocked by a cause outside the team: no access","relevance_to_recipients":"You lead the team.","actionable":true,"action_suggestion":"Finish it, or say when it can be expected."}}','47893e48324b4d50dce44595b6ec5896','81cc40c3ac1b5ad758636a1f070dfb3b1c1e5ca23244187ffd791497f370e5ae','469d580f86e5ed0c61fca1523eefc82f22420bc4feae113734686459d9c10dcd',NULL,NULL);
INSERT INTO "events" VALUES(13,'E-13','2026-11-16T06:30:17.512172Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-13","type":"FREEFORM","from":"lead","to":"all","readers":["bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":["bob"]}','{"context_summary":"good morning @bob / おはよう","related_state_refs":[],"payload":{"intent_hint":"","body":"good morning @bob / おはよう","requires_response":false,"urgency":"normal"}}','8704f6c20647b1b075e4f4deed5001d8','38d88264cc84f569fecb9074c7566513dd5a9b6375ee83b0b34b59129034659b','25a3d7d891cbc58a1b990d5291955893afe00a7bee709b5605f78675874e4bf9','once','968725f8e54a1d1bfb99da80fab4f048f593e2589160ca7848c9bb5269938ec8');
INSERT INTO "events" VALUES(14,'E-14','2026-11-16T06:30:34.674652Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-14","type":"FREEFORM","from":"person","to":"#general","readers":["lead","bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}',NULL,NULL,'95bb3b1ae07b43aa39d7860788edafae9c789a4a262a2d1b84c4d45d876e9572','719caba1fe599f3ab0d9d2af85d3a344d5c2275fbeda114e07defbc9419d2bbc',NULL,NULL);
INSERT INTO "events" VALUES(15,'E-15','2026-11-16T06:30:43.295615Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-15","type":"FREEFORM","from":"bob","to":"#design","readers":["lead"],"priority":"normal","channel":"design","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"a post","related_state_refs":[],"payload":{"intent_hint":"","body":"a post","requires_response":false,"urgency":"normal"}}','6c6ff680287c035ed55f201084fa57e5','b5be6c962663b828784035351f89fface57b2c587b62a2fb850763bc70fa7761','c562bda78e5e4c79c3227c41fe8463b26dea1902bc77f1e7a6f98daaf054691f',NULL,NULL);
INSERT INTO "events" VALUES(16,'E-16','2026-11-16T06:30:52.125076Z','ChannelRead','person','terminal',NULL,NULL,'{"reader":"person","channel":"design","up_to":15}',NULL,NULL,NULL,'0e07299a471f8949cc1e140cf74126da4ef5406baa3ba6110765a4f28ffd3992',NULL,NULL);
INSERT INTO "events" VALUES(17,'E-17','2026-11-16T06:31:08.485825Z','ContractOffered','lead','terminal',NULL,NULL,'{"id":"TC-1","delegator":"lead","assignee":"bob","artifacts":[],"handoff":null}','{"contract":{"id":"TC-1","delegator":"lead","assignee":"bob","created_at":null,"inputs":{"description":"Build the login","artifacts":[],"constraints":[],"assumptions":[]},"expected_output":{"format":"code","schema":null,"deliverables":[]},"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"authority":{"autonomous_decisions":[],"must_consult":[],"escalation_triggers":[]},"failure_handling":{"on_blocked":"","on_partial_completion":"","on_assumption_violation":"","max_retries":null},"timeout":{"max_steps":null,"on_timeout":""}}}','fe65d96cf026d1574d7b6e5745131354','6dd17289c5b0788cab6f7cf27bf0cd333ed9b4ed92925cb4881d10642a9600ea','bcd7fd47cc0760d5aa6f73101e74886e9df24eeb6572e5aed4971732a1fb993e',NULL,NULL);
INSERT INTO "events" VALUES(18,'E-18','2026-11-16T06:31:08.487905Z','MessagePosted','system','system',NULL,17,'{"id":"MSG-18","type":"KNOWLEDGE_SHARE","from":"system","to":"bob","readers":["bob"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Build the login","related_state_refs":[],"payload":{"topic":"lead offers you the contract TC-1","content":"Build the login","relevance_to_recipients":"You are its assignee.","actionable":true,"action_suggestion":"Read it: renkei contract show TC-1. Then: renkei contract accept TC-1, or decline TC-1."}}','944223fff83cbff4d9d7ae27fd5ca503','d0e71d67ea3cfe147b9a60ca0f68787d3a77705db5a9823596b0e68a48adba26','739301fcfd39c64cf14ed6d184a936564c06d24f885799023bfd0b21802a46b9',NULL,NULL);
INSERT INTO "events" VALUES(19,'E-19','2026-11-16T06:31:19.756415Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"TURN-2","actor":"bob","action":"AcceptContract","mode":"enforce"}',NULL,NULL,NULL,'32eb247320affef589169cccaa1ccb85f78b203b5f480d222fdf888f5278614b',NULL,NULL);
INSERT INTO "events" VALUES(20,'E-20','2026-11-16T06:31:29.661288Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-20","type":"DECISION_RESULT","from":"person","to":["lead","bob"],"readers":["lead","bob"],"priority":"normal","channel":null,"in_reply_to":"MSG-7","expects":[],"debtors":[],"settles":[{"message":"MSG-7","debtor":"bob"}],"mentioned":[]}','{"context_summary":"simple","related_state_refs":[],"payload":{"decision_id":"D-1","chosen_option":"yes","rationale":"simple","additional_constraints":null}}','b4a701df6521b0c922590f7af70227a9','f044528a0836dd05521e00d12be61f1f3506e5e21cfc18ac8ee5f25de501d731','cd8c93565c67f5d53904547eaf0f9da23add937d7b02c7a023c069c4ce71b1a1',NULL,NULL);
INSERT INTO "events" VALUES(21,'E-21','2026-11-16T06:31:29.662712Z','DecisionResolved','person','terminal',NULL,20,'{"action":"decided","decision":"D-1","message":"MSG-20"}','{"chosen_option":"yes","rationale":"simple","additional_constraints":[]}','bf42037a865b65b8b83ea5e47a9719c8','fda26e1a99930ab8bec27daad15552582af3960d9653476e8e2c2e0491c4296f','4724be17f3feab9cff6b3d9f0438e34256e3c41f1f9e9401cac1a4c0b55d861c',NULL,NULL);
INSERT INTO "events" VALUES(22,'E-22','2026-11-16T06:31:29.728054Z','MessagePosted','system','system',NULL,20,'{"id":"MSG-22","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Decision D-1 is resolved.","related_state_refs":[{"type":"decision","id":"D-1"}],"payload":{"topic":"Decision D-1","content":"Decision D-1 is resolved.\nWhat was decided: yes\nImpact on your task: You asked for it.","relevance_to_recipients":"You asked for it.","actionable":true,"action_suggestion":"Check your work against the decision."}}','a29e1f20e8bca9eb6569a58b6c096f71','199f0ba6e70ecf403a6a090c78ca73b5e7b466fa4c47a6194b8346891e92a8d2','c76265af97ff07d119dcf565682dd59564bad92301299e913a56abcf0a3b132e',NULL,NULL);
INSERT INTO "events" VALUES(23,'E-23','2026-11-16T06:31:41.186945Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"BOARD-4","actor":"bob","action":"SetFields","mode":"enforce"}',NULL,NULL,NULL,'e17244c7af837883af286cebfc0d496b3a4165e2939f93568411e3f49d2abd9e',NULL,NULL);
INSERT INTO "events" VALUES(24,'E-24','2026-11-16T06:31:55.296420Z','RunStarted','person','terminal','R-24',NULL,'{"run":"R-24","playbook":"small","digest":"c73ff01c44f85c2a","agents":"scripted","yes":true,"execute":false,"merge":false,"tasks":["t"],"base":null,"branch":null,"work_tree":null,"git":null,"caps":{"tokens":null,"steps":null,"minutes":null,"money":null}}','{"goal":"","variables":{},"playbook":{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"}]}}','df30b9ab4327a04d81b18ef466548e5b','391cb7a2ac4b3868ecd71bb612bb384e90a3a1a020d51cd50f44975f9e8f2f4c','3b22af47449bbd41b33776314fb0fb9f00b895a2e4427bd2f8e6fffb181e0c0b',NULL,NULL);
INSERT INTO "events" VALUES(25,'E-25','2026-11-16T06:31:55.296998Z','AgentAdded','person','terminal',NULL,24,'{"action":"added a member","agent":"r","role":"r","model":null}',NULL,NULL,NULL,'d9154e7bf4e06536f645103df0ea8571b4380550ead2f338d897e36dc4af5a73',NULL,NULL);
INSERT INTO "events" VALUES(26,'E-26','2026-11-16T06:31:55.351053Z','RunLeased','system','system','R-24',NULL,'{"run":"R-24","holder":"vm:28844"}',NULL,NULL,NULL,'8adc171c1b26e425630a58f7c518873568f694e055925409dcd44d733ebc17f9',NULL,NULL);
INSERT INTO "events" VALUES(27,'E-27','2026-11-16T06:31:55.400020Z','TaskStarted','system','system','R-24',NULL,'{"run":"R-24","task":"t","cycle":1,"attempt":1,"agent":"r","lease":26,"base":null,"contract":null,"credential":"df32fefd5cdfdc5b6a4d9f3a2078118b8803d389449981f4378eca968efbd7c3","recheck":false}',NULL,NULL,NULL,'24944a7d1c2112abe520729000054bd524794bf34e7ed28df4ccf649644490d5',NULL,NULL);
INSERT INTO "events" VALUES(28,'E-28','2026-11-16T06:31:55.400256Z','FieldSet','system','system',NULL,27,'{"action":"set current_phase","field":"current_phase","agent":null,"based_on":26,"overrides":null,"status":null,"message":null}','{"value":"small: work","why":null}','78e97d0d3a59476c59e34351761183ab','b1b98609afade72ce14608f4157a241ec2b475e8666a882196b7b405a22fd9db','fe38f645dc2e38f4f4b9d3d591ae1183b55ce5963669dfcd985bdf3194164724',NULL,NULL);
INSERT INTO "events" VALUES(29,'E-29','2026-11-16T06:31:55.400475Z','FieldSet','system','system',NULL,27,'{"action":"set current_task","field":"current_task","agent":"r","based_on":28,"overrides":null,"status":null,"message":null}','{"value":"R-24/t","why":null}','3d00e42932e163c266c06563d5d441a5','165350034038a1b9acb582d740733436f17e15e7c2c4be7445ba41016ba7169d','60ad123e0f35c6a15d74db9ef529a92487f58717de345821ca75b1aaefdaa1dd',NULL,NULL);
INSERT INTO "events" VALUES(30,'E-30','2026-11-16T06:31:55.456855Z','FieldSet','system','system',NULL,27,'{"action":"set status","field":"status","agent":"r","based_on":28,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'771a5acd067b42b67701af8180b4ec47771e6220b23c55961d4cac7f74304f28',NULL,NULL);
INSERT INTO "events" VALUES(31,'E-31','2026-11-16T06:31:57.490880Z','TaskCompleted','system','system','R-24',NULL,'{"run":"R-24","task":"t","cycle":1,"attempt":1,"token":27,"agent":"r","commit":null,"artifacts":[],"refused":[],"unverified":false,"severity":null,"usage":{"tokens":0,"steps":0,"micros":0}}','{"summary":"","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[]}','e246f15667901d0e8539c20dac191e9f','364a5e4f4fd4adf0a5451a29efbd307829abf3787d1a3ec7269d5fd0b5a41966','6aff6b405570172bdbcf1f68b12b28ddc9d793cc61d2183e9a72b8f3ea122c6e',NULL,NULL);
INSERT INTO "events" VALUES(32,'E-32','2026-11-16T06:31:57.491206Z','FieldSet','system','system',NULL,31,'{"action":"set status","field":"status","agent":"r","based_on":31,"overrides":null,"status":"completed","message":null}',NULL,NULL,NULL,'19a31aea78c9315b68a42493e53254eb6557c4437b58c5f0b141a00f0fb4ee06',NULL,NULL);
INSERT INTO "events" VALUES(33,'E-33','2026-11-16T06:31:57.498247Z','RunEnded','system','system','R-24',NULL,'{"run":"R-24","state":"completed","commit":null}','{"note":"all tasks are done"}','37a4bdd00c579f1818c5beed4210bda2','e3f9b30b6c5cc1c2f63bedee7fe7ac8a882636d0232ea3b6fbd64816482b74b7','508c397b47c6c6eadd16af8bf6ca7e2aadb44f0a5b207620e280f3ead8dd3c15',NULL,NULL);
INSERT INTO "events" VALUES(34,'E-34','2026-11-16T06:31:57.498357Z','FieldSet','system','system',NULL,33,'{"action":"set current_phase","field":"current_phase","agent":null,"based_on":32,"overrides":null,"status":null,"message":null}','{"value":"small: completed","why":null}','81ad03243632709981775d7536c8af4c','8e99ab72aac8248250ae66402619cfbe4a352b76bf9db0e8a56437876246254a','01aef2ec628c2eb3f1788e5fabafac45eafdb54b8c239ca869c1bd21648d63a4',NULL,NULL);
INSERT INTO "events" VALUES(35,'E-35','2026-11-16T06:32:04.718550Z','BodyRedacted','person','terminal',NULL,NULL,'{"target":"E-14","events":[14]}',NULL,NULL,NULL,'6d85a5bf7483a681574bdf7d9d0d2706d0dc77cc2d1c8fa87d8e20b80569a5f5',NULL,NULL);
CREATE TABLE "expected_artifacts" ("name" TEXT NOT NULL, "task" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
CREATE TABLE "fields" ("path" TEXT NOT NULL, "agent" TEXT, "value" TEXT, "actor" TEXT NOT NULL, "seq" INTEGER NOT NULL, "since" INTEGER NOT NULL, PRIMARY KEY ("path")) STRICT, WITHOUT ROWID;
INSERT INTO "fields" VALUES('agents.bob.status','bob','blocked','bob',10,10);
INSERT INTO "fields" VALUES('agents.r.current_task','r','R-24/t','system',29,29);
INSERT INTO "fields" VALUES('agents.r.status','r','completed','system',32,32);
INSERT INTO "fields" VALUES('current_phase',NULL,'small: completed','system',34,34);
INSERT INTO "fields" VALUES('goal',NULL,'ship','person',5,5);
CREATE TABLE head (
    one         INTEGER PRIMARY KEY CHECK (one = 1),
    seq         INTEGER NOT NULL,
    hash        TEXT NOT NULL,
    at          TEXT NOT NULL,
    min_writer  INTEGER NOT NULL,
    fingerprint TEXT NOT NULL
) STRICT;
INSERT INTO "head" VALUES(1,35,'6d85a5bf7483a681574bdf7d9d0d2706d0dc77cc2d1c8fa87d8e20b80569a5f5','2026-11-16T06:32:04.718550Z',2,'e231cbfdb9d89f18');
CREATE TABLE "inbox" ("reader" TEXT NOT NULL, "message" TEXT NOT NULL, "seq" INTEGER NOT NULL, "direct" INTEGER NOT NULL, "mentioned" INTEGER NOT NULL, "blocking" INTEGER NOT NULL, "urgent" INTEGER NOT NULL, "handled" INTEGER NOT NULL, PRIMARY KEY ("reader", "message")) STRICT, WITHOUT ROWID;
INSERT INTO "inbox" VALUES('bob','MSG-13',13,1,1,0,1,0);
INSERT INTO "inbox" VALUES('bob','MSG-14',14,0,0,0,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-18',18,1,0,0,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-20',20,1,0,0,0,0);
INSERT INTO "inbox" VALUES('bob','MSG-7',7,1,0,1,1,1);
INSERT INTO "inbox" VALUES('lead','MSG-12',12,1,0,0,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-14',14,0,0,0,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-15',15,0,0,0,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-20',20,1,0,0,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-22',22,1,0,0,0,0);
INSERT INTO "inbox" VALUES('lead','MSG-9',9,1,0,0,0,0);
CREATE TABLE "interrupt_marks" ("reader" TEXT NOT NULL, "up_to" INTEGER NOT NULL, PRIMARY KEY ("reader")) STRICT, WITHOUT ROWID;
CREATE TABLE "posts" ("seq" INTEGER NOT NULL, "channel" TEXT NOT NULL, PRIMARY KEY ("seq")) STRICT, WITHOUT ROWID;
INSERT INTO "posts" VALUES(15,'design');
INSERT INTO "posts" VALUES(13,'general');
INSERT INTO "posts" VALUES(14,'general');
CREATE TABLE "read_marks" ("reader" TEXT NOT NULL, "channel" TEXT NOT NULL, "up_to" INTEGER NOT NULL, PRIMARY KEY ("reader", "channel")) STRICT, WITHOUT ROWID;
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
, command TEXT, exit_code INTEGER) STRICT;
CREATE TABLE "rule_sets" ("digest" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("digest")) STRICT, WITHOUT ROWID;
INSERT INTO "rule_sets" VALUES('606349a27b5d7037',1);
CREATE TABLE "run_asks" ("decision" TEXT NOT NULL, "run" TEXT NOT NULL, "kind" TEXT NOT NULL, "task" TEXT, "cycle" INTEGER NOT NULL, "token" INTEGER NOT NULL, "about" TEXT, "question" TEXT NOT NULL, "answer" TEXT, "why" TEXT NOT NULL, "constraints" TEXT NOT NULL, "at" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("decision")) STRICT;
CREATE TABLE "run_plans" ("run" TEXT NOT NULL, "goal" TEXT NOT NULL, "variables" TEXT NOT NULL, "playbook" TEXT NOT NULL, "work_tree" TEXT, "git" TEXT, PRIMARY KEY ("run")) STRICT;
INSERT INTO "run_plans" VALUES('R-24','','{}','{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"}]}',NULL,NULL);
CREATE TABLE "run_tasks" ("run" TEXT NOT NULL, "task" TEXT NOT NULL, "number" INTEGER NOT NULL, "state" TEXT NOT NULL, "cycle" INTEGER NOT NULL, "attempt" INTEGER NOT NULL, "failures" INTEGER NOT NULL, "token" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "credential" TEXT, "agent" TEXT NOT NULL, "contract" TEXT, "base" TEXT, "commit_id" TEXT, "artifacts" TEXT NOT NULL, "refused" TEXT NOT NULL, "outputs" TEXT NOT NULL, "conflicts" TEXT NOT NULL, "severity" TEXT, "questions" TEXT NOT NULL, "not_run" TEXT, "recheck" INTEGER NOT NULL, "gate" TEXT, "kind" TEXT, "note" TEXT NOT NULL, "interim" INTEGER NOT NULL, "idle" INTEGER NOT NULL, "question" TEXT, "waited" INTEGER NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "started" TEXT, "ended" TEXT, PRIMARY KEY ("run", "task")) STRICT;
INSERT INTO "run_tasks" VALUES('R-24','t',0,'completed',1,1,0,27,26,'df32fefd5cdfdc5b6a4d9f3a2078118b8803d389449981f4378eca968efbd7c3','r',NULL,NULL,NULL,'[]','[]','{}','[]',NULL,'[]',NULL,0,NULL,NULL,'',0,0,NULL,0,0,0,0,'2026-11-16T06:31:55.400020Z','2026-11-16T06:31:57.490880Z');
CREATE TABLE "run_warnings" ("run" TEXT NOT NULL, "seq" INTEGER NOT NULL, "task" TEXT NOT NULL, "agent" TEXT NOT NULL, "text" TEXT NOT NULL, PRIMARY KEY ("run", "seq")) STRICT, WITHOUT ROWID;
CREATE TABLE "runs" ("id" TEXT NOT NULL, "playbook" TEXT NOT NULL, "state" TEXT NOT NULL, "agents" TEXT NOT NULL, "yes" INTEGER NOT NULL, "execute" INTEGER NOT NULL, "merge" INTEGER NOT NULL, "base" TEXT, "branch" TEXT, "head" TEXT, "cycle" INTEGER NOT NULL, "team" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "holder" TEXT NOT NULL, "caps" TEXT NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "active" INTEGER NOT NULL, "started" TEXT NOT NULL, "at" TEXT NOT NULL, "last" INTEGER NOT NULL, "merged" TEXT, "unmerged" INTEGER NOT NULL, "undone" TEXT, "note" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "runs" VALUES('R-24','small','completed','scripted',1,0,0,NULL,NULL,NULL,1,1,26,'vm:28844','{"minutes":null,"money":null,"steps":null,"tokens":null}',0,0,0,2145,'2026-11-16T06:31:55.296420Z','2026-11-16T06:31:57.498247Z',33,NULL,0,NULL,'all tasks are done',24);
CREATE TABLE "steps" ("agent" TEXT NOT NULL, "count" INTEGER NOT NULL, PRIMARY KEY ("agent")) STRICT, WITHOUT ROWID;
INSERT INTO "steps" VALUES('bob',5);
INSERT INTO "steps" VALUES('lead',3);
CREATE TABLE "tasks" ("id" TEXT NOT NULL, "delegator" TEXT, "addressees" TEXT NOT NULL, "owner" TEXT, "started" INTEGER NOT NULL, "state" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
CREATE TABLE "tokens" ("digest" TEXT NOT NULL, "agent" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("digest")) STRICT, WITHOUT ROWID;
INSERT INTO "tokens" VALUES('5d68f8143af4dd2f2b584a2e89f178da572eb8c632e772351ca7d7366171f390','bob',4);
CREATE TABLE "turns" ("agent" TEXT NOT NULL, "open" INTEGER NOT NULL, "started" INTEGER NOT NULL, "previous" INTEGER NOT NULL, "updated" INTEGER NOT NULL, "reported" INTEGER NOT NULL, "due" TEXT, "run" TEXT, "attempts" TEXT NOT NULL, PRIMARY KEY ("agent")) STRICT;
INSERT INTO "turns" VALUES('bob',1,6,0,1,1,NULL,NULL,'[]');
INSERT INTO "turns" VALUES('r',0,27,0,1,1,NULL,'R-24','[]');
CREATE TABLE "usage" ("type" TEXT NOT NULL, "intent" TEXT NOT NULL, "count" INTEGER NOT NULL, PRIMARY KEY ("type", "intent")) STRICT, WITHOUT ROWID;
INSERT INTO "usage" VALUES('DECISION_REQUEST','',1);
INSERT INTO "usage" VALUES('DECISION_RESULT','',1);
INSERT INTO "usage" VALUES('FREEFORM','',2);
INSERT INTO "usage" VALUES('FREEFORM','[redacted]',1);
INSERT INTO "usage" VALUES('KNOWLEDGE_SHARE','',3);
INSERT INTO "usage" VALUES('STATUS_UPDATE','',1);
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
