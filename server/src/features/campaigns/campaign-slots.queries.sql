-- Printed from campaign-slots.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- campaigns.dueSlots
select l.company_id, l.connection_id
from campaign_slots l
join connections w on w.company_id = l.company_id and w.id = l.connection_id and w.status = 'CONNECTED'
join companies o on o.id = l.company_id and o.is_active
join plans p on p.id = o.plan_id and p.use_campaigns
where l.is_active and l.look_at <= :now
  and (((o.due_date + 1)::timestamp at time zone o.time_zone) > :now or exists (select from users s where s.company_id = o.id and s.is_super))
  and not exists (
    select from settings s where s.company_id = l.company_id and s.key = 'campaignsEnabled' and s.value = 'false'
  )
order by l.look_at, l.company_id, l.connection_id
limit :limit;

-- campaigns.nextInSlot
select s.id, s.campaign_id, coalesce(i.name, s.name) as name, coalesce(i.number, s.number) as number,
  coalesce(i.email, s.email) as email, s.phone, s.state, s.contact_id,
  (
    select m.id from messages m
    where m.company_id = s.company_id and m.id = s.message_id and m.failure is not null and not m.is_deleted
  ) as message_id,
  (
    select m.id from messages m
    where m.company_id = s.company_id and m.id = s.confirmation_message_id and m.failure is not null and not m.is_deleted
  ) as confirmation_message_id,
  s.state = 'confirmed' or i.id is not null as is_listed,
  s.state = 'confirmed' or coalesce(i.is_whatsapp_valid, false) as is_valid,
  exists (select from campaign_opt_outs o where o.company_id = s.company_id and o.phone = s.phone) as is_opted_out
from campaigns c
join lateral (
  (select n.id from campaign_shipping n
   where n.company_id = c.company_id and n.campaign_id = c.id and n.state = 'confirmed' order by n.id limit 1)
  union all
  (select n.id from campaign_shipping n
   where n.company_id = c.company_id and n.campaign_id = c.id and n.state = 'pending' and n.is_valid
   order by n.id limit 1)
  limit 1
) turn on true
join campaign_shipping s on s.company_id = c.company_id and s.id = turn.id
left join contact_list_items i on i.company_id = s.company_id and i.id = s.item_id
  and i.contact_list_id = c.contact_list_id and i.phone = s.phone
where c.connection_id = :connectionId and c.status = 'EM_ANDAMENTO' and c.paused_because is null
order by c.turn_at nulls first, c.id
limit 1;
