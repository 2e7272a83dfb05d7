-- Which job waits for which other one of the same company. Either of them may be deleted.
CREATE TABLE job_follow (
    job_id       UUID NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    follows_id   UUID NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    company_id   UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    -- The working days between the end of the first and the start of the one that waits.
    gap_workdays BIGINT NOT NULL CHECK (gap_workdays BETWEEN 0 AND 260),
    PRIMARY KEY (job_id, follows_id),
    CHECK (job_id <> follows_id)
);
CREATE INDEX job_follow_by_first ON job_follow (follows_id);
CREATE INDEX job_follow_by_company ON job_follow (company_id);
