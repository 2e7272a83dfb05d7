-- Where a company's days begin and end, by its IANA name.
ALTER TABLE company ADD COLUMN time_zone TEXT NOT NULL DEFAULT 'America/Chicago';
