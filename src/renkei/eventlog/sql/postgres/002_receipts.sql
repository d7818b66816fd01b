-- What agents' tools really opened. Outside the log and its rules.
CREATE TABLE renkei.receipts (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at         text COLLATE "C" NOT NULL,
    session    text COLLATE "C" NOT NULL,
    agent_id   text COLLATE "C" NOT NULL,
    agent      text COLLATE "C" NOT NULL,
    tool       text COLLATE "C" NOT NULL,
    path       text COLLATE "C",
    first_line bigint,
    last_line  bigint
);

CREATE INDEX receipts_by_agent ON renkei.receipts (session, agent_id);
