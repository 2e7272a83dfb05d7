-- Imports that were stored, so that they can be undone for a day. Kept longer, so that a late or second undo is
-- told why it is refused.
CREATE TABLE stored_import (
    company_id UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    id         UUID NOT NULL,
    at         TIMESTAMPTZ NOT NULL,
    -- Entries of the activity log after this one are of later changes.
    entry_id   UUID NOT NULL,
    is_undone  BOOLEAN NOT NULL,
    PRIMARY KEY (company_id, id)
);
CREATE INDEX stored_import_by_time ON stored_import (at);

-- What an import created, and the products whose cost it changed. Kept for a day.
CREATE TABLE imported_row (
    company_id UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    import_id  UUID NOT NULL,
    kind       TEXT NOT NULL,
    row_id     UUID NOT NULL,
    is_new     BOOLEAN NOT NULL,
    -- Of a product: its cost before, if it is not new, and that of the import.
    old_cost   BIGINT,
    unit_cost  BIGINT,
    -- Whether an undo leaves it, because somebody changed it since.
    is_kept    BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (company_id, import_id, kind, row_id)
);
