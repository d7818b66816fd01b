-- The numbers of tests that a command printed; NULL: nobody kept them.
ALTER TABLE receipts ADD COLUMN counts TEXT;
