-- A company that was deleted, where something of others still names it: their chats with it, and the
-- jobs that it did for them. Nothing but its name is left of it, and it goes with the last of those.
ALTER TABLE company ADD COLUMN deleted_at TIMESTAMPTZ;
CREATE INDEX company_deleted ON company (deleted_at) WHERE deleted_at IS NOT NULL;

-- By these, what is somebody's or a company's is found when they go.
CREATE INDEX chat_message_by_company ON chat_message (company_id);
CREATE INDEX chat_read_by_person ON chat_read (person_id);
CREATE INDEX feed_by_company ON feed (company_id);
CREATE INDEX feedback_by_company ON feedback (company_id);
CREATE INDEX feedback_by_person ON feedback (person_id);
CREATE INDEX invitation_by_email ON invitation (email_key);
CREATE INDEX mail_by_reply_to ON mail (reply_to) WHERE reply_to IS NOT NULL;
CREATE INDEX mail_delivery_by_email ON mail_delivery (email);
CREATE INDEX notification_by_company ON notification (company_id);
CREATE INDEX notification_by_doers_company ON notification (by_company_id);
CREATE INDEX reset_request_by_email ON reset_request (email_key);
