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
INSERT INTO "blockers" VALUES('BLK-12','no access','["bob"]',NULL,'2026-11-16T00:43:23.247578Z',0,12);
CREATE TABLE "changelog" ("seq" INTEGER NOT NULL, "timestamp" TEXT NOT NULL, "agent" TEXT NOT NULL, "action" TEXT NOT NULL, "path" TEXT NOT NULL, "old" TEXT, "new" TEXT, PRIMARY KEY ("seq")) STRICT, WITHOUT ROWID;
INSERT INTO "changelog" VALUES(2,'2026-11-16T00:42:45.525542Z','person','added a member','agents.lead',NULL,'lead');
INSERT INTO "changelog" VALUES(3,'2026-11-16T00:42:49.937487Z','person','added a member','agents.bob',NULL,'builder');
INSERT INTO "changelog" VALUES(5,'2026-11-16T00:43:00.255869Z','person','set goal','goal',NULL,'ship');
INSERT INTO "changelog" VALUES(9,'2026-11-16T00:43:18.119942Z','lead','asked for a decision','pending_decisions.D-1',NULL,'JWT?');
INSERT INTO "changelog" VALUES(11,'2026-11-16T00:43:23.247484Z','bob','set status','agents.bob.status','idle','blocked');
INSERT INTO "changelog" VALUES(12,'2026-11-16T00:43:23.247578Z','bob','reported a blocker','blockers.BLK-12',NULL,'no access');
INSERT INTO "changelog" VALUES(23,'2026-11-16T00:44:05.970539Z','person','decided','pending_decisions.D-1','open','yes');
INSERT INTO "changelog" VALUES(27,'2026-11-16T00:44:24.585316Z','person','added a member','agents.r',NULL,'r');
INSERT INTO "changelog" VALUES(30,'2026-11-16T00:44:24.696138Z','system','set current_task','agents.r.current_task',NULL,'R-26/t');
INSERT INTO "changelog" VALUES(31,'2026-11-16T00:44:24.696416Z','system','set status','agents.r.status','idle','working');
INSERT INTO "changelog" VALUES(34,'2026-11-16T00:44:27.044133Z','system','set status','agents.r.status','working','completed');
CREATE TABLE "channels" ("name" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
INSERT INTO "channels" VALUES('general',14);
INSERT INTO "channels" VALUES('design',16);
CREATE TABLE "checks" ("seq" INTEGER NOT NULL, "session" TEXT NOT NULL, "agent_id" TEXT NOT NULL, "agent" TEXT NOT NULL, "outcome" TEXT NOT NULL, "attempt" INTEGER NOT NULL, "verify" INTEGER NOT NULL, "confidence" TEXT, "tally" TEXT NOT NULL, "model" TEXT, "tokens" INTEGER, "cost" TEXT, PRIMARY KEY ("seq")) STRICT;
CREATE TABLE "claims" ("seq" INTEGER NOT NULL, "number" INTEGER NOT NULL, "kind" TEXT NOT NULL, "agent" TEXT NOT NULL, "category" TEXT, "path" TEXT, "line" INTEGER, "end_line" INTEGER, "columns" TEXT, "blob" TEXT, "snippet" TEXT, "read_by" TEXT, "command" TEXT, "exit_code" INTEGER, "tree" TEXT, PRIMARY KEY ("seq", "number")) STRICT;
CREATE TABLE "contracts" ("id" TEXT NOT NULL, "delegator" TEXT NOT NULL, "assignee" TEXT NOT NULL, "state" TEXT NOT NULL, "outcome" TEXT, "artifacts" TEXT NOT NULL, "contract" TEXT NOT NULL, "handoffs" TEXT NOT NULL, "result" TEXT, "held_by" TEXT, "consults" TEXT NOT NULL, "verdicts" TEXT NOT NULL, "retries" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "metered" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "contracts" VALUES('TC-1','lead','bob','accepted',NULL,'[]','{"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"assignee":"bob","authority":{"autonomous_decisions":[],"escalation_triggers":[],"must_consult":[]},"created_at":"2026-11-16T00:43:55.478276Z","delegator":"lead","expected_output":{"deliverables":[],"format":"code","schema":null},"failure_handling":{"max_retries":null,"on_assumption_violation":"","on_blocked":"","on_partial_completion":""},"id":"TC-1","inputs":{"artifacts":[],"assumptions":[],"constraints":[],"description":"Build the login"},"timeout":{"max_steps":null,"on_timeout":""}}','[]',NULL,NULL,'[]','{}',0,0,0,19);
CREATE TABLE "debts" ("message" TEXT NOT NULL, "debtor" TEXT NOT NULL, "creditor" TEXT NOT NULL, "expects" TEXT NOT NULL, "since" TEXT NOT NULL, "seq" INTEGER NOT NULL, "since_step" INTEGER NOT NULL, "settled" INTEGER NOT NULL, "settled_by" TEXT, PRIMARY KEY ("message", "debtor")) STRICT;
INSERT INTO "debts" VALUES('MSG-7','bob','lead','["TASK_RESULT","TASK_BLOCKED"]','2026-11-16T00:43:12.518890Z',7,1,0,NULL);
INSERT INTO "debts" VALUES('MSG-8','bob','lead','["DECISION_RESULT"]','2026-11-16T00:43:18.118704Z',8,1,1,'MSG-22');
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
INSERT INTO "events" VALUES(1,'E-1','2026-11-16T00:42:45.525260Z','RuleSetAdopted','system','system',NULL,NULL,'{"digest":"9008ecdfe91767c1","rules":["a_writer_whose_value_does_not_stand_is_told_to_read_again","a_status_update_sets_the_senders_status","a_task_result_registers_artifacts_and_sets_the_senders_status","a_blocked_task_blocks_its_sender_unless_a_part_can_go_on","a_decision_request_opens_a_decision","a_decision_result_resolves_the_decision","a_handoff_offers_the_contract_it_carries","an_offer_is_told_to_its_assignee","a_refusal_of_a_contract_is_told_to_its_delegator","a_result_delivers_or_ends_its_contract","a_delivery_is_put_to_its_reviewer","the_first_sign_of_work_starts_a_contract","a_contract_at_its_step_limit_follows_its_instruction","verdicts_decide_a_delivered_contract","a_hold_repeats_what_the_contract_says_for_it","the_answer_to_a_report_ends_the_hold","the_end_of_a_contract_is_told_to_its_assignee","completion_frees_waiting_agents","an_agent_that_goes_on_by_itself_is_blocked_no_more","a_blocked_agent_has_a_blocker","a_blocker_is_told_to_the_one_who_can_end_it","a_blocking_review_request_blocks_its_sender","a_review_result_frees_the_one_who_asked","those_whom_a_decision_affects_are_told","a_conflict_reaches_the_owners_of_the_artifacts","a_critical_conflict_blocks_the_owners_of_the_artifacts","the_answer_to_a_conflict_ends_its_blocks","a_new_version_is_told_to_those_whose_contract_takes_it_in","a_task_of_a_run_shows_in_its_agents_entry"],"team":null}',NULL,NULL,NULL,'3c075255d278f5259fba37de6e8e3fc8df5a172818a0c197f97fc4e17da3bd8e',NULL,NULL);
INSERT INTO "events" VALUES(2,'E-2','2026-11-16T00:42:45.525542Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"lead","role":"lead","model":null}',NULL,NULL,NULL,'87e5b27877cdd86563bfb8fd38143d5bb2f1df2aeae06151c1a49b21c9aa79ec',NULL,NULL);
INSERT INTO "events" VALUES(3,'E-3','2026-11-16T00:42:49.937487Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"added a member","agent":"bob","role":"builder","model":null}',NULL,NULL,NULL,'6bf8d88be1dc5b75244b0390d843d99774a77e770e76ef4968037348ca5cd4df',NULL,NULL);
INSERT INTO "events" VALUES(4,'E-4','2026-11-16T00:42:55.158822Z','TokenIssued','person','terminal',NULL,NULL,'{"agent":"bob","digest":"63aa4fd52f156b2316f388e05e92a241ab4d4fedfb03cc60dbf09a15095d0179"}',NULL,NULL,NULL,'5f54e927c664eb84f291b572f3046f91b0e41bff9ac433d2b71a8aff8c63b690',NULL,NULL);
INSERT INTO "events" VALUES(5,'E-5','2026-11-16T00:43:00.255869Z','FieldSet','person','terminal',NULL,NULL,'{"action":"set goal","field":"goal","agent":null,"based_on":4,"overrides":null,"status":null,"message":null}','{"value":"ship"}','25cb67a7629f133c9079b5432e6e23d5','059e2de610b227d1e8d6e1f964e31bef6dadc4180e6358b2d8a47a95356867b3','d0d8a595c6d59a3919148c6cbc21d87a78ee526f589f78e3aad4518cb484b7d2',NULL,NULL);
INSERT INTO "events" VALUES(6,'E-6','2026-11-16T00:43:06.454875Z','TurnStarted','bob','terminal',NULL,NULL,'{"agent":"bob"}',NULL,NULL,NULL,'245edbd734349082dee00210c8c24567e0d79d7244abaa8a4fb1b41c4907cd52',NULL,NULL);
INSERT INTO "events" VALUES(7,'E-7','2026-11-16T00:43:12.518890Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-7","type":"TASK_HANDOFF","from":"lead","to":"bob","readers":["bob"],"priority":"normal","channel":null,"in_reply_to":null,"expects":["TASK_RESULT","TASK_BLOCKED"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"build it","related_state_refs":[],"payload":{"task_description":"build it","input_artifacts":[],"expected_output":{"format":"code","success_criteria":[]},"constraints":[],"authority_scope":"","fallback_on_failure":""}}','1d1521a3b3adde3ee9cba738ea9de045','ef075d5f505cea0284042b0d7bc0c7d836d061abe8fadd598ea37806b757251f','2968d6a471abd6285c493b37418771783f453ea3acd991bbe20930192f033945',NULL,NULL);
INSERT INTO "events" VALUES(8,'E-8','2026-11-16T00:43:18.118704Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-8","type":"DECISION_REQUEST","from":"lead","to":"bob","readers":["bob"],"priority":"blocking","channel":null,"in_reply_to":null,"expects":["DECISION_RESULT"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"JWT?","related_state_refs":[],"payload":{"decision_id":"D-1","question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}],"recommended":null,"deadline_steps":null}}','074c8d5670e380ea5a9177c450d560a3','0d4b5915a92700923076597aa7ca6e4fc6811781a0de0177c2774519782d05c5','ecc94a5bf058047daf3f9f92e09c17ccefd1e12dcab928b03b090229818d1c98',NULL,NULL);
INSERT INTO "events" VALUES(9,'E-9','2026-11-16T00:43:18.119942Z','DecisionRequested','lead','terminal',NULL,8,'{"action":"asked for a decision","decision":"D-1","message":"MSG-8","requester":"lead","owners":["bob"],"deadline_steps":null}','{"question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}]}','65e25d1cbb6056e39b1f4a78a18664b1','659fc5c83ca5cff4094a3f02a24eb66c428aa4d47d2c32df758b32f19105f1f9','872b4ad2b8296b969bc06d505658b5e20728f963de4a1b3827fd3b580afcd46a',NULL,NULL);
INSERT INTO "events" VALUES(10,'E-10','2026-11-16T00:43:23.246180Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-10","type":"STATUS_UPDATE","from":"bob","to":"lead","readers":["lead"],"priority":"normal","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"waiting","related_state_refs":[],"payload":{"task_ref":null,"new_status":"blocked","progress_summary":"waiting","estimated_remaining":null,"blockers":["no access"]}}','a95b28ade9dc74dd2380b5978b58fc7d','8e8d184cbb71acdddee859ea532393e4ff9c0cabf6c3ec52f61f5b97c46d041e','44c97e1d108f1ee6ee335ff0660274e2ba6bc9ed5293cf3af600cfb954cbc59e',NULL,NULL);
INSERT INTO "events" VALUES(11,'E-11','2026-11-16T00:43:23.247484Z','FieldSet','bob','terminal',NULL,10,'{"action":"set status","field":"status","agent":"bob","based_on":10,"overrides":null,"status":"blocked","message":"MSG-10"}',NULL,NULL,NULL,'76aaa216e3dc44113818181601ec065b23aef6596b220d78acc856497c39e56e',NULL,NULL);
INSERT INTO "events" VALUES(12,'E-12','2026-11-16T00:43:23.247578Z','BlockerAdded','bob','terminal',NULL,10,'{"action":"reported a blocker","id":"BLK-12","affected_agents":["bob"],"cause":null}','{"description":"no access"}','29eb238f73b91c0724b6d40321f8b1b3','fd3c8c94f39002a9e4dea5e989dbfa89d14742e1898bdf9a3c826fe034a010fa','d30e70522e4d4f4a88fde98dda214e4122150250ceaeeaabf0f74829af17acaa',NULL,NULL);
INSERT INTO "events" VALUES(13,'E-13','2026-11-16T00:43:23.252309Z','MessagePosted','system','system',NULL,10,'{"id":"MSG-13","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"bob is blocked by a cause outside the team: no access","related_state_refs":[{"type":"agent","id":"bob"}],"payload":{"topic":"bob is blocked","content":"bob is blocked by a cause outside the team: no access","relevance_to_recipients":"You lead the team.","actionable":true,"action_suggestion":"Finish it, or say when it can be expected."}}','9f93d54e94eff5e83e711973fcd26807','e897263740d3ee83f9020ff1a087d1368cb1ede67b8ac32fc8b4fa16b5d51984','857ecac18390615871d55039efd0a763b8a8c7309a20638f15b077fdffb1fab7',NULL,NULL);
INSERT INTO "events" VALUES(14,'E-14','2026-11-16T00:43:25.806402Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-14","type":"FREEFORM","from":"lead","to":"all","readers":["bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":["bob"]}','{"context_summary":"good morning @bob / おはよう","related_state_refs":[],"payload":{"intent_hint":"","body":"good morning @bob / おはよう","requires_response":false,"urgency":"normal"}}','9148053b780a74f89772c6cbcae4e4b9','bb4de8a6e9c13e78dbad030a5c38d180088ce459ea3f8972d79097f9ece4f7af','2f87c757ccffb1110ab14af0668211593a9372d3927638eab1936774f953473f','once','17c4b8c307c875d26a69aac6235369635c5baa977fc07834ca47d66bba131f69');
INSERT INTO "events" VALUES(15,'E-15','2026-11-16T00:43:30.886954Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-15","type":"FREEFORM","from":"person","to":"#general","readers":["lead","bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}',NULL,NULL,'13deb0b48bfd37341d58eb4ab68ebd6a5c4425d27f9b490b6dac2a9c22bfe1c0','7e9062530b8bc529e2007b64437597dd3e6e4097b059b8c410466f93ed894e94',NULL,NULL);
INSERT INTO "events" VALUES(16,'E-16','2026-11-16T00:43:37.949119Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-16","type":"FREEFORM","from":"bob","to":"#design","readers":["lead"],"priority":"normal","channel":"design","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"a post","related_state_refs":[],"payload":{"intent_hint":"","body":"a post","requires_response":false,"urgency":"normal"}}','e4eaf278b1b2a708c66b8321d5fd70de','72f371a86c9e2ff8a012dfbebff4b3e203419f7d6994b6e68eb6b2775dc32e13','df40c78cf2df78726044e8d0fd337f881cff8b2ee4982aecb23c3a90c7e981ef',NULL,NULL);
INSERT INTO "events" VALUES(17,'E-17','2026-11-16T00:43:43.793801Z','ChannelRead','person','terminal',NULL,NULL,'{"reader":"person","channel":"design","up_to":16}',NULL,NULL,NULL,'4f1a13f0be8ba2ed5728aec1252091ee2d9141d2569a1e24dfa3d8107b15273c',NULL,NULL);
INSERT INTO "events" VALUES(18,'E-18','2026-11-16T00:43:50.690374Z','MessagesHandled','person','terminal',NULL,NULL,'{"reader":"bob","messages":["MSG-8"]}',NULL,NULL,NULL,'41a0ffa306f896bb105cfe5ea0c1b405ac0ed5001fd0cfe4a55ce672bdccfc1b',NULL,NULL);
INSERT INTO "events" VALUES(19,'E-19','2026-11-16T00:43:55.478276Z','ContractOffered','lead','terminal',NULL,NULL,'{"id":"TC-1","delegator":"lead","assignee":"bob","artifacts":[],"handoff":null}','{"contract":{"id":"TC-1","delegator":"lead","assignee":"bob","created_at":null,"inputs":{"description":"Build the login","artifacts":[],"constraints":[],"assumptions":[]},"expected_output":{"format":"code","schema":null,"deliverables":[]},"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"authority":{"autonomous_decisions":[],"must_consult":[],"escalation_triggers":[]},"failure_handling":{"on_blocked":"","on_partial_completion":"","on_assumption_violation":"","max_retries":null},"timeout":{"max_steps":null,"on_timeout":""}}}','29a3c662fe66589e2f9c15808db7c69a','ec29715ef6c3f5fd7a3cd610b6ef84c202f53996f03ac4857690778255bac862','052fead5d21ecd7262eabe93148588ecc5936341a7fd50a5f07037809ec923b8',NULL,NULL);
INSERT INTO "events" VALUES(20,'E-20','2026-11-16T00:43:55.479918Z','MessagePosted','system','system',NULL,19,'{"id":"MSG-20","type":"KNOWLEDGE_SHARE","from":"system","to":"bob","readers":["bob"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Build the login","related_state_refs":[],"payload":{"topic":"lead offers you the contract TC-1","content":"Build the login","relevance_to_recipients":"You are its assignee.","actionable":true,"action_suggestion":"Read it: renkei contract show TC-1. Then: renkei contract accept TC-1, or decline TC-1."}}','7a6d9a0a9ef755fd171a177d2a083129','24402148b4bf2ddeccb6219e8877df6e5ed104026157f712f0ea6b98fd49b9b1','fcac665dc122488ebd3497bca24c8a0958bdad9c02654d705dff8707c43bbdff',NULL,NULL);
INSERT INTO "events" VALUES(21,'E-21','2026-11-16T00:44:00.827755Z','ContractMoved','bob','terminal',NULL,NULL,'{"contract":"TC-1","step":"accept","state":"accepted","message":null,"reason":null}',NULL,NULL,NULL,'811278f67db77d7399cbcb72597069a41c02e2406deec0180df10ebfab3a45ef',NULL,NULL);
INSERT INTO "events" VALUES(22,'E-22','2026-11-16T00:44:05.969057Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-22","type":"DECISION_RESULT","from":"person","to":["lead","bob"],"readers":["lead","bob"],"priority":"normal","channel":null,"in_reply_to":"MSG-8","expects":[],"debtors":[],"settles":[{"message":"MSG-8","debtor":"bob"}],"mentioned":[]}','{"context_summary":"simple","related_state_refs":[],"payload":{"decision_id":"D-1","chosen_option":"yes","rationale":"simple","additional_constraints":null}}','45b0cae8481468ca5f5380cfd84b85df','7e06c5ac5604069f36e319887cdfab47c29cdc0e396b854aeb44078ada817835','9c27a250090139fca6bd14738eef33a8710c6f9d9cc80f8355a0517a1aaca7b0',NULL,NULL);
INSERT INTO "events" VALUES(23,'E-23','2026-11-16T00:44:05.970539Z','DecisionResolved','person','terminal',NULL,22,'{"action":"decided","decision":"D-1","message":"MSG-22"}','{"chosen_option":"yes","rationale":"simple"}','2a06072699142aa7138f53c69020979c','f659a7d0b4e71aeb93cfe58be611db48b0ec4d9676deb9ca72d4c937dc7cbbeb','5fbfc739c2ea0058c053bdf09447e8c8534036fa53933a2d110fd033246ce7a3',NULL,NULL);
INSERT INTO "events" VALUES(24,'E-24','2026-11-16T00:44:06.001797Z','MessagePosted','system','system',NULL,22,'{"id":"MSG-24","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Decision D-1 is resolved.","related_state_refs":[{"type":"decision","id":"D-1"}],"payload":{"topic":"Decision D-1","content":"Decision D-1 is resolved.\nWhat was decided: yes\nImpact on your task: You asked for it.","relevance_to_recipients":"You asked for it.","actionable":true,"action_suggestion":"Check your work against the decision."}}','ca926670b8100ca03d9f47631c9538df','f3346dcfd4303001e4fdc84162e960f9e2e99198f73f97658eb175392316953c','3b519e778b08c0c3a500e191d5b09057be59ec87b455dd5b20d4cebb7ac8ba4a',NULL,NULL);
INSERT INTO "events" VALUES(25,'E-25','2026-11-16T00:44:13.296014Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"BOARD-4","actor":"bob","action":"SetFields","mode":"enforce"}',NULL,NULL,NULL,'2021ed0a49c4561c1724b5584eb42ae914cf4f4bba2d7999d36fb0d10715ce25',NULL,NULL);
INSERT INTO "events" VALUES(26,'E-26','2026-11-16T00:44:24.584971Z','RunStarted','person','terminal','R-26',NULL,'{"run":"R-26","playbook":"small","digest":"c73ff01c44f85c2a","agents":"scripted","yes":true,"execute":false,"tasks":["t"],"base":null,"branch":null,"caps":{"tokens":null,"steps":null,"minutes":null,"money":null}}','{"goal":"","variables":{},"playbook":{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"}]}}','6d435a14857ae68de41a6ecd8fcf6590','d2800d0ddfe54a7ba1969d64bf5cc8786828961ce848b7b7a24b867914fe1c54','6f5099860515fab74972980bc150b2096330898a6b366fe5c2f6683b6239bc53',NULL,NULL);
INSERT INTO "events" VALUES(27,'E-27','2026-11-16T00:44:24.585316Z','AgentAdded','person','terminal',NULL,26,'{"action":"added a member","agent":"r","role":"r","model":null}',NULL,NULL,NULL,'a7878be75298201de392c819b6a056334723f62adb18c86e83cb7ac20ce8d11d',NULL,NULL);
INSERT INTO "events" VALUES(28,'E-28','2026-11-16T00:44:24.659710Z','RunLeased','system','system','R-26',NULL,'{"run":"R-26","holder":"vm:10902"}',NULL,NULL,NULL,'4e082a0e70393ed11d7f42e37e1eb8643c507dad629a323ccb61432ec95e7f09',NULL,NULL);
INSERT INTO "events" VALUES(29,'E-29','2026-11-16T00:44:24.695532Z','TaskStarted','system','system','R-26',NULL,'{"run":"R-26","task":"t","cycle":1,"attempt":1,"agent":"r","lease":28,"base":null,"contract":null}',NULL,NULL,NULL,'26e4a9023b476b2cedc262ab358c662ce68d23b5d6b70fb8d3d05be0b27c001c',NULL,NULL);
INSERT INTO "events" VALUES(30,'E-30','2026-11-16T00:44:24.696138Z','FieldSet','system','system',NULL,29,'{"action":"set current_task","field":"current_task","agent":"r","based_on":29,"overrides":null,"status":null,"message":null}','{"value":"R-26/t"}','69bf681c94ce9e30a9b8955493c4e0c3','0e69f96f1c4c69969496e4829094efae543917021dc92b61fdfa6053469f5b55','b97c89786f7bcf979900cd9f37897cbe84d7c2468488e95ff71db14b807f706d',NULL,NULL);
INSERT INTO "events" VALUES(31,'E-31','2026-11-16T00:44:24.696416Z','FieldSet','system','system',NULL,29,'{"action":"set status","field":"status","agent":"r","based_on":29,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'be3a051fd0838deea4972a729ac0aeb7053a51f29dc23bc448083a94f9074e21',NULL,NULL);
INSERT INTO "events" VALUES(32,'E-32','2026-11-16T00:44:25.669996Z','TokenIssued','system','system',NULL,NULL,'{"agent":"r","digest":"dfff4625144e8dff7a7d43bb537a9b2ff58f99aa605f8df06621dda8e0f58ef2"}',NULL,NULL,NULL,'cbf90bda5c4e4760e66059b3b81f68d87d6e1ff99bae68276e984d15eb71ccfb',NULL,NULL);
INSERT INTO "events" VALUES(33,'E-33','2026-11-16T00:44:27.043860Z','TaskCompleted','system','system','R-26',NULL,'{"run":"R-26","task":"t","cycle":1,"attempt":1,"token":29,"agent":"r","commit":null,"artifacts":[],"refused":[],"usage":{"tokens":0,"steps":0,"micros":0}}','{"summary":"","outputs":{},"notes":[]}','f60be466be6f02bcd109f4c7c92723d3','cd0c7ba12ecf118b858860970bd33f48d5358d06959ef357f3ba8a6dbca83508','c43cf271073fbf45a518e90a67c7b5d775b7edbdeddb571c9257ac62dbdb2328',NULL,NULL);
INSERT INTO "events" VALUES(34,'E-34','2026-11-16T00:44:27.044133Z','FieldSet','system','system',NULL,33,'{"action":"set status","field":"status","agent":"r","based_on":33,"overrides":null,"status":"completed","message":null}',NULL,NULL,NULL,'865ba7a09d2fb62ce025694bddf71f8f93b56450453e62e5b90bf4d95da9d859',NULL,NULL);
INSERT INTO "events" VALUES(35,'E-35','2026-11-16T00:44:27.047780Z','RunEnded','system','system','R-26',NULL,'{"run":"R-26","state":"completed","commit":null}','{"note":"all tasks are done"}','181ac6d66c5c3a6a98159cc2f08f14fb','e29fba55566666031c0248381b6e322d207b4512aabb45ec02b1f9423f2e3375','2a5417950c81939cedd4ba6176f054ac35e0f08cee0b6d3b257c0088c5ef74e4',NULL,NULL);
INSERT INTO "events" VALUES(36,'E-36','2026-11-16T00:44:36.813534Z','BodyRedacted','person','terminal',NULL,NULL,'{"target":"E-15","events":[15]}',NULL,NULL,NULL,'d1c2ce052ee64ff06f2a41537f45a50ed055aa04d9343271e1076e7d5795ee2b',NULL,NULL);
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
INSERT INTO "head" VALUES(1,36,'d1c2ce052ee64ff06f2a41537f45a50ed055aa04d9343271e1076e7d5795ee2b','2026-11-16T00:44:36.813534Z',1,'2415b9de9e88c4e7');
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
CREATE TABLE "run_asks" ("decision" TEXT NOT NULL, "run" TEXT NOT NULL, "kind" TEXT NOT NULL, "task" TEXT, "cycle" INTEGER NOT NULL, "token" INTEGER NOT NULL, "question" TEXT NOT NULL, "answer" TEXT, "why" TEXT NOT NULL, "at" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("decision")) STRICT, WITHOUT ROWID;
CREATE TABLE "run_plans" ("run" TEXT NOT NULL, "goal" TEXT NOT NULL, "variables" TEXT NOT NULL, "playbook" TEXT NOT NULL, PRIMARY KEY ("run")) STRICT;
INSERT INTO "run_plans" VALUES('R-26','','{}','{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"}]}');
CREATE TABLE "run_tasks" ("run" TEXT NOT NULL, "task" TEXT NOT NULL, "number" INTEGER NOT NULL, "state" TEXT NOT NULL, "cycle" INTEGER NOT NULL, "attempt" INTEGER NOT NULL, "failures" INTEGER NOT NULL, "token" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "agent" TEXT NOT NULL, "contract" TEXT, "base" TEXT, "commit_id" TEXT, "artifacts" TEXT NOT NULL, "refused" TEXT NOT NULL, "outputs" TEXT NOT NULL, "gate" TEXT, "kind" TEXT, "note" TEXT NOT NULL, "interim" INTEGER NOT NULL, "idle" INTEGER NOT NULL, "question" TEXT, "waited" INTEGER NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "started" TEXT, "ended" TEXT, PRIMARY KEY ("run", "task")) STRICT;
INSERT INTO "run_tasks" VALUES('R-26','t',0,'completed',1,1,0,29,28,'r',NULL,NULL,NULL,'[]','[]','{}',NULL,NULL,'',0,0,NULL,0,0,0,0,'2026-11-16T00:44:24.695532Z','2026-11-16T00:44:27.043860Z');
CREATE TABLE "run_warnings" ("run" TEXT NOT NULL, "seq" INTEGER NOT NULL, "task" TEXT NOT NULL, "agent" TEXT NOT NULL, "text" TEXT NOT NULL, PRIMARY KEY ("run", "seq")) STRICT, WITHOUT ROWID;
CREATE TABLE "runs" ("id" TEXT NOT NULL, "playbook" TEXT NOT NULL, "state" TEXT NOT NULL, "agents" TEXT NOT NULL, "yes" INTEGER NOT NULL, "execute" INTEGER NOT NULL, "base" TEXT, "branch" TEXT, "head" TEXT, "cycle" INTEGER NOT NULL, "team" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "holder" TEXT NOT NULL, "caps" TEXT NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "active" INTEGER NOT NULL, "started" TEXT NOT NULL, "at" TEXT NOT NULL, "last" INTEGER NOT NULL, "merged" TEXT, "undone" TEXT, "note" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "runs" VALUES('R-26','small','completed','scripted',1,0,NULL,NULL,NULL,1,1,28,'vm:10902','{"minutes":null,"money":null,"steps":null,"tokens":null}',0,0,0,2386,'2026-11-16T00:44:24.584971Z','2026-11-16T00:44:27.047780Z',35,NULL,NULL,'all tasks are done',26);
CREATE TABLE "steps" ("agent" TEXT NOT NULL, "count" INTEGER NOT NULL, PRIMARY KEY ("agent")) STRICT, WITHOUT ROWID;
INSERT INTO "steps" VALUES('bob',5);
INSERT INTO "steps" VALUES('lead',4);
CREATE TABLE "tokens" ("digest" TEXT NOT NULL, "agent" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("digest")) STRICT, WITHOUT ROWID;
INSERT INTO "tokens" VALUES('63aa4fd52f156b2316f388e05e92a241ab4d4fedfb03cc60dbf09a15095d0179','bob',4);
INSERT INTO "tokens" VALUES('dfff4625144e8dff7a7d43bb537a9b2ff58f99aa605f8df06621dda8e0f58ef2','r',32);
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
