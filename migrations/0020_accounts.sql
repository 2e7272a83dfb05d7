-- Whose address is known to reach them, and since when.
ALTER TABLE person ADD COLUMN email_verified_at TIMESTAMPTZ;

-- Where somebody is signed in, and what signs them out at their identity provider.
ALTER TABLE session ADD COLUMN user_agent TEXT;
ALTER TABLE session ADD COLUMN id_token TEXT;

-- Links in mails that open something, once. Only the SHA-256 of what stands in them is kept.
CREATE TABLE mailed_link (
    token_hash BYTEA PRIMARY KEY,
    person_id  UUID NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    purpose    TEXT NOT NULL CHECK (purpose IN ('verify', 'reset')),
    -- The address it was sent to: it proves no other.
    email_key  TEXT NOT NULL,
    sent_at    TIMESTAMPTZ NOT NULL
);
CREATE INDEX mailed_link_by_person ON mailed_link (person_id, purpose);

-- Addresses for which somebody asked for a new password, whether anybody has them or not: who asks is
-- answered before that is looked up, so that the answer takes the same time.
CREATE TABLE reset_request (
    id        UUID PRIMARY KEY,
    email_key TEXT NOT NULL,
    asked_at  TIMESTAMPTZ NOT NULL
);

-- What may be tried so many times only. The key is an address or a person.
CREATE TABLE attempt (
    id      UUID PRIMARY KEY,
    kind    TEXT NOT NULL CHECK (kind IN ('reset', 'verify', 'code', 'password')),
    key     TEXT NOT NULL,
    made_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX attempt_by_key ON attempt (kind, key, made_at);
CREATE INDEX attempt_by_time ON attempt (made_at);

-- The second factor of an account. Its secret is made from the seed and a secret of this installation.
CREATE TABLE second_factor (
    person_id UUID PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
    seed      UUID NOT NULL,
    -- Whether its owner showed that their app makes codes from it.
    is_on     BOOLEAN NOT NULL,
    -- The newest code that was used: none of that time or before is taken again.
    last_step BIGINT NOT NULL
);

CREATE TABLE recovery_code (
    code_hash BYTEA PRIMARY KEY,
    person_id UUID NOT NULL REFERENCES person (id) ON DELETE CASCADE
);
CREATE INDEX recovery_code_by_person ON recovery_code (person_id);

-- Somebody who gave the right password and has not given a code yet.
CREATE TABLE sign_in_step (
    token_hash BYTEA PRIMARY KEY,
    person_id  UUID NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    began      TIMESTAMPTZ NOT NULL
);
CREATE INDEX sign_in_step_by_person ON sign_in_step (person_id);

-- Who somebody is at an identity provider: by the provider's own name for them, for addresses change.
CREATE TABLE identity (
    issuer    TEXT NOT NULL,
    subject   TEXT NOT NULL,
    person_id UUID NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    since     TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (issuer, subject)
);
CREATE UNIQUE INDEX identity_by_person ON identity (person_id, issuer);

-- What the app trades for a token when the identity provider has sent the browser back.
CREATE TABLE exchange_code (
    code_hash    BYTEA PRIMARY KEY,
    -- The browser that began the sign-in; no other may end it.
    browser_hash BYTEA NOT NULL,
    person_id    UUID NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    id_token     TEXT NOT NULL,
    made_at      TIMESTAMPTZ NOT NULL
);
CREATE INDEX exchange_code_by_time ON exchange_code (made_at);
CREATE INDEX exchange_code_by_person ON exchange_code (person_id);
