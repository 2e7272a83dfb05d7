-- A company's own calendars. A job of a contractor stands on the contractor's and on its subcontractor's.
CREATE TABLE calendar (
    id         UUID PRIMARY KEY,
    company_id UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    title      TEXT NOT NULL
);
CREATE INDEX calendar_by_company ON calendar (company_id);

CREATE TABLE job_calendar (
    job_id      UUID NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    calendar_id UUID NOT NULL REFERENCES calendar (id) ON DELETE CASCADE,
    PRIMARY KEY (job_id, calendar_id)
);
CREATE INDEX job_calendar_by_calendar ON job_calendar (calendar_id);
