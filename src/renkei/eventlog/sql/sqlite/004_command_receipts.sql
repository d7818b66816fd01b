-- What agents' tools really ran, and how it ended; without an exit code nobody knows.
ALTER TABLE receipts ADD COLUMN command TEXT;
ALTER TABLE receipts ADD COLUMN exit_code INTEGER;
