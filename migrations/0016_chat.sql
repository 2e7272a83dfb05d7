-- Two companies that are connected have a room to write in. A room stays when the connection goes, so
-- that what was said can be read, and it is the same one when they are connected again. The pair is
-- ordered, as in connection_pair, so that there is one room whoever asked.
CREATE TABLE chat_room (
    id                UUID PRIMARY KEY,
    first_company_id  UUID NOT NULL REFERENCES company (id),
    second_company_id UUID NOT NULL REFERENCES company (id),
    is_open           BOOLEAN NOT NULL DEFAULT TRUE,
    -- Of the newest message; whoever writes holds this row, so that messages are counted and seen in
    -- one order by everybody, whatever their clocks and processes.
    last_seq          BIGINT NOT NULL DEFAULT 0,
    date_opened       TIMESTAMPTZ NOT NULL,
    CHECK (first_company_id < second_company_id)
);
CREATE UNIQUE INDEX chat_room_pair ON chat_room (first_company_id, second_company_id);
CREATE INDEX chat_room_by_second ON chat_room (second_company_id);

-- Those who were connected before have a room too; it bears the connection's id, which is unique.
INSERT INTO chat_room (id, first_company_id, second_company_id, date_opened)
SELECT id,
       CASE WHEN sender_id < recipient_id THEN sender_id ELSE recipient_id END,
       CASE WHEN sender_id < recipient_id THEN recipient_id ELSE sender_id END,
       date_inserted
FROM connection
WHERE accepted;

-- A message: words, or a picture, whose files stand in the file store under these keys.
CREATE TABLE chat_message (
    id            UUID PRIMARY KEY,
    room_id       UUID NOT NULL REFERENCES chat_room (id),
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
-- The pages, the newest message, and what is unread.
CREATE UNIQUE INDEX chat_message_by_room ON chat_message (room_id, seq);
-- What is one's own of that.
CREATE INDEX chat_message_by_author ON chat_message (room_id, person_id, seq);
CREATE UNIQUE INDEX chat_message_once ON chat_message (room_id, person_id, temp_id)
    WHERE temp_id IS NOT NULL;

-- Whom a message means in particular, in the order in which they were named.
CREATE TABLE chat_tag (
    message_id UUID NOT NULL REFERENCES chat_message (id) ON DELETE CASCADE,
    person_id  UUID NOT NULL REFERENCES person (id),
    place      BIGINT NOT NULL,
    PRIMARY KEY (message_id, person_id)
);

-- Up to which message somebody has read. Without a date they have not looked: they joined their
-- company when the room had come so far, and what was said before them is not unread.
CREATE TABLE chat_read (
    room_id   UUID NOT NULL REFERENCES chat_room (id),
    person_id UUID NOT NULL REFERENCES person (id),
    seq       BIGINT NOT NULL,
    date_seen TIMESTAMPTZ,
    PRIMARY KEY (room_id, person_id)
);

-- Whom a room has told of messages before: they are told again in the same line.
CREATE INDEX notification_of_chat ON notification (person_id, subject_id) WHERE topic = 'message';
