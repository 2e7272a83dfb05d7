-- A person has at most one notification of a room's messages; it becomes new again after it was seen. Until now the
-- lock on the room ensured this; the unique index lets one statement notify everyone. Of duplicates the newest stays.
DELETE FROM notification
WHERE topic = 'message' AND EXISTS (
    SELECT 1 FROM notification AS newer
    WHERE newer.topic = 'message' AND newer.person_id = notification.person_id
        AND newer.subject_id = notification.subject_id
        AND newer.company_id = notification.company_id
        AND (newer.date_inserted > notification.date_inserted
             OR (newer.date_inserted = notification.date_inserted AND newer.id > notification.id)));
CREATE UNIQUE INDEX notification_of_room ON notification (person_id, subject_id, company_id)
    WHERE topic = 'message';
DROP INDEX notification_of_chat;
