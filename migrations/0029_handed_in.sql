-- What people handed in under a key of their own making: a phone that did not hear the answer sends the same
-- again, and it is done once. Forgotten after a month.
CREATE TABLE handed_in (
    person_id     UUID NOT NULL REFERENCES person (id),
    key           TEXT NOT NULL,
    -- A hash of the call and of all that it carried: another one under the same key is refused.
    asked         BYTEA NOT NULL,
    -- What came of it: a note, a picture, a message, or the row that was changed.
    made_id       UUID NOT NULL,
    date_inserted TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (person_id, key)
);
CREATE INDEX handed_in_by_age ON handed_in (date_inserted);
