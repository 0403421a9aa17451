-- Raises an error unless this token holds the connection's lease. It locks the lease's row in share mode until
-- this transaction ends, so another process's `takeLease` waits until then. The function returns nothing, so
-- the caller sends it in one round trip with its writes and its commit.
create or replace function require_lease(connection integer, token bigint) returns void
  language plpgsql
as $$
begin
  perform from connection_leases l
  where l.connection_id = require_lease.connection and l.token = require_lease.token
  for share;
  if not found then
    raise exception 'connection % has another owner', connection using errcode = 'BL001';
  end if;
end
$$;
