-- The schema whole, as a reader wants to see it. A test proves that the migrations add up to it.
CREATE TABLE renkei.version (
    one    boolean PRIMARY KEY CHECK (one),
    number integer NOT NULL
);

CREATE TABLE renkei.events (
    seq         bigint PRIMARY KEY,
    id          text COLLATE "C" NOT NULL UNIQUE,
    at          text COLLATE "C" NOT NULL,
    type        text COLLATE "C" NOT NULL,
    actor       text COLLATE "C" NOT NULL,
    via         text COLLATE "C" NOT NULL,
    run         text COLLATE "C",
    cause       bigint,
    key         text COLLATE "C",
    key_digest  text COLLATE "C",
    data        text COLLATE "C" NOT NULL,
    body        text COLLATE "C",
    salt        text COLLATE "C",
    body_digest text COLLATE "C",
    hash        text COLLATE "C" NOT NULL
);

CREATE UNIQUE INDEX events_by_key ON renkei.events (actor, key) WHERE key IS NOT NULL;

CREATE TABLE renkei.head (
    one         boolean PRIMARY KEY CHECK (one),
    seq         bigint NOT NULL,
    hash        text COLLATE "C" NOT NULL,
    at          text COLLATE "C" NOT NULL,
    min_writer  integer NOT NULL,
    fingerprint text COLLATE "C" NOT NULL
);

CREATE TABLE renkei.receipts (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at         text COLLATE "C" NOT NULL,
    session    text COLLATE "C" NOT NULL,
    agent_id   text COLLATE "C" NOT NULL,
    agent      text COLLATE "C" NOT NULL,
    tool       text COLLATE "C" NOT NULL,
    path       text COLLATE "C",
    first_line bigint,
    last_line  bigint,
    command    text COLLATE "C",
    exit_code  bigint,
    counts     text COLLATE "C",
    seal       text COLLATE "C"
);

CREATE INDEX receipts_by_agent ON renkei.receipts (session, agent_id);
