-- Printed from leases.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- connections.heldLease
select token, set_config('plan_cache_mode', 'force_generic_plan', true) from connection_leases where connection_id = :connectionId and token = :token for share;
