-- Printed from connection-token.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- connections.dropToken
update connections set token_hash = null, token_last_four = null, token_created_at = null, updated_at = :at
where id = :connectionId and token_hash is not null;

-- connections.saveToken
update connections set token_hash = :hash, token_last_four = :lastFour, token_created_at = :at, updated_at = :at
where id = :connectionId;

-- connections.tokenHashOf
select token_hash from connections where id = :connectionId;
