-- Changes that other software is told of, as the admins of one company saw them, each written in the transaction of the
-- change.
CREATE TABLE change_event (
    company_id  UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    -- Rises by one with each change of the company, in the order of the commits.
    position    BIGINT NOT NULL,
    at          TIMESTAMPTZ NOT NULL,
    -- Such as 'job.created'.
    change_type TEXT NOT NULL,
    -- The first word of the type.
    kind        TEXT NOT NULL,
    subject_id  UUID NOT NULL,
    -- The data as JSON, as text: it is sent as it was written.
    data        TEXT NOT NULL,
    PRIMARY KEY (company_id, position)
);
CREATE INDEX change_event_by_kind ON change_event (company_id, kind, position);
CREATE INDEX change_event_by_time ON change_event (at);
