-- Links for people without an account: one opens one job, or one purchase order, for one person. What they send opens
-- nothing: secrets are kept hashed, each mail carries one of its own.
CREATE TABLE guest_link (
    id                UUID PRIMARY KEY,
    -- Who made it: the contractor, or the subcontractor that does the job.
    company_id        UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    job_id            UUID REFERENCES job (id) ON DELETE CASCADE,
    purchase_order_id UUID REFERENCES purchase_order (id) ON DELETE CASCADE,
    crew_member_id    UUID REFERENCES crew_member (id) ON DELETE SET NULL,
    -- A link that was made for a crew member ends when they are removed.
    is_of_member      BOOLEAN NOT NULL,
    vendor_contact_id UUID REFERENCES vendor_contact (id) ON DELETE SET NULL,
    name              TEXT NOT NULL,
    phone             TEXT,
    email             TEXT,
    language          TEXT NOT NULL CHECK (language IN ('english', 'spanish')),
    -- A list of words.
    may               JSONB NOT NULL,
    all_jobs          BOOLEAN NOT NULL,
    -- The chosen last day, in the company's time zone.
    expires_on        DATE,
    created_by        UUID NOT NULL REFERENCES person (id),
    date_inserted     TIMESTAMPTZ NOT NULL,
    last_seen         TIMESTAMPTZ,
    -- The job's when the link was made: it ends with the next one.
    handovers         BIGINT NOT NULL,
    -- The holder's answer, for these days.
    answer            TEXT CHECK (answer IN ('accepted', 'declined')),
    answer_reason     TEXT,
    answered_start    DATE,
    answered_end      DATE,
    revoked_at        TIMESTAMPTZ,
    CHECK ((job_id IS NULL) <> (purchase_order_id IS NULL))
);
CREATE INDEX guest_link_by_job ON guest_link (job_id) WHERE job_id IS NOT NULL;
CREATE INDEX guest_link_by_order ON guest_link (purchase_order_id) WHERE purchase_order_id IS NOT NULL;
CREATE INDEX guest_link_by_company ON guest_link (company_id);
CREATE INDEX guest_link_by_member ON guest_link (crew_member_id) WHERE crew_member_id IS NOT NULL;
CREATE INDEX guest_link_by_contact ON guest_link (vendor_contact_id) WHERE vendor_contact_id IS NOT NULL;
CREATE INDEX guest_link_by_maker ON guest_link (created_by);

CREATE TABLE guest_secret (
    hash          BYTEA PRIMARY KEY,
    link_id       UUID NOT NULL REFERENCES guest_link (id) ON DELETE CASCADE,
    date_inserted TIMESTAMPTZ NOT NULL
);
CREATE INDEX guest_secret_by_link ON guest_secret (link_id, date_inserted);

-- As `idempotent_call`, of the holders of links.
CREATE TABLE guest_call (
    link_id       UUID NOT NULL REFERENCES guest_link (id) ON DELETE CASCADE,
    key_hash      BYTEA NOT NULL,
    request_hash  BYTEA NOT NULL,
    answer        BYTEA,
    date_inserted TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (link_id, key_hash)
);
CREATE INDEX guest_call_by_age ON guest_call (date_inserted);

-- How often the job was given to another company, crew or member, or taken back. A first assignment does not count.
ALTER TABLE job ADD COLUMN handovers BIGINT NOT NULL DEFAULT 0;

-- What the holder of a link reported, until the contractor completes or reopens the job.
ALTER TABLE job ADD COLUMN reported_complete_by TEXT;
ALTER TABLE job ADD COLUMN reported_complete_note TEXT;
ALTER TABLE job ADD COLUMN reported_complete_at TIMESTAMPTZ;

-- What the holder of a link writes has no person as its author, but the holder's name. Each engine makes the authors
-- optional in its own way.
ALTER TABLE job_note ADD COLUMN guest_link_id UUID REFERENCES guest_link (id) ON DELETE SET NULL;
ALTER TABLE job_note ADD COLUMN guest_name TEXT;
ALTER TABLE job_image ADD COLUMN guest_link_id UUID REFERENCES guest_link (id) ON DELETE SET NULL;
ALTER TABLE job_image ADD COLUMN guest_name TEXT;
ALTER TABLE work_order_sign_off ADD COLUMN guest_link_id UUID REFERENCES guest_link (id) ON DELETE SET NULL;
ALTER TABLE work_order_sign_off ADD COLUMN guest_name TEXT;
