-- What the coordinates of a job are the center of: `street`, `zip`, `city` or `region`, and the radius in meters of a
-- circle in which the house is. The radius is 0 for the house itself and for a job without coordinates. It is NULL for
-- what a server of an older version stored, until the sweep has found it out.
ALTER TABLE job ADD COLUMN area_kind TEXT;
ALTER TABLE job ADD COLUMN area_radius BIGINT;
-- Whether the geocoder may know the place better. Only a server that has one asks it.
ALTER TABLE job ADD COLUMN geocoder_due BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX job_without_area ON job (id) WHERE area_radius IS NULL;
CREATE INDEX job_by_geocoder_due ON job (company_id, id) WHERE geocoder_due AND status = 'active';

ALTER TABLE staged_job ADD COLUMN area_kind TEXT;
ALTER TABLE staged_job ADD COLUMN area_radius BIGINT;
ALTER TABLE staged_job ADD COLUMN geocoder_due BOOLEAN NOT NULL DEFAULT FALSE;

-- The next questions to the geocoder, at most one for each job. Its other jobs that are due are added as these are
-- answered. `turn` orders them so that no company waits for the whole import of another one.
CREATE TABLE geocoding_question (
    job_id     UUID PRIMARY KEY REFERENCES job (id) ON DELETE CASCADE,
    company_id UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    -- Asked by saving an address, and not by looking for jobs that are due.
    is_saved   BOOLEAN NOT NULL,
    turn       BIGINT NOT NULL,
    tries      BIGINT NOT NULL,
    next_try   TIMESTAMPTZ NOT NULL,
    claim      UUID
);
CREATE INDEX geocoding_question_by_turn ON geocoding_question (turn, job_id);
CREATE INDEX geocoding_question_by_time ON geocoding_question (next_try);
CREATE INDEX geocoding_question_by_company ON geocoding_question (company_id, is_saved, turn);

-- What the geocoder answered, by a hash of the address. An address that it did not find has no coordinates.
CREATE TABLE geocoder_answer (
    address_hash BYTEA PRIMARY KEY,
    latitude     DOUBLE PRECISION,
    longitude    DOUBLE PRECISION,
    area_kind    TEXT,
    area_radius  BIGINT NOT NULL,
    at           TIMESTAMPTZ NOT NULL
);
CREATE INDEX geocoder_answer_by_time ON geocoder_answer (at);

-- When the geocoder may be asked next, by whichever server: a single row.
CREATE TABLE geocoder_pace (
    id       BIGINT PRIMARY KEY CHECK (id = 1),
    next_at  TIMESTAMPTZ NOT NULL,
    failures BIGINT NOT NULL
);
