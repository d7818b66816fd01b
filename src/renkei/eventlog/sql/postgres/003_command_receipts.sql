-- What agents' tools really ran, and how it ended; without an exit code nobody knows.
ALTER TABLE renkei.receipts ADD COLUMN command text COLLATE "C";
ALTER TABLE renkei.receipts ADD COLUMN exit_code bigint;
