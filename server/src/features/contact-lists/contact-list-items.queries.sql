-- Printed from contact-list-items.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- contactListItems.count
select count(*)::int as count from contact_list_items i where
i.contact_list_id = :listId
  and (
    position(plain_text(:words) in plain_text(i.name)) > 0
    or position(plain_text(:words) in i.email) > 0
    or position(:digits in i.number) > 0
  )
  and case :state
    when 'valid' then i.is_whatsapp_valid
    when 'invalid' then i.checked_at is not null and not i.is_whatsapp_valid
    when 'due' then i.is_check_due
    else true
  end;

-- contactListItems.insert
insert into contact_list_items as i
  (company_id, contact_list_id, name, number, phone, email, is_whatsapp_valid, checked_at, is_check_due,
    created_at, updated_at)
values (current_company(), :listId, :name, :number, :phone, :email, :isValid, :checkedAt::timestamptz,
  :checkedAt is null, :at, :at)
on conflict (company_id, contact_list_id, phone) do nothing
returning
i.id, i.company_id, i.contact_list_id, i.name, i.number, i.phone, i.email, i.is_whatsapp_valid, i.checked_at,
i.is_check_due, i.created_at, i.updated_at;

-- contactListItems.insertMany
insert into contact_list_items as i
  (company_id, contact_list_id, name, number, phone, email, is_check_due, created_at, updated_at)
select current_company(), :listId, p.name, p.number, p.phone, p.email, true, :at, :at
from unnest(:names::text[], :numbers::text[], :phones::text[], :emails::text[]) as p (name, number, phone, email)
on conflict (company_id, contact_list_id, phone) do nothing
returning
i.id, i.company_id, i.contact_list_id, i.name, i.number, i.phone, i.email, i.is_whatsapp_valid, i.checked_at,
i.is_check_due, i.created_at, i.updated_at;

-- contactListItems.byId
select
i.id, i.company_id, i.contact_list_id, i.name, i.number, i.phone, i.email, i.is_whatsapp_valid, i.checked_at,
i.is_check_due, i.created_at, i.updated_at from contact_list_items i where i.id = :id;

-- contactListItems.page
select
i.id, i.company_id, i.contact_list_id, i.name, i.number, i.phone, i.email, i.is_whatsapp_valid, i.checked_at,
i.is_check_due, i.created_at, i.updated_at from contact_list_items i where
i.contact_list_id = :listId
  and (
    position(plain_text(:words) in plain_text(i.name)) > 0
    or position(plain_text(:words) in i.email) > 0
    or position(:digits in i.number) > 0
  )
  and case :state
    when 'valid' then i.is_whatsapp_valid
    when 'invalid' then i.checked_at is not null and not i.is_whatsapp_valid
    when 'due' then i.is_check_due
    else true
  end order by plain_text(i.name),
  i.id limit :limit offset :offset;

-- contactListItems.noteChecks
update contact_list_items as i
set number = w.number, is_whatsapp_valid = w.is_valid, checked_at = :at, is_check_due = false, check_tries = 0,
  updated_at = :at
from unnest(:ids::integer[], :phones::text[], :numbers::text[], :areValid::boolean[]) as w (id, phone, number,
  is_valid)
where i.id = w.id and i.phone = w.phone
returning
i.id, i.company_id, i.contact_list_id, i.name, i.number, i.phone, i.email, i.is_whatsapp_valid, i.checked_at,
i.is_check_due, i.created_at, i.updated_at;

-- contactListItems.noteFailedChecks
update contact_list_items as i
set check_tries = i.check_tries + 1, is_check_due = i.check_tries + 1 < :mostTries, updated_at = :at
where i.id = any (:ids) and i.is_check_due
returning
i.id, i.company_id, i.contact_list_id, i.name, i.number, i.phone, i.email, i.is_whatsapp_valid, i.checked_at,
i.is_check_due, i.created_at, i.updated_at;

-- contactListItems.save
update contact_list_items as i
set name = :name, number = :number, phone = :phone, email = :email, is_whatsapp_valid = :isValid,
  checked_at = :checkedAt, is_check_due = :isDue,
  check_tries = 0, updated_at = :at
where i.id = :id
returning
i.id, i.company_id, i.contact_list_id, i.name, i.number, i.phone, i.email, i.is_whatsapp_valid, i.checked_at,
i.is_check_due, i.created_at, i.updated_at;
