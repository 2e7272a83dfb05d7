-- PostgreSQL reads and plans a function of SQL anew each time it is called from another function, and keeps the plans of
-- one of PL/pgSQL.
CREATE OR REPLACE FUNCTION store_events(outbox_rows TEXT) RETURNS VOID LANGUAGE plpgsql AS $store$
BEGIN
    INSERT INTO event_outbox (id, events, stored_at)
    SELECT (outbox_row ->> 0)::UUID, outbox_row ->> 1, clock_timestamp()
    FROM jsonb_array_elements(outbox_rows::JSONB) AS outbox_row;
END $store$;
