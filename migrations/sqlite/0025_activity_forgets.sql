-- Whoever deletes their account goes from the log, which is only ever added to otherwise: where a name or
-- an address of theirs stood, there stands the key of the row that is left of them in person.
DROP TRIGGER activity_is_never_changed;

-- Those who were deleted before.
UPDATE activity SET actor_name = (SELECT email_key FROM person WHERE person.id = activity.actor_id)
WHERE actor_id IN (SELECT id FROM person WHERE email = '');

UPDATE activity SET subject_name = (SELECT email_key FROM person WHERE person.id = activity.subject_id),
    changes = '[]', words = ''
WHERE kind = 'member' AND subject_id IN (SELECT id FROM person WHERE email = '');

-- An update must take something away, must take away nothing but what tells who somebody was that is
-- gone, and may put nothing but their key in its place.
CREATE TRIGGER activity_is_never_changed BEFORE UPDATE ON activity
WHEN (
    (NEW.actor_name <> OLD.actor_name OR NEW.subject_name <> OLD.subject_name OR NEW.changes <> OLD.changes)
    AND NEW.id IS OLD.id AND NEW.company_id IS OLD.company_id AND NEW.at IS OLD.at
    AND NEW.actor_id IS OLD.actor_id AND NEW.actor_company_id IS OLD.actor_company_id
    AND NEW.actor_company_name IS OLD.actor_company_name AND NEW.kind IS OLD.kind
    AND NEW.subject_id IS OLD.subject_id AND NEW.job_id IS OLD.job_id AND NEW.job_title IS OLD.job_title
    AND NEW.on_job IS OLD.on_job AND NEW.shared_with IS OLD.shared_with AND NEW.action IS OLD.action
    -- Who did it.
    AND (NEW.actor_name = OLD.actor_name
         OR EXISTS (SELECT 1 FROM person
                    WHERE id = OLD.actor_id AND email = '' AND email_key = NEW.actor_name))
    -- Which member it was done to, or who was invited.
    AND (NEW.subject_name = OLD.subject_name
         OR EXISTS (SELECT 1 FROM person
                    WHERE email_key = NEW.subject_name AND email = ''
                        AND (OLD.kind = 'invitation' OR OLD.kind = 'member' AND id = OLD.subject_id)))
    -- The values of a member, and names that stand among other values.
    AND json_array_length(NEW.changes) = json_array_length(OLD.changes)
    AND NOT EXISTS (
        SELECT 1
        FROM (SELECT key, json_extract(value, '$.field') AS field, json_extract(value, '$.from') AS text,
                  'from' AS side FROM json_each(OLD.changes)
              UNION ALL
              SELECT key, json_extract(value, '$.field'), json_extract(value, '$.to'), 'to'
              FROM json_each(OLD.changes)) AS was
        JOIN (SELECT key, json_extract(value, '$.field') AS field, json_extract(value, '$.from') AS text,
                  'from' AS side FROM json_each(NEW.changes)
              UNION ALL
              SELECT key, json_extract(value, '$.field'), json_extract(value, '$.to'), 'to'
              FROM json_each(NEW.changes)) AS becomes
            ON becomes.key = was.key AND becomes.side = was.side
        WHERE becomes.field IS NOT was.field
            OR becomes.text IS NOT was.text
               AND NOT (becomes.text IS NULL AND OLD.kind = 'member'
                        AND was.field IN ('firstName', 'lastName', 'position', 'email', 'phone', 'location')
                        AND EXISTS (SELECT 1 FROM person WHERE id = OLD.subject_id AND email = ''))
               AND NOT EXISTS (
                   SELECT 1 FROM person
                   WHERE email = '' AND was.field IN ('employee', 'sentTo')
                       AND instr(becomes.text, email_key) > 0
                       -- What stands before the name in a list, and what stands behind it.
                       AND length(was.text) > length(becomes.text) - length(email_key)
                       AND substr(was.text, 1, instr(becomes.text, email_key) - 1)
                           = substr(becomes.text, 1, instr(becomes.text, email_key) - 1)
                       AND substr(was.text, length(was.text) + 1 - length(
                               substr(becomes.text, instr(becomes.text, email_key) + length(email_key))))
                           = substr(becomes.text, instr(becomes.text, email_key) + length(email_key))))
    -- What it is found by: some of its lines.
    AND NOT EXISTS (
        SELECT value FROM json_each('[' || replace(json_quote(replace(NEW.words, '\', '/')), '\n', '","') || ']')
        EXCEPT
        SELECT value FROM json_each('[' || replace(json_quote(replace(OLD.words, '\', '/')), '\n', '","') || ']'))
) IS NOT TRUE
BEGIN
    SELECT RAISE(ABORT, 'the activity log is only ever added to');
END;
