-- Companies by any three letters of their name or place. SQLite walks its own index of the search fast
-- enough; here a rare name would cost a walk through all companies. A server without the extension
-- keeps that walk. Companies are looked for far more often than they are written, so nothing waits in a
-- list of its own to be put into these indexes.
DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX company_by_name_letters ON company USING gin (name_key gin_trgm_ops)
        WITH (fastupdate = off);
    CREATE INDEX company_by_place_letters ON company USING gin (location_key gin_trgm_ops)
        WITH (fastupdate = off);
EXCEPTION
    WHEN undefined_file OR feature_not_supported OR insufficient_privilege THEN
        RAISE NOTICE 'pg_trgm is not to be had: the company search does without it';
END
$$;
