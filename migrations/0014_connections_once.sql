-- Two companies are connected once, whoever asked: also where both ask in the same moment.
CREATE UNIQUE INDEX connection_pair ON connection (
    (CASE WHEN sender_id < recipient_id THEN sender_id ELSE recipient_id END),
    (CASE WHEN sender_id < recipient_id THEN recipient_id ELSE sender_id END)
);
