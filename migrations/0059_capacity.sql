-- How many jobs a company can do on one day, and what connected companies see of it. Without a row: one crew, nothing.
CREATE TABLE capacity (
    company_id UUID PRIMARY KEY REFERENCES company (id) ON DELETE CASCADE,
    crews      BIGINT NOT NULL,
    sharing    TEXT NOT NULL CHECK (sharing IN ('none', 'busy', 'count'))
);

-- Days on which a company does not work.
CREATE TABLE day_off (
    id         UUID PRIMARY KEY,
    company_id UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    first_day  DATE NOT NULL,
    last_day   DATE NOT NULL,
    -- Only for the company itself.
    reason     TEXT
);
CREATE INDEX day_off_by_company ON day_off (company_id, first_day, id);

-- The jobs that a company has accepted, by day.
CREATE INDEX job_accepted_by_end ON job (assigned_company_id, end_date)
    WHERE status = 'active' AND is_accepted_by_sub;
