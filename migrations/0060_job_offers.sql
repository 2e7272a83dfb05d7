-- Offers of a job to several companies. The first that accepts gets it. They are changed under the lock of their job.
CREATE TABLE job_offer (
    id            UUID PRIMARY KEY,
    job_id        UUID NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    -- The contractor, whose job it is.
    company_id    UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    state         TEXT NOT NULL CHECK (state IN ('open', 'taken', 'withdrawn', 'ended')),
    -- A list of first and last days, of which the company that accepts chooses one.
    days          JSONB NOT NULL,
    ends_at       TIMESTAMPTZ NOT NULL,
    taken_by      UUID REFERENCES company (id) ON DELETE SET NULL,
    created_by    UUID NOT NULL REFERENCES person (id),
    date_inserted TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX job_offer_open ON job_offer (job_id) WHERE state = 'open';
CREATE INDEX job_offer_by_job ON job_offer (job_id, date_inserted, id);
CREATE INDEX job_offer_by_company ON job_offer (company_id);
CREATE INDEX job_offer_due ON job_offer (ends_at) WHERE state = 'open';
CREATE INDEX job_offer_by_taker ON job_offer (taken_by) WHERE taken_by IS NOT NULL;
CREATE INDEX job_offer_by_maker ON job_offer (created_by);

-- The companies that were asked, and their answers.
CREATE TABLE asked_company (
    offer_id   UUID NOT NULL REFERENCES job_offer (id) ON DELETE CASCADE,
    company_id UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    answer     TEXT NOT NULL CHECK (answer IN ('asked', 'accepted', 'declined')),
    -- In the order in which they were chosen.
    place      BIGINT NOT NULL,
    PRIMARY KEY (offer_id, company_id)
);
CREATE INDEX asked_company_by_company ON asked_company (company_id, offer_id);
