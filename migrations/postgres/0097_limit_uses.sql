-- A crash may forget it, so it need not be written ahead.
ALTER TABLE limit_use SET UNLOGGED;

-- Takes an amount of each of these limits, or of none: a list of {subject, most, lasts, part}, where `lasts` is the period
-- and `part` what is counted as one, in milliseconds. `wait` is zero if it was taken, and otherwise the milliseconds until
-- it can be; `place` is that of the limit that refuses. It is one trip to the database.
CREATE FUNCTION take_of_limits(
    uses TEXT, taken BIGINT, now_ms BIGINT, OUT wait BIGINT, OUT place BIGINT
) LANGUAGE plpgsql AS $take$
DECLARE
    one RECORD;
    used BIGINT;
    part_began BIGINT;
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    wait := 0;
    place := 0;
    -- Always in the same order, so that no two calls wait for each other.
    FOR one IN
        SELECT item ->> 'subject' AS name, decode(item ->> 'subject', 'hex') AS subject, number - 1 AS at,
            (item ->> 'most')::BIGINT AS most, (item ->> 'lasts')::BIGINT AS lasts
        FROM jsonb_array_elements(uses::JSONB) WITH ORDINALITY AS listed (item, number) ORDER BY name
    LOOP
        -- Servers take of a limit one after the other.
        PERFORM pg_advisory_xact_lock(hashtextextended(one.name, 0));
        SELECT COALESCE(SUM(amount), 0) INTO used FROM limit_use
        WHERE subject = one.subject AND began > now_ms - one.lasts;
        IF used + taken > one.most THEN
            SELECT part.began + one.lasts - now_ms INTO wait
            FROM (SELECT began, SUM(amount) OVER (ORDER BY began) AS gone FROM limit_use
                  WHERE subject = one.subject AND began > now_ms - one.lasts) AS part
            WHERE used - part.gone + taken <= one.most ORDER BY part.began LIMIT 1;
            wait := GREATEST(COALESCE(wait, one.lasts), 1);
            place := one.at;
            RETURN;
        END IF;
    END LOOP;
    FOR one IN
        SELECT decode(item ->> 'subject', 'hex') AS subject, (item ->> 'lasts')::BIGINT AS lasts,
            (item ->> 'part')::BIGINT AS part
        FROM jsonb_array_elements(uses::JSONB) AS item
    LOOP
        SELECT MAX(began) INTO part_began FROM limit_use
        WHERE subject = one.subject AND began > now_ms - one.part;
        part_began := COALESCE(part_began, now_ms);
        INSERT INTO limit_use (subject, began, ends, amount)
        VALUES (one.subject, part_began, part_began + one.lasts, taken)
        ON CONFLICT (subject, began) DO UPDATE SET amount = limit_use.amount + excluded.amount;
    END LOOP;
END $take$;
