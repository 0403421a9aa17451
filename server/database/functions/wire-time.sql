-- Formats a time for the wire: ISO 8601, UTC, milliseconds. The function is stable, because an immutable
-- function that calls a stable one is not inlined, which tripled its cost.
create or replace function wire_time(at timestamptz) returns text
  language sql stable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
