-- What changed of the data that a company sees, by the revision that the change raised: servers bring their cached lists
-- up to date with it. Only PostgreSQL fills it: with SQLite there is one server, which has it in memory.
CREATE TABLE company_change (
    company_id UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    revision BIGINT NOT NULL,
    -- 'everything', 'unlisted', or the kind of the row that changed.
    kind TEXT NOT NULL,
    -- Nil where no single row changed.
    row_id UUID NOT NULL,
    PRIMARY KEY (company_id, revision, kind, row_id)
);
