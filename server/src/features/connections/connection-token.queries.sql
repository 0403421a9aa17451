-- Printed from connection-token.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- connections.dropToken
update connections set token_hash = null, token_last_four = null, token_created_at = null, updated_at = $2
where id = $1 and token_hash is not null;

-- connections.saveToken
update connections set token_hash = $2, token_last_four = $3, token_created_at = $4, updated_at = $4 where id = $1;

-- connections.tokenHashOf
select token_hash from connections where id = $1;
