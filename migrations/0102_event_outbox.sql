-- Events of commits that are not yet sent to the servers of this database. Only PostgreSQL fills it: with SQLite there is one
-- server.
CREATE TABLE event_outbox (
    id        UUID PRIMARY KEY,
    -- A list, as JSON.
    events    TEXT NOT NULL,
    stored_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX event_outbox_by_time ON event_outbox (stored_at);
