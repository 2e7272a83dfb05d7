-- Named views of the list of jobs: a filter and an order, as the query text of the list's address.
CREATE TABLE saved_view (
    id            UUID PRIMARY KEY,
    company_id    UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    -- Who saved it.
    person_id     UUID NOT NULL REFERENCES person (id),
    name          TEXT NOT NULL,
    search        TEXT NOT NULL,
    -- Whether everybody of the company has it in their list.
    is_shared     BOOLEAN NOT NULL,
    date_inserted TIMESTAMPTZ NOT NULL
);
CREATE INDEX saved_view_by_company ON saved_view (company_id, date_inserted, id);
CREATE INDEX saved_view_by_person ON saved_view (person_id);
