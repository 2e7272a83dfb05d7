-- Addresses of other software to which a company's changes are sent.
CREATE TABLE webhook (
    id            UUID PRIMARY KEY,
    company_id    UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    -- Who made it, in whose name the admins are told that it was disabled.
    person_id     UUID NOT NULL REFERENCES person (id),
    url           TEXT NOT NULL,
    -- Names of changes, separated by commas.
    events        TEXT NOT NULL,
    active        BOOLEAN NOT NULL,
    disabled_at   TIMESTAMPTZ,
    -- The seed of its secret, which is derived from it with a key of this installation, and the former ones with the time
    -- until which they sign too.
    secrets       JSONB NOT NULL,
    -- Changes up to this position have deliveries, as far as they are sent.
    position      BIGINT NOT NULL,
    -- How often it was tested.
    tests         BIGINT NOT NULL,
    date_inserted TIMESTAMPTZ NOT NULL
);
CREATE INDEX webhook_by_company ON webhook (company_id, id);
CREATE INDEX webhook_by_person ON webhook (person_id);
CREATE INDEX webhook_active ON webhook (id) WHERE active;
