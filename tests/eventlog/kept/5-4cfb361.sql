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
INSERT INTO "blockers" VALUES('BLK-12','no access','["bob"]',NULL,'bob','2026-11-16T18:56:34.735594Z',0,12);
CREATE TABLE "changelog" ("seq" INTEGER NOT NULL, "timestamp" TEXT NOT NULL, "agent" TEXT NOT NULL, "action" TEXT NOT NULL, "path" TEXT NOT NULL, "old" TEXT, "new" TEXT, PRIMARY KEY ("seq")) STRICT, WITHOUT ROWID;
INSERT INTO "changelog" VALUES(2,'2026-11-16T18:56:25.137487Z','person','added a member','agents.lead',NULL,'lead');
INSERT INTO "changelog" VALUES(3,'2026-11-16T18:56:26.214392Z','person','added a member','agents.bob',NULL,'builder');
INSERT INTO "changelog" VALUES(5,'2026-11-16T18:56:28.697105Z','person','set goal','goal',NULL,'ship');
INSERT INTO "changelog" VALUES(9,'2026-11-16T18:56:33.890247Z','lead','asked for a decision','pending_decisions.D-1',NULL,'JWT?');
INSERT INTO "changelog" VALUES(11,'2026-11-16T18:56:34.734568Z','bob','set status','agents.bob.status','idle','blocked');
INSERT INTO "changelog" VALUES(12,'2026-11-16T18:56:34.735594Z','bob','reported a blocker','blockers.BLK-12',NULL,'no access');
INSERT INTO "changelog" VALUES(23,'2026-11-16T18:56:42.522275Z','person','decided','pending_decisions.D-1','open','yes');
INSERT INTO "changelog" VALUES(27,'2026-11-16T18:56:45.740356Z','person','added a member','agents.r',NULL,'r');
INSERT INTO "changelog" VALUES(31,'2026-11-16T18:56:45.942551Z','system','set current_phase','current_phase',NULL,'small: work');
INSERT INTO "changelog" VALUES(32,'2026-11-16T18:56:45.943235Z','system','set current_task','agents.r.current_task',NULL,'R-1/t');
INSERT INTO "changelog" VALUES(33,'2026-11-16T18:56:45.943407Z','system','set status','agents.r.status','idle','working');
INSERT INTO "changelog" VALUES(34,'2026-11-16T18:56:45.943464Z','system','set current_task','agents.r.current_task','R-1/t','R-1/gap');
INSERT INTO "changelog" VALUES(35,'2026-11-16T18:56:45.943519Z','system','set status','agents.r.status','working','working');
INSERT INTO "changelog" VALUES(37,'2026-11-16T18:56:46.128033Z','system','ended without an update','agents.r.status','working','error');
INSERT INTO "changelog" VALUES(39,'2026-11-16T18:56:46.128687Z','system','set current_task','agents.r.current_task','R-1/gap','R-1/gap');
INSERT INTO "changelog" VALUES(40,'2026-11-16T18:56:46.128751Z','system','set status','agents.r.status','error','working');
INSERT INTO "changelog" VALUES(42,'2026-11-16T18:56:46.195529Z','system','set status','agents.r.status','working','completed');
INSERT INTO "changelog" VALUES(44,'2026-11-16T18:56:46.260001Z','system','ended without an update','agents.r.status','completed','error');
INSERT INTO "changelog" VALUES(47,'2026-11-16T18:56:46.278040Z','system','set current_phase','current_phase','small: work','small: completed');
CREATE TABLE "channels" ("name" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
INSERT INTO "channels" VALUES('general',14);
INSERT INTO "channels" VALUES('design',16);
CREATE TABLE "checks" ("seq" INTEGER NOT NULL, "session" TEXT NOT NULL, "agent_id" TEXT NOT NULL, "agent" TEXT NOT NULL, "outcome" TEXT NOT NULL, "attempt" INTEGER NOT NULL, "verify" INTEGER NOT NULL, "confidence" TEXT, "tally" TEXT NOT NULL, "model" TEXT, "tokens" INTEGER, "cost" TEXT, PRIMARY KEY ("seq")) STRICT;
CREATE TABLE "claims" ("seq" INTEGER NOT NULL, "number" INTEGER NOT NULL, "kind" TEXT NOT NULL, "agent" TEXT NOT NULL, "category" TEXT, "path" TEXT, "line" INTEGER, "end_line" INTEGER, "columns" TEXT, "blob" TEXT, "snippet" TEXT, "read_by" TEXT, "command" TEXT, "exit_code" INTEGER, "tree" TEXT, PRIMARY KEY ("seq", "number")) STRICT;
CREATE TABLE "contracts" ("id" TEXT NOT NULL, "delegator" TEXT NOT NULL, "assignee" TEXT NOT NULL, "state" TEXT NOT NULL, "outcome" TEXT, "artifacts" TEXT NOT NULL, "contract" TEXT NOT NULL, "handoffs" TEXT NOT NULL, "result" TEXT, "held_by" TEXT, "consults" TEXT NOT NULL, "verdicts" TEXT NOT NULL, "confirmed" INTEGER NOT NULL, "retries" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "metered" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "contracts" VALUES('TC-1','lead','bob','offered',NULL,'[]','{"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"assignee":"bob","authority":{"autonomous_decisions":[],"escalation_triggers":[],"must_consult":[]},"created_at":"2026-11-16T18:56:40.573190Z","delegator":"lead","expected_output":{"deliverables":[],"format":"code","schema":null},"failure_handling":{"max_retries":null,"on_assumption_violation":"","on_blocked":"","on_partial_completion":""},"id":"TC-1","inputs":{"artifacts":[],"assumptions":[],"constraints":[],"description":"Build the login"},"timeout":{"max_steps":null,"on_timeout":""}}','[]',NULL,NULL,'[]','{}',0,0,0,0,19);
CREATE TABLE "debts" ("message" TEXT NOT NULL, "debtor" TEXT NOT NULL, "creditor" TEXT NOT NULL, "expects" TEXT NOT NULL, "since" TEXT NOT NULL, "seq" INTEGER NOT NULL, "since_step" INTEGER NOT NULL, "settled" INTEGER NOT NULL, "settled_by" TEXT, PRIMARY KEY ("message", "debtor")) STRICT;
INSERT INTO "debts" VALUES('MSG-7','bob','lead','["TASK_RESULT","TASK_BLOCKED"]','2026-11-16T18:56:32.348401Z',7,1,0,NULL);
INSERT INTO "debts" VALUES('MSG-8','bob','lead','["DECISION_RESULT"]','2026-11-16T18:56:33.885713Z',8,1,1,'MSG-22');
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
INSERT INTO "events" VALUES(1,'E-1','2026-11-16T18:56:25.137055Z','RuleSetAdopted','system','system',NULL,NULL,'{"digest":"606349a27b5d7037","rules":["a_writer_whose_value_does_not_stand_is_told_to_read_again","a_status_update_sets_the_senders_status","a_task_result_registers_artifacts_and_sets_the_senders_status","a_blocked_task_blocks_its_sender_unless_a_part_can_go_on","a_decision_request_opens_a_decision","a_decision_result_resolves_the_decision","a_handoff_offers_the_contract_it_carries","an_offer_is_told_to_its_assignee","a_refusal_of_a_contract_is_told_to_its_delegator","a_refusal_of_a_contract_is_told_to_those_who_wait_for_it","a_result_delivers_or_ends_its_contract","a_delivery_is_put_to_its_reviewer","the_first_sign_of_work_starts_a_contract","a_contract_at_its_step_limit_follows_its_instruction","verdicts_decide_a_delivered_contract","a_hold_repeats_what_the_contract_says_for_it","the_answer_to_a_report_ends_the_hold","the_end_of_a_contract_is_told_to_its_assignee","a_task_belongs_to_the_first_who_starts_it","a_task_that_is_called_done_is_closed","a_handed_over_artifact_belongs_to_the_one_who_takes_the_task","a_task_known_by_its_name_goes_with_the_handoff_that_describes_it_so","those_who_lose_a_task_to_another_are_told","what_a_task_is_to_yield_belongs_to_its_owner","the_artifacts_of_one_who_leaves_go_to_its_delegator","a_withdrawn_task_is_told_to_its_owner_and_to_those_who_wait","the_waits_of_one_who_leaves_are_closed","a_block_that_the_lead_or_a_person_resolves_ends","who_begins_to_wait_for_what_does_not_come_is_told","an_agent_that_goes_on_by_itself_is_blocked_no_more","a_review_ends_when_all_who_are_left_have_answered","those_who_wait_for_one_who_leaves_are_told","a_blocking_review_request_blocks_its_sender","a_review_result_frees_the_one_who_asked","the_answer_to_a_conflict_ends_its_blocks","a_task_of_a_run_shows_in_its_agents_entry","a_run_that_ends_ends_the_turns_of_its_agents","a_circle_of_waits_is_told_to_the_lead","shipped:task_completed","shipped:task_blocked","shipped:decision_resolved","shipped:conflict_detected","shipped:artifact_updated"],"team":null}',NULL,NULL,NULL,'1ef65acc0fd2dec1ebc945e66f237642f134f607663c8c71c3fdb16d10a0bcfa',NULL,NULL);
INSERT INTO "events" VALUES(2,'E-2','2026-11-16T18:56:25.137487Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"lead","role":"lead","model":null}',NULL,NULL,NULL,'c78f08bbadebf786dfcd50b64a552ba49c9ff232f2a8edbc07b8b2c0eb74a15a',NULL,NULL);
INSERT INTO "events" VALUES(3,'E-3','2026-11-16T18:56:26.214392Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"bob","role":"builder","model":null}',NULL,NULL,NULL,'fd584871e16067f5d26c9f85470ee975c15ac1aa10154810f30c0cafaff5be68',NULL,NULL);
INSERT INTO "events" VALUES(4,'E-4','2026-11-16T18:56:27.154967Z','TokenIssued','person','terminal',NULL,NULL,'{"agent":"bob","digest":"e042bc0adb0293151b9c10266191b7bc37ec879c1aa4cd43d80be3435780eca4"}',NULL,NULL,NULL,'e82667a357f2200e3aae52092e4b7bca86ce97bb01cb469585814a5367aff68c',NULL,NULL);
INSERT INTO "events" VALUES(5,'E-5','2026-11-16T18:56:28.697105Z','FieldSet','person','terminal',NULL,NULL,'{"action":"set goal","field":"goal","agent":null,"based_on":4,"overrides":null,"status":null,"message":null}','{"value":"ship","why":null}','8f66e91651343652c4327b1753911f57','743af4014d5dbc678a44144ba5486cfc6ebfcb5c9855b987df41b566015f14b9','9dec08d3a971ce1a0b27eeecb3a2c50569da548f8226d8262fe6fb7b911476fd',NULL,NULL);
INSERT INTO "events" VALUES(6,'E-6','2026-11-16T18:56:30.051734Z','TurnStarted','bob','terminal',NULL,NULL,'{"agent":"bob"}',NULL,NULL,NULL,'3835f285b22734401968934af0a92049eb480c455a633a69111079c79bddd4e6',NULL,NULL);
INSERT INTO "events" VALUES(7,'E-7','2026-11-16T18:56:32.348401Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-7","type":"TASK_HANDOFF","from":"lead","to":"bob","readers":["bob"],"priority":"normal","channel":null,"in_reply_to":null,"expects":["TASK_RESULT","TASK_BLOCKED"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"build it","related_state_refs":[],"payload":{"task_description":"build it","input_artifacts":[],"expected_output":{"format":"code","success_criteria":["it runs"]},"constraints":[],"authority_scope":"","fallback_on_failure":""}}','3df442b5b27273ae2350debff4c851b4','19a01cbcd9c72d47baaa94350f919b49e69e2c964a6d30de35e517c8abe3c4b8','263344c4f0130b85c2dca23d48dd92c78751b6a092a0fd95801f6b1636bc4b5f',NULL,NULL);
INSERT INTO "events" VALUES(8,'E-8','2026-11-16T18:56:33.885713Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-8","type":"DECISION_REQUEST","from":"lead","to":"bob","readers":["bob"],"priority":"blocking","channel":null,"in_reply_to":null,"expects":["DECISION_RESULT"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"JWT?","related_state_refs":[],"payload":{"decision_id":"D-1","question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}],"recommended":null,"deadline_steps":null}}','0912a08ed4520936ad7608b0688dd310','fdd93987c37dff3ff4c9e57319cc9146a1e87709b63047cbc2cb775e6bbf87d6','3dc7838af9116970a33b5ca93df472692cbe40228e8547e29e56e2416d11fcd7',NULL,NULL);
INSERT INTO "events" VALUES(9,'E-9','2026-11-16T18:56:33.890247Z','DecisionRequested','lead','terminal',NULL,8,'{"action":"asked for a decision","decision":"D-1","message":"MSG-8","requester":"lead","owners":["bob"],"deadline_steps":null}','{"question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}]}','5e5c8f7afe14d9513ef460e29179ccf5','b01b9e1495cbfb0b3eef4098aac5f72273f140173ca747e7688e9193364afd53','84a79eaf8f51e64519d89645a7d4c616c3238c4711d3e431e4e48639807418f2',NULL,NULL);
INSERT INTO "events" VALUES(10,'E-10','2026-11-16T18:56:34.730660Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-10","type":"STATUS_UPDATE","from":"bob","to":"lead","readers":["lead"],"priority":"normal","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"waiting","related_state_refs":[],"payload":{"task_ref":null,"new_status":"blocked","progress_summary":"waiting","estimated_remaining":null,"blockers":["no access"]}}','0caa70957d9aa027143faa0bf05e8e8c','6ea7eeba3bb54d97928da4da8a67e6c996bdb852b0d9e454d3bc696d57ceb43e','f02fcb7fb84b133ead875dae85e1fe23622ede0927dcb81896bb239ed79c3a9b',NULL,NULL);
INSERT INTO "events" VALUES(11,'E-11','2026-11-16T18:56:34.734568Z','FieldSet','bob','terminal',NULL,10,'{"action":"set status","field":"status","agent":"bob","based_on":10,"overrides":null,"status":"blocked","message":"MSG-10"}',NULL,NULL,NULL,'f7894d44643eef306f0a9cf112256c4be8ae3210bbde7173a3c06685e96474ba',NULL,NULL);
INSERT INTO "events" VALUES(12,'E-12','2026-11-16T18:56:34.735594Z','BlockerAdded','bob','terminal',NULL,10,'{"action":"reported a blocker","id":"BLK-12","affected_agents":["bob"],"cause":null,"by":"bob"}','{"description":"no access"}','b8d23c79d8efb79bdab1d3fa3f0dac28','181eaa853ad63727019473f28603a0c02706b1128a79b2c4b0e3c01b21afa23a','df5798c7a03e15d41242fa7adc580076dda05e56fa4d09ca91a5d2b21e0b8fba',NULL,NULL);
INSERT INTO "events" VALUES(13,'E-13','2026-11-16T18:56:34.745911Z','MessagePosted','system','system',NULL,10,'{"id":"MSG-13","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"bob is blocked by a cause outside the team: no access","related_state_refs":[{"type":"agent","id":"bob"}],"payload":{"topic":"bob is blocked","content":"bob is blocked by a cause outside the team: no access","relevance_to_recipients":"You lead the team.","actionable":true,"action_suggestion":"Finish it, or say when it can be expected."}}','c19168e515476601ff073047265ce388','57f9b2192f9050389186a99817302714959b12168d09f9ca1db60806b353e3a2','9eb8361c92aeef3c3c62497f4a047644bd6753e855c48e8b87d354ea44de29ca',NULL,NULL);
INSERT INTO "events" VALUES(14,'E-14','2026-11-16T18:56:35.865307Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-14","type":"FREEFORM","from":"lead","to":"all","readers":["bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":["bob"]}','{"context_summary":"good morning @bob / おはよう","related_state_refs":[],"payload":{"intent_hint":"","body":"good morning @bob / おはよう","requires_response":false,"urgency":"normal"}}','65d0bc19be76dba8edc308b44e5ae932','5cc6b13acab8c81aa275baec8d2129e7178c899728603d9839660e93b5634c41','b20eb81103fa592a88b35c443d0f4904c2c48dba35e3449f2b62ea7841f8df62','once','26fb693a843f9426e57b0200c3a837948160deb3817ef71cc46377925356eba8');
INSERT INTO "events" VALUES(15,'E-15','2026-11-16T18:56:36.710488Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-15","type":"FREEFORM","from":"person","to":"#general","readers":["lead","bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}',NULL,NULL,'bf7ec61f3ae1d05df9cb14a98584e25f4d7e425acb32d6a87fa301b3469769c6','468311dc6a04375b62cd69f4f9422023f67c06fd1bd2d3828108d0040943a135',NULL,NULL);
INSERT INTO "events" VALUES(16,'E-16','2026-11-16T18:56:37.425801Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-16","type":"FREEFORM","from":"bob","to":"#design","readers":["lead"],"priority":"normal","channel":"design","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"a post","related_state_refs":[],"payload":{"intent_hint":"","body":"a post","requires_response":false,"urgency":"normal"}}','ac8cd0ec2dae1909f1af50e9afc32f6e','b942f255c7180070eceec1eb5dc7deecea64d93f491a3b696e18044c7d64186e','ff52c170deeb8396ce8de70bb731e01a520079a60cf6111787096d1902aad81f',NULL,NULL);
INSERT INTO "events" VALUES(17,'E-17','2026-11-16T18:56:38.098772Z','ChannelRead','person','terminal',NULL,NULL,'{"reader":"person","channel":"design","up_to":16}',NULL,NULL,NULL,'13fb41d67964a6bde7296a7a4e8204e2dd99ccaefc1dbbe9ff5c5ddabb26ab39',NULL,NULL);
INSERT INTO "events" VALUES(18,'E-18','2026-11-16T18:56:39.398182Z','RuleRefused','person','terminal',NULL,NULL,'{"rule":"DEC-26","actor":"person","action":"HandleMessages","mode":"enforce"}',NULL,NULL,NULL,'f448bd4eb4851652bb6bd2fcd92e7657393850fabfeb4c00b5d4ef53685163ea',NULL,NULL);
INSERT INTO "events" VALUES(19,'E-19','2026-11-16T18:56:40.573190Z','ContractOffered','lead','terminal',NULL,NULL,'{"id":"TC-1","delegator":"lead","assignee":"bob","artifacts":[],"handoff":null}','{"contract":{"id":"TC-1","delegator":"lead","assignee":"bob","created_at":null,"inputs":{"description":"Build the login","artifacts":[],"constraints":[],"assumptions":[]},"expected_output":{"format":"code","schema":null,"deliverables":[]},"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"authority":{"autonomous_decisions":[],"must_consult":[],"escalation_triggers":[]},"failure_handling":{"on_blocked":"","on_partial_completion":"","on_assumption_violation":"","max_retries":null},"timeout":{"max_steps":null,"on_timeout":""}}}','283f0e8350f311c280b3363980ece7aa','4cddf4f375e60530f86dc89c974236f0f681bf8db68475bdbd240b9a43a0c1dd','ee5a0bcefa8e073d9416b1ebde5d7b6b2682e10165d98ad346bb55905babdbee',NULL,NULL);
INSERT INTO "events" VALUES(20,'E-20','2026-11-16T18:56:40.583568Z','MessagePosted','system','system',NULL,19,'{"id":"MSG-20","type":"KNOWLEDGE_SHARE","from":"system","to":"bob","readers":["bob"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Build the login","related_state_refs":[],"payload":{"topic":"lead offers you the contract TC-1","content":"Build the login","relevance_to_recipients":"You are its assignee.","actionable":true,"action_suggestion":"Read it: renkei contract show TC-1. Then: renkei contract accept TC-1, or decline TC-1."}}','6539094246a8fbafc2d112db0322b8a8','3f7a64595df3c572b848fd1840edb18a25f80c8cd0f8e53d38d94d798d681e5b','e0496687d65525badc87f21f0ebbc815f3aa51b4437f7414711ed73a1ba19a8e',NULL,NULL);
INSERT INTO "events" VALUES(21,'E-21','2026-11-16T18:56:41.551444Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"TURN-2","actor":"bob","action":"AcceptContract","mode":"enforce"}',NULL,NULL,NULL,'5dc72c8774e2b9f7816f4678c2d790203030e4ae1cf2a320cf3e4065331b18c4',NULL,NULL);
INSERT INTO "events" VALUES(22,'E-22','2026-11-16T18:56:42.519131Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-22","type":"DECISION_RESULT","from":"person","to":["lead","bob"],"readers":["lead","bob"],"priority":"normal","channel":null,"in_reply_to":"MSG-8","expects":[],"debtors":[],"settles":[{"message":"MSG-8","debtor":"bob"}],"mentioned":[]}','{"context_summary":"simple","related_state_refs":[],"payload":{"decision_id":"D-1","chosen_option":"yes","rationale":"simple","additional_constraints":null}}','410b76a3e5ceacb102920303e7c7dfa5','8e1c9c7d2184ac06448cbdfa2fd4f3bdbf2f685b58b9a10fa17b356ad0b9b010','f6a10005325592521e741ab010f7689c94956b0d3e3dee77da5b309bf355e636',NULL,NULL);
INSERT INTO "events" VALUES(23,'E-23','2026-11-16T18:56:42.522275Z','DecisionResolved','person','terminal',NULL,22,'{"action":"decided","decision":"D-1","message":"MSG-22"}','{"chosen_option":"yes","rationale":"simple","additional_constraints":[]}','992a5aabfadf1b7d9c53cc9ed57ce7ee','cd15c87b0122de406108eb772415fde330248def0583e99dad1fcd24f9444f35','95ceffc4b7e1f92e19478efdbe94cbb8536ab945cbbd02e4183927191d36d69b',NULL,NULL);
INSERT INTO "events" VALUES(24,'E-24','2026-11-16T18:56:42.556654Z','MessagePosted','system','system',NULL,22,'{"id":"MSG-24","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Decision D-1 is resolved.","related_state_refs":[{"type":"decision","id":"D-1"}],"payload":{"topic":"Decision D-1","content":"Decision D-1 is resolved.\nWhat was decided: yes\nImpact on your task: You asked for it.","relevance_to_recipients":"You asked for it.","actionable":true,"action_suggestion":"Check your work against the decision."}}','46c9022cc6b835edde2b6351ebc8f679','0dc9e864822572203ade3927cbaea38473fcc099d2745dac90cd8184c532915d','582f0343415a863c1e4e0415bb8635900f7a34495faf4983e461835a42fd6a93',NULL,NULL);
INSERT INTO "events" VALUES(25,'E-25','2026-11-16T18:56:43.722870Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"BOARD-4","actor":"bob","action":"SetFields","mode":"enforce"}',NULL,NULL,NULL,'379ac80ffec47ffac5ec45d29711f3ae0ebfd9ba3d7f4614313ca5032613b36b',NULL,NULL);
INSERT INTO "events" VALUES(26,'E-26','2026-11-16T18:56:45.727954Z','RunStarted','person','terminal','R-1',NULL,'{"run":"R-1","playbook":"small","digest":"89be8fd31fbb8cee","agents":"scripted","yes":true,"execute":false,"merge":false,"tasks":["t","gap"],"base":null,"branch":null,"work_tree":null,"git":null,"caps":{"tokens":null,"steps":null,"minutes":null,"money":null}}','{"goal":"","variables":{},"playbook":{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"},{"id":"gap","role":"r","critical":false,"script":[{"crash":"boom"}]}]}}','93b80d5f7c1e8c546ba88dba41e5d7dc','05fc9942817f454624103e730287a529bd7044bd0b97f741895a42ec97b9e662','a53d113fae447c4277dcffcf2696946bad01facf32889b3e2c7e4924e9bf9923',NULL,NULL);
INSERT INTO "events" VALUES(27,'E-27','2026-11-16T18:56:45.740356Z','AgentAdded','person','terminal',NULL,26,'{"action":"added a member","agent":"r","role":"r","model":null}',NULL,NULL,NULL,'8b82beda1c7536ab1e41f4707cb38ccf19d86e3bb4559e64eb4b62057a8acc0f',NULL,NULL);
INSERT INTO "events" VALUES(28,'E-28','2026-11-16T18:56:45.919291Z','RunLeased','system','system','R-1',NULL,'{"run":"R-1","holder":"vm:12631"}',NULL,NULL,NULL,'fba0ce34d4dec5291197b16ead8acf61b1b2b8683f7d4418bbee9d268134191e',NULL,NULL);
INSERT INTO "events" VALUES(29,'E-29','2026-11-16T18:56:45.941429Z','TaskStarted','system','system','R-1',NULL,'{"run":"R-1","task":"t","cycle":1,"attempt":1,"agent":"r","lease":28,"base":null,"contract":null,"credential":"b1f10b5685b7d6991d70e6a71f4aece74ae3b56993e8f349b7c2133073a49acb","recheck":false}',NULL,NULL,NULL,'4039539b90d73d98a9ff80b023ac38b37714c19320ed9c45ef98de1f96a9d026',NULL,NULL);
INSERT INTO "events" VALUES(30,'E-30','2026-11-16T18:56:45.942455Z','TaskStarted','system','system','R-1',29,'{"run":"R-1","task":"gap","cycle":1,"attempt":1,"agent":"r","lease":28,"base":null,"contract":null,"credential":"7639b25b68e161a18c92d08e0e1e18c38f250e7979c9996c75ee76a79321987f","recheck":false}',NULL,NULL,NULL,'e8ef97d4678b48170d9819b6d4582a0d2f674825e776223a4a7ead5b0649ce8b',NULL,NULL);
INSERT INTO "events" VALUES(31,'E-31','2026-11-16T18:56:45.942551Z','FieldSet','system','system',NULL,29,'{"action":"set current_phase","field":"current_phase","agent":null,"based_on":28,"overrides":null,"status":null,"message":null}','{"value":"small: work","why":null}','62de1feece752159d401c01accb33838','29b75c34f68f53e9a0ef5ba4e016f3c1cd81845a18b37aefecc216dde2994657','ad69874fd2b2b9517af079512d76724e1434c6a2bacbeb0abd53d41089407704',NULL,NULL);
INSERT INTO "events" VALUES(32,'E-32','2026-11-16T18:56:45.943235Z','FieldSet','system','system',NULL,29,'{"action":"set current_task","field":"current_task","agent":"r","based_on":31,"overrides":null,"status":null,"message":null}','{"value":"R-1/t","why":null}','09bc268d93bc6f34a3f7e82edbde0f3c','18850d978328c0284f24f81a1d25070cab3ef16c26342f833b9e94ca0519e4cf','49e1248e6060a276750ed2370cd38283289597102e7efe3162269c07b62e677a',NULL,NULL);
INSERT INTO "events" VALUES(33,'E-33','2026-11-16T18:56:45.943407Z','FieldSet','system','system',NULL,29,'{"action":"set status","field":"status","agent":"r","based_on":31,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'1b3ccbbc761c94c5d6bcd55ed10b8c1fb0600cdc7280eb8c6818f99e8ac73134',NULL,NULL);
INSERT INTO "events" VALUES(34,'E-34','2026-11-16T18:56:45.943464Z','FieldSet','system','system',NULL,29,'{"action":"set current_task","field":"current_task","agent":"r","based_on":31,"overrides":null,"status":null,"message":null}','{"value":"R-1/gap","why":null}','5afd43dfbff8869ac94597dbc43ce47d','862cf0d2bce57d6d9707f84f66ef84c31fb66e66c074223d41a0f3de9bddce1a','5cd555b1a4a46b4eec9f33b80b77b988171a616be63cd7b094f2a8bd214d649c',NULL,NULL);
INSERT INTO "events" VALUES(35,'E-35','2026-11-16T18:56:45.943519Z','FieldSet','system','system',NULL,29,'{"action":"set status","field":"status","agent":"r","based_on":31,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'2242cdf4f9f3b97cf80b9ba10f6d652bb16e490fbc4472c7b4cbf69849487af6',NULL,NULL);
INSERT INTO "events" VALUES(36,'E-36','2026-11-16T18:56:46.127170Z','TaskFailed','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":1,"token":30,"agent":"r","kind":"crash","agentless":false,"silent":true,"refused":[],"usage":{"tokens":0,"steps":0,"micros":0}}','{"summary":"boom","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','196a7116989b5feb79cb4c823bf6e957','fda3ee231405764c5f1c8f5827abe02ac9ac97dc5e9e33683b4d92940adcce6d','71b902f5187a02b71aadb42b33de020a8111b0de2688b0c388b5e445e60abafe',NULL,NULL);
INSERT INTO "events" VALUES(37,'E-37','2026-11-16T18:56:46.128033Z','FieldSet','system','system',NULL,36,'{"action":"ended without an update","field":"status","agent":"r","based_on":36,"overrides":null,"status":"error","message":null}',NULL,NULL,NULL,'d0f40ccb7131c93f63313feba7bcc33684dc1a09d36e0167e6bba67363252275',NULL,NULL);
INSERT INTO "events" VALUES(38,'E-38','2026-11-16T18:56:46.128460Z','TaskStarted','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":2,"agent":"r","lease":28,"base":null,"contract":null,"credential":"1448199fa1c4c544ba28e62ee9564158dd69d15310b2bbe438dc8e7f4d3b1819","recheck":false}',NULL,NULL,NULL,'2845cbfc5def8009a86fb72eb10aacb6281f1d9808059e84d2123f7555af2579',NULL,NULL);
INSERT INTO "events" VALUES(39,'E-39','2026-11-16T18:56:46.128687Z','FieldSet','system','system',NULL,38,'{"action":"set current_task","field":"current_task","agent":"r","based_on":38,"overrides":null,"status":null,"message":null}','{"value":"R-1/gap","why":null}','eb6aeb38b57ae6378ac9a79ac2d485a8','d7074e04c4a93f79b14a5f13aa8557484b8ceb4b1644dcb55034ba78892f16e9','996a45d7549853ea66bbb62a90e5dc3b2e8626f026c59df286f9c6ea22604e9c',NULL,NULL);
INSERT INTO "events" VALUES(40,'E-40','2026-11-16T18:56:46.128751Z','FieldSet','system','system',NULL,38,'{"action":"set status","field":"status","agent":"r","based_on":38,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'c328727fa4147c49be738891a1460bfa640d31afaa1d509b271960895ae323c1',NULL,NULL);
INSERT INTO "events" VALUES(41,'E-41','2026-11-16T18:56:46.195153Z','TaskCompleted','system','system','R-1',NULL,'{"run":"R-1","task":"t","cycle":1,"attempt":1,"token":29,"agent":"r","commit":null,"artifacts":[],"refused":[],"unverified":false,"severity":null,"flags":[],"usage":{"tokens":0,"steps":0,"micros":0}}','{"summary":"","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','df0a1426a32c08a7e9726cab98812e2e','cc7e7339454324e9f59740a028f6d488f9ac0fda829f9b2d10c1c2979b94cfa9','46951fb247dc00031cb5810160f64bd260129186a10eb5f65c55d236a244aea7',NULL,NULL);
INSERT INTO "events" VALUES(42,'E-42','2026-11-16T18:56:46.195529Z','FieldSet','system','system',NULL,41,'{"action":"set status","field":"status","agent":"r","based_on":41,"overrides":null,"status":"completed","message":null}',NULL,NULL,NULL,'1ebbbb32d5be3b681a697c05235cede609519c4945832f053f17714ac347ec1a',NULL,NULL);
INSERT INTO "events" VALUES(43,'E-43','2026-11-16T18:56:46.259682Z','TaskFailed','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":2,"token":38,"agent":"r","kind":"crash","agentless":false,"silent":true,"refused":[],"usage":{"tokens":0,"steps":0,"micros":0}}','{"summary":"boom","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','fa6aabba35f720f441467b47385804fe','d7bd71f751cd0156ce61f29e92753d22c6dd2472c635ff2caae0e39184e1ac7b','cbb3d429c3d06f4ef8bca8ec0136295e8c05a438a64931a11bc21676b318b19d',NULL,NULL);
INSERT INTO "events" VALUES(44,'E-44','2026-11-16T18:56:46.260001Z','FieldSet','system','system',NULL,43,'{"action":"ended without an update","field":"status","agent":"r","based_on":43,"overrides":null,"status":"error","message":null}',NULL,NULL,NULL,'190076c612eff75b9350e121aff32a0c509168cc91039f997a965cc7f77fb567',NULL,NULL);
INSERT INTO "events" VALUES(45,'E-45','2026-11-16T18:56:46.270503Z','TaskSkipped','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1}',NULL,NULL,NULL,'f8dc7c08ac623cae7e0c6472c226bce9f3ad695259b08f89600d569d3ce38b82',NULL,NULL);
INSERT INTO "events" VALUES(46,'E-46','2026-11-16T18:56:46.277883Z','RunEnded','system','system','R-1',NULL,'{"run":"R-1","state":"completed","commit":null}','{"note":"all tasks are done"}','e9c7320bf09549f031f8fb231abff021','c49d2a351646012b01b57cbb9d56b3216e66147c3631feac05d0873a5c227be8','730141834901827ce456888dba5dfeb8046cb24de810305d8b73782566479fb1',NULL,NULL);
INSERT INTO "events" VALUES(47,'E-47','2026-11-16T18:56:46.278040Z','FieldSet','system','system',NULL,46,'{"action":"set current_phase","field":"current_phase","agent":null,"based_on":45,"overrides":null,"status":null,"message":null}','{"value":"small: completed","why":null}','095c0fcc9ae616a5e7e5e3e4c5160598','87b4ae25ecd11c19487d1293a37d9561227eda58ec6271c41f466926117c18ce','8b93a1707c42b8e3bf76be42a8b5f2f3d1e28efd8f149db449056a80d1375502',NULL,NULL);
INSERT INTO "events" VALUES(48,'E-48','2026-11-16T18:56:47.209557Z','BodyRedacted','person','terminal',NULL,NULL,'{"target":"E-15","events":[15]}',NULL,NULL,NULL,'ce100c71b5454e26b8187e363f852cbac45b69b4bb63751b543ae6da06813114',NULL,NULL);
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
INSERT INTO "head" VALUES(1,48,'ce100c71b5454e26b8187e363f852cbac45b69b4bb63751b543ae6da06813114','2026-11-16T18:56:47.209557Z',5,'42941ff766778c0f');
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
INSERT INTO "run_tasks" VALUES('R-1','t',0,'completed',1,1,0,29,28,'b1f10b5685b7d6991d70e6a71f4aece74ae3b56993e8f349b7c2133073a49acb','r',NULL,NULL,NULL,'[]','[]','{}','[]',NULL,'[]','[]','[]',NULL,0,NULL,NULL,'',0,0,NULL,0,0,0,0,'2026-11-16T18:56:45.941429Z','2026-11-16T18:56:46.195153Z');
INSERT INTO "run_tasks" VALUES('R-1','gap',1,'skipped',1,2,2,38,28,'1448199fa1c4c544ba28e62ee9564158dd69d15310b2bbe438dc8e7f4d3b1819','r',NULL,NULL,NULL,'[]','[]','{}','[]',NULL,'[]','[]','[]',NULL,0,NULL,'crash','boom',0,0,NULL,0,0,0,0,'2026-11-16T18:56:46.128460Z','2026-11-16T18:56:46.259682Z');
CREATE TABLE "run_warnings" ("run" TEXT NOT NULL, "seq" INTEGER NOT NULL, "task" TEXT NOT NULL, "agent" TEXT NOT NULL, "text" TEXT NOT NULL, PRIMARY KEY ("run", "seq")) STRICT, WITHOUT ROWID;
INSERT INTO "run_warnings" VALUES('R-1',36,'gap','r','Agent r failed, results may be incomplete');
INSERT INTO "run_warnings" VALUES('R-1',43,'gap','r','Agent r failed, results may be incomplete');
CREATE TABLE "runs" ("id" TEXT NOT NULL, "playbook" TEXT NOT NULL, "state" TEXT NOT NULL, "agents" TEXT NOT NULL, "yes" INTEGER NOT NULL, "execute" INTEGER NOT NULL, "merge" INTEGER NOT NULL, "base" TEXT, "branch" TEXT, "head" TEXT, "cycle" INTEGER NOT NULL, "team" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "holder" TEXT NOT NULL, "caps" TEXT NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "active" INTEGER NOT NULL, "started" TEXT NOT NULL, "at" TEXT NOT NULL, "last" INTEGER NOT NULL, "merged" TEXT, "unmerged" INTEGER NOT NULL, "undone" TEXT, "note" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "runs" VALUES('R-1','small','completed','scripted',1,0,0,NULL,NULL,NULL,1,1,28,'vm:12631','{"minutes":null,"money":null,"steps":null,"tokens":null}',0,0,0,355,'2026-11-16T18:56:45.727954Z','2026-11-16T18:56:46.277883Z',46,NULL,0,NULL,'all tasks are done',26);
CREATE TABLE "steps" ("agent" TEXT NOT NULL, "count" INTEGER NOT NULL, PRIMARY KEY ("agent")) STRICT, WITHOUT ROWID;
INSERT INTO "steps" VALUES('bob',5);
INSERT INTO "steps" VALUES('lead',4);
CREATE TABLE "tasks" ("id" TEXT NOT NULL, "delegator" TEXT, "addressees" TEXT NOT NULL, "owner" TEXT, "started" INTEGER NOT NULL, "state" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "tasks" VALUES('MSG-7','lead','["bob"]','bob',0,'open',7);
CREATE TABLE "tokens" ("digest" TEXT NOT NULL, "agent" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("digest")) STRICT, WITHOUT ROWID;
INSERT INTO "tokens" VALUES('e042bc0adb0293151b9c10266191b7bc37ec879c1aa4cd43d80be3435780eca4','bob',4);
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
