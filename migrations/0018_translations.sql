-- What a machine made of texts, so that each is translated once. The original stands where it was
-- written and is not repeated here: the key is the SHA-256 of it, its languages and the glossary, so a
-- text that changes has another translation. Of each company its own: nobody learns from another
-- company's rows what was written there. Rows go when they are old; what is still read is made anew.
CREATE TABLE translation (
    company_id    UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    original_hash BYTEA NOT NULL,
    -- The language that the original turned out to be in.
    written_in    TEXT NOT NULL CHECK (written_in IN ('english', 'spanish')),
    content       TEXT NOT NULL,
    date_inserted TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (company_id, original_hash)
);
CREATE INDEX translation_by_age ON translation (date_inserted);
