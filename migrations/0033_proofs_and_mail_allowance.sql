-- Sign-ins at an identity provider whose answer was used: each is used once. The SHA-256 of the browser's
-- cookie, for as long as the cookie is valid.
CREATE TABLE used_sign_in (
    browser_hash BYTEA PRIMARY KEY,
    used_at      TIMESTAMPTZ NOT NULL
);
CREATE INDEX used_sign_in_by_time ON used_sign_in (used_at);

-- The SHA-256 of the secret that only the newest mail of an invitation contains. Whoever presents it has read
-- that mail; none for invitations that were sent before there were secrets.
ALTER TABLE invitation ADD COLUMN secret_hash BYTEA;

-- Whether the addresses were typed into a form, and not taken from accounts. The day's mails of a company are
-- counted in this order.
ALTER TABLE mail ADD COLUMN typed_addresses BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX mail_to_typed_addresses ON mail (company_id, written) WHERE typed_addresses;

-- How many new addresses a company may mail in a day. Its row is also the lock under which they are counted.
CREATE TABLE mail_allowance (
    company_id    UUID PRIMARY KEY REFERENCES company (id) ON DELETE CASCADE,
    new_addresses BIGINT NOT NULL CHECK (new_addresses > 0),
    reviewed_at   TIMESTAMPTZ NOT NULL
);
