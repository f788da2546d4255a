-- Limits and the date format, which the service sets itself when it connects without PgBouncer.
ALTER ROLE altscribe SET statement_timeout = '10s';
ALTER ROLE altscribe SET lock_timeout = '2s';
ALTER ROLE altscribe SET idle_in_transaction_session_timeout = '10s';
ALTER ROLE altscribe SET DateStyle = 'ISO';
