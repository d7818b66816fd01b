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
INSERT INTO "blockers" VALUES('BLK-12','no access','["bob"]',NULL,'bob','2026-11-19T20:45:40.813312Z',0,12);
CREATE TABLE "cap_marks" ("scope" TEXT NOT NULL, "name" TEXT NOT NULL, "unit" TEXT NOT NULL, "day" TEXT NOT NULL, "level" TEXT NOT NULL, "used" INTEGER NOT NULL, "most" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("scope", "name", "unit", "day")) STRICT, WITHOUT ROWID;
CREATE TABLE "caps" ("scope" TEXT NOT NULL, "name" TEXT NOT NULL, "tokens" INTEGER, "micros" INTEGER, "seq" INTEGER NOT NULL, PRIMARY KEY ("scope", "name")) STRICT, WITHOUT ROWID;
CREATE TABLE "changelog" ("seq" INTEGER NOT NULL, "timestamp" TEXT NOT NULL, "agent" TEXT NOT NULL, "action" TEXT NOT NULL, "path" TEXT NOT NULL, "old" TEXT, "new" TEXT, PRIMARY KEY ("seq")) STRICT, WITHOUT ROWID;
INSERT INTO "changelog" VALUES(2,'2026-11-19T20:45:37.708638Z','person','member added','agents.lead',NULL,'lead');
INSERT INTO "changelog" VALUES(3,'2026-11-19T20:45:38.143041Z','person','member added','agents.bob',NULL,'builder');
INSERT INTO "changelog" VALUES(5,'2026-11-19T20:45:38.991156Z','person','field set','goal',NULL,'ship');
INSERT INTO "changelog" VALUES(9,'2026-11-19T20:45:40.347002Z','lead','decision requested','pending_decisions.D-1',NULL,'JWT?');
INSERT INTO "changelog" VALUES(11,'2026-11-19T20:45:40.812970Z','bob','field set','agents.bob.status','idle','blocked');
INSERT INTO "changelog" VALUES(12,'2026-11-19T20:45:40.813312Z','bob','blocker reported','blockers.BLK-12',NULL,'no access');
INSERT INTO "changelog" VALUES(23,'2026-11-19T20:45:44.610999Z','person','decision made','pending_decisions.D-1','open','yes');
INSERT INTO "changelog" VALUES(27,'2026-11-19T20:45:45.988218Z','person','member added','agents.r',NULL,'r');
INSERT INTO "changelog" VALUES(31,'2026-11-19T20:45:46.001264Z','system','field set','current_phase',NULL,'small: work');
INSERT INTO "changelog" VALUES(32,'2026-11-19T20:45:46.001555Z','system','field set','agents.r.current_task',NULL,'R-1/t');
INSERT INTO "changelog" VALUES(33,'2026-11-19T20:45:46.001671Z','system','field set','agents.r.status','idle','working');
INSERT INTO "changelog" VALUES(34,'2026-11-19T20:45:46.001723Z','system','field set','agents.r.current_task','R-1/t','R-1/gap');
INSERT INTO "changelog" VALUES(35,'2026-11-19T20:45:46.001773Z','system','field set','agents.r.status','working','working');
INSERT INTO "changelog" VALUES(37,'2026-11-19T20:45:46.151014Z','system','ended without update','agents.r.status','working','error');
INSERT INTO "changelog" VALUES(39,'2026-11-19T20:45:46.151532Z','system','field set','agents.r.current_task','R-1/gap','R-1/gap');
INSERT INTO "changelog" VALUES(40,'2026-11-19T20:45:46.151582Z','system','field set','agents.r.status','error','working');
INSERT INTO "changelog" VALUES(42,'2026-11-19T20:45:46.278258Z','system','field set','agents.r.status','working','completed');
INSERT INTO "changelog" VALUES(44,'2026-11-19T20:45:46.297761Z','system','ended without update','agents.r.status','completed','error');
INSERT INTO "changelog" VALUES(47,'2026-11-19T20:45:46.302334Z','system','field set','current_phase','small: work','small: completed');
CREATE TABLE "channels" ("name" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
INSERT INTO "channels" VALUES('general',14);
INSERT INTO "channels" VALUES('design',16);
CREATE TABLE "checks" ("seq" INTEGER NOT NULL, "session" TEXT NOT NULL, "agent_id" TEXT NOT NULL, "agent" TEXT NOT NULL, "outcome" TEXT NOT NULL, "attempt" INTEGER NOT NULL, "verify" INTEGER NOT NULL, "confidence" TEXT, "tally" TEXT NOT NULL, "model" TEXT, "tokens" INTEGER, "cost" TEXT, PRIMARY KEY ("seq")) STRICT;
CREATE TABLE "claims" ("seq" INTEGER NOT NULL, "number" INTEGER NOT NULL, "kind" TEXT NOT NULL, "agent" TEXT NOT NULL, "category" TEXT, "path" TEXT, "line" INTEGER, "end_line" INTEGER, "columns" TEXT, "blob" TEXT, "snippet" TEXT, "read_by" TEXT, "command" TEXT, "exit_code" INTEGER, "tree" TEXT, PRIMARY KEY ("seq", "number")) STRICT;
CREATE TABLE "contracts" ("id" TEXT NOT NULL, "delegator" TEXT NOT NULL, "assignee" TEXT NOT NULL, "state" TEXT NOT NULL, "outcome" TEXT, "artifacts" TEXT NOT NULL, "contract" TEXT NOT NULL, "handoffs" TEXT NOT NULL, "result" TEXT, "held_by" TEXT, "consults" TEXT NOT NULL, "verdicts" TEXT NOT NULL, "confirmed" INTEGER NOT NULL, "retries" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "metered" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "contracts" VALUES('TC-1','lead','bob','offered',NULL,'[]','{"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"assignee":"bob","authority":{"autonomous_decisions":[],"escalation_triggers":[],"must_consult":[]},"created_at":"2026-11-19T20:45:43.684009Z","delegator":"lead","expected_output":{"deliverables":[],"format":"code","schema":null},"failure_handling":{"max_retries":null,"on_assumption_violation":"","on_blocked":"","on_partial_completion":""},"id":"TC-1","inputs":{"artifacts":[],"assumptions":[],"constraints":[],"description":"Build the login"},"timeout":{"max_steps":null,"on_timeout":""}}','[]',NULL,NULL,'[]','{}',0,0,0,0,19);
CREATE TABLE "debts" ("message" TEXT NOT NULL, "debtor" TEXT NOT NULL, "creditor" TEXT NOT NULL, "expects" TEXT NOT NULL, "since" TEXT NOT NULL, "seq" INTEGER NOT NULL, "since_step" INTEGER NOT NULL, "settled" INTEGER NOT NULL, "settled_by" TEXT, PRIMARY KEY ("message", "debtor")) STRICT;
INSERT INTO "debts" VALUES('MSG-7','bob','lead','["TASK_RESULT","TASK_BLOCKED"]','2026-11-19T20:45:39.885706Z',7,1,0,NULL);
INSERT INTO "debts" VALUES('MSG-8','bob','lead','["DECISION_RESULT"]','2026-11-19T20:45:40.345292Z',8,1,1,'MSG-22');
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
INSERT INTO "events" VALUES(1,'E-1','2026-11-19T20:45:37.708349Z','RuleSetAdopted','system','system',NULL,NULL,'{"digest":"606349a27b5d7037","rules":["a_writer_whose_value_does_not_stand_is_told_to_read_again","a_status_update_sets_the_senders_status","a_task_result_registers_artifacts_and_sets_the_senders_status","a_blocked_task_blocks_its_sender_unless_a_part_can_go_on","a_decision_request_opens_a_decision","a_decision_result_resolves_the_decision","a_handoff_offers_the_contract_it_carries","an_offer_is_told_to_its_assignee","a_refusal_of_a_contract_is_told_to_its_delegator","a_refusal_of_a_contract_is_told_to_those_who_wait_for_it","a_result_delivers_or_ends_its_contract","a_delivery_is_put_to_its_reviewer","the_first_sign_of_work_starts_a_contract","a_contract_at_its_step_limit_follows_its_instruction","verdicts_decide_a_delivered_contract","a_hold_repeats_what_the_contract_says_for_it","the_answer_to_a_report_ends_the_hold","the_end_of_a_contract_is_told_to_its_assignee","a_task_belongs_to_the_first_who_starts_it","a_task_that_is_called_done_is_closed","a_handed_over_artifact_belongs_to_the_one_who_takes_the_task","a_task_known_by_its_name_goes_with_the_handoff_that_describes_it_so","those_who_lose_a_task_to_another_are_told","what_a_task_is_to_yield_belongs_to_its_owner","the_artifacts_of_one_who_leaves_go_to_its_delegator","a_withdrawn_task_is_told_to_its_owner_and_to_those_who_wait","the_waits_of_one_who_leaves_are_closed","a_block_that_the_lead_or_a_person_resolves_ends","who_begins_to_wait_for_what_does_not_come_is_told","an_agent_that_goes_on_by_itself_is_blocked_no_more","a_review_ends_when_all_who_are_left_have_answered","those_who_wait_for_one_who_leaves_are_told","a_blocking_review_request_blocks_its_sender","a_review_result_frees_the_one_who_asked","the_answer_to_a_conflict_ends_its_blocks","a_task_of_a_run_shows_in_its_agents_entry","a_run_that_ends_ends_the_turns_of_its_agents","a_circle_of_waits_is_told_to_the_lead","shipped:task_completed","shipped:task_blocked","shipped:decision_resolved","shipped:conflict_detected","shipped:artifact_updated"],"team":null}',NULL,NULL,NULL,'b5bdc3bff96381069110f05de8a0fb95027e73898d2338f999ff8ddb3c3fe25c',NULL,NULL);
INSERT INTO "events" VALUES(2,'E-2','2026-11-19T20:45:37.708638Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"member added","agent":"lead","role":"lead","model":null}',NULL,NULL,NULL,'b13b359353110c77693c1fbaf6833da8c5784098cfb7127007005874e414e95f',NULL,NULL);
INSERT INTO "events" VALUES(3,'E-3','2026-11-19T20:45:38.143041Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"member added","agent":"bob","role":"builder","model":null}',NULL,NULL,NULL,'ee5b6612ed1766e932f243cad2fd4de776b7668b5236d453672fcd8ff5b63b5d',NULL,NULL);
INSERT INTO "events" VALUES(4,'E-4','2026-11-19T20:45:38.562491Z','TokenIssued','person','terminal',NULL,NULL,'{"agent":"bob","digest":"59dae91e4121a43838d6cae1f27bffda77b245404f677e77d96d2dd0878afdd7","expires":1797713138}',NULL,NULL,NULL,'10e984207aed7e537ac084be6f1982ed06be1bf88785052262bfd4db12a99028',NULL,NULL);
INSERT INTO "events" VALUES(5,'E-5','2026-11-19T20:45:38.991156Z','FieldSet','person','terminal',NULL,NULL,'{"action":"field set","field":"goal","agent":null,"based_on":4,"overrides":null,"status":null,"message":null}','{"value":"ship","why":null}','ece25270cc3070dcd1fdc78b733518c5','0d9d1549cb7886cfcfb6f845e6ca5464c1609bfb406ec289859df96ff090fd04','32cec1f830b24b869bfd8cd87bf65c29117e66d308f7e4bce119ec8fa7225db0',NULL,NULL);
INSERT INTO "events" VALUES(6,'E-6','2026-11-19T20:45:39.420081Z','TurnStarted','bob','terminal',NULL,NULL,'{"agent":"bob"}',NULL,NULL,NULL,'73ec316e88acbcf8328cc6bf5f7962f9367f15b46866c19a3912ee30d234f98e',NULL,NULL);
INSERT INTO "events" VALUES(7,'E-7','2026-11-19T20:45:39.885706Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-7","type":"TASK_HANDOFF","from":"lead","to":"bob","readers":["bob"],"priority":"normal","channel":null,"in_reply_to":null,"expects":["TASK_RESULT","TASK_BLOCKED"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"build it","related_state_refs":[],"payload":{"task_description":"build it","input_artifacts":[],"expected_output":{"format":"code","success_criteria":["it runs"]},"constraints":[],"authority_scope":"","fallback_on_failure":""}}','f05598959ff0333de3800f0dc8015fd9','a8d84e7a2b9e03cd27a21da9a43b1b8ef008db443e854bc0cc422b072d0b3507','91beece78ec49de728aaad60f3dfbaddc6e2ccc57f21bdf3cf41da697a8b5c1f',NULL,NULL);
INSERT INTO "events" VALUES(8,'E-8','2026-11-19T20:45:40.345292Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-8","type":"DECISION_REQUEST","from":"lead","to":"bob","readers":["bob"],"priority":"blocking","channel":null,"in_reply_to":null,"expects":["DECISION_RESULT"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"JWT?","related_state_refs":[],"payload":{"decision_id":"D-1","question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}],"recommended":null,"deadline_steps":null}}','fdee4826c47642b3aaceaf551c7260ad','675218528fa1588b2e8cc860229942c1a336d4860d43000f6bee697492700123','61e1193d8413937b363df0711622af6ca9d396f66b5c9f1bde30ce7c026dc37c',NULL,NULL);
INSERT INTO "events" VALUES(9,'E-9','2026-11-19T20:45:40.347002Z','DecisionRequested','lead','terminal',NULL,8,'{"action":"decision requested","decision":"D-1","message":"MSG-8","requester":"lead","owners":["bob"],"deadline_steps":null}','{"question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}]}','9ffeec3e4a16bc7cba74fef261b4b199','07964646d60eda339f0d24cf1b3d6d688c970238887b3c562ff547bdf310b101','201710fda0f402b906a90c56d330ae5d7b30f965f28f3e1b51e3884ce8d35b6f',NULL,NULL);
INSERT INTO "events" VALUES(10,'E-10','2026-11-19T20:45:40.810865Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-10","type":"STATUS_UPDATE","from":"bob","to":"lead","readers":["lead"],"priority":"normal","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"waiting","related_state_refs":[],"payload":{"task_ref":null,"new_status":"blocked","progress_summary":"waiting","estimated_remaining":null,"blockers":["no access"]}}','6da735f6213d45ae237f7a5f1bf4bae1','32e29796253455c6122a48f990261630116138799feec407f081815db0cdda93','84fe7591cfa2dda67a7a778ba452f56c21671d295878ae690373dec5559d8343',NULL,NULL);
INSERT INTO "events" VALUES(11,'E-11','2026-11-19T20:45:40.812970Z','FieldSet','bob','terminal',NULL,10,'{"action":"field set","field":"status","agent":"bob","based_on":10,"overrides":null,"status":"blocked","message":"MSG-10"}',NULL,NULL,NULL,'9f1c544701ed1ea3e885c1186cf7423e57ad2fa9300ae6db6be21980831d4e85',NULL,NULL);
INSERT INTO "events" VALUES(12,'E-12','2026-11-19T20:45:40.813312Z','BlockerAdded','bob','terminal',NULL,10,'{"action":"blocker reported","id":"BLK-12","affected_agents":["bob"],"cause":null,"by":"bob"}','{"description":"no access"}','497f613f6bbfe2e23902cd322d3f168a','61666beaae8dfa668eafb34c2874558e66582528d102594b5c6dde1f75b03123','02b0406366a73fa29aa2194d58a5e8725e7e2365373495dcdd398493d3f2e98c',NULL,NULL);
INSERT INTO "events" VALUES(13,'E-13','2026-11-19T20:45:40.826474Z','MessagePosted','system','system',NULL,10,'{"id":"MSG-13","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"bob is blocked by a cause outside the team: no access","related_state_refs":[{"type":"agent","id":"bob"}],"payload":{"topic":"bob is blocked","content":"bob is blocked by a cause outside the team: no access","relevance_to_recipients":"You lead the team.","actionable":true,"action_suggestion":"Finish it, or say when it can be expected."}}','beec37da5d0b95b2517feffa55ca02f6','d009a3bdce506689ae057b600d1b34d890fc90e6823eb2af435d5352d27af4d0','7151442b5c5320e560fd2227b39575807c5e4784afb0dc45231b924f440e696a',NULL,NULL);
INSERT INTO "events" VALUES(14,'E-14','2026-11-19T20:45:41.292953Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-14","type":"FREEFORM","from":"lead","to":"all","readers":["bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":["bob"]}','{"context_summary":"good morning @bob / おはよう","related_state_refs":[],"payload":{"intent_hint":"","body":"good morning @bob / おはよう","requires_response":false,"urgency":"normal"}}','c9ec3684669526fe0b3087df53c872f3','73d8cff863f07caa86ce36e83b5a2cc648dfd22fa5df83bf4c2df891aed9c141','11f5240f7723f19b9454a3c2c5e97984863395ee4b514053b00c935030b43cc1','once','73c8856addba950f3ef2ed3ceb0deb01502a2bc91e980934fefe79578742e25d');
INSERT INTO "events" VALUES(15,'E-15','2026-11-19T20:45:41.771627Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-15","type":"FREEFORM","from":"person","to":"#general","readers":["lead","bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}',NULL,NULL,'7313b87f15f3d2927f6a9e889de83fafb0600a5bb65412441a1cc7c9fc3911af','1b2ae4a19ef538216e3b0371a8e95131fc41a9d6ef16a54b2b15c556b6689423',NULL,NULL);
INSERT INTO "events" VALUES(16,'E-16','2026-11-19T20:45:42.247735Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-16","type":"FREEFORM","from":"bob","to":"#design","readers":["lead"],"priority":"normal","channel":"design","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"a post","related_state_refs":[],"payload":{"intent_hint":"","body":"a post","requires_response":false,"urgency":"normal"}}','7b28fe1daa7a0fc3b5a51403a163ee01','ae0fa901b208570f2c5dbc3c5b8f57cb4170013142866f0c93dc89e63d99aa31','2e485d352185d9e2b4a09dc0ac8abca263f2337cc036c793068cdd0230ee975d',NULL,NULL);
INSERT INTO "events" VALUES(17,'E-17','2026-11-19T20:45:42.710122Z','ChannelRead','person','terminal',NULL,NULL,'{"reader":"person","channel":"design","up_to":16}',NULL,NULL,NULL,'5a38ccac37449f37191f3d1d66d3efa10df96d0c86412a00ce8c7cd14d5e3dc5',NULL,NULL);
INSERT INTO "events" VALUES(18,'E-18','2026-11-19T20:45:43.171371Z','RuleRefused','person','terminal',NULL,NULL,'{"rule":"DEC-26","actor":"person","action":"HandleMessages","mode":"enforce"}',NULL,NULL,NULL,'1550c74d8f6d85725bb8335440181875db688ce15aba73f214d82278dcedc900',NULL,NULL);
INSERT INTO "events" VALUES(19,'E-19','2026-11-19T20:45:43.684009Z','ContractOffered','lead','terminal',NULL,NULL,'{"id":"TC-1","delegator":"lead","assignee":"bob","artifacts":[],"handoff":null}','{"contract":{"id":"TC-1","delegator":"lead","assignee":"bob","created_at":null,"inputs":{"description":"Build the login","artifacts":[],"constraints":[],"assumptions":[]},"expected_output":{"format":"code","schema":null,"deliverables":[]},"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"authority":{"autonomous_decisions":[],"must_consult":[],"escalation_triggers":[]},"failure_handling":{"on_blocked":"","on_partial_completion":"","on_assumption_violation":"","max_retries":null},"timeout":{"max_steps":null,"on_timeout":""}}}','a710bc9475a55dfe10fd6376007123d5','856b624be15dbcb5d1b41ab55fd4aa3f51afe31c4c4fc269b2a3da3d45383a72','eca4f13574fa034a768ede522c4cf0d1700c992617602c8e39ed91ffa5258430',NULL,NULL);
INSERT INTO "events" VALUES(20,'E-20','2026-11-19T20:45:43.686089Z','MessagePosted','system','system',NULL,19,'{"id":"MSG-20","type":"KNOWLEDGE_SHARE","from":"system","to":"bob","readers":["bob"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Build the login","related_state_refs":[],"payload":{"topic":"lead offers you the contract TC-1","content":"Build the login","relevance_to_recipients":"You are its assignee.","actionable":true,"action_suggestion":"Read it: renkei contract show TC-1. Then: renkei contract accept TC-1, or decline TC-1."}}','1157fd2eb455869720192e7a053f0547','53cdcce86e1c4cd956d25ee9ba93bac380de0b99adf43a325741058ea61c2d2f','9277a5b0737a24790cc3f50fa0e2f5cd558082b210b7aee49b76b71fda135211',NULL,NULL);
INSERT INTO "events" VALUES(21,'E-21','2026-11-19T20:45:44.158974Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"TURN-2","actor":"bob","action":"AcceptContract","mode":"enforce"}',NULL,NULL,NULL,'cd340edd7e7f98096b591015dd5d687795fe22da8321a9508c474568443fd550',NULL,NULL);
INSERT INTO "events" VALUES(22,'E-22','2026-11-19T20:45:44.609322Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-22","type":"DECISION_RESULT","from":"person","to":["lead","bob"],"readers":["lead","bob"],"priority":"normal","channel":null,"in_reply_to":"MSG-8","expects":[],"debtors":[],"settles":[{"message":"MSG-8","debtor":"bob"}],"mentioned":[]}','{"context_summary":"simple","related_state_refs":[],"payload":{"decision_id":"D-1","chosen_option":"yes","rationale":"simple","additional_constraints":null}}','7635335ad84a9ae52b0b874e6afa272c','3b89d4cbdc179d4d4a66040ff55b63223acaee08b154322a9d069913a4347b3f','6821ac95eb05001a3c9fd49e51ef7a66790362869d2d2a08f6f835830729a3d7',NULL,NULL);
INSERT INTO "events" VALUES(23,'E-23','2026-11-19T20:45:44.610999Z','DecisionResolved','person','terminal',NULL,22,'{"action":"decision made","decision":"D-1","message":"MSG-22"}','{"chosen_option":"yes","rationale":"simple","additional_constraints":[]}','aadcd0ac24090a573d635afdc7934df4','753eed4d3ad9425159b3bff4e834ac0041b97d8e8eaaec4e32e9af6bb182adcc','1ca726e12afc51e0d616be88dfb65bdad01cd0ef3b25eb5128f45d7f8b7cf6e0',NULL,NULL);
INSERT INTO "events" VALUES(24,'E-24','2026-11-19T20:45:44.624225Z','MessagePosted','system','system',NULL,22,'{"id":"MSG-24","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Decision D-1 is resolved.","related_state_refs":[{"type":"decision","id":"D-1"}],"payload":{"topic":"Decision D-1","content":"Decision D-1 is resolved.\nWhat was decided: yes\nImpact on your task: You asked for it.","relevance_to_recipients":"You asked for it.","actionable":true,"action_suggestion":"Check your work against the decision."}}','775156850b37b908316955b865e24160','737905d696459ea404beea333b1c206eedb5258607b6f9d4038444349e67f9c0','561626c389d577280b186ad2d353867ff3200b80140dc9b129db73c2d2ab4b75',NULL,NULL);
INSERT INTO "events" VALUES(25,'E-25','2026-11-19T20:45:45.064386Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"BOARD-4","actor":"bob","action":"SetFields","mode":"enforce"}',NULL,NULL,NULL,'e2e48a29feda36812333d6963f600809e5204548b7044749a1f437c12ef592fa',NULL,NULL);
INSERT INTO "events" VALUES(26,'E-26','2026-11-19T20:45:45.987139Z','RunStarted','person','terminal','R-1',NULL,'{"run":"R-1","playbook":"small","digest":"89be8fd31fbb8cee","agents":"scripted","yes":true,"execute":false,"merge":false,"team":true,"tasks":["t","gap"],"base":null,"branch":null,"work_tree":null,"git":null,"caps":{"tokens":null,"steps":null,"minutes":null,"money":null}}','{"goal":"","variables":{},"playbook":{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"},{"id":"gap","role":"r","critical":false,"script":[{"crash":"boom"}]}]}}','96eec6baf89b003ab2af251ff99614d7','f956f2af57a2d4728055860ae60aec798ac925a90e2ab6a6d540c1008532ac91','15c18188d6018a4ba5f2766f1d9a4b531ef4a72d7d1b5fd17d4d5aeb884e5ee3',NULL,NULL);
INSERT INTO "events" VALUES(27,'E-27','2026-11-19T20:45:45.988218Z','AgentAdded','person','terminal',NULL,26,'{"action":"member added","agent":"r","role":"r","model":null}',NULL,NULL,NULL,'e3414f73e8ad998a51ec03aded4e12b69d200a94a4acbe1dbf8fd9b433f42e70',NULL,NULL);
INSERT INTO "events" VALUES(28,'E-28','2026-11-19T20:45:45.997855Z','RunLeased','system','system','R-1',NULL,'{"run":"R-1","holder":"vm:18768"}',NULL,NULL,NULL,'c9efe28556ba8161816aac82fb67c035ab369d99164dc9a94da612a136fc01d7',NULL,NULL);
INSERT INTO "events" VALUES(29,'E-29','2026-11-19T20:45:46.000858Z','TaskStarted','system','system','R-1',NULL,'{"run":"R-1","task":"t","cycle":1,"attempt":1,"agent":"r","lease":28,"base":null,"contract":null,"credential":"ece387ae9aa0173a72ef8f6ba87d4fb85265c35e940ca32441167b33c6ea9913","recheck":false}',NULL,NULL,NULL,'352c087676946c187fb77de7b37ac23c2fe28833ded4ee3c13f94d9d46a1301c',NULL,NULL);
INSERT INTO "events" VALUES(30,'E-30','2026-11-19T20:45:46.001182Z','TaskStarted','system','system','R-1',29,'{"run":"R-1","task":"gap","cycle":1,"attempt":1,"agent":"r","lease":28,"base":null,"contract":null,"credential":"2281b66af5eaa5cb49da0c560ace4604b1a94ec012a621c0cca8e76fbdaeca65","recheck":false}',NULL,NULL,NULL,'d303d0c7f4eb7b6525f98522b39e43306587f388a2ccb2b0bbef6ef79ffa92a6',NULL,NULL);
INSERT INTO "events" VALUES(31,'E-31','2026-11-19T20:45:46.001264Z','FieldSet','system','system',NULL,29,'{"action":"field set","field":"current_phase","agent":null,"based_on":28,"overrides":null,"status":null,"message":null}','{"value":"small: work","why":null}','142bcc7f807f51eb1596a3cc32ec4afb','d8d7a59c6b7a5c5c54a979001717e5d6cfcc7dfe9b6568355887c92c516d0466','07c10a6b0cb813a62ec82e2f9f60e84249ddc95fefa1313d1652e3243e906118',NULL,NULL);
INSERT INTO "events" VALUES(32,'E-32','2026-11-19T20:45:46.001555Z','FieldSet','system','system',NULL,29,'{"action":"field set","field":"current_task","agent":"r","based_on":31,"overrides":null,"status":null,"message":null}','{"value":"R-1/t","why":null}','3e00f5d6b669283c3d7cd4499303dada','f539297713b80e39ba5d23529780a6412d3be73b6237757513ddeca832522243','c1d2e169bd175a247b4c794940ee576468f9abe8aae69f2e048508194b8b4410',NULL,NULL);
INSERT INTO "events" VALUES(33,'E-33','2026-11-19T20:45:46.001671Z','FieldSet','system','system',NULL,29,'{"action":"field set","field":"status","agent":"r","based_on":31,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'2fcaec8faaa41810e09220830623f55444631d856319bcaafd0f86035c72220c',NULL,NULL);
INSERT INTO "events" VALUES(34,'E-34','2026-11-19T20:45:46.001723Z','FieldSet','system','system',NULL,29,'{"action":"field set","field":"current_task","agent":"r","based_on":31,"overrides":null,"status":null,"message":null}','{"value":"R-1/gap","why":null}','d00411eccdb95ee1b19df35f0764f232','daf7e47accbade8af5e2a01ba4296f711dfc8e290d3e82a4c8f40f2a90694972','f788680232bce442a6b7ca0606b110f2088686216cc5019cc078b9ceb51833f9',NULL,NULL);
INSERT INTO "events" VALUES(35,'E-35','2026-11-19T20:45:46.001773Z','FieldSet','system','system',NULL,29,'{"action":"field set","field":"status","agent":"r","based_on":31,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'e09d942589f43dd225dec1026f42c0555d6f97880fc0d411a4c80aa920f46098',NULL,NULL);
INSERT INTO "events" VALUES(36,'E-36','2026-11-19T20:45:46.150567Z','TaskFailed','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":1,"token":30,"agent":"r","kind":"crash","agentless":false,"silent":true,"until":null,"refused":[],"usage":{"tokens":0,"steps":0,"micros":0,"spent":[]}}','{"summary":"boom","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','0dde092f306c95b91473ad3b8907eb5b','c73fdbe4abc523978cdc9cddfa63b239e573fec6e22d0210aea9eb45853de981','606c8f6e299ac42a7e825991f24f2b905d8b4a4b226f8b2acfa9891b6750ce0e',NULL,NULL);
INSERT INTO "events" VALUES(37,'E-37','2026-11-19T20:45:46.151014Z','FieldSet','system','system',NULL,36,'{"action":"ended without update","field":"status","agent":"r","based_on":36,"overrides":null,"status":"error","message":null}',NULL,NULL,NULL,'f7f3a1d213d2f19cfe8665763edc51eb3ab2bfd846edaf5211efdd4eb7402be7',NULL,NULL);
INSERT INTO "events" VALUES(38,'E-38','2026-11-19T20:45:46.151409Z','TaskStarted','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":2,"agent":"r","lease":28,"base":null,"contract":null,"credential":"84169d0a916b6e685cf2d397c987783222838938d4839de0ad7188d23aff8692","recheck":false}',NULL,NULL,NULL,'f0339bec91942aaa664b47b37d6d605d3e5dbe749194e0721044618b60f11f55',NULL,NULL);
INSERT INTO "events" VALUES(39,'E-39','2026-11-19T20:45:46.151532Z','FieldSet','system','system',NULL,38,'{"action":"field set","field":"current_task","agent":"r","based_on":38,"overrides":null,"status":null,"message":null}','{"value":"R-1/gap","why":null}','632101c2667997a542da465a1fb83613','16479bc20bc61616bd23ec38273ea12c23bf09b51557a77bbfb3c931afc49dd8','b12cc3c625ea6ee34ced55fc911b81237a7cdf1250f2932da075bd7b2eb00d94',NULL,NULL);
INSERT INTO "events" VALUES(40,'E-40','2026-11-19T20:45:46.151582Z','FieldSet','system','system',NULL,38,'{"action":"field set","field":"status","agent":"r","based_on":38,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'c1e2401341513e0b11bcdac3867c133e743c9e0faf64f8b0f2e2bb98fe437a73',NULL,NULL);
INSERT INTO "events" VALUES(41,'E-41','2026-11-19T20:45:46.273878Z','TaskCompleted','system','system','R-1',NULL,'{"run":"R-1","task":"t","cycle":1,"attempt":1,"token":29,"agent":"r","commit":null,"artifacts":[],"refused":[],"unverified":false,"severity":null,"flags":[],"usage":{"tokens":0,"steps":0,"micros":0,"spent":[]}}','{"summary":"r completed","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','0dd9a8b20c45592d9b8f54e9bce877c0','44ebd715c7e8375a2dc8fa9f57c36363d355365afd6468e6421530a376760250','6e1a178207460d29f31aa501617dbe62027940dd31d424c5a5850a268f3aab69',NULL,NULL);
INSERT INTO "events" VALUES(42,'E-42','2026-11-19T20:45:46.278258Z','FieldSet','system','system',NULL,41,'{"action":"field set","field":"status","agent":"r","based_on":41,"overrides":null,"status":"completed","message":null}',NULL,NULL,NULL,'66bee58ae46c6e33bb55f91b568ef5941d3407597973399149ba140650b584e7',NULL,NULL);
INSERT INTO "events" VALUES(43,'E-43','2026-11-19T20:45:46.297532Z','TaskFailed','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":2,"token":38,"agent":"r","kind":"crash","agentless":false,"silent":true,"until":null,"refused":[],"usage":{"tokens":0,"steps":0,"micros":0,"spent":[]}}','{"summary":"boom","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','3fe8dbb7ab1d7e97ba998f28cb7ff71f','6437feac131f82ee45a79b4c30b4d0bcb16fcc5b9aa4cf43023601677bb4f79c','f9bba2df3ff053a56f4a6ff771e45441d4a929f422873423b0e6c8d7c3dd3b23',NULL,NULL);
INSERT INTO "events" VALUES(44,'E-44','2026-11-19T20:45:46.297761Z','FieldSet','system','system',NULL,43,'{"action":"ended without update","field":"status","agent":"r","based_on":43,"overrides":null,"status":"error","message":null}',NULL,NULL,NULL,'bd68da042315c99151d2303cd7b4032cefb9eefcc9ef8da3fd97a896a72d8530',NULL,NULL);
INSERT INTO "events" VALUES(45,'E-45','2026-11-19T20:45:46.300562Z','TaskSkipped','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1}',NULL,NULL,NULL,'54879c21846c368bfbd158dcee62b341ce2f3a698f3e44405fda2f7e408a12c0',NULL,NULL);
INSERT INTO "events" VALUES(46,'E-46','2026-11-19T20:45:46.302253Z','RunEnded','system','system','R-1',NULL,'{"run":"R-1","state":"completed","commit":null}','{"note":"1 of 2 tasks are done; left out: gap"}','7d26b08ac504ecf61426f031630e2b50','6d6469bf33eb8d5d0ffc5cfecf75ae376fd64ce92cb7a2108b4b1dd0cc575315','1f139970a9250df8f7f70436cffe6957e3eec364cc1f17156666e099945ec822',NULL,NULL);
INSERT INTO "events" VALUES(47,'E-47','2026-11-19T20:45:46.302334Z','FieldSet','system','system',NULL,46,'{"action":"field set","field":"current_phase","agent":null,"based_on":45,"overrides":null,"status":null,"message":null}','{"value":"small: completed","why":null}','09fd53e15beb883e4d8b3e91940a1ae5','7de03234be73afed7bcb3517dfd5329a38ae69960cf5d7ba84131f1c8cb1fff6','f672b3c2c6070001e030c56e18f35e65874c35c0010fe82d2d560c684c470a4b',NULL,NULL);
INSERT INTO "events" VALUES(48,'E-48','2026-11-19T20:45:46.768519Z','BodyRedacted','person','terminal',NULL,NULL,'{"target":"E-15","events":[15]}',NULL,NULL,NULL,'e26cd165387f240a83ca9ef1231beab54f7e78f1316de7d0ac67c3dc1581fe4f',NULL,NULL);
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
INSERT INTO "head" VALUES(1,48,'e26cd165387f240a83ca9ef1231beab54f7e78f1316de7d0ac67c3dc1581fe4f','2026-11-19T20:45:46.768519Z',11,'43d484b67c47ebef');
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
CREATE TABLE "people" ("name" TEXT NOT NULL, "role" TEXT NOT NULL, "digest" TEXT NOT NULL, "expires" INTEGER, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
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
INSERT INTO "run_tasks" VALUES('R-1','t',0,'completed',1,1,0,29,28,'ece387ae9aa0173a72ef8f6ba87d4fb85265c35e940ca32441167b33c6ea9913','r',NULL,NULL,NULL,'[]','[]','{}','[]',NULL,'[]','[]','[]',NULL,0,NULL,NULL,'r completed',0,0,NULL,0,0,0,0,0,NULL,0,'2026-11-19T20:45:46.000858Z','2026-11-19T20:45:46.273878Z');
INSERT INTO "run_tasks" VALUES('R-1','gap',1,'skipped',1,2,2,38,28,'84169d0a916b6e685cf2d397c987783222838938d4839de0ad7188d23aff8692','r',NULL,NULL,NULL,'[]','[]','{}','[]',NULL,'[]','[]','[]',NULL,0,NULL,'crash','boom',0,0,NULL,0,0,0,0,0,NULL,0,'2026-11-19T20:45:46.151409Z','2026-11-19T20:45:46.297532Z');
CREATE TABLE "run_warnings" ("run" TEXT NOT NULL, "seq" INTEGER NOT NULL, "task" TEXT NOT NULL, "agent" TEXT NOT NULL, "text" TEXT NOT NULL, PRIMARY KEY ("run", "seq")) STRICT, WITHOUT ROWID;
INSERT INTO "run_warnings" VALUES('R-1',36,'gap','r','Agent r failed, results may be incomplete');
INSERT INTO "run_warnings" VALUES('R-1',43,'gap','r','Agent r failed, results may be incomplete');
CREATE TABLE "runs" ("id" TEXT NOT NULL, "playbook" TEXT NOT NULL, "state" TEXT NOT NULL, "agents" TEXT NOT NULL, "yes" INTEGER NOT NULL, "execute" INTEGER NOT NULL, "merge" INTEGER NOT NULL, "base" TEXT, "branch" TEXT, "head" TEXT, "cycle" INTEGER NOT NULL, "team" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "holder" TEXT NOT NULL, "caps" TEXT NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "unpriced" INTEGER NOT NULL, "active" INTEGER NOT NULL, "started" TEXT NOT NULL, "at" TEXT NOT NULL, "last" INTEGER NOT NULL, "merged" TEXT, "unmerged" INTEGER NOT NULL, "undone" TEXT, "note" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "runs" VALUES('R-1','small','completed','scripted',1,0,0,NULL,NULL,NULL,1,1,28,'vm:18768','{"minutes":null,"money":null,"steps":null,"tokens":null}',0,0,0,0,301,'2026-11-19T20:45:45.987139Z','2026-11-19T20:45:46.302253Z',46,NULL,0,NULL,'1 of 2 tasks are done; left out: gap',26);
CREATE TABLE "session_spend" ("session" TEXT NOT NULL, "agent_id" TEXT NOT NULL, "model" TEXT NOT NULL, "input" INTEGER NOT NULL, "output" INTEGER NOT NULL, "cache_read" INTEGER NOT NULL, "cache_write" INTEGER NOT NULL, "cache_write_1h" INTEGER NOT NULL, "other" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("session", "agent_id", "model")) STRICT, WITHOUT ROWID;
CREATE TABLE "spend" ("agent" TEXT NOT NULL, "run" TEXT NOT NULL, "task" TEXT NOT NULL, "model" TEXT NOT NULL, "day" TEXT NOT NULL, "input" INTEGER NOT NULL, "output" INTEGER NOT NULL, "cache_read" INTEGER NOT NULL, "cache_write" INTEGER NOT NULL, "cache_write_1h" INTEGER NOT NULL, "other" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "unpriced" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("agent", "run", "task", "model", "day")) STRICT, WITHOUT ROWID;
CREATE TABLE "steps" ("agent" TEXT NOT NULL, "count" INTEGER NOT NULL, PRIMARY KEY ("agent")) STRICT, WITHOUT ROWID;
INSERT INTO "steps" VALUES('bob',5);
INSERT INTO "steps" VALUES('lead',4);
CREATE TABLE "tasks" ("id" TEXT NOT NULL, "delegator" TEXT, "addressees" TEXT NOT NULL, "owner" TEXT, "started" INTEGER NOT NULL, "state" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "tasks" VALUES('MSG-7','lead','["bob"]','bob',0,'open',7);
CREATE TABLE "tokens" ("digest" TEXT NOT NULL, "agent" TEXT NOT NULL, "seq" INTEGER NOT NULL, "expires" INTEGER, PRIMARY KEY ("digest")) STRICT, WITHOUT ROWID;
INSERT INTO "tokens" VALUES('59dae91e4121a43838d6cae1f27bffda77b245404f677e77d96d2dd0878afdd7','bob',4,1797713138);
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
CREATE INDEX "people_by_digest" ON "people" ("digest");
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
