-- What the holder of a link writes has no person as its author.
ALTER TABLE job_note ALTER COLUMN author_id DROP NOT NULL;
ALTER TABLE job_note ADD CHECK ((author_id IS NULL) <> (guest_name IS NULL));
CREATE INDEX job_note_by_guest_link ON job_note (guest_link_id) WHERE guest_link_id IS NOT NULL;

ALTER TABLE job_image ALTER COLUMN posted_by DROP NOT NULL;
ALTER TABLE job_image ADD CHECK ((posted_by IS NULL) <> (guest_name IS NULL));
CREATE INDEX job_image_by_guest_link ON job_image (guest_link_id) WHERE guest_link_id IS NOT NULL;

ALTER TABLE work_order_sign_off ALTER COLUMN person_id DROP NOT NULL;
ALTER TABLE work_order_sign_off ADD CHECK ((person_id IS NULL) <> (guest_name IS NULL));
CREATE UNIQUE INDEX work_order_sign_off_by_guest
    ON work_order_sign_off (work_order_id, guest_link_id, guest_name) WHERE guest_link_id IS NOT NULL;
CREATE INDEX work_order_sign_off_by_guest_link ON work_order_sign_off (guest_link_id) WHERE guest_link_id IS NOT NULL;

-- Wrong secrets of links are counted, too.
ALTER TABLE attempt DROP CONSTRAINT attempt_kind_check;
ALTER TABLE attempt ADD CONSTRAINT attempt_kind_check
    CHECK (kind IN ('reset', 'verify', 'code', 'password', 'link'));
