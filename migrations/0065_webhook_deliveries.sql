-- Changes on their way to webhooks.
CREATE TABLE webhook_delivery (
    id              UUID PRIMARY KEY,
    webhook_id      UUID NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
    -- The same when it is delivered again.
    message_id      UUID NOT NULL,
    change_type     TEXT NOT NULL,
    -- The change; none of a test, which has its body here.
    company_id      UUID NOT NULL,
    position        BIGINT,
    body            TEXT,
    -- The subject behind whose earlier changes it waits; none of what is sent at once.
    subject_id      UUID,
    status          TEXT NOT NULL,
    tries           BIGINT NOT NULL,
    -- The first try.
    since           TIMESTAMPTZ,
    -- None while an earlier change of the subject is pending.
    next_try        TIMESTAMPTZ,
    claim           UUID,
    response_status BIGINT,
    response        TEXT,
    FOREIGN KEY (company_id, position) REFERENCES change_event (company_id, position) ON DELETE CASCADE
);
CREATE INDEX webhook_delivery_by_webhook ON webhook_delivery (webhook_id, id);
CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, next_try) WHERE status = 'pending';
CREATE INDEX webhook_delivery_by_subject ON webhook_delivery (webhook_id, subject_id, position) WHERE status = 'pending';
CREATE INDEX webhook_delivery_claimed ON webhook_delivery (next_try) WHERE claim IS NOT NULL;
CREATE INDEX webhook_delivery_by_change ON webhook_delivery (company_id, position);
