-- Idempotency: the same actor's same key is done once.
ALTER TABLE events ADD COLUMN key TEXT;
ALTER TABLE events ADD COLUMN key_digest TEXT;
CREATE UNIQUE INDEX events_by_key ON events (actor, key) WHERE key IS NOT NULL;
