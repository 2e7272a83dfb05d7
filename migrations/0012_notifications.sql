-- What somebody is told that others did, kept as what happened: it is put into words when it is read.
-- It belongs to the reader's place in a company and is not read from another one.
CREATE TABLE notification (
    id            UUID PRIMARY KEY,
    person_id     UUID NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    company_id    UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    by_person_id  UUID NOT NULL REFERENCES person (id),
    by_company_id UUID NOT NULL REFERENCES company (id),
    -- Which side of which thing it is about: the next one about the same takes the place of one that
    -- was not seen.
    subject_id    UUID NOT NULL,
    topic         TEXT NOT NULL,
    happening     JSONB NOT NULL,
    is_new        BOOLEAN NOT NULL,
    date_inserted TIMESTAMPTZ NOT NULL
);
CREATE INDEX notification_by_reader ON notification (person_id, company_id, date_inserted, id);
CREATE INDEX notification_unseen ON notification (person_id, subject_id, topic) WHERE is_new;
