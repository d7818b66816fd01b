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
INSERT INTO "blockers" VALUES('BLK-12','no access','["bob"]',NULL,'bob','2026-11-18T22:09:11.336529Z',0,12);
CREATE TABLE "cap_marks" ("scope" TEXT NOT NULL, "name" TEXT NOT NULL, "unit" TEXT NOT NULL, "day" TEXT NOT NULL, "level" TEXT NOT NULL, "used" INTEGER NOT NULL, "most" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("scope", "name", "unit", "day")) STRICT, WITHOUT ROWID;
CREATE TABLE "caps" ("scope" TEXT NOT NULL, "name" TEXT NOT NULL, "tokens" INTEGER, "micros" INTEGER, "seq" INTEGER NOT NULL, PRIMARY KEY ("scope", "name")) STRICT, WITHOUT ROWID;
CREATE TABLE "changelog" ("seq" INTEGER NOT NULL, "timestamp" TEXT NOT NULL, "agent" TEXT NOT NULL, "action" TEXT NOT NULL, "path" TEXT NOT NULL, "old" TEXT, "new" TEXT, PRIMARY KEY ("seq")) STRICT, WITHOUT ROWID;
INSERT INTO "changelog" VALUES(2,'2026-11-18T22:09:08.969817Z','person','member added','agents.lead',NULL,'lead');
INSERT INTO "changelog" VALUES(3,'2026-11-18T22:09:09.284283Z','person','member added','agents.bob',NULL,'builder');
INSERT INTO "changelog" VALUES(5,'2026-11-18T22:09:09.931460Z','person','field set','goal',NULL,'ship');
INSERT INTO "changelog" VALUES(9,'2026-11-18T22:09:10.977110Z','lead','decision requested','pending_decisions.D-1',NULL,'JWT?');
INSERT INTO "changelog" VALUES(11,'2026-11-18T22:09:11.336144Z','bob','field set','agents.bob.status','idle','blocked');
INSERT INTO "changelog" VALUES(12,'2026-11-18T22:09:11.336529Z','bob','blocker reported','blockers.BLK-12',NULL,'no access');
INSERT INTO "changelog" VALUES(23,'2026-11-18T22:09:14.340295Z','person','decision made','pending_decisions.D-1','open','yes');
INSERT INTO "changelog" VALUES(27,'2026-11-18T22:09:15.581700Z','person','member added','agents.r',NULL,'r');
INSERT INTO "changelog" VALUES(31,'2026-11-18T22:09:15.599135Z','system','field set','current_phase',NULL,'small: work');
INSERT INTO "changelog" VALUES(32,'2026-11-18T22:09:15.599459Z','system','field set','agents.r.current_task',NULL,'R-1/t');
INSERT INTO "changelog" VALUES(33,'2026-11-18T22:09:15.599585Z','system','field set','agents.r.status','idle','working');
INSERT INTO "changelog" VALUES(34,'2026-11-18T22:09:15.599641Z','system','field set','agents.r.current_task','R-1/t','R-1/gap');
INSERT INTO "changelog" VALUES(35,'2026-11-18T22:09:15.599699Z','system','field set','agents.r.status','working','working');
INSERT INTO "changelog" VALUES(38,'2026-11-18T22:09:15.770632Z','system','ended without update','agents.r.status','working','error');
INSERT INTO "changelog" VALUES(39,'2026-11-18T22:09:15.770692Z','system','field set','agents.r.status','error','completed');
INSERT INTO "changelog" VALUES(41,'2026-11-18T22:09:15.787014Z','system','field set','agents.r.current_task','R-1/gap','R-1/gap');
INSERT INTO "changelog" VALUES(42,'2026-11-18T22:09:15.787091Z','system','field set','agents.r.status','completed','working');
INSERT INTO "changelog" VALUES(44,'2026-11-18T22:09:15.877103Z','system','ended without update','agents.r.status','working','error');
INSERT INTO "changelog" VALUES(47,'2026-11-18T22:09:15.883266Z','system','field set','current_phase','small: work','small: completed');
CREATE TABLE "channels" ("name" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
INSERT INTO "channels" VALUES('general',14);
INSERT INTO "channels" VALUES('design',16);
CREATE TABLE "checks" ("seq" INTEGER NOT NULL, "session" TEXT NOT NULL, "agent_id" TEXT NOT NULL, "agent" TEXT NOT NULL, "outcome" TEXT NOT NULL, "attempt" INTEGER NOT NULL, "verify" INTEGER NOT NULL, "confidence" TEXT, "tally" TEXT NOT NULL, "model" TEXT, "tokens" INTEGER, "cost" TEXT, PRIMARY KEY ("seq")) STRICT;
CREATE TABLE "claims" ("seq" INTEGER NOT NULL, "number" INTEGER NOT NULL, "kind" TEXT NOT NULL, "agent" TEXT NOT NULL, "category" TEXT, "path" TEXT, "line" INTEGER, "end_line" INTEGER, "columns" TEXT, "blob" TEXT, "snippet" TEXT, "read_by" TEXT, "command" TEXT, "exit_code" INTEGER, "tree" TEXT, PRIMARY KEY ("seq", "number")) STRICT;
CREATE TABLE "contracts" ("id" TEXT NOT NULL, "delegator" TEXT NOT NULL, "assignee" TEXT NOT NULL, "state" TEXT NOT NULL, "outcome" TEXT, "artifacts" TEXT NOT NULL, "contract" TEXT NOT NULL, "handoffs" TEXT NOT NULL, "result" TEXT, "held_by" TEXT, "consults" TEXT NOT NULL, "verdicts" TEXT NOT NULL, "confirmed" INTEGER NOT NULL, "retries" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "metered" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "contracts" VALUES('TC-1','lead','bob','offered',NULL,'[]','{"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"assignee":"bob","authority":{"autonomous_decisions":[],"escalation_triggers":[],"must_consult":[]},"created_at":"2026-11-18T22:09:13.568223Z","delegator":"lead","expected_output":{"deliverables":[],"format":"code","schema":null},"failure_handling":{"max_retries":null,"on_assumption_violation":"","on_blocked":"","on_partial_completion":""},"id":"TC-1","inputs":{"artifacts":[],"assumptions":[],"constraints":[],"description":"Build the login"},"timeout":{"max_steps":null,"on_timeout":""}}','[]',NULL,NULL,'[]','{}',0,0,0,0,19);
CREATE TABLE "debts" ("message" TEXT NOT NULL, "debtor" TEXT NOT NULL, "creditor" TEXT NOT NULL, "expects" TEXT NOT NULL, "since" TEXT NOT NULL, "seq" INTEGER NOT NULL, "since_step" INTEGER NOT NULL, "settled" INTEGER NOT NULL, "settled_by" TEXT, PRIMARY KEY ("message", "debtor")) STRICT;
INSERT INTO "debts" VALUES('MSG-7','bob','lead','["TASK_RESULT","TASK_BLOCKED"]','2026-11-18T22:09:10.599755Z',7,1,0,NULL);
INSERT INTO "debts" VALUES('MSG-8','bob','lead','["DECISION_RESULT"]','2026-11-18T22:09:10.975027Z',8,1,1,'MSG-22');
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
INSERT INTO "events" VALUES(1,'E-1','2026-11-18T22:09:08.969429Z','RuleSetAdopted','system','system',NULL,NULL,'{"digest":"606349a27b5d7037","rules":["a_writer_whose_value_does_not_stand_is_told_to_read_again","a_status_update_sets_the_senders_status","a_task_result_registers_artifacts_and_sets_the_senders_status","a_blocked_task_blocks_its_sender_unless_a_part_can_go_on","a_decision_request_opens_a_decision","a_decision_result_resolves_the_decision","a_handoff_offers_the_contract_it_carries","an_offer_is_told_to_its_assignee","a_refusal_of_a_contract_is_told_to_its_delegator","a_refusal_of_a_contract_is_told_to_those_who_wait_for_it","a_result_delivers_or_ends_its_contract","a_delivery_is_put_to_its_reviewer","the_first_sign_of_work_starts_a_contract","a_contract_at_its_step_limit_follows_its_instruction","verdicts_decide_a_delivered_contract","a_hold_repeats_what_the_contract_says_for_it","the_answer_to_a_report_ends_the_hold","the_end_of_a_contract_is_told_to_its_assignee","a_task_belongs_to_the_first_who_starts_it","a_task_that_is_called_done_is_closed","a_handed_over_artifact_belongs_to_the_one_who_takes_the_task","a_task_known_by_its_name_goes_with_the_handoff_that_describes_it_so","those_who_lose_a_task_to_another_are_told","what_a_task_is_to_yield_belongs_to_its_owner","the_artifacts_of_one_who_leaves_go_to_its_delegator","a_withdrawn_task_is_told_to_its_owner_and_to_those_who_wait","the_waits_of_one_who_leaves_are_closed","a_block_that_the_lead_or_a_person_resolves_ends","who_begins_to_wait_for_what_does_not_come_is_told","an_agent_that_goes_on_by_itself_is_blocked_no_more","a_review_ends_when_all_who_are_left_have_answered","those_who_wait_for_one_who_leaves_are_told","a_blocking_review_request_blocks_its_sender","a_review_result_frees_the_one_who_asked","the_answer_to_a_conflict_ends_its_blocks","a_task_of_a_run_shows_in_its_agents_entry","a_run_that_ends_ends_the_turns_of_its_agents","a_circle_of_waits_is_told_to_the_lead","shipped:task_completed","shipped:task_blocked","shipped:decision_resolved","shipped:conflict_detected","shipped:artifact_updated"],"team":null}',NULL,NULL,NULL,'67a300acd213c47909e55b5ffa961706601039db1fb4955846a28c38bfcc8776',NULL,NULL);
INSERT INTO "events" VALUES(2,'E-2','2026-11-18T22:09:08.969817Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"member added","agent":"lead","role":"lead","model":null}',NULL,NULL,NULL,'31823a62005816278dc5ac9820c2998a8c1fca044ef8e877e8c64fe3473673de',NULL,NULL);
INSERT INTO "events" VALUES(3,'E-3','2026-11-18T22:09:09.284283Z','AgentAdded','person','terminal',NULL,NULL,'{"action":"member added","agent":"bob","role":"builder","model":null}',NULL,NULL,NULL,'637bbb9dd7feee8dcf0b7637f36a046df5a7e5d92bbd59d5bfd48fdd524eb0f3',NULL,NULL);
INSERT INTO "events" VALUES(4,'E-4','2026-11-18T22:09:09.598624Z','TokenIssued','person','terminal',NULL,NULL,'{"agent":"bob","digest":"e0ddb36265f25159d25efd6e10ca9abb47a95f3110bdcac4213eb67978efede4","expires":1797631749}',NULL,NULL,NULL,'cf6da3dcaf3076818c5dfa58de2b8379aedc83a45020d201702dc3c735521e17',NULL,NULL);
INSERT INTO "events" VALUES(5,'E-5','2026-11-18T22:09:09.931460Z','FieldSet','person','terminal',NULL,NULL,'{"action":"field set","field":"goal","agent":null,"based_on":4,"overrides":null,"status":null,"message":null}','{"value":"ship","why":null}','c43ccd93af8bb7a6e857aacc6abe2f66','315018ac1a4dbd869ce9d38ae8c161d260c09e4a28afb2f805ed07a543da844a','05e02797096951c9e8edce5b3a4adc7eedb25d41dd6df117bc0d208086e74503',NULL,NULL);
INSERT INTO "events" VALUES(6,'E-6','2026-11-18T22:09:10.252865Z','TurnStarted','bob','terminal',NULL,NULL,'{"agent":"bob"}',NULL,NULL,NULL,'7729d448066fbbca5001f0978361ad6135972be4f8de9d051b890091276bd018',NULL,NULL);
INSERT INTO "events" VALUES(7,'E-7','2026-11-18T22:09:10.599755Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-7","type":"TASK_HANDOFF","from":"lead","to":"bob","readers":["bob"],"priority":"normal","channel":null,"in_reply_to":null,"expects":["TASK_RESULT","TASK_BLOCKED"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"build it","related_state_refs":[],"payload":{"task_description":"build it","input_artifacts":[],"expected_output":{"format":"code","success_criteria":["it runs"]},"constraints":[],"authority_scope":"","fallback_on_failure":""}}','38add43862234f06277835c904bbad20','7b0ca6cc115a3b3fba2c160846e5f5187022db5a39a6da1eb1cf962c66ae4b47','7247a8b7e690d7eb59914572b786ce4374215467981c1a9054893bfce0660160',NULL,NULL);
INSERT INTO "events" VALUES(8,'E-8','2026-11-18T22:09:10.975027Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-8","type":"DECISION_REQUEST","from":"lead","to":"bob","readers":["bob"],"priority":"blocking","channel":null,"in_reply_to":null,"expects":["DECISION_RESULT"],"debtors":["bob"],"settles":[],"mentioned":[]}','{"context_summary":"JWT?","related_state_refs":[],"payload":{"decision_id":"D-1","question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}],"recommended":null,"deadline_steps":null}}','4eb86366a47e23b7da83c389b6f291d6','07372aa081d18e24e4b1505759783b5f95184696e26cdad069244bb24241fe1a','b21fc01661a1579d7d7f1f101837b02b39a72e30caa6b52d30eb47487a428d9a',NULL,NULL);
INSERT INTO "events" VALUES(9,'E-9','2026-11-18T22:09:10.977110Z','DecisionRequested','lead','terminal',NULL,8,'{"action":"decision requested","decision":"D-1","message":"MSG-8","requester":"lead","owners":["bob"],"deadline_steps":null}','{"question":"JWT?","options":[{"label":"yes","analysis":"simple","recommendation_score":null}]}','b8ebc7d7dead5df26289cb50932a89e2','d77e137600c68a8c90cda27193a78432723d92ea421d3474cc88766433c1053f','c1271b5b5504f9593ee778603dc9157aceb340cbff98428a5d41dcd439aae8bd',NULL,NULL);
INSERT INTO "events" VALUES(10,'E-10','2026-11-18T22:09:11.334101Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-10","type":"STATUS_UPDATE","from":"bob","to":"lead","readers":["lead"],"priority":"normal","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"waiting","related_state_refs":[],"payload":{"task_ref":null,"new_status":"blocked","progress_summary":"waiting","estimated_remaining":null,"blockers":["no access"]}}','d2098536271caf9baa36f59dc5e76165','bc41c911183c9bbfb4a9e16f8853e1a10fbf4324d737e8c86a404624c40ed992','a2034607d363a956ad1c72dc66f4926f0267fcf30a44c611101e9fd126f355fc',NULL,NULL);
INSERT INTO "events" VALUES(11,'E-11','2026-11-18T22:09:11.336144Z','FieldSet','bob','terminal',NULL,10,'{"action":"field set","field":"status","agent":"bob","based_on":10,"overrides":null,"status":"blocked","message":"MSG-10"}',NULL,NULL,NULL,'be240cd31e0a60a3e06c591a3b69e7c4e3904406bcc37d06e2fec03f763c5421',NULL,NULL);
INSERT INTO "events" VALUES(12,'E-12','2026-11-18T22:09:11.336529Z','BlockerAdded','bob','terminal',NULL,10,'{"action":"blocker reported","id":"BLK-12","affected_agents":["bob"],"cause":null,"by":"bob"}','{"description":"no access"}','4d6aadcfb0d060beef20f9e9c7eab4df','5ec5a0668b6ab7f6cfa6472ba82b587e6402c47e0e605b1a7bf5e963df630533','41580bca6eeee33351e327861e265f88db6c990ac789e314ac1e079915d34704',NULL,NULL);
INSERT INTO "events" VALUES(13,'E-13','2026-11-18T22:09:11.351109Z','MessagePosted','system','system',NULL,10,'{"id":"MSG-13","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"bob is blocked by a cause outside the team: no access","related_state_refs":[{"type":"agent","id":"bob"}],"payload":{"topic":"bob is blocked","content":"bob is blocked by a cause outside the team: no access","relevance_to_recipients":"You lead the team.","actionable":true,"action_suggestion":"Finish it, or say when it can be expected."}}','c0403bcddd8f5b7a750ed57bc2192195','55910fc543dfa8f41d6bacfea9d5789ecd11a6f0fdb47ef7847b913b15666631','762164a98aca71c8d54ea55d3346db95a9f1a81ea59229f4d273e52db4464c0f',NULL,NULL);
INSERT INTO "events" VALUES(14,'E-14','2026-11-18T22:09:11.705200Z','MessagePosted','lead','terminal',NULL,NULL,'{"id":"MSG-14","type":"FREEFORM","from":"lead","to":"all","readers":["bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":["bob"]}','{"context_summary":"good morning @bob / おはよう","related_state_refs":[],"payload":{"intent_hint":"","body":"good morning @bob / おはよう","requires_response":false,"urgency":"normal"}}','81213eb7144477a76a52bfbe0b9d1ec9','3589b39d3ebf6aa4a42de0d600b6ac5a59a48d7c4ecde51602353033fe6c5f24','38e174a4d51f48fc4e1c76b7e3b243d3ef8d7ebc29ff419177337b171d2fdc21','once','770bba93e83318de74a2181193930640979279f4ec762cb7cd5283d3e77278a3');
INSERT INTO "events" VALUES(15,'E-15','2026-11-18T22:09:12.056302Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-15","type":"FREEFORM","from":"person","to":"#general","readers":["lead","bob"],"priority":"normal","channel":"general","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}',NULL,NULL,'3fcb1d83cb34f859ccc6c46211d984d91a89eae7abd5029d0c52302bcdc45c9c','a8c2f1c8de1abec815c34bd52c879b2b30c84cfce80bbf71b58b40d5999df2cf',NULL,NULL);
INSERT INTO "events" VALUES(16,'E-16','2026-11-18T22:09:12.458678Z','MessagePosted','bob','terminal',NULL,NULL,'{"id":"MSG-16","type":"FREEFORM","from":"bob","to":"#design","readers":["lead"],"priority":"normal","channel":"design","in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"a post","related_state_refs":[],"payload":{"intent_hint":"","body":"a post","requires_response":false,"urgency":"normal"}}','68e92ea3e9e127a5d82fbd7e898e7444','978afe3300f9b8c3415ce494bc696a468b1cd732173449efc591b7c92c83bb40','723014d739791a8455f8674347cd0cf66082b723743de8fe3beba9f837db2597',NULL,NULL);
INSERT INTO "events" VALUES(17,'E-17','2026-11-18T22:09:12.803418Z','ChannelRead','person','terminal',NULL,NULL,'{"reader":"person","channel":"design","up_to":16}',NULL,NULL,NULL,'478e2991d22cab93fa97a4a613e4f0bab6b3ff265a5c886086346977f5802d78',NULL,NULL);
INSERT INTO "events" VALUES(18,'E-18','2026-11-18T22:09:13.165531Z','RuleRefused','person','terminal',NULL,NULL,'{"rule":"DEC-26","actor":"person","action":"HandleMessages","mode":"enforce"}',NULL,NULL,NULL,'78403c0dd4887b6f0d4b72fa877d8862f459e77567515cc5f66a7879ff298d08',NULL,NULL);
INSERT INTO "events" VALUES(19,'E-19','2026-11-18T22:09:13.568223Z','ContractOffered','lead','terminal',NULL,NULL,'{"id":"TC-1","delegator":"lead","assignee":"bob","artifacts":[],"handoff":null}','{"contract":{"id":"TC-1","delegator":"lead","assignee":"bob","created_at":null,"inputs":{"description":"Build the login","artifacts":[],"constraints":[],"assumptions":[]},"expected_output":{"format":"code","schema":null,"deliverables":[]},"acceptance_criteria":[{"criterion":"works","verification_method":"look at it"}],"authority":{"autonomous_decisions":[],"must_consult":[],"escalation_triggers":[]},"failure_handling":{"on_blocked":"","on_partial_completion":"","on_assumption_violation":"","max_retries":null},"timeout":{"max_steps":null,"on_timeout":""}}}','13b0461fbb4f57da04c1cd261a2bd161','05b329194030711611d85ff638f3a49c56d05fe86dbd27d05b95f19b10bf1e23','e9f699b9d283543f36a9ae6922bb7024fda4bd93bb0813c3803f360945be1c79',NULL,NULL);
INSERT INTO "events" VALUES(20,'E-20','2026-11-18T22:09:13.570667Z','MessagePosted','system','system',NULL,19,'{"id":"MSG-20","type":"KNOWLEDGE_SHARE","from":"system","to":"bob","readers":["bob"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Build the login","related_state_refs":[],"payload":{"topic":"lead offers you the contract TC-1","content":"Build the login","relevance_to_recipients":"You are its assignee.","actionable":true,"action_suggestion":"Read it: renkei contract show TC-1. Then: renkei contract accept TC-1, or decline TC-1."}}','4ed54138d6683f4f24735f7369cf9bf9','74517cead64eb9cf6b52012be96e53c7f3cf50873e1e0d858e032b75ca4aa262','cad63921524206d3726076c140d29585aee90b609053b36f8d027b08e449b64c',NULL,NULL);
INSERT INTO "events" VALUES(21,'E-21','2026-11-18T22:09:13.968700Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"TURN-2","actor":"bob","action":"AcceptContract","mode":"enforce"}',NULL,NULL,NULL,'849b67bdeef8344c578e57b31366b183f33d7c9bc9c6733b7980ae23f7c15e1c',NULL,NULL);
INSERT INTO "events" VALUES(22,'E-22','2026-11-18T22:09:14.338436Z','MessagePosted','person','terminal',NULL,NULL,'{"id":"MSG-22","type":"DECISION_RESULT","from":"person","to":["lead","bob"],"readers":["lead","bob"],"priority":"normal","channel":null,"in_reply_to":"MSG-8","expects":[],"debtors":[],"settles":[{"message":"MSG-8","debtor":"bob"}],"mentioned":[]}','{"context_summary":"simple","related_state_refs":[],"payload":{"decision_id":"D-1","chosen_option":"yes","rationale":"simple","additional_constraints":null}}','8f072d1e7da5e25f2fc1fad6b1d6a11a','f46a3ed4fac3aa4bf9990f3226d0cb0c152870812ddeb37742d8f92565e15161','cfd3399bedf15541af722c73ed7b64be8232aa86b6db5070a96621a7a8eb747a',NULL,NULL);
INSERT INTO "events" VALUES(23,'E-23','2026-11-18T22:09:14.340295Z','DecisionResolved','person','terminal',NULL,22,'{"action":"decision made","decision":"D-1","message":"MSG-22"}','{"chosen_option":"yes","rationale":"simple","additional_constraints":[]}','fb5c8ecdd9b29ff1d01456f5aaad0a60','c90264726b606148aed20d0209151e7b6d0ffa1448aad06b5a42fb6fc8860076','543b36bd5f609e1085504b76c5fab8890c86d3b1a3dd09dcea14c89bb5cd25c0',NULL,NULL);
INSERT INTO "events" VALUES(24,'E-24','2026-11-18T22:09:14.357082Z','MessagePosted','system','system',NULL,22,'{"id":"MSG-24","type":"KNOWLEDGE_SHARE","from":"system","to":"lead","readers":["lead"],"priority":"high","channel":null,"in_reply_to":null,"expects":[],"debtors":[],"settles":[],"mentioned":[]}','{"context_summary":"Decision D-1 is resolved.","related_state_refs":[{"type":"decision","id":"D-1"}],"payload":{"topic":"Decision D-1","content":"Decision D-1 is resolved.\nWhat was decided: yes\nImpact on your task: You asked for it.","relevance_to_recipients":"You asked for it.","actionable":true,"action_suggestion":"Check your work against the decision."}}','fc4504fa3a4f5db1b5b1c8dd74c0e5c5','d44675f9ef768098214ff1cc5f71715c825f86521c5b0c05c81408e2cb9aa690','80793a3320938651b5881e22e6bee52e4329f088d4a7d4a84cfb1168bf1f317f',NULL,NULL);
INSERT INTO "events" VALUES(25,'E-25','2026-11-18T22:09:14.704473Z','RuleRefused','bob','terminal',NULL,NULL,'{"rule":"BOARD-4","actor":"bob","action":"SetFields","mode":"enforce"}',NULL,NULL,NULL,'8d36be07589967180407914618dccdedce7bf8d48b38fb81232b65381fd5fa4b',NULL,NULL);
INSERT INTO "events" VALUES(26,'E-26','2026-11-18T22:09:15.580455Z','RunStarted','person','terminal','R-1',NULL,'{"run":"R-1","playbook":"small","digest":"89be8fd31fbb8cee","agents":"scripted","yes":true,"execute":false,"merge":false,"team":true,"tasks":["t","gap"],"base":null,"branch":null,"work_tree":null,"git":null,"caps":{"tokens":null,"steps":null,"minutes":null,"money":null}}','{"goal":"","variables":{},"playbook":{"name":"small","roles":{"r":{}},"tasks":[{"id":"t","role":"r"},{"id":"gap","role":"r","critical":false,"script":[{"crash":"boom"}]}]}}','d13a43f13d49be4b4c24010070834da3','c1eef2f83830ab6f1e11d4051838b9432856c07a79e0f4c41b318c6616014d78','6dc414b46c27fa64d335388f68054c322c7d64c842f411dd2104a44d12b44241',NULL,NULL);
INSERT INTO "events" VALUES(27,'E-27','2026-11-18T22:09:15.581700Z','AgentAdded','person','terminal',NULL,26,'{"action":"member added","agent":"r","role":"r","model":null}',NULL,NULL,NULL,'54404200dbb477e9fea552805ebe809febd822cb77ca37bd239297580c906015',NULL,NULL);
INSERT INTO "events" VALUES(28,'E-28','2026-11-18T22:09:15.594236Z','RunLeased','system','system','R-1',NULL,'{"run":"R-1","holder":"vm:15994"}',NULL,NULL,NULL,'2e46e0aa5fdc116280631ac3202cd75bfe7a07e07ab8c34f0f5f9f6066918bd1',NULL,NULL);
INSERT INTO "events" VALUES(29,'E-29','2026-11-18T22:09:15.598625Z','TaskStarted','system','system','R-1',NULL,'{"run":"R-1","task":"t","cycle":1,"attempt":1,"agent":"r","lease":28,"base":null,"contract":null,"credential":"aaffad1c0de19ecf4050b1c6ab19b2aace4663d6be070d5d86ac1ee45c7f893f","recheck":false}',NULL,NULL,NULL,'5d6dccbb320162f767e70e117abff36fc2c2605a9ce40414ab436d1b73afc3fa',NULL,NULL);
INSERT INTO "events" VALUES(30,'E-30','2026-11-18T22:09:15.599045Z','TaskStarted','system','system','R-1',29,'{"run":"R-1","task":"gap","cycle":1,"attempt":1,"agent":"r","lease":28,"base":null,"contract":null,"credential":"5fbf674af625945ebd6c1b1b6a1ad23b5d743f5d93769ed9db90ffa31a27e2ab","recheck":false}',NULL,NULL,NULL,'98568647630a79710540b0702ae10cb32c98936e77942f2b7958df6f873ab1cc',NULL,NULL);
INSERT INTO "events" VALUES(31,'E-31','2026-11-18T22:09:15.599135Z','FieldSet','system','system',NULL,29,'{"action":"field set","field":"current_phase","agent":null,"based_on":28,"overrides":null,"status":null,"message":null}','{"value":"small: work","why":null}','613ac16963c772fcc9d787bf50b26b56','08bfa34dab27192cdbdf2f61e441fc3da1341984ed9ada26f1779db232240dc6','6f06d49bfdfbe3728948dc63030a6d71afd6a0c82011d72b1b687fa0553dd3bd',NULL,NULL);
INSERT INTO "events" VALUES(32,'E-32','2026-11-18T22:09:15.599459Z','FieldSet','system','system',NULL,29,'{"action":"field set","field":"current_task","agent":"r","based_on":31,"overrides":null,"status":null,"message":null}','{"value":"R-1/t","why":null}','be2eac5741711b8b9967b0bfb7e6091e','af736c99d79a4a5c33c8356602347d8f690f9c2fff055ad5b0c6ca59bf3cbc65','90cafc3873048d33edbe2009388f423d5c40a2f3c12aea3c3fc16a5db6bb203b',NULL,NULL);
INSERT INTO "events" VALUES(33,'E-33','2026-11-18T22:09:15.599585Z','FieldSet','system','system',NULL,29,'{"action":"field set","field":"status","agent":"r","based_on":31,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'c02cf27ab0e11d8815808d160a183aadcb2aed0939e97d7f945c04bff522c190',NULL,NULL);
INSERT INTO "events" VALUES(34,'E-34','2026-11-18T22:09:15.599641Z','FieldSet','system','system',NULL,29,'{"action":"field set","field":"current_task","agent":"r","based_on":31,"overrides":null,"status":null,"message":null}','{"value":"R-1/gap","why":null}','dd3bbe203c46443de34afbdde9dc299c','3ae09494ea881c532edb85eadb23d76faf7e58859b5f6d3a52358cd5f79412f3','cb2fd99b6679c57f16eb3dce4b420b93f6bf1f75275486bdbc5ede2938c2b129',NULL,NULL);
INSERT INTO "events" VALUES(35,'E-35','2026-11-18T22:09:15.599699Z','FieldSet','system','system',NULL,29,'{"action":"field set","field":"status","agent":"r","based_on":31,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'d6e611adbe0d7509ea9fff2fc969bedbf704b665a184c3786799d95996fd73d3',NULL,NULL);
INSERT INTO "events" VALUES(36,'E-36','2026-11-18T22:09:15.770038Z','TaskFailed','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":1,"token":30,"agent":"r","kind":"crash","agentless":false,"silent":true,"until":null,"refused":[],"usage":{"tokens":0,"steps":0,"micros":0,"spent":[]}}','{"summary":"boom","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','a07ec79df389cda101446298bc0afd5c','b7027a51321ac91db4db3eb5809e2e78bc8597e6062abc6fdba92882f71bc009','8e07a9936cfb3691e4c8f697272764e283e21bb1a50e3f15f8d1319802767e93',NULL,NULL);
INSERT INTO "events" VALUES(37,'E-37','2026-11-18T22:09:15.770428Z','TaskCompleted','system','system','R-1',36,'{"run":"R-1","task":"t","cycle":1,"attempt":1,"token":29,"agent":"r","commit":null,"artifacts":[],"refused":[],"unverified":false,"severity":null,"flags":[],"usage":{"tokens":0,"steps":0,"micros":0,"spent":[]}}','{"summary":"","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','a1c37fe905ee44b3052ea940369b5aa1','c8ac821cfdc51da2510173a6fedc204cb7215943f28c8c7a771d566096ec16e8','67a81cf6ee962bbc92774229809a489efd8f007838807b31d765631d0af7e456',NULL,NULL);
INSERT INTO "events" VALUES(38,'E-38','2026-11-18T22:09:15.770632Z','FieldSet','system','system',NULL,36,'{"action":"ended without update","field":"status","agent":"r","based_on":37,"overrides":null,"status":"error","message":null}',NULL,NULL,NULL,'c7c5266d3364925e2874531f36ac9a6f139dfdf224e70324c99bb1df4e11f269',NULL,NULL);
INSERT INTO "events" VALUES(39,'E-39','2026-11-18T22:09:15.770692Z','FieldSet','system','system',NULL,36,'{"action":"field set","field":"status","agent":"r","based_on":37,"overrides":null,"status":"completed","message":null}',NULL,NULL,NULL,'2403549191afe7e6542fb2d89e4bf41eb728656615fa2b08e8766b0f4650712a',NULL,NULL);
INSERT INTO "events" VALUES(40,'E-40','2026-11-18T22:09:15.786743Z','TaskStarted','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":2,"agent":"r","lease":28,"base":null,"contract":null,"credential":"063c06061709d0fa30100b636be376ad067c100d8f3ee1b82ddf3802b6de3b29","recheck":false}',NULL,NULL,NULL,'c348dc9b1eef855fbc80cab6386764bcdf9fa985abb4f7993743b4e425cc5e41',NULL,NULL);
INSERT INTO "events" VALUES(41,'E-41','2026-11-18T22:09:15.787014Z','FieldSet','system','system',NULL,40,'{"action":"field set","field":"current_task","agent":"r","based_on":40,"overrides":null,"status":null,"message":null}','{"value":"R-1/gap","why":null}','4f1ba080599f7545f5a1bfc60779fa79','ccacfa2634bb9c523aaf2a6af6bd7c84309349ee20d8ec30bfbececd87462dd7','d760a1f184b77b2992fcaef9b8c20d4410238aa13c8eb73d80a0fe6f5ad47c4b',NULL,NULL);
INSERT INTO "events" VALUES(42,'E-42','2026-11-18T22:09:15.787091Z','FieldSet','system','system',NULL,40,'{"action":"field set","field":"status","agent":"r","based_on":40,"overrides":null,"status":"working","message":null}',NULL,NULL,NULL,'894e4863c9d3a0acd6c6d1670190c2a3301b050f9b4271572cd1a9715cf395c2',NULL,NULL);
INSERT INTO "events" VALUES(43,'E-43','2026-11-18T22:09:15.876730Z','TaskFailed','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1,"attempt":2,"token":40,"agent":"r","kind":"crash","agentless":false,"silent":true,"until":null,"refused":[],"usage":{"tokens":0,"steps":0,"micros":0,"spent":[]}}','{"summary":"boom","outputs":{},"notes":[],"unchecked":[],"not_run":null,"conflicts":[],"questions":[],"doubts":[]}','af21e0ce1c577ccf2a82a7eaa8adf957','f6395013aea165be5391bc13dd9246e50c6bfd259127bf5b2aca81344d3d47ae','506d34a60024b2447f573f3cbf64dd472e7db538d796b0558ba007ff9bbc8a08',NULL,NULL);
INSERT INTO "events" VALUES(44,'E-44','2026-11-18T22:09:15.877103Z','FieldSet','system','system',NULL,43,'{"action":"ended without update","field":"status","agent":"r","based_on":43,"overrides":null,"status":"error","message":null}',NULL,NULL,NULL,'aa81992fce9c25ef09e320f17446a9da6042f75497a6e3cb9c0b106d99108f67',NULL,NULL);
INSERT INTO "events" VALUES(45,'E-45','2026-11-18T22:09:15.880588Z','TaskSkipped','system','system','R-1',NULL,'{"run":"R-1","task":"gap","cycle":1}',NULL,NULL,NULL,'66cd4b43e4f0709e19dde8373754d703959859b9879c5dd149d58fbd4d4d9b01',NULL,NULL);
INSERT INTO "events" VALUES(46,'E-46','2026-11-18T22:09:15.883140Z','RunEnded','system','system','R-1',NULL,'{"run":"R-1","state":"completed","commit":null}','{"note":"all tasks are done"}','ecb6d19d605797bc79888e418c548c7f','24645962418d34ba5c070dd99781063d7f6a5e4f7671ec0a37a8559a8e2c0eae','d208acdd48d7b59327bbdcdb192a71de5bb341c3624f812ddd113b5e25b494cb',NULL,NULL);
INSERT INTO "events" VALUES(47,'E-47','2026-11-18T22:09:15.883266Z','FieldSet','system','system',NULL,46,'{"action":"field set","field":"current_phase","agent":null,"based_on":45,"overrides":null,"status":null,"message":null}','{"value":"small: completed","why":null}','11ce80240b655406ad0630779d7392df','b08df0fe224742b67b3bc5ceab1a0f2c2dcebeb7a785f46d160eea9c8781fb9e','5e0a160ece2240fbee62a3b6c1735de4f917b1a05ebd55bb01c79bdd10971e9a',NULL,NULL);
INSERT INTO "events" VALUES(48,'E-48','2026-11-18T22:09:16.291831Z','BodyRedacted','person','terminal',NULL,NULL,'{"target":"E-15","events":[15]}',NULL,NULL,NULL,'6ef5b712561896c72690edbc008110b25226e2b0e08162635787f8f6d9fae7d7',NULL,NULL);
CREATE TABLE "expected_artifacts" ("name" TEXT NOT NULL, "task" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("name")) STRICT, WITHOUT ROWID;
CREATE TABLE "fields" ("path" TEXT NOT NULL, "agent" TEXT, "value" TEXT, "actor" TEXT NOT NULL, "seq" INTEGER NOT NULL, "since" INTEGER NOT NULL, PRIMARY KEY ("path")) STRICT, WITHOUT ROWID;
INSERT INTO "fields" VALUES('agents.bob.status','bob','blocked','bob',11,11);
INSERT INTO "fields" VALUES('agents.r.current_task','r','R-1/gap','system',41,34);
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
INSERT INTO "head" VALUES(1,48,'6ef5b712561896c72690edbc008110b25226e2b0e08162635787f8f6d9fae7d7','2026-11-18T22:09:16.291831Z',9,'c831a09180ec0f30');
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
INSERT INTO "run_tasks" VALUES('R-1','t',0,'completed',1,1,0,29,28,'aaffad1c0de19ecf4050b1c6ab19b2aace4663d6be070d5d86ac1ee45c7f893f','r',NULL,NULL,NULL,'[]','[]','{}','[]',NULL,'[]','[]','[]',NULL,0,NULL,NULL,'',0,0,NULL,0,0,0,0,0,NULL,0,'2026-11-18T22:09:15.598625Z','2026-11-18T22:09:15.770428Z');
INSERT INTO "run_tasks" VALUES('R-1','gap',1,'skipped',1,2,2,40,28,'063c06061709d0fa30100b636be376ad067c100d8f3ee1b82ddf3802b6de3b29','r',NULL,NULL,NULL,'[]','[]','{}','[]',NULL,'[]','[]','[]',NULL,0,NULL,'crash','boom',0,0,NULL,0,0,0,0,0,NULL,0,'2026-11-18T22:09:15.786743Z','2026-11-18T22:09:15.876730Z');
CREATE TABLE "run_warnings" ("run" TEXT NOT NULL, "seq" INTEGER NOT NULL, "task" TEXT NOT NULL, "agent" TEXT NOT NULL, "text" TEXT NOT NULL, PRIMARY KEY ("run", "seq")) STRICT, WITHOUT ROWID;
INSERT INTO "run_warnings" VALUES('R-1',36,'gap','r','Agent r failed, results may be incomplete');
INSERT INTO "run_warnings" VALUES('R-1',43,'gap','r','Agent r failed, results may be incomplete');
CREATE TABLE "runs" ("id" TEXT NOT NULL, "playbook" TEXT NOT NULL, "state" TEXT NOT NULL, "agents" TEXT NOT NULL, "yes" INTEGER NOT NULL, "execute" INTEGER NOT NULL, "merge" INTEGER NOT NULL, "base" TEXT, "branch" TEXT, "head" TEXT, "cycle" INTEGER NOT NULL, "team" INTEGER NOT NULL, "lease" INTEGER NOT NULL, "holder" TEXT NOT NULL, "caps" TEXT NOT NULL, "tokens" INTEGER NOT NULL, "steps" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "unpriced" INTEGER NOT NULL, "active" INTEGER NOT NULL, "started" TEXT NOT NULL, "at" TEXT NOT NULL, "last" INTEGER NOT NULL, "merged" TEXT, "unmerged" INTEGER NOT NULL, "undone" TEXT, "note" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "runs" VALUES('R-1','small','completed','scripted',1,0,0,NULL,NULL,NULL,1,1,28,'vm:15994','{"minutes":null,"money":null,"steps":null,"tokens":null}',0,0,0,0,284,'2026-11-18T22:09:15.580455Z','2026-11-18T22:09:15.883140Z',46,NULL,0,NULL,'all tasks are done',26);
CREATE TABLE "session_spend" ("session" TEXT NOT NULL, "agent_id" TEXT NOT NULL, "model" TEXT NOT NULL, "input" INTEGER NOT NULL, "output" INTEGER NOT NULL, "cache_read" INTEGER NOT NULL, "cache_write" INTEGER NOT NULL, "cache_write_1h" INTEGER NOT NULL, "other" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("session", "agent_id", "model")) STRICT, WITHOUT ROWID;
CREATE TABLE "spend" ("agent" TEXT NOT NULL, "run" TEXT NOT NULL, "task" TEXT NOT NULL, "model" TEXT NOT NULL, "day" TEXT NOT NULL, "input" INTEGER NOT NULL, "output" INTEGER NOT NULL, "cache_read" INTEGER NOT NULL, "cache_write" INTEGER NOT NULL, "cache_write_1h" INTEGER NOT NULL, "other" INTEGER NOT NULL, "micros" INTEGER NOT NULL, "unpriced" INTEGER NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("agent", "run", "task", "model", "day")) STRICT, WITHOUT ROWID;
CREATE TABLE "steps" ("agent" TEXT NOT NULL, "count" INTEGER NOT NULL, PRIMARY KEY ("agent")) STRICT, WITHOUT ROWID;
INSERT INTO "steps" VALUES('bob',5);
INSERT INTO "steps" VALUES('lead',4);
CREATE TABLE "tasks" ("id" TEXT NOT NULL, "delegator" TEXT, "addressees" TEXT NOT NULL, "owner" TEXT, "started" INTEGER NOT NULL, "state" TEXT NOT NULL, "seq" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
INSERT INTO "tasks" VALUES('MSG-7','lead','["bob"]','bob',0,'open',7);
CREATE TABLE "tokens" ("digest" TEXT NOT NULL, "agent" TEXT NOT NULL, "seq" INTEGER NOT NULL, "expires" INTEGER, PRIMARY KEY ("digest")) STRICT, WITHOUT ROWID;
INSERT INTO "tokens" VALUES('e0ddb36265f25159d25efd6e10ca9abb47a95f3110bdcac4213eb67978efede4','bob',4,1797631749);
CREATE TABLE "turns" ("agent" TEXT NOT NULL, "open" INTEGER NOT NULL, "started" INTEGER NOT NULL, "previous" INTEGER NOT NULL, "updated" INTEGER NOT NULL, "reported" INTEGER NOT NULL, "due" TEXT, "run" TEXT, "attempts" TEXT NOT NULL, PRIMARY KEY ("agent")) STRICT;
INSERT INTO "turns" VALUES('bob',1,6,0,1,1,NULL,NULL,'[]');
INSERT INTO "turns" VALUES('r',0,40,29,0,0,'ended','R-1','[]');
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
