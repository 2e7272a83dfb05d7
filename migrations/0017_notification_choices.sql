-- How somebody wants to be told of a group of things, where that is not in the app alone.
CREATE TABLE notification_choice (
    person_id UUID NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    kind      TEXT NOT NULL,
    choice    TEXT NOT NULL CHECK (choice IN ('mail', 'digest', 'none')),
    PRIMARY KEY (person_id, kind)
);

-- A notification that is to be mailed: with which mail, and from when on. Both go with the mail, and
-- when it is seen before.
ALTER TABLE notification ADD COLUMN mail_by TEXT CHECK (mail_by IN ('mail', 'digest'));
ALTER TABLE notification ADD COLUMN mail_at TIMESTAMPTZ;
ALTER TABLE notification ADD COLUMN date_seen TIMESTAMPTZ;
CREATE INDEX notification_to_mail ON notification (mail_at, person_id) WHERE mail_at IS NOT NULL;
CREATE INDEX notification_of_reader_to_mail ON notification (person_id) WHERE mail_at IS NOT NULL;
CREATE INDEX notification_seen ON notification (date_inserted) WHERE NOT is_new;

-- The address at which a mail's reader ends mails of its kind with one click.
ALTER TABLE mail ADD COLUMN unsubscribe TEXT;
CREATE INDEX mail_by_time ON mail (written, id);

-- A browser that somebody's notifications are pushed to, for as long as they are signed in there.
CREATE TABLE push_device (
    id            UUID PRIMARY KEY,
    person_id     UUID NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    session_hash  BYTEA NOT NULL REFERENCES session (token_hash) ON DELETE CASCADE,
    endpoint      TEXT NOT NULL UNIQUE,
    -- The browser's public key and its secret: nobody else reads what is pushed.
    p256dh        BYTEA NOT NULL,
    auth          BYTEA NOT NULL,
    name          TEXT NOT NULL,
    date_inserted TIMESTAMPTZ NOT NULL
);
CREATE INDEX push_device_by_person ON push_device (person_id, date_inserted, id);
CREATE INDEX push_device_by_session ON push_device (session_hash);

-- A notification on its way to a device. It is put into words when it goes, so what was replaced or
-- seen meanwhile is not pushed.
CREATE TABLE push_delivery (
    notification_id UUID NOT NULL REFERENCES notification (id) ON DELETE CASCADE,
    device_id       UUID NOT NULL REFERENCES push_device (id) ON DELETE CASCADE,
    since           TIMESTAMPTZ NOT NULL,
    attempts        BIGINT NOT NULL,
    -- While a server is sending it: the moment from which another one may.
    next_try        TIMESTAMPTZ NOT NULL,
    claim           UUID,
    PRIMARY KEY (notification_id, device_id)
);
CREATE INDEX push_delivery_by_device ON push_delivery (device_id);
CREATE INDEX push_delivery_due ON push_delivery (next_try, notification_id, device_id);
