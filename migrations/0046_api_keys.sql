-- Keys with which other software acts as the user who made them.
CREATE TABLE api_key (
    id            UUID PRIMARY KEY,
    company_id    UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    -- Whose permissions it has.
    person_id     UUID NOT NULL REFERENCES person (id),
    name          TEXT NOT NULL,
    -- A list of actions, or 'read'.
    scopes        JSONB NOT NULL,
    -- A hash of 256 random bits. None once that person has left the company: it opens nothing until it is renewed.
    secret_hash   BYTEA,
    -- The last day on which it is valid, in the company's time zone.
    expires_on    DATE,
    last_used     TIMESTAMPTZ,
    date_inserted TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX api_key_by_secret ON api_key (secret_hash);
CREATE INDEX api_key_by_company ON api_key (company_id, id);
CREATE INDEX api_key_by_person ON api_key (person_id);

-- The key that was used for a change, with the name it had then.
ALTER TABLE activity ADD COLUMN api_key_id UUID;
ALTER TABLE activity ADD COLUMN api_key_name TEXT;
