-- Moves of many jobs, as long as they may be undone by any admin of the company.
CREATE TABLE schedule_shift (
    id            UUID PRIMARY KEY,
    company_id    UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    date_inserted TIMESTAMPTZ NOT NULL,
    undone        BOOLEAN NOT NULL,
    -- Each job before and after.
    jobs          JSONB NOT NULL
);
CREATE INDEX schedule_shift_by_company ON schedule_shift (company_id);
CREATE INDEX schedule_shift_by_date ON schedule_shift (date_inserted);

-- How often a subcontractor accepted or declined the job: an undo leaves a job alone that was answered since.
ALTER TABLE job ADD COLUMN answers BIGINT NOT NULL DEFAULT 0;
