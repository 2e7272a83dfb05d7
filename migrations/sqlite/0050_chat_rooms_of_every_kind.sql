-- A company has a room of its own, and a job one for its two companies. These stand in other columns than the two
-- companies of a connection, which are null then. SQLite cannot drop a NOT NULL, so the rooms and what refers to them
-- are copied.
CREATE TABLE new_chat_room (
    id                  UUID PRIMARY KEY,
    first_company_id    UUID REFERENCES company (id),
    second_company_id   UUID REFERENCES company (id),
    is_open             BOOLEAN NOT NULL DEFAULT TRUE,
    -- Of the newest message; whoever writes holds this row, so that messages are counted and seen in
    -- one order by everybody, whatever their clocks and processes.
    last_seq            BIGINT NOT NULL DEFAULT 0,
    date_opened         TIMESTAMPTZ NOT NULL,
    kind                TEXT NOT NULL DEFAULT 'connection' CHECK (kind IN ('connection', 'company', 'job')),
    -- The company whose room it is, or whose job's.
    company_id          UUID REFERENCES company (id),
    -- The job, which takes its room with it, and the subcontractor that the room was opened with.
    job_id              UUID REFERENCES job (id) ON DELETE CASCADE,
    assigned_company_id UUID REFERENCES company (id),
    CHECK (first_company_id < second_company_id),
    CHECK ((kind = 'connection') = (first_company_id IS NOT NULL)),
    CHECK ((kind = 'connection') = (second_company_id IS NOT NULL)),
    CHECK ((kind = 'connection') = (company_id IS NULL)),
    CHECK ((kind = 'job') = (job_id IS NOT NULL)),
    CHECK ((kind = 'job') = (assigned_company_id IS NOT NULL))
);
INSERT INTO new_chat_room (id, first_company_id, second_company_id, is_open, last_seq, date_opened)
SELECT id, first_company_id, second_company_id, is_open, last_seq, date_opened FROM chat_room;

CREATE TABLE new_chat_message (
    id            UUID PRIMARY KEY,
    room_id       UUID NOT NULL REFERENCES new_chat_room (id) ON DELETE CASCADE,
    seq           BIGINT NOT NULL,
    person_id     UUID NOT NULL REFERENCES person (id),
    company_id    UUID NOT NULL REFERENCES company (id),
    contents      TEXT NOT NULL,
    picture       TEXT,
    thumbnail     TEXT,
    width         BIGINT,
    height        BIGINT,
    -- What its author called it before it had an id: a second one of this name is the same message.
    temp_id       TEXT,
    -- What its author read when they wrote it.
    language      TEXT NOT NULL CHECK (language IN ('english', 'spanish')),
    date_inserted TIMESTAMPTZ NOT NULL
);
INSERT INTO new_chat_message (id, room_id, seq, person_id, company_id, contents, picture, thumbnail, width, height,
    temp_id, language, date_inserted)
SELECT id, room_id, seq, person_id, company_id, contents, picture, thumbnail, width, height, temp_id, language,
    date_inserted
FROM chat_message;

CREATE TABLE new_chat_tag (
    message_id UUID NOT NULL REFERENCES new_chat_message (id) ON DELETE CASCADE,
    person_id  UUID NOT NULL REFERENCES person (id),
    place      BIGINT NOT NULL,
    PRIMARY KEY (message_id, person_id)
);
INSERT INTO new_chat_tag (message_id, person_id, place) SELECT message_id, person_id, place FROM chat_tag;

CREATE TABLE new_chat_read (
    room_id   UUID NOT NULL REFERENCES new_chat_room (id) ON DELETE CASCADE,
    person_id UUID NOT NULL REFERENCES person (id),
    seq       BIGINT NOT NULL,
    date_seen TIMESTAMPTZ,
    PRIMARY KEY (room_id, person_id)
);
INSERT INTO new_chat_read (room_id, person_id, seq, date_seen)
SELECT room_id, person_id, seq, date_seen FROM chat_read;

-- What refers first: dropping a table deletes its rows.
DROP TABLE chat_tag;
DROP TABLE chat_read;
DROP TABLE chat_message;
DROP TABLE chat_room;
ALTER TABLE new_chat_room RENAME TO chat_room;
ALTER TABLE new_chat_message RENAME TO chat_message;
ALTER TABLE new_chat_tag RENAME TO chat_tag;
ALTER TABLE new_chat_read RENAME TO chat_read;

CREATE UNIQUE INDEX chat_room_pair ON chat_room (first_company_id, second_company_id);
CREATE INDEX chat_room_by_second ON chat_room (second_company_id);
CREATE UNIQUE INDEX chat_room_of_company ON chat_room (company_id) WHERE kind = 'company';
CREATE UNIQUE INDEX chat_room_of_job ON chat_room (job_id, assigned_company_id) WHERE job_id IS NOT NULL;
CREATE INDEX chat_room_by_company ON chat_room (company_id) WHERE company_id IS NOT NULL;
CREATE INDEX chat_room_by_assigned ON chat_room (assigned_company_id) WHERE assigned_company_id IS NOT NULL;
-- The pages, the newest message, and what is unread.
CREATE UNIQUE INDEX chat_message_by_room ON chat_message (room_id, seq);
-- What is one's own of that.
CREATE INDEX chat_message_by_author ON chat_message (room_id, person_id, seq);
CREATE UNIQUE INDEX chat_message_once ON chat_message (room_id, person_id, temp_id)
    WHERE temp_id IS NOT NULL;
CREATE INDEX chat_message_by_company ON chat_message (company_id);
CREATE INDEX chat_read_by_person ON chat_read (person_id);

-- Every company has its room; it bears the company's id, which is unique.
INSERT INTO chat_room (id, kind, company_id, date_opened)
SELECT id, 'company', id, date_inserted FROM company WHERE deleted_at IS NULL;
