-- The numbers of tests that a command printed; NULL: nobody kept them.
ALTER TABLE renkei.receipts ADD COLUMN counts text COLLATE "C";
