-- By which a hook shows that it wrote the receipt; NULL: nobody can tell who did.
ALTER TABLE receipts ADD COLUMN seal TEXT;
