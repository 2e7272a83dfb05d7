-- The secret address at which a calendar outside the app reads what somebody sees. It dies with their
-- place in the company. Only the SHA-256 of its token is kept.
CREATE TABLE feed (
    person_id     UUID PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
    company_id    UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    token_hash    BYTEA NOT NULL UNIQUE,
    date_inserted TIMESTAMPTZ NOT NULL,
    last_read     TIMESTAMPTZ,
    -- What was sent last, how often that changed, and when it did.
    content_hash  BYTEA NOT NULL,
    sequence      BIGINT NOT NULL,
    changed       TIMESTAMPTZ NOT NULL
);
