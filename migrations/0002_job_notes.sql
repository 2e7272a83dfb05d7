-- What people write about a job. The author stays named after they left their company.
CREATE TABLE job_note (
    id            UUID PRIMARY KEY,
    job_id        UUID NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    author_id     UUID NOT NULL REFERENCES person (id),
    content       TEXT NOT NULL,
    date_inserted TIMESTAMPTZ NOT NULL
);
CREATE INDEX job_note_by_job ON job_note (job_id, date_inserted, id);

-- A member who leaves a custom crew leaves the jobs they lead, too.
CREATE INDEX job_by_crew_member ON job (crew_member_id) WHERE crew_member_id IS NOT NULL;
