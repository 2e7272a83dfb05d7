-- Shared by SQLite and PostgreSQL. Only the common tongue: UUID, TEXT, BIGINT, DOUBLE PRECISION,
-- BOOLEAN, DATE, TIMESTAMPTZ, JSONB, BYTEA; CHECK, UNIQUE, REFERENCES; partial indexes.
-- Money is cents, quantities are thousandths, both BIGINT.

CREATE TABLE company (
    id            UUID PRIMARY KEY,
    name          TEXT NOT NULL,
    company_type  TEXT NOT NULL CHECK (company_type IN ('contractor', 'subcontractor')),
    location      TEXT NOT NULL,
    description   TEXT NOT NULL DEFAULT '',
    logo_url      TEXT,
    revision      BIGINT NOT NULL DEFAULT 0,
    date_inserted TIMESTAMPTZ NOT NULL
);

-- A person signs in; a company is theirs once onboarding or an invitation is complete.
CREATE TABLE person (
    id                        UUID PRIMARY KEY,
    company_id                UUID REFERENCES company (id),
    first_name                TEXT NOT NULL DEFAULT '',
    last_name                 TEXT NOT NULL DEFAULT '',
    position                  TEXT NOT NULL DEFAULT '',
    email                     TEXT NOT NULL,
    -- Addresses compare case-insensitively: this is the address as the domain compares it.
    email_key                 TEXT NOT NULL UNIQUE,
    phone_number              TEXT,
    user_type                 TEXT NOT NULL CHECK (user_type IN ('admin', 'member', 'salesman', 'foreman')),
    location                  TEXT NOT NULL DEFAULT '',
    language                  TEXT NOT NULL CHECK (language IN ('english', 'spanish')),
    account_creation_complete BOOLEAN NOT NULL DEFAULT FALSE,
    date_inserted             TIMESTAMPTZ NOT NULL
);
CREATE INDEX person_by_company ON person (company_id);

CREATE TABLE password (
    person_id UUID PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
    hash      TEXT NOT NULL
);

-- Only the SHA-256 of a token is kept: whoever reads this table cannot sign in with it.
CREATE TABLE session (
    token_hash BYTEA PRIMARY KEY,
    person_id  UUID NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    started    TIMESTAMPTZ NOT NULL,
    last_used  TIMESTAMPTZ NOT NULL
);
CREATE INDEX session_by_person ON session (person_id);

CREATE TABLE sign_in_failure (
    id        UUID PRIMARY KEY,
    email_key TEXT NOT NULL,
    failed_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX sign_in_failure_by_email ON sign_in_failure (email_key, failed_at);

CREATE TABLE qualification (
    id            UUID PRIMARY KEY,
    company_id    UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    qualification TEXT NOT NULL
);
CREATE INDEX qualification_by_company ON qualification (company_id);

CREATE TABLE connection (
    id            UUID PRIMARY KEY,
    sender_id     UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    recipient_id  UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    accepted      BOOLEAN NOT NULL DEFAULT FALSE,
    message       TEXT NOT NULL DEFAULT '',
    date_inserted TIMESTAMPTZ NOT NULL,
    CHECK (sender_id <> recipient_id),
    UNIQUE (sender_id, recipient_id)
);
CREATE INDEX connection_by_recipient ON connection (recipient_id);

CREATE TABLE customer (
    id         UUID PRIMARY KEY,
    company_id UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    first_name TEXT NOT NULL,
    last_name  TEXT NOT NULL,
    company    TEXT,
    phone      TEXT NOT NULL,
    address    TEXT,
    city       TEXT,
    state      TEXT,
    zip        TEXT
);
CREATE INDEX customer_by_company ON customer (company_id);

-- A crew of the company's own, whose members have no account.
CREATE TABLE crew (
    id         UUID PRIMARY KEY,
    company_id UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    name       TEXT NOT NULL
);
CREATE INDEX crew_by_company ON crew (company_id);

CREATE TABLE crew_member (
    id      UUID PRIMARY KEY,
    crew_id UUID NOT NULL REFERENCES crew (id) ON DELETE CASCADE,
    name    TEXT NOT NULL,
    email   TEXT,
    phone   TEXT
);
CREATE INDEX crew_member_by_crew ON crew_member (crew_id);

-- Each job has exactly one assignment from its creation; job_crew_id is its name on the wire.
CREATE TABLE job (
    id                  UUID PRIMARY KEY,
    company_id          UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    title               TEXT NOT NULL,
    address             TEXT,
    city                TEXT NOT NULL,
    state               TEXT NOT NULL,
    zip                 TEXT,
    status              TEXT NOT NULL CHECK (status IN ('active', 'complete')),
    color               TEXT NOT NULL,
    contract_amount     BIGINT,
    job_number          TEXT,
    inspection_note     TEXT,
    customer_id         UUID REFERENCES customer (id) ON DELETE SET NULL,
    latitude            DOUBLE PRECISION,
    longitude           DOUBLE PRECISION,
    start_date          DATE,
    end_date            DATE,
    date_inserted       TIMESTAMPTZ NOT NULL,
    job_crew_id         UUID NOT NULL UNIQUE,
    assigned_company_id UUID REFERENCES company (id) ON DELETE SET NULL,
    crew_id             UUID REFERENCES crew (id) ON DELETE SET NULL,
    crew_member_id      UUID REFERENCES crew_member (id) ON DELETE SET NULL,
    is_accepted_by_sub  BOOLEAN NOT NULL DEFAULT FALSE,
    assigned_user_id    UUID REFERENCES person (id) ON DELETE SET NULL,
    CHECK ((start_date IS NULL) = (end_date IS NULL)),
    CHECK (start_date <= end_date),
    CHECK (assigned_company_id IS NULL OR crew_id IS NULL)
);
CREATE INDEX job_by_company ON job (company_id, date_inserted, id);
CREATE INDEX job_by_assigned_company ON job (assigned_company_id) WHERE assigned_company_id IS NOT NULL;
-- The calendar asks for what ends after a month begins: of ten seasons that is the last one.
CREATE INDEX job_by_end ON job (company_id, end_date, start_date) WHERE end_date IS NOT NULL;
CREATE INDEX job_unscheduled ON job (company_id) WHERE start_date IS NULL;
CREATE INDEX job_by_assigned_user ON job (assigned_user_id) WHERE assigned_user_id IS NOT NULL;
CREATE INDEX job_by_customer ON job (customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX job_by_crew ON job (crew_id) WHERE crew_id IS NOT NULL;

CREATE TABLE job_tag (
    id      UUID PRIMARY KEY,
    job_id  UUID NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    content TEXT NOT NULL
);
CREATE INDEX job_tag_by_job ON job_tag (job_id);

CREATE TABLE job_report (
    id          UUID PRIMARY KEY,
    job_id      UUID NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    measurement TEXT NOT NULL,
    amount      BIGINT NOT NULL
);
CREATE INDEX job_report_by_job ON job_report (job_id);
