-- Under this row what is limited for each address or person is counted: without it requests at the same time would
-- not see each other's. It holds no count, and is swept after a day.
CREATE TABLE attempt_lock (
    kind    TEXT NOT NULL,
    key     TEXT NOT NULL,
    used_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (kind, key)
);
CREATE INDEX attempt_lock_by_time ON attempt_lock (used_at);
