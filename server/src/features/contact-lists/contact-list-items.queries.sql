-- Printed from contact-list-items.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- contactListItems.count
select count(*)::int as count from contact_list_items i where
i.contact_list_id = $1
  and (
    position(plain_text($2) in plain_text(i.name)) > 0
    or position(plain_text($2) in i.email) > 0
    or position($3 in i.number) > 0
  )
  and case $4
    when 'valid' then i.is_whatsapp_valid
    when 'invalid' then i.checked_at is not null and not i.is_whatsapp_valid
    when 'due' then i.is_check_due
    else true
  end;

-- contactListItems.eraseOf
delete from contact_list_items where phone = any ($1) returning contact_list_id;

-- contactListItems.insert
insert into contact_list_items as i
  (company_id, contact_list_id, name, number, phone, email, is_whatsapp_valid, checked_at, is_check_due,
    created_at, updated_at)
values (current_company(), $1, $2, $3, $4, $5, $6, $7::timestamptz, $7 is null, $8, $8)
on conflict (company_id, contact_list_id, phone) do nothing
returning
i.id, i.company_id, i.contact_list_id, i.name, i.number, i.phone, i.email, i.is_whatsapp_valid, i.checked_at,
i.is_check_due, i.created_at, i.updated_at;

-- contactListItems.insertMany
insert into contact_list_items as i
  (company_id, contact_list_id, name, number, phone, email, is_check_due, created_at, updated_at)
select current_company(), $1, p.name, p.number, p.phone, p.email, true, $6, $6
from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as p (name, number, phone, email)
on conflict (company_id, contact_list_id, phone) do nothing
returning
i.id, i.company_id, i.contact_list_id, i.name, i.number, i.phone, i.email, i.is_whatsapp_valid, i.checked_at,
i.is_check_due, i.created_at, i.updated_at;

-- contactListItems.insertOfTag
insert into contact_list_items
  (company_id, contact_list_id, name, number, phone, email, is_whatsapp_valid, checked_at, is_check_due,
    created_at, updated_at)
select c.company_id, $1, c.name, c.number, a.value, c.email, true, $3, false, $3, $3
from contacts c
join lateral (
  select a.value from contact_addresses a
  where a.company_id = c.company_id and a.contact_id = c.id and a.kind = 'phone'
  order by right(a.value, 8) = right(c.number, 8) desc, a.value
  limit 1
) a on true
where not c.is_group and c.removed_at is null and c.number <> '' and c.id in (
  select t.contact_id
  from ticket_tags g
  join tickets t on t.company_id = g.company_id and t.id = g.ticket_id
  where g.tag_id = $2
)
on conflict (company_id, contact_list_id, phone) do nothing
returning id;

-- contactListItems.byId
select
i.id, i.company_id, i.contact_list_id, i.name, i.number, i.phone, i.email, i.is_whatsapp_valid, i.checked_at,
i.is_check_due, i.created_at, i.updated_at from contact_list_items i where i.id = $1;

-- contactListItems.ofPhone
select id from contact_list_items where contact_list_id = $1 and phone = $2;

-- contactListItems.page
select
i.id, i.company_id, i.contact_list_id, i.name, i.number, i.phone, i.email, i.is_whatsapp_valid, i.checked_at,
i.is_check_due, i.created_at, i.updated_at from contact_list_items i where
i.contact_list_id = $1
  and (
    position(plain_text($2) in plain_text(i.name)) > 0
    or position(plain_text($2) in i.email) > 0
    or position($3 in i.number) > 0
  )
  and case $4
    when 'valid' then i.is_whatsapp_valid
    when 'invalid' then i.checked_at is not null and not i.is_whatsapp_valid
    when 'due' then i.is_check_due
    else true
  end order by plain_text(i.name), i.id limit $5 offset $6;

-- contactListItems.nextChecks
select i.id, i.number, i.phone from contact_list_items i where i.is_check_due
order by i.check_tries, i.id limit $1;

-- contactListItems.noteChecks
update contact_list_items as i
set number = w.number, is_whatsapp_valid = w.is_valid, checked_at = $5, is_check_due = false, check_tries = 0,
  updated_at = $5
from unnest($1::integer[], $2::text[], $3::text[], $4::boolean[]) as w (id, phone, number, is_valid)
where i.id = w.id and i.phone = w.phone
returning
i.id, i.company_id, i.contact_list_id, i.name, i.number, i.phone, i.email, i.is_whatsapp_valid, i.checked_at,
i.is_check_due, i.created_at, i.updated_at;

-- contactListItems.noteFailedChecks
update contact_list_items as i
set check_tries = i.check_tries + 1, is_check_due = i.check_tries + 1 < $2, updated_at = $3
where i.id = any ($1) and i.is_check_due
returning
i.id, i.company_id, i.contact_list_id, i.name, i.number, i.phone, i.email, i.is_whatsapp_valid, i.checked_at,
i.is_check_due, i.created_at, i.updated_at;

-- contactListItems.orderChecks
update contact_list_items set is_check_due = true, check_tries = 0
where contact_list_id = $1 and not is_check_due;

-- contactListItems.remove
delete from contact_list_items where id = $1;

-- contactListItems.save
update contact_list_items as i
set name = $2, number = $3, phone = $4, email = $5, is_whatsapp_valid = $6, checked_at = $7, is_check_due = $8,
  check_tries = 0, updated_at = $9
where i.id = $1
returning
i.id, i.company_id, i.contact_list_id, i.name, i.number, i.phone, i.email, i.is_whatsapp_valid, i.checked_at,
i.is_check_due, i.created_at, i.updated_at;
