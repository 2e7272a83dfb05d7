-- Meetings with customers. They stay when the customer is deleted, and name the person after they left.
CREATE TABLE appointment (
    id             UUID PRIMARY KEY,
    company_id     UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    start_at       TIMESTAMPTZ NOT NULL,
    end_at         TIMESTAMPTZ NOT NULL,
    customer_id    UUID REFERENCES customer (id) ON DELETE SET NULL,
    assigned_to_id UUID NOT NULL REFERENCES person (id),
    address        TEXT,
    city           TEXT,
    state          TEXT,
    zip            TEXT,
    note           TEXT,
    status         TEXT NOT NULL CHECK (status IN ('active', 'complete')),
    follow_up_note TEXT,
    color          TEXT NOT NULL,
    CHECK (start_at <= end_at)
);
CREATE INDEX appointment_by_company ON appointment (company_id, start_at);
CREATE INDEX appointment_by_customer ON appointment (customer_id) WHERE customer_id IS NOT NULL;

CREATE TABLE appointment_calendar (
    appointment_id UUID NOT NULL REFERENCES appointment (id) ON DELETE CASCADE,
    calendar_id    UUID NOT NULL REFERENCES calendar (id) ON DELETE CASCADE,
    PRIMARY KEY (appointment_id, calendar_id)
);
CREATE INDEX appointment_calendar_by_calendar ON appointment_calendar (calendar_id);
