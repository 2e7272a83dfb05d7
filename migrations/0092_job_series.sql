-- Jobs that repeat. Each is a job of its own: one that is moved alone keeps its day by the rule here.
CREATE TABLE job_series (
    company_id     UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    job_id         UUID NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    series_id      UUID NOT NULL,
    -- In the order of the days when they were made. Places of deleted jobs stay empty.
    place          BIGINT NOT NULL CHECK (place >= 1),
    -- The rule: every so many units.
    unit           TEXT NOT NULL CHECK (unit IN ('day', 'week', 'month', 'year')),
    interval_units BIGINT NOT NULL CHECK (interval_units >= 1),
    -- The day from which months are counted: the 31st comes back after a shorter month.
    anchor         DATE NOT NULL,
    -- The day by the rule, and the working day that the job was given for it.
    due            DATE NOT NULL,
    planned        DATE NOT NULL,
    PRIMARY KEY (company_id, job_id),
    UNIQUE (company_id, series_id, place)
);
CREATE INDEX job_series_by_job ON job_series (job_id);
