-- Whose turn it is among the mails that are due: first what somebody waits for (0), then the rest (1), and among
-- those the companies in turn. A server that does not know these columns leaves the defaults.
ALTER TABLE mail_delivery ADD COLUMN urgency BIGINT NOT NULL DEFAULT 1;
-- The company whose turn it takes; none for what no company causes. It references nothing, because it goes with
-- its mail.
ALTER TABLE mail_delivery ADD COLUMN turn_of UUID;
ALTER TABLE mail_delivery ADD COLUMN turn BIGINT NOT NULL DEFAULT 0;
CREATE INDEX mail_delivery_by_turn ON mail_delivery (urgency, turn, next_try, id) WHERE state = 'waiting';
CREATE INDEX mail_delivery_by_urgency ON mail_delivery (urgency, next_try, id) WHERE state = 'waiting';
CREATE INDEX mail_delivery_turns ON mail_delivery (turn_of, turn) WHERE state = 'waiting';

-- The same for pushes, and the host that each goes to: a slow one delays only what goes there. Empty where a server
-- that does not know hosts wrote the row.
ALTER TABLE push_device ADD COLUMN host TEXT NOT NULL DEFAULT '';
CREATE INDEX push_device_without_host ON push_device (id) WHERE host = '';
ALTER TABLE push_delivery ADD COLUMN host TEXT NOT NULL DEFAULT '';
ALTER TABLE push_delivery ADD COLUMN turn_of UUID;
ALTER TABLE push_delivery ADD COLUMN turn BIGINT NOT NULL DEFAULT 0;
CREATE INDEX push_delivery_by_turn ON push_delivery (turn, next_try, notification_id, device_id, host);
CREATE INDEX push_delivery_turns ON push_delivery (turn_of, turn);
DROP INDEX push_delivery_due;
CREATE INDEX push_delivery_due_by_host ON push_delivery (next_try, notification_id, device_id, host);

-- What the token of a session or the code of a sign-in opens: without it nobody reads the ID token.
ALTER TABLE session ADD COLUMN sealed_id_token BYTEA;
ALTER TABLE exchange_code ADD COLUMN sealed_id_token BYTEA;
CREATE INDEX session_with_raw_id_token ON session (token_hash) WHERE id_token IS NOT NULL;

-- By these, what has expired is found, however much has not.
CREATE INDEX session_by_last_use ON session (last_used);
CREATE INDEX sign_in_failure_by_time ON sign_in_failure (failed_at);
CREATE INDEX mailed_link_by_time ON mailed_link (purpose, sent_at);
CREATE INDEX sign_in_step_by_time ON sign_in_step (began);
CREATE INDEX invitation_by_time ON invitation (sent_at);
CREATE INDEX import_end_by_time ON import_end (at);
