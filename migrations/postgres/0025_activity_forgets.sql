-- Whoever deletes their account goes from the log, which is only ever added to otherwise: where a name or
-- an address of theirs stood, there stands the key of the row that is left of them in person.
DROP TRIGGER activity_is_never_changed ON activity;

-- Those who were deleted before.
UPDATE activity SET actor_name = person.email_key
FROM person WHERE person.id = activity.actor_id AND person.email = '';

UPDATE activity SET subject_name = person.email_key, changes = '[]', words = ''
FROM person WHERE activity.kind = 'member' AND person.id = activity.subject_id AND person.email = '';

-- Whether nothing but the name of somebody who is gone is another one in this value: what stands before
-- it in a list is as it was, and so is what stands behind it.
CREATE FUNCTION activity_names_nobody(was TEXT, becomes TEXT) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN EXISTS (
        SELECT 1 FROM person
        CROSS JOIN LATERAL (SELECT strpos(becomes, email_key) AS at) AS place
        CROSS JOIN LATERAL (SELECT substr(becomes, at + length(email_key)) AS rest) AS behind
        WHERE email = '' AND at > 0
            AND left(was, at - 1) = left(becomes, at - 1)
            AND length(was) > at - 1 + length(rest) AND right(was, length(rest)) = rest);
END
$$;

-- In plpgsql, whose plans are kept from row to row: somebody may have done many things.
-- An update must take something away, must take away nothing but what tells who somebody was that is
-- gone, and may put nothing but their key in its place.
CREATE FUNCTION activity_forgets(was activity, becomes activity) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN (was.actor_name <> becomes.actor_name OR was.subject_name <> becomes.subject_name
            OR was.changes <> becomes.changes)
    AND ROW (was.id, was.company_id, was.at, was.actor_id, was.actor_company_id, was.actor_company_name, was.kind,
             was.subject_id, was.job_id, was.job_title, was.on_job, was.shared_with, was.action)
        IS NOT DISTINCT FROM
        ROW (becomes.id, becomes.company_id, becomes.at, becomes.actor_id, becomes.actor_company_id,
             becomes.actor_company_name, becomes.kind, becomes.subject_id, becomes.job_id, becomes.job_title,
             becomes.on_job, becomes.shared_with, becomes.action)
    -- Who did it.
    AND (becomes.actor_name = was.actor_name
         OR EXISTS (SELECT 1 FROM person
                    WHERE id = was.actor_id AND email = '' AND email_key = becomes.actor_name))
    -- Which member it was done to, or who was invited.
    AND (becomes.subject_name = was.subject_name
         OR EXISTS (SELECT 1 FROM person
                    WHERE email_key = becomes.subject_name AND email = ''
                        AND (was.kind = 'invitation' OR was.kind = 'member' AND id = was.subject_id)))
    -- The values of a member, and names that stand among other values.
    AND (becomes.changes = was.changes
         OR jsonb_array_length(becomes.changes) = jsonb_array_length(was.changes)
            AND NOT EXISTS (
        SELECT 1
        FROM jsonb_array_elements(was.changes) WITH ORDINALITY AS old (change, place)
        JOIN jsonb_array_elements(becomes.changes) WITH ORDINALITY AS new (change, place) USING (place)
        CROSS JOIN LATERAL (VALUES (old.change ->> 'from', new.change ->> 'from'),
                                   (old.change ->> 'to', new.change ->> 'to')) AS side (before, after)
        WHERE new.change ->> 'field' IS DISTINCT FROM old.change ->> 'field'
            OR side.after IS DISTINCT FROM side.before
               AND NOT (side.after IS NULL AND was.kind = 'member'
                        AND old.change ->> 'field'
                            IN ('firstName', 'lastName', 'position', 'email', 'phone', 'location')
                        AND EXISTS (SELECT 1 FROM person WHERE id = was.subject_id AND email = ''))
               AND NOT (old.change ->> 'field' IN ('employee', 'sentTo') AND side.before IS NOT NULL
                        AND side.after IS NOT NULL AND activity_names_nobody(side.before, side.after))))
    -- What it is found by: some of its lines.
    AND (becomes.words = was.words OR NOT EXISTS (
        SELECT unnest(string_to_array(becomes.words, E'\n'))
        EXCEPT
        SELECT unnest(string_to_array(was.words, E'\n'))));
END
$$;

CREATE OR REPLACE FUNCTION activity_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF NOT EXISTS (SELECT 1 FROM person WHERE person.company_id = OLD.company_id) THEN
            RETURN OLD;
        END IF;
    ELSIF activity_forgets(OLD, NEW) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the activity log is only ever added to';
END
$$;

CREATE TRIGGER activity_is_never_changed BEFORE UPDATE OR DELETE ON activity
    FOR EACH ROW EXECUTE FUNCTION activity_stays();
