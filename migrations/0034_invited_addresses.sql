-- An invitation used to verify its address for whoever knew its id, and every admin of the company knew it. So
-- the addresses that nothing else verified are asked about again: whoever followed the link of a verification
-- mail has none left, and identity providers verify their accounts themselves.
UPDATE person SET email_verified_at = NULL
WHERE email_verified_at IS NOT NULL
    AND EXISTS (SELECT 1 FROM mailed_link
                WHERE mailed_link.person_id = person.id AND mailed_link.purpose = 'verify')
    AND NOT EXISTS (SELECT 1 FROM identity WHERE identity.person_id = person.id);
