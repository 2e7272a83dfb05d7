-- Uploads in parts (tus 1.0): what has arrived of a file, until a call uses it. A phone whose connection breaks
-- continues where it broke.
CREATE TABLE upload (
    id             UUID PRIMARY KEY,
    person_id      UUID NOT NULL REFERENCES person (id),
    total_bytes    BIGINT NOT NULL,
    received_bytes BIGINT NOT NULL,
    -- `Upload-Metadata`, as it was sent.
    metadata       TEXT,
    date_inserted  TIMESTAMPTZ NOT NULL,
    expires_at     TIMESTAMPTZ NOT NULL
);
CREATE INDEX upload_by_person ON upload (person_id);
CREATE INDEX upload_by_expiry ON upload (expires_at);

-- The parts, as files of the file store.
CREATE TABLE upload_part (
    upload_id  UUID NOT NULL REFERENCES upload (id) ON DELETE CASCADE,
    first_byte BIGINT NOT NULL,
    file_key   TEXT NOT NULL,
    PRIMARY KEY (upload_id, first_byte)
);
