PRAGMA application_id = 1380862789;
PRAGMA user_version = 3;
BEGIN TRANSACTION;
CREATE TABLE "agents" ("id" TEXT NOT NULL, "role" TEXT NOT NULL, "model" TEXT, "member" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT, WITHOUT ROWID;
INSERT INTO "agents" VALUES('bob','builder',NULL,1,3);
INSERT INTO "agents" VALUES('lead','lead',NULL,1,2);
INSERT INTO "agents" VALUES('r','r',NULL,1,25);
CREATE TABLE "approvals" ("kind" TEXT NOT NULL, "text" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("kind", "text")) STRICT, WITHOUT ROWID;
CREATE TABLE "artifacts" ("ref" TEXT NOT NULL, "owner" TEXT NOT NULL, "description" TEXT NOT NULL, "version" INTEGER NOT NULL, "path" TEXT NOT NULL, "task" TEXT, "seq" INTEGER NOT NULL, PRIMARY KEY ("ref")) STRICT, WITHOUT ROWID;
CREATE TABLE "blockers" ("id" TEXT NOT NULL, "description" TEXT NOT NULL, "affected_agents" TEXT NOT NULL, "cause" TEXT, "by" TEXT NOT NULL, "created_at" TEXT NOT NULL, "resolved" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "blockers" VALUES('BLK-11','no access','["bob"]',NULL,'bob','2026-11-16T03:03:25.196937Z',0,11);
CREATE TABLE "changelog" ("seq" INTEGER NOT NULL, "timestamp" TEXT NOT NULL, "agent" TEXT NOT NULL, "action" TEXT NOT NULL, "path" TEXT NOT NULL, "old" TEXT, "new" TEXT, PRIMARY KEY ("seq")) STRICT, WITHOUT ROWID;
INSERT INTO "changelog" VALUES(2,'2026-11-16T03:03:13.389378Z','person','added a member','agents.lead',NULL,'lead');
INSERT INTO "changelog" VALUES(3,'2026-11-16T03:03:15.060242Z','person','added a member','agents.bob',NULL,'builder');
INSERT INTO "changelog" VALUES(5,'2026-11-16T03:03:17.898683Z','person','set goal','goal',NULL,'ship');
INSERT INTO "changelog" VALUES(8,'2026-11-16T03:03:23.349087Z','lead','asked for a decision','pending_decisions.D-1',NULL,'JWT?');
INSERT INTO "changelog" VALUES(10,'2026-11-16T03:03:25.192480Z','bob','set status','agents.bob.status','idle','blocked');
INSERT INTO "changelog" VALUES(11,'2026-11-16T03:03:25.196937Z','bob','reported a blocker','blockers.BLK-11',NULL,'no access');
INSERT INTO "changelog" VALUES(21,'2026-11-16T03:03:41.214745Z','person','decided','pending_decisions.D-1','open','yes');
INSERT INTO "changelog" VALUES(25,'2026-11-16T03:03:46.227205Z','person','added a member','agents.r',NULL,'r');
INSERT INTO "changelog" VALUES(28,'2026-11-16T03:03:46.285486Z','system','set current_phase','current_phase',NULL,'small: work');
INSERT INTO "changelog" VALUES(29,'2026-11-16T03:03:46.286078Z','system','set current_task','agents.r.current_task',NULL,'R-24/t');
INSERT INTO "changelog" VALUES(30,'2026-11-16T03:03:46.286192Z','system','set status','agents.r.status','idle','working');
INSERT INTO "changelog" VALUES(32,'2026-11-16T03:03:46.891133Z','system','set status','agents.r.status','working','completed');
INSERT INTO "changelog" VALUES(34,'2026-11-16T03:03:46.915659Z','system','set current_phase','current_phase','small: work','small: completed');
CREATE TABLE "channels" ("name" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
INSERT INTO "channels" VALUES('general',13);
INSERT INTO "channels" VALUES('design',15);
CREATE TABLE "checks" ("seq" INTEGER NOT NULL, "session" TEXT NOT NULL, "agent_id" TEXT NOT NULL, "agent" TEXT NOT NULL, "outcome" TEXT NOT NULL, "attempt" INTEGER NOT NULL, "verify" INTEGER NOT NULL, "confidence" TEXT, "tally" TEXT NOT NULL, "model" TEXT, "tokens" INTEGER, "cost" TEXT, PRIMARY KEY ("seq")) STRICT;
CREATE TABLE "claims" ("seq" INTEGER NOT NULL, "number" INTEGER NOT NULL, "kind" TEXT NOT NULL, "agent" TEXT NOT NULL, "category" TEXT, "path" TEXT, "line" INTEGER, "end_line" INTEGER, "columns" TEXT, "blob" TEXT, "snippet" TEXT, "read_by" TEXT, "command" TEXT, "exit_code" INTEGER, "tree" TEXT, PRIMARY KEY ("seq", "number")) STRICT;
CREATE TABLE "contracts" ("id" TEXT NOT NULL, "delegator" TEXT NOT NULL, "assignee" TEXT NOT NULL, "state" TEXT NOT NULL, "outcome" TEXT, "artifacts" TEXT NOT NULL, "contract" TEXT NOT NULL, "handoffs" TEXT NOT NULL, "result" TEXT, "held_by" TEXT, "consults" TEXT NOT NULL, "verdicts" TEXT NOT NULL, "confirmed" INTEGER NOT NULL, "retries" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "metered" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "contracts" VALUES('TC-1','lead','bob','offered',NULL,'[]','{"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"assignee":"bob","authority":{"autonomous_decisions":[],"escalation_triggers":[],"must_consult":[]},"created_at":"2026-11-16T03:03:38.146782Z","delegator":"lead","expected_output":{"deliverables":[],"format":"code","schema":null},"failure_handling":{"max_retries":null,"on_assumption_violation":"","on_blocked":"","on_partial_completion":""},"id":"TC-1","inputs":{"artifacts":[],"assumptions":[],"constraints":[],"description":"Build the login"},"timeout":{"max_steps":null,"on_timeout":""}}','[]',NULL,NULL,'[]','{}',0,0,0,0,17);
CREATE TABLE "debts" ("message" TEXT NOT NULL, "debtor" TEXT NOT NULL, "creditor" TEXT NOT NULL, "expects" TEXT NOT NULL, "since" TEXT NOT NULL, "seq" INTEGER NOT NULL, "since_step" INTEGER NOT NULL, "settled" INTEGER NOT NULL, "settled_by" TEXT, PRIMARY KEY ("message", "debtor")) STRICT;
INSERT INTO "debts" VALUES('MSG-7','bob','lead','["DECISION_RESULT"]','2026-11-16T03:03:23.343482Z',7,1,1,'MSG-20');
CREATE TABLE "decisions" ("id" TEXT NOT NULL, "message" TEXT NOT NULL, "requester" TEXT NOT NULL, "question" TEXT NOT NULL, "options" TEXT NOT NULL, "owners" TEXT NOT NULL, "deadline_steps" INTEGER, "status" TEXT NOT NULL, "resolution" TEXT, "redacted" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "decisions" VALUES('D-1','MSG-7','lead','JWT?','[{"analysis":"simple","label":"yes","recommendation_score":null}]','["bob"]',NULL,'resolved','yes',0,8);
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
INSERT INTO "events" VALUES(1,'E-1','2026-11-16T03:03:13.389043Z','RuleSetAdopted','system','system',NULL,NULL,'{"digest":"81f42aaf0773b4e5","rules":["a_writer_whose_value_does_not_stand_is_told_to_read_again","a_status_update_sets_the_senders_status","a_task_result_registers_artifacts_and_sets_the_senders_status","a_blocked_task_blocks_its_sender_unless_a_part_can_go_on","a_decision_request_opens_a_decision","a_decision_result_resolves_the_decision","a_handoff_offers_the_contract_it_carries","an_offer_is_told_to_its_assignee","a_refusal_of_a_contract_is_told_to_its_delegator","a_result_delivers_or_ends_its_contract","a_delivery_is_put_to_its_reviewer","the_first_sign_of_work_starts_a_contract","a_contract_at_its_step_limit_follows_its_instruction","verdicts_decide_a_delivered_contract","a_hold_repeats_what_the_contract_says_for_it","the_answer_to_a_report_ends_the_hold","the_end_of_a_contract_is_told_to_its_assignee","a_task_belongs_to_the_first_who_starts_it","a_task_that_is_called_done_is_closed","a_handed_over_artifact_belongs_to_the_one_who_takes_the_task","the_artifacts_of_one_who_leaves_go_to_its_delegator","a_withdrawn_task_is_told_to_its_owner_and_to_those_who_wait","the_waits_of_one_who_leaves_are_closed","a_block_that_the_lead_or_a_person_resolves_ends","an_agent_that_goes_on_by_itself_is_blocked_no_more","a_circle_of_waits_is_told_to_the_lead","those_who_wait_for_one_who_leaves_are_told","a_blocking_review_request_blocks_its_sender","a_review_result_frees_the_one_who_asked","the_answer_to_a_conflict_ends_its_blocks","a_task_of_a_run_shows_in_its_agents_entry","shipped:task_completed","shipped:task_blocked","shipped:decision_resolved","shipped:conflict_detected","shipped:artifact_updated"],"team":null}',NULL,NULL,NULL,'3306f3260f2009d247e882afdf8706132f91dc0f8b52fcb25c41fe0884f8c01a',NULL,NULL);
INSERT INTO "events" VALUES(2,'E-2','2026-11-16T03:03:13.389378Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"lead","role":"lead","model":null}',NULL,NULL,NULL,'fb53b976d927ee3e37037d7af3d478cb213c2ec164a46f0e1415b2f2e70dafe8',NULL,NULL);
INSERT INTO "events" VALUES(3,'E-3','2026-11-16T03:03:15.060242Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"bob","role":"builder","model":null}',NULL,NULL,NULL,'a95e3fdcd66bdd510ac13752adc888729176d44a69fba73b2f7aa22d800f79e9',NULL,NULL);
INSERT INTO "events" VALUES(4,'E-4','2026-11-16T03:03:16.453320Z','TokenIssued','person','terminal',NULL,NULL,'{"agent":"bob","digest":"a8fc05f423ff36580375ee504621c57088b65b12f6dff67172be2effa607493e"}',NULL,NULL,NULL,'6919d2a11174ccd43671e872de3aa9937dc09f6e720badddefc2e0f77753cdfb',NULL,NULL);
INSERT INTO "events" VALUES(5,'E-5','2026-11-16T03:03:17.898683Z','FieldSet','person','terminal',NULL,NULL,'{"action":"set goal","field":"goal","agent":null,"based_on":4,"overrides":null,"status":null,"message":null}','{"value":"ship","why":null}','7b44e3cf98f730eabd880741b05c9ad7','bf645461107b370ecb61d40f5d30ae98c1a3771a2544d712b0c6ff7113023607','7a3ab294d9fe790e1a8874371556fd68bfacb8c8435c37384e6cb16570cc3537',NULL,NULL);
INSERT INTO "events" VALUES(6,'E-6','2026-11-16T03:03:19.453309Z','TurnStarted','bob','terminal',NULL,NULL,'{"agent":"bob"}',NULL,NULL,NULL,'cf2f3b986e73d99855c3acdce78b74e3eefe48700185c29c2906875bf0b0053d',NULL,NULL);
INSERT INTO "events" VALUES(7,'E-7','2026-11-16T03:03:23.343482Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-7","type":"DECISION_REQUEST","from":"lead","to":"bob","readers":["bob"],"priority":"blocking","channel":null,"in_reply_to":null,"expects":["DECISION_RESULT"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"JWT?","related_state_refs":[],"payload":{"decision_id":"D-1","question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}],"recommended":null,"deadline_steps":null}}','6b8c143062c97d603f090e62486f916a','4d187d6c32382a43f76fec90f8e756a9d9460176ef16f27dba8f18c13e48ef5a','46877cacd1159461e9d6be8df31076ad65c0ec0c3c130542c28de0167b522bda',NULL,NULL);
INSERT INTO "events" VALUES(8,'E-8','2026-11-16T03:03:23.349087Z','DecisionRequested','lead','terminal',NULL,7,'{"action":"asked for a decision","decision":"D-1","message":"MSG-7","requester":"lead","owners":["bob"],"deadline_steps":null}','{"question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}]}','21eec641340083b959813b115e5483ba','3f6685eaad1a6380d8310d061242fb5e304ecd9ae32aa64f8f4876d018caf81a','be064254be89954cd3dfe7eb9366327ca2550fbb4cb56ddc6a4afd4a0cc9b9d4',NULL,NULL);
INSERT INTO "events" VALUES(9,'E-9','2026-11-16T03:03:25.189693Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-9","type":"STATUS_UPDATE","from":"bob","to":"lead","readers":["lead"],"priority":"normal","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"waiting","related_state_refs":[],"payload":{"task_ref":null,"new_status":"blocked","progress_summary":"waiting","estimated_remaining":null,"blockers":["no access"]}}','1f4845e9b4f43593d09ad35d66cac814','d7d2d53f54a4c5f7eec71121e6bc738afd15a3eb83b3372cca72406ada2a5e64','75089e4ba68e33b6b5610eb926921ad883b71ce15fb26553b87d30c359b193cd',NULL,NULL);
INSERT INTO "events" VALUES(10,'E-10','2026-11-16T03:03:25.192480Z','FieldSet','bob','terminal',NULL,9,'{"action":"set status","field":"status","agent":"bob","based_on":9,"overrides":null,"status":"blocked","message":"MSG-9"}',NULL,NULL,NULL,'64682447d165024397dd0feff152b7f43f44cc49d5a507f1c753916ef00d6d29',NULL,NULL);
INSERT INTO "events" VALUES(11,'E-11','2026-11-16T03:03:25.196937Z','BlockerAdded','bob','terminal',NULL,9,'{"action":"reported a blocker","id":"BLK-11","affected_agents":["bob"],"cause":null,"by":"bob"}','{"description":"no access"}','04475544a01101273b168b21ef8d6b45','c7964205935a0907a511134c6e74afc8c46e324165c389994460529643662998','7aaaf9e7c0fe615b5b163f3e4d0c0e7c4340c2dfe64ea7ec6a18bc4b9848cc6b',NULL,NULL);
INSERT INTO "events" VALUES(12,'E-12','2026-11-16T03:03:25.214921Z','MessagePosted','system','system',NULL,9,'{"id":"MSG-12","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"bob is blocked by a cause outside the team: no access","related_state_refs":[{"type":"agent","id":"bob"}],"payload":{"topic":"bob is blocked","content":"bob is blocked by a cause outside the team: no access","relevance_to_recipients":"You lead the team.","actionable":true,"action_suggestion":"Finish it, or say when it can be expected."}}','a926d02bf2de1ac1089768fd883118ff','4a0ddb1efd7e05c500efa479f1e243973c16e678d23ab126d84facd77fc3e2e7','36d691f711fa3bbc4eada37fee64f640f7e2bc9a4296f2e52a0aa070d4492b1d',NULL,NULL);
INSERT INTO "events" VALUES(13,'E-13','2026-11-16T03:03:27.587380Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-13","type":"FREEFORM","from":"lead","to":"all","readers":["bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":["bob"]}','{"context_summary":"good morning @bob / おはよう","related_state_refs":[],"payload":{"intent_hint":"","body":"good morning @bob / おはよう","requires_response":false,"urgency":"normal"}}','551d698a209ad7482c644cdb09abafe9','16c5123630595fc5a68713858cc6b8f8a12bd8f55ce2c3b04f72057198168656','65b40e20a3afede617dd5fd46d6419fae42713a11a13bd96466c4c9eb6a95a6f','once','3864ccfab65b9e42c7efc8a1c0f49450710a943f8d4aa64528c7982759328e30');
INSERT INTO "events" VALUES(14,'E-14','2026-11-16T03:03:29.840448Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-14","type":"FREEFORM","from":"person","to":"#general","readers":["lead","bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}',NULL,NULL,'2d707d83166343ee9673eb6b0e5bc6832ca5dce9c290a90cc995ca388e8fb542','29faf574a31e51374145e6b8aa0c7f9b7b1f3a376a9ece70fa28f0816ed4d61e',NULL,NULL);
INSERT INTO "events" VALUES(15,'E-15','2026-11-16T03:03:32.264498Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-15","type":"FREEFORM","from":"bob","to":"#design","readers":["lead"],"priority":"normal","channel":"design","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"a post","related_state_refs":[],"payload":{"intent_hint":"","body":"a post","requires_response":false,"urgency":"normal"}}','91ce067bd143c204286a1bc14011cec5','60e7c5b16871b090bbade30fdfe7199e52b57d46182b83d67146862f68908278','cc62d75ed6bc571532771dd886def73b58ddf241d4e473b3c5a507fece176df1',NULL,NULL);
INSERT INTO "events" VALUES(16,'E-16','2026-11-16T03:03:34.456980Z','ChannelRead','person','terminal',NULL,NULL,'{"reader":"person","channel":"design","up_to":15}',NULL,NULL,NULL,'23e5cbfb1927b57289db5557afb71583ecfdd36ccb51c42cef60c3a2e0dc57ac',NULL,NULL);
INSERT INTO "events" VALUES(17,'E-17','2026-11-16T03:03:38.146782Z','ContractOffered','lead','terminal',NULL,NULL,'{"id":"TC-1","delegator":"lead","assignee":"bob","artifacts":[],"handoff":null}','{"contract":{"id":"TC-1","delegator":"lead","assignee":"bob","created_at":null,"inputs":{"description":"Build the login","artifacts":[],"constraints":[],"assumptions":[]},"expected_output":{"format":"code","schema":null,"deliverables":[]},"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"authority":{"autonomous_decisions":[],"must_consult":[],"escalation_triggers":[]},"failure_handling":{"on_blocked":"","on_partial_completion":"","on_assumption_violation":"","max_retries":null},"timeout":{"max_steps":null,"on_timeout":""}}}','7ab66a8e82564eaba7ff9e217b05b8e2','0dfa3c33b5418d7f90f7b31d6c3101cf13da9262aaf62b895208eb91fb8ea4de','30dab0b49449b252c5f290e3875034c2269350cb40415efd06afce8c92dbb2f9',NULL,NULL);
INSERT INTO "events" VALUES(18,'E-18','2026-11-16T03:03:38.155885Z','MessagePosted','system','system',NULL,17,'{"id":"MSG-18","type":"KNOWLEDGE_SHARE","from":"system","to":"bob","readers":["bob"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Build the login","related_state_refs":[],"payload":{"topic":"lead offers you the contract TC-1","content":"Build the login","relevance_to_recipients":"You are its assignee.","actionable":true,"action_suggestion":"Read it: renkei contract show TC-1. Then: renkei contract accept TC-1, or decline TC-1."}}','40bf51e31e69e0ad2c33be736b952723','7ee3147e7a624417981a8db6460993b435a7e8ec9506b4f849ba092093b91485','a1b487eb74b04cac4f27af9246382596d3f1c779c45e02fe5b202c6e948c3f4d',NULL,NULL);
INSERT INTO "events" VALUES(19,'E-19','2026-11-16T03:03:39.715599Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"TURN-2","actor":"bob","action":"AcceptContract","mode":"enforce"}',NULL,NULL,NULL,'80e531cf888e540fbb95fc640df0cc29b1e910d812315cea9516b010b59c0fe6',NULL,NULL);
INSERT INTO "events" VALUES(20,'E-20','2026-11-16T03:03:41.213052Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-20","type":"DECISION_RESULT","from":"person","to":["lead","bob"],"readers":["lead","bob"],"priority":"normal","channel":null,"in_reply_to":"MSG-7","expects":[],"debtors":[],"settles":[{"message":"MSG-7","debtor":"bob"}],"mentioned":[]}','{"context_summary":"simple","related_state_refs":[],"payload":{"decision_id":"D-1","chosen_option":"yes","rationale":"simple","additional_constraints":null}}','4d050b3293098b367b504f39bea5a05c','0bc325b183d0984800624d090c0052e02378474de92df820d6d4dea1e6e632d5','af762a94a0214ebb70f7401b3fe81cf3d6611b81bfac2b97084b95be938523f0',NULL,NULL);
INSERT INTO "events" VALUES(21,'E-21','2026-11-16T03:03:41.214745Z','DecisionResolved','person','terminal',NULL,20,'{"action":"decided","decision":"D-1","message":"MSG-20"}','{"chosen_option":"yes","rationale":"simple","additional_constraints":[]}','3c5e4890992f0486b9800fa661aafd24','a4db024062d3a0585d2e6dceab081a3faa9e4bc359c4284514b40ecc3e3174ee','208b27104e605c66db92d42866a8cdf5e9cccce1b315c8083a969e8761196804',NULL,NULL);
INSERT INTO "events" VALUES(22,'E-22','2026-11-16T03:03:41.289887Z','MessagePosted','system','system',NULL,20,'{"id":"MSG-22","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Decision D-1 is resolved.","related_state_refs":[{"type":"decision","id":"D-1"}],"payload":{"topic":"Decision D-1","content":"Decision D-1 is resolved.\nWhat was decided: yes\nImpact on your task: You asked for it.","relevance_to_recipients":"You asked for it.","actionable":true,"action_suggestion":"Check your work against the decision."}}','f74d3ee387bdb4284e931aff69fad5e8','1fbbb508b61d63637300c44237be1af39e18353758000656120a138fb551d65f','548d2afdd8c92a54757af810fc523720e411057f44c597acd3728139df10161a',NULL,NULL);
INSERT INTO "events" VALUES(23,'E-23','2026-11-16T03:03:43.536297Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"BOARD-4","actor":"bob","action":"SetFields","mode":"enforce"}',NULL,NULL,NULL,'fb0e75d61f7067277bb100008d447c5d639a00a431dd7b0b1bb272f543f68892',NULL,NULL);
INSERT INTO "events" VALUES(24,'E-24','2026-11-16T03:03:46.226922Z','RunStarted','person','terminal','R-24',NULL,'{"run":"R-24","playbook":"small","digest":"c73ff01c44f85c2a","agents":"scripted","yes":true,"execute":false,"merge":false,"tasks":["t"],"base":null,"branch":null,"work_tree":null,"git":null,"caps":{"tokens":null,"steps":null,"minutes":null,"money":null}}','{"goal":"","variables":{},"playbook":{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"}]}}','979e1df1ffde4ab12537f153226123f1','d7b871eb474d831ffd65d83fc0d33311ee8de0f0201cf21247ee5cc4afc2eed2','fd0694a8bb69c48bda5177bf7f2a09fcb1406dedb3d1806ceb4ce6a5616f5cfc',NULL,NULL);
INSERT INTO "events" VALUES(25,'E-25','2026-11-16T03:03:46.227205Z','AgentAdded','person','terminal',NULL,24,'{"action":"added a member","agent":"r","role":"r","model":null}',NULL,NULL,NULL,'cafe1d5d2ab7161d8071c514e3901e1890a7fceb66673eae46f65440c8b6d6b0',NULL,NULL);
INSERT INTO "events" VALUES(26,'E-26','2026-11-16T03:03:46.244138Z','RunLeased','system','system','R-24',NULL,'{"run":"R-24","holder":"vm:32009"}',NULL,NULL,NULL,'126c9430e1281e58f1c004397490e236af13a378d55bbda2b9d9a1bc6521678b',NULL,NULL);
INSERT INTO "events" VALUES(27,'E-27','2026-11-16T03:03:46.285238Z','TaskStarted','system','system','R-24',NULL,'{"run":"R-24","task":"t","cycle":1,"attempt":1,"agent":"r","lease":26,"base":null,"contract":null,"credential":"4501e9c00ff903aca591418ddd43209d883c08af938c48f8069588079100472e","recheck":false}',NULL,NULL,NULL,'9d1cebbc9c309bcadd02634b4515d7588371755b8763d844cfa37fccb221912e',NULL,NULL);
INSERT INTO "events" VALUES(28,'E-28','2026-11-16T03:03:46.285486Z','FieldSet','system','system',NULL,27,'{"action":"set current_phase","field":"current_phase","agent":null,"based_on":26,"overrides":null,"status":null,"message":null}','{"value":"small: work","why":null}','c18eb893a5d7ac54f42b99d891e1cd21','2617bd574015ba897debb86ee4c57e329aaa212e1f27c8bf57107cd444c59dac','95a5a5d5052cd22c43fb6b07fec1e02ddfd2c72398f3e2b1ea116dc3fe77ad66',NULL,NULL);
INSERT INTO "events" VALUES(29,'E-29','2026-11-16T03:03:46.286078Z','FieldSet','system','system',NULL,27,'{"action":"set current_task","field":"current_task","agent":"r","based_on":28,"overrides":null,"status":null,"message":null}','{"value":"R-24/t","why":null}','1aff15cd5e4fa961d8da23eb558a2583','d4e8e45ba798f9526051519825440c71947f0539f0e5d510b5e7e41e8b90b508','d3b217fa232c039942aebc5e747ec7f834dc114d1178187a05cd391ec064bee9',NULL,NULL);
INSERT INTO "events" VALUES(30,'E-30','2026-11-16T03:03:46.286192Z','FieldSet','system','system',NULL,27,'{"action":"set status","field":"status","agent":"r","based_on":28,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'d5e7a4d771f27f1833820edaa2d00449dd8b36fb0a6693d0077dccad587b18c2',NULL,NULL);
INSERT INTO "events" VALUES(31,'E-31','2026-11-16T03:03:46.890752Z','TaskCompleted','system','system','R-24',NULL,'{"run":"R-24","task":"t","cycle":1,"attempt":1,"token":27,"agent":"r","commit":null,"artifacts":[],"refused":[],"unverified":false,"severity":null,"usage":{"tokens":0,"steps":0,"micros":0}}','{"summary":"","outputs":{},"notes":[],"not_run":null,"conflicts":[],"questions":[]}','43a8d169b2128f842fc81d7a7fab6411','7c4c703f8d253a4e7c7b060d66fc5e9a2990ef541a07a44b97c55357ba1ccd71','bb7b7c3a1a3b522260379006beaa0fe596974862bcaf3cfcc04753b3e3895aaa',NULL,NULL);
INSERT INTO "events" VALUES(32,'E-32','2026-11-16T03:03:46.891133Z','FieldSet','system','system',NULL,31,'{"action":"set status","field":"status","agent":"r","based_on":31,"overrides":null,"status":"completed","message":null}',NULL,NULL,NULL,'f256c2433737564018806d6d377d87896ee00c326ac3925d7af5092f7253f02d',NULL,NULL);
INSERT INTO "events" VALUES(33,'E-33','2026-11-16T03:03:46.915528Z','RunEnded','system','system','R-24',NULL,'{"run":"R-24","state":"completed","commit":null}','{"note":"all tasks are done"}','3c3c5cfddd9493932064d8000dba0b45','64d4ea5c87bf3da63a2d844968fb22a7c2bcf2a926564d36d6181d2b21e9661c','afea0fd66fecf6693629241ac65581f42aebef648a6a4f62d37919661be2d0ac',NULL,NULL);
INSERT INTO "events" VALUES(34,'E-34','2026-11-16T03:03:46.915659Z','FieldSet','system','system',NULL,33,'{"action":"set current_phase","field":"current_phase","agent":null,"based_on":32,"overrides":null,"status":null,"message":null}','{"value":"small: completed","why":null}','2f9e75d054068d43f836c1bd9e3d9000','2021d32a976f00e5613653a0be96b53462fb942b608be8ff8ad69afb24cca2c7','12f4883d016e700af217c294cbfe7193bef7a79ca09e692c47548a9b356a5bde',NULL,NULL);
INSERT INTO "events" VALUES(35,'E-35','2026-11-16T03:03:48.805619Z','BodyRedacted','person','terminal',NULL,NULL,'{"target":"E-14","events":[14]}',NULL,NULL,NULL,'956642829ac5d5c0c09afc26140c09022275dec111b0af934eedf8c80b4fa0a2',NULL,NULL);
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
INSERT INTO "head" VALUES(1,35,'956642829ac5d5c0c09afc26140c09022275dec111b0af934eedf8c80b4fa0a2','2026-11-16T03:03:48.805619Z',1,'802077f64530056d');
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
) STRICT;
CREATE TABLE "rule_sets" ("digest" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("digest")) STRICT, WITHOUT ROWID;
INSERT INTO "rule_sets" VALUES('81f42aaf0773b4e5',1);
CREATE TABLE "run_asks" ("decision" TEXT NOT NULL, "run" TEXT NOT NULL, "kind" TEXT NOT NULL, "task" TEXT, "cycle" INTEGER NOT NULL, "token" INTEGER NOT NULL, "about" TEXT, "question" TEXT NOT NULL, "answer" TEXT, "why" TEXT NOT NULL, "at" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("decision")) STRICT, WITHOUT ROWID;
CREATE TABLE "run_plans" ("run" TEXT NOT NULL, "goal" TEXT NOT NULL, "variables" TEXT NOT NULL, "playbook" TEXT NOT NULL, "work_tree" TEXT, "git" TEXT, PRIMARY KEY ("run")) STRICT;
INSERT INTO "run_plans" VALUES('R-24','','{}','{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"}]}',NULL,NULL);
CREATE TABLE "run_tasks" ("run" TEXT NOT NULL, "task" TEXT NOT NULL, "number" INTEGER NOT NULL, "state" TEXT NOT NULL, "cycle" INTEGER NOT NULL, "attempt" INTEGER NOT NULL, "failures" INTEGER NOT NULL, "token" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "credential" TEXT, "agent" TEXT NOT NULL, "contract" TEXT, "base" TEXT, "commit_id" TEXT, "artifacts" TEXT NOT NULL, "refused" TEXT NOT NULL, "outputs" TEXT NOT NULL, "conflicts" TEXT NOT NULL, "severity" TEXT, "questions" TEXT NOT NULL, "not_run" TEXT, "recheck" INTEGER NOT NULL, "gate" TEXT, "kind" TEXT, "note" TEXT NOT NULL, "interim" INTEGER NOT NULL, "idle" INTEGER NOT NULL, "question" TEXT, "waited" INTEGER NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "started" TEXT, "ended" TEXT, PRIMARY KEY ("run", "task")) STRICT;
INSERT INTO "run_tasks" VALUES('R-24','t',0,'completed',1,1,0,27,26,'4501e9c00ff903aca591418ddd43209d883c08af938c48f8069588079100472e','r',NULL,NULL,NULL,'[]','[]','{}','[]',NULL,'[]',NULL,0,NULL,NULL,'',0,0,NULL,0,0,0,0,'2026-11-16T03:03:46.285238Z','2026-11-16T03:03:46.890752Z');
CREATE TABLE "run_warnings" ("run" TEXT NOT NULL, "seq" INTEGER NOT NULL, "task" TEXT NOT NULL, "agent" TEXT NOT NULL, "text" TEXT NOT NULL, PRIMARY KEY ("run", "seq")) STRICT, WITHOUT ROWID;
CREATE TABLE "runs" ("id" TEXT NOT NULL, "playbook" TEXT NOT NULL, "state" TEXT NOT NULL, "agents" TEXT NOT NULL, "yes" INTEGER NOT NULL, "execute" INTEGER NOT NULL, "merge" INTEGER NOT NULL, "base" TEXT, "branch" TEXT, "head" TEXT, "cycle" INTEGER NOT NULL, "team" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "holder" TEXT NOT NULL, "caps" TEXT NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "active" INTEGER NOT NULL, "started" TEXT NOT NULL, "at" TEXT NOT NULL, "last" INTEGER NOT NULL, "merged" TEXT, "undone" TEXT, "note" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "runs" VALUES('R-24','small','completed','scripted',1,0,0,NULL,NULL,NULL,1,1,26,'vm:32009','{"minutes":null,"money":null,"steps":null,"tokens":null}',0,0,0,670,'2026-11-16T03:03:46.226922Z','2026-11-16T03:03:46.915528Z',33,NULL,NULL,'all tasks are done',24);
CREATE TABLE "steps" ("agent" TEXT NOT NULL, "count" INTEGER NOT NULL, PRIMARY KEY ("agent")) STRICT, WITHOUT ROWID;
INSERT INTO "steps" VALUES('bob',5);
INSERT INTO "steps" VALUES('lead',3);
CREATE TABLE "tasks" ("id" TEXT NOT NULL, "delegator" TEXT NOT NULL, "addressees" TEXT NOT NULL, "owner" TEXT, "started" INTEGER NOT NULL, "state" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
CREATE TABLE "tokens" ("digest" TEXT NOT NULL, "agent" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("digest")) STRICT, WITHOUT ROWID;
INSERT INTO "tokens" VALUES('a8fc05f423ff36580375ee504621c57088b65b12f6dff67172be2effa607493e','bob',4);
CREATE TABLE "turns" ("agent" TEXT NOT NULL, "open" INTEGER NOT NULL, "started" INTEGER NOT NULL, "previous" INTEGER NOT NULL, "updated" INTEGER NOT NULL, "reported" INTEGER NOT NULL, PRIMARY KEY ("agent")) STRICT, WITHOUT ROWID;
INSERT INTO "turns" VALUES('bob',1,6,0,1,1);
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
CREATE INDEX "artifacts_by_seq" ON "artifacts" ("seq");
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
