-- Pictures of a job. The files themselves stand in the file store under these keys.
CREATE TABLE job_image (
    id            UUID PRIMARY KEY,
    job_id        UUID NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    posted_by     UUID NOT NULL REFERENCES person (id),
    picture       TEXT NOT NULL,
    thumbnail     TEXT NOT NULL,
    width         BIGINT NOT NULL,
    height        BIGINT NOT NULL,
    date_inserted TIMESTAMPTZ NOT NULL
);
CREATE INDEX job_image_by_job ON job_image (job_id, date_inserted, id);

-- Files that no row needs: named here before they are written and when their row goes, so that what a
-- crash left behind is found again.
CREATE TABLE doomed_file (
    file_key TEXT PRIMARY KEY,
    since    TIMESTAMPTZ NOT NULL
);
CREATE INDEX doomed_file_by_since ON doomed_file (since);

-- What this installation knows and nobody else, made at its first start.
CREATE TABLE secret (
    name    TEXT PRIMARY KEY,
    content BYTEA NOT NULL
);
