-- Printed from leases.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- connections.desired
select w.company_id, w.id, w.desired_state, w.desired_version, w.brings_history, l.holder, l.expires_at,
  not c.is_active as is_switched_off,
  case w.desired_state
    when 'link' then w.status = 'DISCONNECTED'
    when 'log-out' then w.cause is not distinct from 'stopped'
    else false
  end as is_asleep
from connections w
join companies c on c.id = w.company_id
left join connection_leases l on l.company_id = w.company_id and l.connection_id = w.id
order by w.company_id, w.id;

-- connections.endAllLeases
update connection_leases set expires_at = :now where expires_at > :now;

-- connections.endLease
update connection_leases set expires_at = :now where connection_id = :connectionId and token = :token;

-- connections.extendLeases
update connection_leases l set expires_at = :expiresAt
from unnest(:connectionIds::int[], :tokens::bigint[]) as held (connection_id, token)
where l.holder = :holder and l.connection_id = held.connection_id and l.token = held.token
returning l.connection_id;

-- connections.heldLease
select token, set_config('plan_cache_mode', 'force_generic_plan', true) from connection_leases where connection_id = :connectionId and token = :token for share;

-- connections.takeLease
insert into connection_leases as l (company_id, connection_id, holder, token, expires_at)
values (current_company(), :connectionId, :holder, 1, :expiresAt)
on conflict (company_id, connection_id) do update
set holder = excluded.holder, token = l.token + 1, expires_at = excluded.expires_at
where l.expires_at <= :now
returning token;
