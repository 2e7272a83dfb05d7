-- How an import ended that its sender gave an id, so that a stop and the last row of it cannot both come
-- first: whichever writes this row first decides. Kept for a day.
CREATE TABLE import_end (
    -- References nothing: an import has its company's row locked until its end, and a stop must not wait
    -- for that.
    company_id UUID NOT NULL,
    id         UUID NOT NULL,
    at         TIMESTAMPTZ NOT NULL,
    is_stopped BOOLEAN NOT NULL,
    -- What whoever stops it is told.
    told       JSONB NOT NULL,
    PRIMARY KEY (company_id, id)
);
