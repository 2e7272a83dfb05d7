-- Mails that wait to be sent, and what became of those that were. A mail is queued by the
-- transaction that it tells of: what is rolled back is told to nobody.
CREATE TABLE mail (
    id            UUID PRIMARY KEY,
    -- Whose mail it is; none for what Ridgeline itself writes.
    company_id    UUID REFERENCES company (id) ON DELETE SET NULL,
    from_name     TEXT,
    reply_to      TEXT,
    reply_to_name TEXT,
    subject       TEXT NOT NULL,
    -- Emptied once nobody is left to send it to: a link in it may be a key.
    text          TEXT NOT NULL,
    html          TEXT NOT NULL,
    written       TIMESTAMPTZ NOT NULL
);
CREATE INDEX mail_by_company ON mail (company_id) WHERE company_id IS NOT NULL;

-- What hangs on a mail lies in the file store under its key, and goes with the last delivery.
CREATE TABLE mail_attachment (
    mail_id    UUID NOT NULL REFERENCES mail (id) ON DELETE CASCADE,
    place      BIGINT NOT NULL,
    file_name  TEXT NOT NULL,
    media_type TEXT NOT NULL,
    file_key   TEXT NOT NULL,
    PRIMARY KEY (mail_id, place)
);

-- One mail to one address: each is sent, tried again and given up by itself.
CREATE TABLE mail_delivery (
    id       UUID PRIMARY KEY,
    mail_id  UUID NOT NULL REFERENCES mail (id) ON DELETE CASCADE,
    email    TEXT NOT NULL,
    name     TEXT,
    state    TEXT NOT NULL CHECK (state IN ('waiting', 'taken', 'failed')),
    -- When it came into that state.
    since    TIMESTAMPTZ NOT NULL,
    attempts BIGINT NOT NULL,
    -- While a server is sending it: the moment from which another one may.
    next_try TIMESTAMPTZ,
    -- The attempt that is under way; only that one may say how it ended.
    claim    UUID,
    -- Why it is still waiting, or failed.
    trouble  TEXT,
    CHECK ((state = 'waiting') = (next_try IS NOT NULL))
);
CREATE INDEX mail_delivery_by_mail ON mail_delivery (mail_id);
CREATE INDEX mail_delivery_due ON mail_delivery (next_try, id) WHERE state = 'waiting';

-- An order that was sent: who sent it, and what was written beside it.
CREATE TABLE order_send (
    id                UUID PRIMARY KEY,
    purchase_order_id UUID REFERENCES purchase_order (id) ON DELETE CASCADE,
    work_order_id     UUID REFERENCES work_order (id) ON DELETE CASCADE,
    sender_id         UUID NOT NULL REFERENCES person (id),
    subject           TEXT NOT NULL,
    message           TEXT,
    file_name         TEXT,
    sent_at           TIMESTAMPTZ NOT NULL,
    CHECK ((purchase_order_id IS NULL) <> (work_order_id IS NULL))
);
CREATE INDEX order_send_by_purchase_order ON order_send (purchase_order_id)
    WHERE purchase_order_id IS NOT NULL;
CREATE INDEX order_send_by_work_order ON order_send (work_order_id)
    WHERE work_order_id IS NOT NULL;

CREATE TABLE order_recipient (
    order_send_id UUID NOT NULL REFERENCES order_send (id) ON DELETE CASCADE,
    place         BIGINT NOT NULL,
    delivery_id   UUID NOT NULL REFERENCES mail_delivery (id),
    PRIMARY KEY (order_send_id, place)
);
CREATE INDEX order_recipient_by_delivery ON order_recipient (delivery_id);
