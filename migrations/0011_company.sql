-- Files of a company: insurance papers, licences, price lists. The files themselves stand in the file store.
CREATE TABLE company_file (
    id            UUID PRIMARY KEY,
    company_id    UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    file_name     TEXT NOT NULL,
    file_key      TEXT NOT NULL,
    is_public     BOOLEAN NOT NULL,
    kind          TEXT NOT NULL CHECK (kind IN ('insurance', 'licence', 'other')),
    expires_on    DATE,
    date_inserted TIMESTAMPTZ NOT NULL
);
CREATE INDEX company_file_by_company ON company_file (company_id, date_inserted, id);

-- The page that anybody may see, and its address.
ALTER TABLE company ADD COLUMN is_public BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE company ADD COLUMN slug TEXT;
CREATE UNIQUE INDEX company_by_slug ON company (slug) WHERE slug IS NOT NULL;

-- What the search compares: without case and accents, as much of it as an index entry holds. Whoever
-- was there before is found as the engine lower-cases, until their settings are saved again.
ALTER TABLE company ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
ALTER TABLE company ADD COLUMN location_key TEXT NOT NULL DEFAULT '';
UPDATE company SET name_key = lower(substr(name, 1, 200)), location_key = lower(substr(location, 1, 200));
-- Read in the order of the answer, and all that is asked stands in it: the table is opened for the
-- companies found alone.
CREATE INDEX company_by_search ON company (company_type, name_key, id, location_key);
