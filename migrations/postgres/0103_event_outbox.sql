-- A crash may forget it, so it need not be written ahead: every server notices the crash, and has its clients read again.
-- Rows stay for milliseconds.
ALTER TABLE event_outbox
    SET UNLOGGED,
    SET (autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0),
    -- A row is one notification, which may have 8,000 bytes.
    ADD CONSTRAINT event_outbox_row_fits_notification CHECK (octet_length(events) < 8000);

-- Stores events of a commit: a list of [id, events], as JSON.
CREATE FUNCTION store_events(outbox_rows TEXT) RETURNS VOID LANGUAGE SQL AS $store$
    INSERT INTO event_outbox (id, events, stored_at)
    SELECT (outbox_row ->> 0)::UUID, outbox_row ->> 1, clock_timestamp()
    FROM jsonb_array_elements(outbox_rows::JSONB) AS outbox_row;
$store$;

-- Raises the revision of a company at the end of a transaction that changed its data, and stores in the same trip what
-- changed (a list of [kind, row], as JSON), the first change for webhooks, and the events of the commit. Nobody
-- else writes the company's data between this and the commit. Without a `change_type` or `outbox_rows` there is none.
CREATE FUNCTION raise_revision(
    changed UUID, rows_changed TEXT,
    changed_at TIMESTAMPTZ, change_type TEXT, change_kind TEXT, subject UUID, change_data TEXT,
    outbox_rows TEXT
) RETURNS VOID LANGUAGE plpgsql AS $raise$
DECLARE
    raised BIGINT;
    is_deleted BOOLEAN;
BEGIN
    UPDATE company SET revision = revision + 1 WHERE id = changed
    RETURNING revision, deleted_at IS NOT NULL INTO raised, is_deleted;
    -- The transaction may have deleted the company.
    IF NOT is_deleted THEN
        INSERT INTO company_change (company_id, revision, kind, row_id)
        SELECT changed, raised, change ->> 0, (change ->> 1)::UUID
        FROM jsonb_array_elements(rows_changed::JSONB) AS change;
    END IF;
    IF change_type IS NOT NULL THEN
        INSERT INTO change_event (company_id, position, at, change_type, kind, subject_id, data)
        VALUES (
            changed,
            COALESCE((SELECT MAX(stored.position) FROM change_event AS stored WHERE stored.company_id = changed), 0) + 1,
            changed_at, raise_revision.change_type, change_kind, subject, change_data
        );
    END IF;
    IF outbox_rows IS NOT NULL THEN
        PERFORM store_events(outbox_rows);
    END IF;
END $raise$;
