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
INSERT INTO "blockers" VALUES('BLK-12','no access','["bob"]',NULL,'bob','2026-11-16T19:33:03.103331Z',0,12);
CREATE TABLE "changelog" ("seq" INTEGER NOT NULL, "timestamp" TEXT NOT NULL, "agent" TEXT NOT NULL, "action" TEXT NOT NULL, "path" TEXT NOT NULL, "old" TEXT, "new" TEXT, PRIMARY KEY ("seq")) STRICT, WITHOUT ROWID;
INSERT INTO "changelog" VALUES(2,'2026-11-16T19:32:47.523648Z','person','added a member','agents.lead',NULL,'lead');
INSERT INTO "changelog" VALUES(3,'2026-11-16T19:32:48.640166Z','person','added a member','agents.bob',NULL,'builder');
INSERT INTO "changelog" VALUES(5,'2026-11-16T19:32:53.796614Z','person','set goal','goal',NULL,'ship');
INSERT INTO "changelog" VALUES(9,'2026-11-16T19:33:00.230875Z','lead','asked for a decision','pending_decisions.D-1',NULL,'JWT?');
INSERT INTO "changelog" VALUES(11,'2026-11-16T19:33:03.102957Z','bob','set status','agents.bob.status','idle','blocked');
INSERT INTO "changelog" VALUES(12,'2026-11-16T19:33:03.103331Z','bob','reported a blocker','blockers.BLK-12',NULL,'no access');
INSERT INTO "changelog" VALUES(23,'2026-11-16T19:33:25.243057Z','person','decided','pending_decisions.D-1','open','yes');
INSERT INTO "changelog" VALUES(27,'2026-11-16T19:33:30.989407Z','person','added a member','agents.r',NULL,'r');
INSERT INTO "changelog" VALUES(31,'2026-11-16T19:33:31.245383Z','system','set current_phase','current_phase',NULL,'small: work');
INSERT INTO "changelog" VALUES(32,'2026-11-16T19:33:31.245826Z','system','set current_task','agents.r.current_task',NULL,'R-1/t');
INSERT INTO "changelog" VALUES(33,'2026-11-16T19:33:31.245995Z','system','set status','agents.r.status','idle','working');
INSERT INTO "changelog" VALUES(34,'2026-11-16T19:33:31.246051Z','system','set current_task','agents.r.current_task','R-1/t','R-1/gap');
INSERT INTO "changelog" VALUES(35,'2026-11-16T19:33:31.246107Z','system','set status','agents.r.status','working','working');
INSERT INTO "changelog" VALUES(37,'2026-11-16T19:33:31.586938Z','system','ended without an update','agents.r.status','working','error');
INSERT INTO "changelog" VALUES(39,'2026-11-16T19:33:31.587472Z','system','set current_task','agents.r.current_task','R-1/gap','R-1/gap');
INSERT INTO "changelog" VALUES(40,'2026-11-16T19:33:31.587535Z','system','set status','agents.r.status','error','working');
INSERT INTO "changelog" VALUES(42,'2026-11-16T19:33:31.972475Z','system','set status','agents.r.status','working','completed');
INSERT INTO "changelog" VALUES(44,'2026-11-16T19:33:32.039739Z','system','ended without an update','agents.r.status','completed','error');
INSERT INTO "changelog" VALUES(47,'2026-11-16T19:33:32.054985Z','system','set current_phase','current_phase','small: work','small: completed');
CREATE TABLE "channels" ("name" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
INSERT INTO "channels" VALUES('general',14);
INSERT INTO "channels" VALUES('design',16);
CREATE TABLE "checks" ("seq" INTEGER NOT NULL, "session" TEXT NOT NULL, "agent_id" TEXT NOT NULL, "agent" TEXT NOT NULL, "outcome" TEXT NOT NULL, "attempt" INTEGER NOT NULL, "verify" INTEGER NOT NULL, "confidence" TEXT, "tally" TEXT NOT NULL, "model" TEXT, "tokens" INTEGER, "cost" TEXT, PRIMARY KEY ("seq")) STRICT;
CREATE TABLE "claims" ("seq" INTEGER NOT NULL, "number" INTEGER NOT NULL, "kind" TEXT NOT NULL, "agent" TEXT NOT NULL, "category" TEXT, "path" TEXT, "line" INTEGER, "end_line" INTEGER, "columns" TEXT, "blob" TEXT, "snippet" TEXT, "read_by" TEXT, "command" TEXT, "exit_code" INTEGER, "tree" TEXT, PRIMARY KEY ("seq", "number")) STRICT;
CREATE TABLE "contracts" ("id" TEXT NOT NULL, "delegator" TEXT NOT NULL, "assignee" TEXT NOT NULL, "state" TEXT NOT NULL, "outcome" TEXT, "artifacts" TEXT NOT NULL, "contract" TEXT NOT NULL, "handoffs" TEXT NOT NULL, "result" TEXT, "held_by" TEXT, "consults" TEXT NOT NULL, "verdicts" TEXT NOT NULL, "confirmed" INTEGER NOT NULL, "retries" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "metered" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "contracts" VALUES('TC-1','lead','bob','offered',NULL,'[]','{"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"assignee":"bob","authority":{"autonomous_decisions":[],"escalation_triggers":[],"must_consult":[]},"created_at":"2026-11-16T19:33:20.489865Z","delegator":"lead","expected_output":{"deliverables":[],"format":"code","schema":null},"failure_handling":{"max_retries":null,"on_assumption_violation":"","on_blocked":"","on_partial_completion":""},"id":"TC-1","inputs":{"artifacts":[],"assumptions":[],"constraints":[],"description":"Build the login"},"timeout":{"max_steps":null,"on_timeout":""}}','[]',NULL,NULL,'[]','{}',0,0,0,0,19);
CREATE TABLE "debts" ("message" TEXT NOT NULL, "debtor" TEXT NOT NULL, "creditor" TEXT NOT NULL, "expects" TEXT NOT NULL, "since" TEXT NOT NULL, "seq" INTEGER NOT NULL, "since_step" INTEGER NOT NULL, "settled" INTEGER NOT NULL, "settled_by" TEXT, PRIMARY KEY ("message", "debtor")) STRICT;
INSERT INTO "debts" VALUES('MSG-7','bob','lead','["TASK_RESULT","TASK_BLOCKED"]','2026-11-16T19:32:58.579932Z',7,1,0,NULL);
INSERT INTO "debts" VALUES('MSG-8','bob','lead','["DECISION_RESULT"]','2026-11-16T19:33:00.217663Z',8,1,1,'MSG-22');
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
INSERT INTO "events" VALUES(1,'E-1','2026-11-16T19:32:47.523256Z','RuleSetAdopted','system','system',NULL,NULL,'{"digest":"606349a27b5d7037","rules":["a_writer_whose_value_does_not_stand_is_told_to_read_again","a_status_update_sets_the_senders_status","a_task_result_registers_artifacts_and_sets_the_senders_status","a_blocked_task_blocks_its_sender_unless_a_part_can_go_on","a_decision_request_opens_a_decision","a_decision_result_resolves_the_decision","a_handoff_offers_the_contract_it_carries","an_offer_is_told_to_its_assignee","a_refusal_of_a_contract_is_told_to_its_delegator","a_refusal_of_a_contract_is_told_to_those_who_wait_for_it","a_result_delivers_or_ends_its_contract","a_delivery_is_put_to_its_reviewer","the_first_sign_of_work_starts_a_contract","a_contract_at_its_step_limit_follows_its_instruction","verdicts_decide_a_delivered_contract","a_hold_repeats_what_the_contract_says_for_it","the_answer_to_a_report_ends_the_hold","the_end_of_a_contract_is_told_to_its_assignee","a_task_belongs_to_the_first_who_starts_it","a_task_that_is_called_done_is_closed","a_handed_over_artifact_belongs_to_the_one_who_takes_the_task","a_task_known_by_its_name_goes_with_the_handoff_that_describes_it_so","those_who_lose_a_task_to_another_are_told","what_a_task_is_to_yield_belongs_to_its_owner","the_artifacts_of_one_who_leaves_go_to_its_delegator","a_withdrawn_task_is_told_to_its_owner_and_to_those_who_wait","the_waits_of_one_who_leaves_are_closed","a_block_that_the_lead_or_a_person_resolves_ends","who_begins_to_wait_for_what_does_not_come_is_told","an_agent_that_goes_on_by_itself_is_blocked_no_more","a_review_ends_when_all_who_are_left_have_answered","those_who_wait_for_one_who_leaves_are_told","a_blocking_review_request_blocks_its_sender","a_review_result_frees_the_one_who_asked","the_answer_to_a_conflict_ends_its_blocks","a_task_of_a_run_shows_in_its_agents_entry","a_run_that_ends_ends_the_turns_of_its_agents","a_circle_of_waits_is_told_to_the_lead","shipped:task_completed","shipped:task_blocked","shipped:decision_resolved","shipped:conflict_detected","shipped:artifact_updated"],"team":null}',NULL,NULL,NULL,'33ed3e1420881fdd9dc0a3e3eeaf22cf0271d2185f54f33f5f0eddaeeeeb187c',NULL,NULL);
INSERT INTO "events" VALUES(2,'E-2','2026-11-16T19:32:47.523648Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"lead","role":"lead","model":null}',NULL,NULL,NULL,'56b17d3b0d43ea2304b9c951b1a835d77543c99ef85992d21d7c69048fa5441d',NULL,NULL);
INSERT INTO "events" VALUES(3,'E-3','2026-11-16T19:32:48.640166Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"bob","role":"builder","model":null}',NULL,NULL,NULL,'85d412ad81c26a4726279d72bf0b516a522eb72f7ef7e437487bfa1e9c037e8d',NULL,NULL);
INSERT INTO "events" VALUES(4,'E-4','2026-11-16T19:32:50.795634Z','TokenIssued','person','terminal',NULL,NULL,'{"agent":"bob","digest":"19f9d9e8299a416354b7cd12657326f02921ff005cde633c465678759cc4f52f"}',NULL,NULL,NULL,'452e452f92ab94a7fa47fca0606e5296a3aaefd467ba64f6d30e60d61a4ef9ff',NULL,NULL);
INSERT INTO "events" VALUES(5,'E-5','2026-11-16T19:32:53.796614Z','FieldSet','person','terminal',NULL,NULL,'{"action":"set goal","field":"goal","agent":null,"based_on":4,"overrides":null,"status":null,"message":null}','{"value":"ship","why":null}','84e80ddd9ecff6da18256c33e4cbdebe','e2cdb83d72185c1539760c4d5f80edb858825fe362e11acaf23f668c86814793','ddf6ace6665e2265f2f569dd1ab8cb99750b46ff073f03bc381f8ae966622590',NULL,NULL);
INSERT INTO "events" VALUES(6,'E-6','2026-11-16T19:32:56.306480Z','TurnStarted','bob','terminal',NULL,NULL,'{"agent":"bob"}',NULL,NULL,NULL,'6738f1615bdb7213f7910a233ea32e3289795302750900b341cc2681dd450ae4',NULL,NULL);
INSERT INTO "events" VALUES(7,'E-7','2026-11-16T19:32:58.579932Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-7","type":"TASK_HANDOFF","from":"lead","to":"bob","readers":["bob"],"priority":"normal","channel":null,"in_reply_to":null,"expects":["TASK_RESULT","TASK_BLOCKED"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"build it","related_state_refs":[],"payload":{"task_description":"build it","input_artifacts":[],"expected_output":{"format":"code","success_criteria":["it runs"]},"constraints":[],"authority_scope":"","fallback_on_failure":""}}','7ab5c23857cf68f05cbc613f9764cc12','7f4705baee5acb31569e34014f56a981942c36e07a85385770ae2ab61cb269bb','131b4bd45d334d07c0f868a0e53c3803b45286c48313c89bc2f06f16658a1175',NULL,NULL);
INSERT INTO "events" VALUES(8,'E-8','2026-11-16T19:33:00.217663Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-8","type":"DECISION_REQUEST","from":"lead","to":"bob","readers":["bob"],"priority":"blocking","channel":null,"in_reply_to":null,"expects":["DECISION_RESULT"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"JWT?","related_state_refs":[],"payload":{"decision_id":"D-1","question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}],"recommended":null,"deadline_steps":null}}','6e652bf02655aaa98d3bb9001b32e1ad','c6378085f46a076b54df835c4839f84a83cdce3997647e9e5fd7e1bb120a8948','2abaa430f94812c53e5c0d2e85435f43db2e72113ef732f8d4f4746bbb6a50f9',NULL,NULL);
INSERT INTO "events" VALUES(9,'E-9','2026-11-16T19:33:00.230875Z','DecisionRequested','lead','terminal',NULL,8,'{"action":"asked for a decision","decision":"D-1","message":"MSG-8","requester":"lead","owners":["bob"],"deadline_steps":null}','{"question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}]}','de114782a9535f9f0494fbf0fdccd90e','95c5b2589e90a50e72e2be29bed8c45c54aee94f562bf1d7a8329d412316253d','5973dc55001f7132d2b4eeca101dc05af3ea6b05fe47031c4feb233050c9f07d',NULL,NULL);
INSERT INTO "events" VALUES(10,'E-10','2026-11-16T19:33:03.100974Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-10","type":"STATUS_UPDATE","from":"bob","to":"lead","readers":["lead"],"priority":"normal","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"waiting","related_state_refs":[],"payload":{"task_ref":null,"new_status":"blocked","progress_summary":"waiting","estimated_remaining":null,"blockers":["no access"]}}','89e890fd7bbf579deeb66fbc706d1558','4892b4840ac88fb21d1dc0c2b3e1c54ac4c23983e6683e5c5a04f59a68bff53c','989452c7e3fcd499e489779efe2f666fbbf6eb6857599af542a63f74badd2296',NULL,NULL);
INSERT INTO "events" VALUES(11,'E-11','2026-11-16T19:33:03.102957Z','FieldSet','bob','terminal',NULL,10,'{"action":"set status","field":"status","agent":"bob","based_on":10,"overrides":null,"status":"blocked","message":"MSG-10"}',NULL,NULL,NULL,'cfed0f470505d03211ba3aad985d343714424f131631ae8f99a5cbc2dbaf398d',NULL,NULL);
INSERT INTO "events" VALUES(12,'E-12','2026-11-16T19:33:03.103331Z','BlockerAdded','bob','terminal',NULL,10,'{"action":"reported a blocker","id":"BLK-12","affected_agents":["bob"],"cause":null,"by":"bob"}','{"description":"no access"}','a52f0e396ec27269a8a531fc833e69b2','8a58fd1736066b844823c6fbc6b7409c3a592768e769632a96c383e5de12c33f','31069efd373383bd3d45e5138e05709ef41dad1b36120f35074a9f67ef66cfad',NULL,NULL);
INSERT INTO "events" VALUES(13,'E-13','2026-11-16T19:33:03.115660Z','MessagePosted','system','system',NULL,10,'{"id":"MSG-13","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"bob is blocked by a cause outside the team: no access","related_state_refs":[{"type":"agent","id":"bob"}],"payload":{"topic":"bob is blocked","content":"bob is blocked by a cause outside the team: no access","relevance_to_recipients":"You lead the team.","actionable":true,"action_suggestion":"Finish it, or say when it can be expected."}}','6159cfa3bd9b10debcd30d01a3d3dff9','fb41d1ec59bc570aef31ad06e7e7a8ab2bd98c5aee97f3ebb53ea8dd94883b0b','2ec54abd9ae97dfb402f0e6da84c41af3d8f17cfd803a18f4b9d589482dbc9a9',NULL,NULL);
INSERT INTO "events" VALUES(14,'E-14','2026-11-16T19:33:08.099663Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-14","type":"FREEFORM","from":"lead","to":"all","readers":["bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":["bob"]}','{"context_summary":"good morning @bob / おはよう","related_state_refs":[],"payload":{"intent_hint":"","body":"good morning @bob / おはよう","requires_response":false,"urgency":"normal"}}','ad081d23d12fff2b59bfda08bc951f6f','80b485a1bfe0a617074d1663398364d9a0133ce6b499be919655faf49ecba196','d12e8b78e5a944fae51e86457000a50c4466e265fe2c780f29eddd10db7c6a94','once','7bff8cddf975a658bfc47dcb1d7afc09af4a944ca718761ba41fc5c53a54e961');
INSERT INTO "events" VALUES(15,'E-15','2026-11-16T19:33:11.734899Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-15","type":"FREEFORM","from":"person","to":"#general","readers":["lead","bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}',NULL,NULL,'66da87b02da570a48206b0d0dee5c9a41247b022a8c40e3f6a131c5cb9ae909c','47bcbeb4ae3817ca7aa57e6ca9200874a4a4380c845c4b15fc41a0d7e9981256',NULL,NULL);
INSERT INTO "events" VALUES(16,'E-16','2026-11-16T19:33:14.754297Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-16","type":"FREEFORM","from":"bob","to":"#design","readers":["lead"],"priority":"normal","channel":"design","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"a post","related_state_refs":[],"payload":{"intent_hint":"","body":"a post","requires_response":false,"urgency":"normal"}}','53d3136fbe864236d937e0ab7b137520','9bc2fde7ed0b709bf7c9cc36386d5b89f9de2a998f7f802948c8fca247583bb9','b500250b48afff41194d7c8ecd3f6fcacf2a76f42b5b275e71723dd6a7264b62',NULL,NULL);
INSERT INTO "events" VALUES(17,'E-17','2026-11-16T19:33:16.850001Z','ChannelRead','person','terminal',NULL,NULL,'{"reader":"person","channel":"design","up_to":16}',NULL,NULL,NULL,'f865b119307d8c483f6b57569fc398453190b58087640be753b83b14d13767fd',NULL,NULL);
INSERT INTO "events" VALUES(18,'E-18','2026-11-16T19:33:18.193466Z','RuleRefused','person','terminal',NULL,NULL,'{"rule":"DEC-26","actor":"person","action":"HandleMessages","mode":"enforce"}',NULL,NULL,NULL,'e5688a592bbb59036a9bd83db8a0004c75e53a6e320c5decc9b2c137831bd6dc',NULL,NULL);
INSERT INTO "events" VALUES(19,'E-19','2026-11-16T19:33:20.489865Z','ContractOffered','lead','terminal',NULL,NULL,'{"id":"TC-1","delegator":"lead","assignee":"bob","artifacts":[],"handoff":null}','{"contract":{"id":"TC-1","delegator":"lead","assignee":"bob","created_at":null,"inputs":{"description":"Build the login","artifacts":[],"constraints":[],"assumptions":[]},"expected_output":{"format":"code","schema":null,"deliverables":[]},"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"authority":{"autonomous_decisions":[],"must_consult":[],"escalation_triggers":[]},"failure_handling":{"on_blocked":"","on_partial_completion":"","on_assumption_violation":"","max_retries":null},"timeout":{"max_steps":null,"on_timeout":""}}}','2ded5c80c6ae6167b772bc737d73c50c','a42469cfcd5abe14a8d17ec767e6a427b7ea4e08d63f9f14731aa0bf5a947812','7e3c304924b0ad16fdeee0da587346e312e10af75b6ddeadba547a52371e96c1',NULL,NULL);
INSERT INTO "events" VALUES(20,'E-20','2026-11-16T19:33:20.492158Z','MessagePosted','system','system',NULL,19,'{"id":"MSG-20","type":"KNOWLEDGE_SHARE","from":"system","to":"bob","readers":["bob"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Build the login","related_state_refs":[],"payload":{"topic":"lead offers you the contract TC-1","content":"Build the login","relevance_to_recipients":"You are its assignee.","actionable":true,"action_suggestion":"Read it: renkei contract show TC-1. Then: renkei contract accept TC-1, or decline TC-1."}}','5cffe96e94c53570f1e266db2a31cd19','da115f58177101cda1536aac8670b4a13fd3e6300babfa48a567ae6d7a36ac98','409653777312bbb5795815721d91217105104542b7dc87f96a5639e248987745',NULL,NULL);
INSERT INTO "events" VALUES(21,'E-21','2026-11-16T19:33:23.166567Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"TURN-2","actor":"bob","action":"AcceptContract","mode":"enforce"}',NULL,NULL,NULL,'9ed0249ea56a97100954c082c2d06596e401d3a848f3e05c1849bd2d92aea49e',NULL,NULL);
INSERT INTO "events" VALUES(22,'E-22','2026-11-16T19:33:25.241320Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-22","type":"DECISION_RESULT","from":"person","to":["lead","bob"],"readers":["lead","bob"],"priority":"normal","channel":null,"in_reply_to":"MSG-8","expects":[],"debtors":[],"settles":[{"message":"MSG-8","debtor":"bob"}],"mentioned":[]}','{"context_summary":"simple","related_state_refs":[],"payload":{"decision_id":"D-1","chosen_option":"yes","rationale":"simple","additional_constraints":null}}','6702a84cab5db7966ea90c19c0899d79','d61e5eea51b25b47b6aa6ae3ee1d174fb0067fe821546734388f9d080d74af61','fc5f7b138404405d120528517ea322a375f909ef6ca92a45fa3a5759ccf29931',NULL,NULL);
INSERT INTO "events" VALUES(23,'E-23','2026-11-16T19:33:25.243057Z','DecisionResolved','person','terminal',NULL,22,'{"action":"decided","decision":"D-1","message":"MSG-22"}','{"chosen_option":"yes","rationale":"simple","additional_constraints":[]}','622c8ca804e21b25adac7a799d2c5112','71603c8d957cbd0cf6ec72ecf22020765406f1b466617c3d622110a209e141ca','14b700c6c0775f5ac3f699ace99e7f512566ec3bc4c230381c4ddbcb268a4bb2',NULL,NULL);
INSERT INTO "events" VALUES(24,'E-24','2026-11-16T19:33:25.249996Z','MessagePosted','system','system',NULL,22,'{"id":"MSG-24","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Decision D-1 is resolved.","related_state_refs":[{"type":"decision","id":"D-1"}],"payload":{"topic":"Decision D-1","content":"Decision D-1 is resolved.\nWhat was decided: yes\nImpact on your task: You asked for it.","relevance_to_recipients":"You asked for it.","actionable":true,"action_suggestion":"Check your work against the decision."}}','bc9c26aac204345a818c4bc7b3142109','abcd6282bcab74fcf6ab4198186c80c77c7a70b8622bb86fffb2b6dad2149b33','754cc5bd50550857cef499e07221a14db904aacececbe3a29ed38ab7acb6f6f9',NULL,NULL);
INSERT INTO "events" VALUES(25,'E-25','2026-11-16T19:33:27.383721Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"BOARD-4","actor":"bob","action":"SetFields","mode":"enforce"}',NULL,NULL,NULL,'d57d20abb53e0cf7063ffa1a846d318eff4d341e862111b8cfef51ff47471a7a',NULL,NULL);
INSERT INTO "events" VALUES(26,'E-26','2026-11-16T19:33:30.983907Z','RunStarted','person','terminal','R-1',NULL,'{"run":"R-1","playbook":"small","digest":"89be8fd31fbb8cee","agents":"scripted","yes":true,"execute":false,"merge":false,"tasks":["t","gap"],"base":null,"branch":null,"work_tree":null,"git":null,"caps":{"tokens":null,"steps":null,"minutes":null,"money":null}}','{"goal":"","variables":{},"playbook":{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"},{"id":"gap","role":"r","critical":false,"script":[{"crash":"boom"}]}]}}','1e9a4ca24ba46533e80d6394ae00d7e8','0cfe498fc8705d65c028ee17bb0bbc7f66a311e5e773d89283741c9bf9a2e316','09784e6eacff3f28b9d965dc8af37bb57e28630278c5c84a39ecf4c318d631f5',NULL,NULL);
INSERT INTO "events" VALUES(27,'E-27','2026-11-16T19:33:30.989407Z','AgentAdded','person','terminal',NULL,26,'{"action":"added a member","agent":"r","role":"r","model":null}',NULL,NULL,NULL,'5a2b772bed860c8270c61e20d3722616733d42cc9153fe29b66d25042a3f2004',NULL,NULL);
INSERT INTO "events" VALUES(28,'E-28','2026-11-16T19:33:31.019088Z','RunLeased','system','system','R-1',NULL,'{"run":"R-1","holder":"vm:18440"}',NULL,NULL,NULL,'77437ac214057a603ea422f29cc3f01c5d43410509513b0ef76042363c79a2fe',NULL,NULL);
INSERT INTO "events" VALUES(29,'E-29','2026-11-16T19:33:31.216399Z','TaskStarted','system','system','R-1',NULL,'{"run":"R-1","task":"t","cycle":1,"attempt":1,"agent":"r","lease":28,"base":null,"contract":null,"credential":"d3c928109bb79d85ead204d356139ad99e143b0d532fd5382b7a241844bcdd49","recheck":false}',NULL,NULL,NULL,'81237d3ee21289b000b03650ae437c933562d22ed3a395e7dcb5e211e60d9949',NULL,NULL);
INSERT INTO "events" VALUES(30,'E-30','2026-11-16T19:33:31.245220Z','TaskStarted','system','system','R-1',29,'{"run":"R-1","task":"gap","cycle":1,"attempt":1,"agent":"r","lease":28,"base":null,"contract":null,"credential":"8466cc5be845d7afd30bef3100cffc5d1fbe4d7d5ed3ef727191fa498283d690","recheck":false}',NULL,NULL,NULL,'fcc6dd7c02bed1297ef7a84e0234c9574f4bbbc78c5f984ffa9ccafc569956e2',NULL,NULL);
INSERT INTO "events" VALUES(31,'E-31','2026-11-16T19:33:31.245383Z','FieldSet','system','system',NULL,29,'{"action":"set current_phase","field":"current_phase","agent":null,"based_on":28,"overrides":null,"status":null,"message":null}','{"value":"small: work","why":null}','e6d96ce9dfbee7377b68f343a7dc0485','537abdf7ca477dcb9769b1af7e340b9f11e8f90237f085e9a26b3882a6074c15','903ff4f47b2842cd8ebf12c337fce992f8377e95b60f6a4781496da5e81b01bc',NULL,NULL);
INSERT INTO "events" VALUES(32,'E-32','2026-11-16T19:33:31.245826Z','FieldSet','system','system',NULL,29,'{"action":"set current_task","field":"current_task","agent":"r","based_on":31,"overrides":null,"status":null,"message":null}','{"value":"R-1/t","why":null}','ab9b734d8b334a3ff391d535b1ded9cf','9c3066cd8f29342505226043dce77c96cc54854d083044fb8fae48f37f274626','62a8d7c1dbb27b89f5544372370605c0c773480d54476a056f7334d8e39fe948',NULL,NULL);
INSERT INTO "events" VALUES(33,'E-33','2026-11-16T19:33:31.245995Z','FieldSet','system','system',NULL,29,'{"action":"set status","field":"status","agent":"r","based_on":31,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'6025fab188bdb4e9cf6cf1eba88d9e2d1e8a2e965e09df74d12cf3fdbc29271e',NULL,NULL);
INSERT INTO "events" VALUES(34,'E-34','2026-11-16T19:33:31.246051Z','FieldSet','system','system',NULL,29,'{"action":"set current_task","field":"current_task","agent":"r","based_on":31,"overrides":null,"status":null,"message":null}','{"value":"R-1/gap","why":null}','aee926afc1dedd8bc606832bb5884079','d70b1a833957a1d43dafff50cb6abae7adad4cb965b3b95b061711f6f544c83f','61770253729b3ac619b5c3adabd7cea3c4b45d0117bbf7cad82c95a15ae134ac',NULL,NULL);
INSERT INTO "events" VALUES(35,'E-35','2026-11-16T19:33:31.246107Z','FieldSet','system','system',NULL,29,'{"action":"set status","field":"status","agent":"r","based_on":31,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'dea7f2b570ad84feaab59c1e2bbbe75455b587c54f6e008f0bc98be86bb3e785',NULL,NULL);
INSERT INTO "events" VALUES(36,'E-36','2026-11-16T19:33:31.586470Z','TaskFailed','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":1,"token":30,"agent":"r","kind":"crash","agentless":false,"silent":true,"refused":[],"usage":{"tokens":0,"steps":0,"micros":0}}','{"summary":"boom","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','35171a537ee00313cf177c872b33e682','0dfbcdfdb457615a4b255de47dc8e1f1b356490a2d453d4c990d59e0f4d93090','656c75416d9eeb6ab62abab264f3dff7053073643440236994e34447f7440c32',NULL,NULL);
INSERT INTO "events" VALUES(37,'E-37','2026-11-16T19:33:31.586938Z','FieldSet','system','system',NULL,36,'{"action":"ended without an update","field":"status","agent":"r","based_on":36,"overrides":null,"status":"error","message":null}',NULL,NULL,NULL,'6b948e31cf223fef590024e06fac503ddb21203ddf4b732379ffbc496f005b92',NULL,NULL);
INSERT INTO "events" VALUES(38,'E-38','2026-11-16T19:33:31.587309Z','TaskStarted','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":2,"agent":"r","lease":28,"base":null,"contract":null,"credential":"676a6b1a5cc05bc002675827be6ccde9e61045f6e0500b49f66cc9dcb5cc0083","recheck":false}',NULL,NULL,NULL,'7da0dee2051ae3cab30a817dd942dfaec04db5d452a6367c3a55260d68aba874',NULL,NULL);
INSERT INTO "events" VALUES(39,'E-39','2026-11-16T19:33:31.587472Z','FieldSet','system','system',NULL,38,'{"action":"set current_task","field":"current_task","agent":"r","based_on":38,"overrides":null,"status":null,"message":null}','{"value":"R-1/gap","why":null}','e53ec819ad51829766a85ed67c1d52a8','8528b02360a2cb1f8a4f7170c4f3e4437804012e79e8e09d1ff732327aaca41d','093891b820c732f87e17201d21c8688dc08b7d8a64f93d0c55fe07290ebc5ee9',NULL,NULL);
INSERT INTO "events" VALUES(40,'E-40','2026-11-16T19:33:31.587535Z','FieldSet','system','system',NULL,38,'{"action":"set status","field":"status","agent":"r","based_on":38,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'048145dca936c18692e1f3384fdfd9af20f572a279910779367db273abd3cec4',NULL,NULL);
INSERT INTO "events" VALUES(41,'E-41','2026-11-16T19:33:31.972118Z','TaskCompleted','system','system','R-1',NULL,'{"run":"R-1","task":"t","cycle":1,"attempt":1,"token":29,"agent":"r","commit":null,"artifacts":[],"refused":[],"unverified":false,"severity":null,"flags":[],"usage":{"tokens":0,"steps":0,"micros":0}}','{"summary":"","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','c1a8fb3787dedec3b01f27afbfbf9c4c','4212b2d9024bf3bf6e1a9b79046553717a19cf540d315ff89309c843d64baf15','33fe7d3f5c8f80c4786d80e0c6cfbc7d22f1444764fa1b1bc9c8d9ef129c9b2a',NULL,NULL);
INSERT INTO "events" VALUES(42,'E-42','2026-11-16T19:33:31.972475Z','FieldSet','system','system',NULL,41,'{"action":"set status","field":"status","agent":"r","based_on":41,"overrides":null,"status":"completed","message":null}',NULL,NULL,NULL,'ddaa7f74b80945fab9b51965b46d36babe4cba8107ed6977544be98fb407fa46',NULL,NULL);
INSERT INTO "events" VALUES(43,'E-43','2026-11-16T19:33:32.039381Z','TaskFailed','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":2,"token":38,"agent":"r","kind":"crash","agentless":false,"silent":true,"refused":[],"usage":{"tokens":0,"steps":0,"micros":0}}','{"summary":"boom","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','31133f444dd5e04ddb573b30448598b3','c2dbf53811c9960ad736fe2ed4547a4bda8f441f4ad84a308c0422f05d588b1d','d575d79ad97d25db1c075426edda1f2521226c553202eb8d30da80ba61fc5635',NULL,NULL);
INSERT INTO "events" VALUES(44,'E-44','2026-11-16T19:33:32.039739Z','FieldSet','system','system',NULL,43,'{"action":"ended without an update","field":"status","agent":"r","based_on":43,"overrides":null,"status":"error","message":null}',NULL,NULL,NULL,'371cabb0f413335003b463fd9ba82d8d2be8199baef72b81468af3117867e212',NULL,NULL);
INSERT INTO "events" VALUES(45,'E-45','2026-11-16T19:33:32.050681Z','TaskSkipped','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1}',NULL,NULL,NULL,'7bb71d004e914275c5f4e3f7bb0b43576b8254d8aebc5501d81b0a34adf1c0a9',NULL,NULL);
INSERT INTO "events" VALUES(46,'E-46','2026-11-16T19:33:32.054890Z','RunEnded','system','system','R-1',NULL,'{"run":"R-1","state":"completed","commit":null}','{"note":"all tasks are done"}','ef565094730776e89b19f5fdd8a76899','f62f883534a27ae6d66c3d7cce6f507f586fbea4a5086612bfb389eef75e9ead','39cffdb083070283814256c9db4231479eb390e73bf4dbfe3490d27a3115fbea',NULL,NULL);
INSERT INTO "events" VALUES(47,'E-47','2026-11-16T19:33:32.054985Z','FieldSet','system','system',NULL,46,'{"action":"set current_phase","field":"current_phase","agent":null,"based_on":45,"overrides":null,"status":null,"message":null}','{"value":"small: completed","why":null}','22e3fb51a0bb0f1b2213d58549954395','37d85b1b7495d899ec2aaa7a4b3e7b1d6a114754772161d8d5bae3dac1b1b282','03e4213e73a8ac58c1726525456aef43cee89cc57edbfc013d1fbd801e11cb87',NULL,NULL);
INSERT INTO "events" VALUES(48,'E-48','2026-11-16T19:33:34.094385Z','BodyRedacted','person','terminal',NULL,NULL,'{"target":"E-15","events":[15]}',NULL,NULL,NULL,'e13042904d0ecdced37e0794b320c9bc893b9dc3b75d5af4785e60bd20c1006a',NULL,NULL);
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
INSERT INTO "head" VALUES(1,48,'e13042904d0ecdced37e0794b320c9bc893b9dc3b75d5af4785e60bd20c1006a','2026-11-16T19:33:34.094385Z',5,'42941ff766778c0f');
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
INSERT INTO "run_tasks" VALUES('R-1','t',0,'completed',1,1,0,29,28,'d3c928109bb79d85ead204d356139ad99e143b0d532fd5382b7a241844bcdd49','r',NULL,NULL,NULL,'[]','[]','{}','[]',NULL,'[]','[]','[]',NULL,0,NULL,NULL,'',0,0,NULL,0,0,0,0,'2026-11-16T19:33:31.216399Z','2026-11-16T19:33:31.972118Z');
INSERT INTO "run_tasks" VALUES('R-1','gap',1,'skipped',1,2,2,38,28,'676a6b1a5cc05bc002675827be6ccde9e61045f6e0500b49f66cc9dcb5cc0083','r',NULL,NULL,NULL,'[]','[]','{}','[]',NULL,'[]','[]','[]',NULL,0,NULL,'crash','boom',0,0,NULL,0,0,0,0,'2026-11-16T19:33:31.587309Z','2026-11-16T19:33:32.039381Z');
CREATE TABLE "run_warnings" ("run" TEXT NOT NULL, "seq" INTEGER NOT NULL, "task" TEXT NOT NULL, "agent" TEXT NOT NULL, "text" TEXT NOT NULL, PRIMARY KEY ("run", "seq")) STRICT, WITHOUT ROWID;
INSERT INTO "run_warnings" VALUES('R-1',36,'gap','r','Agent r failed, results may be incomplete');
INSERT INTO "run_warnings" VALUES('R-1',43,'gap','r','Agent r failed, results may be incomplete');
CREATE TABLE "runs" ("id" TEXT NOT NULL, "playbook" TEXT NOT NULL, "state" TEXT NOT NULL, "agents" TEXT NOT NULL, "yes" INTEGER NOT NULL, "execute" INTEGER NOT NULL, "merge" INTEGER NOT NULL, "base" TEXT, "branch" TEXT, "head" TEXT, "cycle" INTEGER NOT NULL, "team" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "holder" TEXT NOT NULL, "caps" TEXT NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "active" INTEGER NOT NULL, "started" TEXT NOT NULL, "at" TEXT NOT NULL, "last" INTEGER NOT NULL, "merged" TEXT, "unmerged" INTEGER NOT NULL, "undone" TEXT, "note" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "runs" VALUES('R-1','small','completed','scripted',1,0,0,NULL,NULL,NULL,1,1,28,'vm:18440','{"minutes":null,"money":null,"steps":null,"tokens":null}',0,0,0,1032,'2026-11-16T19:33:30.983907Z','2026-11-16T19:33:32.054890Z',46,NULL,0,NULL,'all tasks are done',26);
CREATE TABLE "steps" ("agent" TEXT NOT NULL, "count" INTEGER NOT NULL, PRIMARY KEY ("agent")) STRICT, WITHOUT ROWID;
INSERT INTO "steps" VALUES('bob',5);
INSERT INTO "steps" VALUES('lead',4);
CREATE TABLE "tasks" ("id" TEXT NOT NULL, "delegator" TEXT, "addressees" TEXT NOT NULL, "owner" TEXT, "started" INTEGER NOT NULL, "state" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "tasks" VALUES('MSG-7','lead','["bob"]','bob',0,'open',7);
CREATE TABLE "tokens" ("digest" TEXT NOT NULL, "agent" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("digest")) STRICT, WITHOUT ROWID;
INSERT INTO "tokens" VALUES('19f9d9e8299a416354b7cd12657326f02921ff005cde633c465678759cc4f52f','bob',4);
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
