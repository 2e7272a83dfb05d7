-- Makes each table with company_id one of eight partitions by the hash of the company, with the keys that docs/tenancy.md
-- says it would have. A distributed PostgreSQL has no foreign keys between tables that are not distributed alike, so there
-- are none here.
DO $$
DECLARE
    foreign_key RECORD;
    spread TEXT;
    key_columns TEXT;
    indexes TEXT[];
    index_text TEXT;
BEGIN
    FOR foreign_key IN
        SELECT conrelid::regclass AS of_table, conname AS name FROM pg_constraint
        WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
    LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', foreign_key.of_table, foreign_key.name);
    END LOOP;
    FOR spread IN
        SELECT table_name::TEXT FROM information_schema.columns
        WHERE table_schema = current_schema() AND column_name = 'company_id' AND is_nullable = 'NO'
            AND table_name::TEXT <> ALL (ARRAY['company_reference', 'chat_message', 'asked_company'])
    LOOP
        SELECT string_agg(quote_ident(attname), ', ' ORDER BY array_position(conkey, attnum)) INTO key_columns
        FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
        WHERE contype = 'p' AND conrelid = spread::regclass AND attname <> 'company_id';
        SELECT COALESCE(array_agg(
            CASE WHEN indisunique AND pg_get_indexdef(indexrelid) NOT LIKE '%company_id%'
                THEN replace(pg_get_indexdef(indexrelid), 'btree (', 'btree (company_id, ')
                ELSE pg_get_indexdef(indexrelid) END), '{}') INTO indexes
        FROM pg_index WHERE indrelid = spread::regclass AND NOT indisprimary;
        EXECUTE format('ALTER TABLE %I RENAME TO undistributed', spread);
        EXECUTE format(
            'CREATE TABLE %I (LIKE undistributed INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY HASH (company_id)',
            spread
        );
        DROP TABLE undistributed CASCADE;
        FOR part IN 0..7 LOOP
            EXECUTE format(
                'CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS 8, REMAINDER %s)',
                spread || '_' || part, spread, part
            );
        END LOOP;
        EXECUTE format('ALTER TABLE %I ADD PRIMARY KEY (company_id%s)', spread, COALESCE(', ' || key_columns, ''));
        FOREACH index_text IN ARRAY indexes LOOP
            EXECUTE index_text;
        END LOOP;
    END LOOP;
END $$;
