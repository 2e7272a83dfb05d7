-- A vendor of an import before it is stored, or a new contact of a vendor that is there.
CREATE TABLE staged_vendor (
    import_id      UUID NOT NULL REFERENCES staged_import (id) ON DELETE CASCADE,
    position       BIGINT NOT NULL,
    -- Whether the vendor is new too.
    is_new         BOOLEAN NOT NULL,
    vendor_id      UUID NOT NULL,
    name           TEXT NOT NULL,
    account_number TEXT,
    -- The contact, if the row has one that the vendor does not have yet.
    contact_id     UUID,
    contact_name   TEXT,
    email          TEXT,
    email_key      TEXT,
    PRIMARY KEY (import_id, position)
);
