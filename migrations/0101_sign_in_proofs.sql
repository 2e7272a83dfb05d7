-- What proved who the user of a sign-in is: the identity provider (none: a password), and when that provider last asked
-- its user for it. Unlinking a provider ends what came from it.
ALTER TABLE session ADD COLUMN issuer TEXT;
ALTER TABLE session ADD COLUMN authenticated_at TIMESTAMPTZ;
ALTER TABLE sign_in_step ADD COLUMN issuer TEXT;
ALTER TABLE sign_in_step ADD COLUMN authenticated_at TIMESTAMPTZ;
ALTER TABLE exchange_code ADD COLUMN issuer TEXT;
ALTER TABLE exchange_code ADD COLUMN authenticated_at TIMESTAMPTZ;

-- When the setup began; none if a server of an older version stored it.
ALTER TABLE second_factor ADD COLUMN since TIMESTAMPTZ;
