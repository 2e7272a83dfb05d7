-- What the servers of one database have taken of the limits that they share. Only PostgreSQL fills it: with SQLite there is
-- one server, which counts in memory.
CREATE TABLE limit_use (
    -- A keyed hash of the limit and of whom it limits.
    subject BYTEA NOT NULL,
    -- Milliseconds since 1970, of what is counted as one.
    began   BIGINT NOT NULL,
    -- When it no longer counts.
    ends    BIGINT NOT NULL,
    amount  BIGINT NOT NULL,
    PRIMARY KEY (subject, began)
);
CREATE INDEX limit_use_by_end ON limit_use (ends);
