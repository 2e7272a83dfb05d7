-- What was mailed to somebody is found by their address however it was written, when they go.
DROP INDEX mail_delivery_by_email;
CREATE INDEX mail_delivery_by_address ON mail_delivery (lower(email));
