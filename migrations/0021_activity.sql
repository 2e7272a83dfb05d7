-- Who did what to which thing, from which values to which: only ever added to. Names are kept as they
-- were, so that it reads the same when the thing, the job or the person is gone; so no id here points at
-- a row but the company's, whose log goes with it.
CREATE TABLE activity (
    -- Made when it happened: newer ones are greater.
    id                 UUID PRIMARY KEY,
    company_id         UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    at                 TIMESTAMPTZ NOT NULL,
    actor_id           UUID,
    actor_name         TEXT NOT NULL,
    actor_company_id   UUID,
    actor_company_name TEXT NOT NULL,
    kind               TEXT NOT NULL,
    subject_id         UUID,
    subject_name       TEXT NOT NULL,
    job_id             UUID,
    job_title          TEXT,
    -- Whether it stands on the job's own page: that is the log of whoever owns the job.
    on_job             BOOLEAN NOT NULL,
    -- The subcontractor that had the job then and may know of it.
    shared_with        UUID,
    action             TEXT NOT NULL,
    -- A list of field, from and to.
    changes            JSONB NOT NULL,
    -- The names and values in it, as searching compares them.
    words              TEXT NOT NULL
);
CREATE INDEX activity_by_company ON activity (company_id, id);
CREATE INDEX activity_by_job ON activity (job_id, id) WHERE job_id IS NOT NULL;
CREATE INDEX activity_by_actor ON activity (company_id, actor_id, id);
CREATE INDEX activity_by_kind ON activity (company_id, kind, id);
