-- Changes of several jobs at once, as long as they may be undone.
CREATE TABLE bulk_change (
    id            UUID PRIMARY KEY,
    company_id    UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    -- Only who made it may undo it.
    person_id     UUID NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    date_inserted TIMESTAMPTZ NOT NULL,
    undone        BOOLEAN NOT NULL,
    -- What changed, and each job before and after.
    jobs          JSONB NOT NULL
);
CREATE INDEX bulk_change_by_company ON bulk_change (company_id);
CREATE INDEX bulk_change_by_person ON bulk_change (person_id);
CREATE INDEX bulk_change_by_date ON bulk_change (date_inserted);
