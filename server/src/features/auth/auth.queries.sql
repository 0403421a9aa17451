-- Printed from auth.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- auth.lockSession
select
id, user_id, refresh_hash, previous_refresh_hash, rotated_at, expires_at, ended_at from sign_in_sessions where id = :id for update;

-- auth.sessionById
select company_id,
id, user_id, refresh_hash, previous_refresh_hash, rotated_at, expires_at, ended_at from sign_in_sessions where id = :id;
