-- Which of these scripts have been run: one row. Readers hold a lock on it, so that no table goes while they read.
CREATE TABLE renkei.version (
    one    boolean PRIMARY KEY CHECK (one),
    number integer NOT NULL
);

INSERT INTO renkei.version VALUES (true, 0);

-- The log: one row per event, in commit order, without gaps. JSON is text, so that it stays as it was hashed.
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

-- Idempotency: the same actor's same key is done once.
CREATE UNIQUE INDEX events_by_key ON renkei.events (actor, key) WHERE key IS NOT NULL;

-- Where the log ends, and who may write: one row. Whoever writes holds the lock on it.
CREATE TABLE renkei.head (
    one         boolean PRIMARY KEY CHECK (one),
    seq         bigint NOT NULL,
    hash        text COLLATE "C" NOT NULL,
    at          text COLLATE "C" NOT NULL,
    min_writer  integer NOT NULL,
    fingerprint text COLLATE "C" NOT NULL
);

INSERT INTO renkei.head VALUES (true, 0, '0000000000000000000000000000000000000000000000000000000000000000', '', 0, '');
