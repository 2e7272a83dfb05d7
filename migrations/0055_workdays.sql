-- The working days of a company, once it has set them. Without a row it works from Monday to Friday.
CREATE TABLE company_workdays (
    company_id UUID PRIMARY KEY REFERENCES company (id) ON DELETE CASCADE,
    -- A list of numbers; 1 is Monday.
    weekdays   JSONB NOT NULL,
    -- A list of days with names, at most 500. Each change replaces all of them.
    holidays   JSONB NOT NULL,
    -- As `HH:MM`.
    day_start  TEXT,
    day_end    TEXT,
    CHECK ((day_start IS NULL) = (day_end IS NULL))
);
