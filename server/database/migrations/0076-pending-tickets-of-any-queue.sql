-- Whose `sees_queueless` is true (allTicket) also finds pending tickets of any queue (decision 0090). The rule stands three times
-- in search_tickets (0066) and is replaced there; the rest of the function stays.
do $$
declare
  before constant text := pg_get_functiondef('search_tickets'::regproc);
  former_rule constant text := 'or (t.queue_id is null and sees_queueless)';
  after constant text := replace(before, former_rule, 'or (sees_queueless and (t.status = ''pending'' or t.queue_id is null))');
begin
  if (length(before) - length(replace(before, former_rule, ''))) / length(former_rule) <> 3 then
    raise exception 'search_tickets is not the function of 0066';
  end if;
  -- Who is no superuser must belong to the role to replace its functions; only until the end of this block.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant balcao_searcher to %I', current_user);
  end if;
  execute after;
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke balcao_searcher from %I', current_user);
  end if;
end $$;
