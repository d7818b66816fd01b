-- Three groups of roles, each with no more than it needs. Run once, as the owner of a store that is there, by somebody
-- who may create roles; running it again does no harm. Then, for each person or machine:
--   CREATE ROLE ada LOGIN PASSWORD '...' IN ROLE renkei_poster;
-- None of them may create, drop or alter a table, or take a record out of the log.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['renkei_reader', 'renkei_poster', 'renkei_redactor'] LOOP
        IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = name) THEN
            EXECUTE format('CREATE ROLE %I NOLOGIN', name);
        END IF;
    END LOOP;
END
$$;

GRANT USAGE ON SCHEMA renkei TO renkei_reader, renkei_poster, renkei_redactor;

-- Looks.
GRANT SELECT ON ALL TABLES IN SCHEMA renkei TO renkei_reader;

-- Posts: appends to the log, and folds what it appended into the tables. Tables that are folded anew later get the
-- rights of whoever may read or update the head.
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA renkei TO renkei_poster;
REVOKE UPDATE, DELETE ON renkei.events FROM renkei_poster;
REVOKE UPDATE, DELETE ON renkei.receipts FROM renkei_poster;
REVOKE INSERT, DELETE ON renkei.head FROM renkei_poster;
REVOKE INSERT, UPDATE, DELETE ON renkei.version FROM renkei_poster;

-- Posts, and may forget what a record said. A body that was changed instead would no longer match its digest.
GRANT renkei_poster TO renkei_redactor;
GRANT UPDATE (body, salt) ON renkei.events TO renkei_redactor;
