-- The holder of a link uploads in parts, too. Nobody's, once the link is deleted with what it opens: it expires like
-- every other.
ALTER TABLE upload ALTER COLUMN person_id DROP NOT NULL;
ALTER TABLE upload ADD COLUMN guest_link_id UUID REFERENCES guest_link (id) ON DELETE SET NULL;
CREATE INDEX upload_by_guest_link ON upload (guest_link_id) WHERE guest_link_id IS NOT NULL;

-- Mails to the vendors of an order, each with a link of its own, share the order's PDF.
CREATE INDEX mail_attachment_by_file ON mail_attachment (file_key);
