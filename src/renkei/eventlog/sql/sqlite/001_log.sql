-- The log: one row per event, in commit order, without gaps.
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
) STRICT;

-- Where the log ends, and who may write: one row.
CREATE TABLE head (
    one         INTEGER PRIMARY KEY CHECK (one = 1),
    seq         INTEGER NOT NULL,
    hash        TEXT NOT NULL,
    at          TEXT NOT NULL,
    min_writer  INTEGER NOT NULL,
    fingerprint TEXT NOT NULL
) STRICT;

INSERT INTO head VALUES (1, 0, '0000000000000000000000000000000000000000000000000000000000000000', '', 0, '');
