-- Somebody who was invited into a company and has not come yet. It goes once it was used or declined.
CREATE TABLE invitation (
    -- What the link is made from, with a secret of this installation: a resent mail has the same link.
    seed       UUID PRIMARY KEY,
    -- The SHA-256 of the id in the link. Whoever reads this table alone cannot follow it.
    link_hash  BYTEA NOT NULL UNIQUE,
    company_id UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    email      TEXT NOT NULL,
    email_key  TEXT NOT NULL,
    user_type  TEXT NOT NULL CHECK (user_type IN ('admin', 'member', 'salesman', 'foreman')),
    -- The last time: it lives so many days from then on.
    sent_at    TIMESTAMPTZ NOT NULL
);
-- A company invites an address once; its list is read in this order.
CREATE UNIQUE INDEX invitation_by_company ON invitation (company_id, email_key);
