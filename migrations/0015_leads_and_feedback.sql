-- What visitors of the landing page and people of the product write to whoever runs it.
CREATE TABLE lead (
    id            UUID PRIMARY KEY,
    name          TEXT NOT NULL,
    email         TEXT NOT NULL,
    company_type  TEXT NOT NULL CHECK (company_type IN ('contractor', 'subcontractor', 'vendor')),
    details       TEXT NOT NULL,
    date_inserted TIMESTAMPTZ NOT NULL
);
CREATE INDEX lead_by_time ON lead (date_inserted, id);

CREATE TABLE feedback (
    id            UUID PRIMARY KEY,
    person_id     UUID NOT NULL REFERENCES person (id),
    company_id    UUID NOT NULL REFERENCES company (id),
    subject       TEXT NOT NULL,
    kind          TEXT NOT NULL,
    details       TEXT NOT NULL,
    date_inserted TIMESTAMPTZ NOT NULL
);
CREATE INDEX feedback_by_time ON feedback (date_inserted, id);
