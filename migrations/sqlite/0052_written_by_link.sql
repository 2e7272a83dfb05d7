-- What the holder of a link writes has no person as its author. SQLite changes no constraints: the tables, which no
-- other table references, are made anew.
CREATE TABLE job_note_new (
    id            UUID PRIMARY KEY,
    job_id        UUID NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    author_id     UUID REFERENCES person (id),
    content       TEXT NOT NULL,
    date_inserted TIMESTAMPTZ NOT NULL,
    guest_link_id UUID REFERENCES guest_link (id) ON DELETE SET NULL,
    guest_name    TEXT,
    CHECK ((author_id IS NULL) <> (guest_name IS NULL))
);
INSERT INTO job_note_new (id, job_id, author_id, content, date_inserted)
SELECT id, job_id, author_id, content, date_inserted FROM job_note;
DROP TABLE job_note;
ALTER TABLE job_note_new RENAME TO job_note;
CREATE INDEX job_note_by_job ON job_note (job_id, date_inserted, id);
CREATE INDEX job_note_by_guest_link ON job_note (guest_link_id) WHERE guest_link_id IS NOT NULL;

CREATE TABLE job_image_new (
    id            UUID PRIMARY KEY,
    job_id        UUID NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    posted_by     UUID REFERENCES person (id),
    picture       TEXT NOT NULL,
    thumbnail     TEXT NOT NULL,
    width         BIGINT NOT NULL,
    height        BIGINT NOT NULL,
    date_inserted TIMESTAMPTZ NOT NULL,
    guest_link_id UUID REFERENCES guest_link (id) ON DELETE SET NULL,
    guest_name    TEXT,
    CHECK ((posted_by IS NULL) <> (guest_name IS NULL))
);
INSERT INTO job_image_new (id, job_id, posted_by, picture, thumbnail, width, height, date_inserted)
SELECT id, job_id, posted_by, picture, thumbnail, width, height, date_inserted FROM job_image;
DROP TABLE job_image;
ALTER TABLE job_image_new RENAME TO job_image;
CREATE INDEX job_image_by_job ON job_image (job_id, date_inserted, id);
CREATE INDEX job_image_by_guest_link ON job_image (guest_link_id) WHERE guest_link_id IS NOT NULL;

CREATE TABLE work_order_sign_off_new (
    id            UUID PRIMARY KEY,
    work_order_id UUID NOT NULL REFERENCES work_order (id) ON DELETE CASCADE,
    person_id     UUID REFERENCES person (id),
    signed_at     TIMESTAMPTZ NOT NULL,
    -- The order's when it was signed. Not the time, for two things happen in the same millisecond.
    items_version BIGINT NOT NULL,
    guest_link_id UUID REFERENCES guest_link (id) ON DELETE SET NULL,
    guest_name    TEXT,
    UNIQUE (work_order_id, person_id),
    CHECK ((person_id IS NULL) <> (guest_name IS NULL))
);
INSERT INTO work_order_sign_off_new (id, work_order_id, person_id, signed_at, items_version)
SELECT id, work_order_id, person_id, signed_at, items_version FROM work_order_sign_off;
DROP TABLE work_order_sign_off;
ALTER TABLE work_order_sign_off_new RENAME TO work_order_sign_off;
CREATE UNIQUE INDEX work_order_sign_off_by_guest
    ON work_order_sign_off (work_order_id, guest_link_id, guest_name) WHERE guest_link_id IS NOT NULL;
CREATE INDEX work_order_sign_off_by_guest_link ON work_order_sign_off (guest_link_id) WHERE guest_link_id IS NOT NULL;

-- Wrong secrets of links are counted, too.
CREATE TABLE attempt_new (
    id      UUID PRIMARY KEY,
    kind    TEXT NOT NULL CHECK (kind IN ('reset', 'verify', 'code', 'password', 'link')),
    key     TEXT NOT NULL,
    made_at TIMESTAMPTZ NOT NULL
);
INSERT INTO attempt_new (id, kind, key, made_at) SELECT id, kind, key, made_at FROM attempt;
DROP TABLE attempt;
ALTER TABLE attempt_new RENAME TO attempt;
CREATE INDEX attempt_by_key ON attempt (kind, key, made_at);
CREATE INDEX attempt_by_time ON attempt (made_at);
