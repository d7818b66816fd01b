-- By which a hook shows that it wrote the receipt; NULL: nobody can tell who did.
ALTER TABLE renkei.receipts ADD COLUMN seal text COLLATE "C";
