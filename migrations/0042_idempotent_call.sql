-- Calls with an `Idempotency-Key`, and what was answered, for a day: a phone that lost the answer sends the same again,
-- and gets the same answer. Keys are hashed; an answer is encrypted with its key.
CREATE TABLE idempotent_call (
    person_id     UUID NOT NULL REFERENCES person (id),
    key_hash      BYTEA NOT NULL,
    -- A hash of the method, the path and the body: another call under the same key is refused.
    request_hash  BYTEA NOT NULL,
    -- Missing from the commit of the change until its answer is stored.
    answer        BYTEA,
    date_inserted TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (person_id, key_hash)
);
CREATE INDEX idempotent_call_by_age ON idempotent_call (date_inserted);
