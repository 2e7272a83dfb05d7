-- A company has a room of its own, and a job one for its two companies. These stand in other columns than the two
-- companies of a connection, so that a server of the version before never finds them.
ALTER TABLE chat_room ALTER COLUMN first_company_id DROP NOT NULL;
ALTER TABLE chat_room ALTER COLUMN second_company_id DROP NOT NULL;
ALTER TABLE chat_room ADD COLUMN kind TEXT NOT NULL DEFAULT 'connection' CHECK (kind IN ('connection', 'company', 'job'));
-- The company whose room it is, or whose job's.
ALTER TABLE chat_room ADD COLUMN company_id UUID REFERENCES company (id);
-- The job, which takes its room with it, and the subcontractor that the room was opened with.
ALTER TABLE chat_room ADD COLUMN job_id UUID REFERENCES job (id) ON DELETE CASCADE;
ALTER TABLE chat_room ADD COLUMN assigned_company_id UUID REFERENCES company (id);
ALTER TABLE chat_room
    ADD CHECK ((kind = 'connection') = (first_company_id IS NOT NULL)),
    ADD CHECK ((kind = 'connection') = (second_company_id IS NOT NULL)),
    ADD CHECK ((kind = 'connection') = (company_id IS NULL)),
    ADD CHECK ((kind = 'job') = (job_id IS NOT NULL)),
    ADD CHECK ((kind = 'job') = (assigned_company_id IS NOT NULL));
ALTER TABLE chat_message DROP CONSTRAINT chat_message_room_id_fkey,
    ADD CONSTRAINT chat_message_room_id_fkey FOREIGN KEY (room_id) REFERENCES chat_room (id) ON DELETE CASCADE;
ALTER TABLE chat_read DROP CONSTRAINT chat_read_room_id_fkey,
    ADD CONSTRAINT chat_read_room_id_fkey FOREIGN KEY (room_id) REFERENCES chat_room (id) ON DELETE CASCADE;

CREATE UNIQUE INDEX chat_room_of_company ON chat_room (company_id) WHERE kind = 'company';
CREATE UNIQUE INDEX chat_room_of_job ON chat_room (job_id, assigned_company_id) WHERE job_id IS NOT NULL;
CREATE INDEX chat_room_by_company ON chat_room (company_id) WHERE company_id IS NOT NULL;
CREATE INDEX chat_room_by_assigned ON chat_room (assigned_company_id) WHERE assigned_company_id IS NOT NULL;

-- Every company has its room; it bears the company's id, which is unique.
INSERT INTO chat_room (id, kind, company_id, date_opened)
SELECT id, 'company', id, date_inserted FROM company WHERE deleted_at IS NULL;
