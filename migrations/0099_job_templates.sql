-- What jobs of one kind have in common, to begin the next one with. Its contents are a JSON record, which is copied as a
-- whole into a new job.
CREATE TABLE job_template (
    id            UUID PRIMARY KEY,
    company_id    UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    name          TEXT NOT NULL,
    contents      JSONB NOT NULL,
    date_inserted TIMESTAMPTZ NOT NULL
);
CREATE INDEX job_template_by_company ON job_template (company_id, date_inserted, id);
