-- The holder of a link uploads in parts, too. Nobody's, once the link is deleted with what it opens: it expires like
-- every other. SQLite changes no constraints: the tables are made anew.
CREATE TABLE upload_new (
    id             UUID PRIMARY KEY,
    person_id      UUID REFERENCES person (id),
    total_bytes    BIGINT NOT NULL,
    received_bytes BIGINT NOT NULL,
    -- `Upload-Metadata`, as it was sent.
    metadata       TEXT,
    date_inserted  TIMESTAMPTZ NOT NULL,
    expires_at     TIMESTAMPTZ NOT NULL,
    guest_link_id  UUID REFERENCES guest_link (id) ON DELETE SET NULL
);
INSERT INTO upload_new (id, person_id, total_bytes, received_bytes, metadata, date_inserted, expires_at)
SELECT id, person_id, total_bytes, received_bytes, metadata, date_inserted, expires_at FROM upload;
CREATE TABLE upload_part_new (
    upload_id  UUID NOT NULL REFERENCES upload_new (id) ON DELETE CASCADE,
    first_byte BIGINT NOT NULL,
    file_key   TEXT NOT NULL,
    PRIMARY KEY (upload_id, first_byte)
);
INSERT INTO upload_part_new (upload_id, first_byte, file_key)
SELECT upload_id, first_byte, file_key FROM upload_part;
DROP TABLE upload_part;
DROP TABLE upload;
ALTER TABLE upload_new RENAME TO upload;
ALTER TABLE upload_part_new RENAME TO upload_part;
CREATE INDEX upload_by_person ON upload (person_id);
CREATE INDEX upload_by_expiry ON upload (expires_at);
CREATE INDEX upload_by_guest_link ON upload (guest_link_id) WHERE guest_link_id IS NOT NULL;

-- Mails to the vendors of an order, each with a link of its own, share the order's PDF.
CREATE INDEX mail_attachment_by_file ON mail_attachment (file_key);
