-- Lists of numbers that campaigns write to. They stand for themselves: who is in one need not be a contact.
create table contact_lists (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  -- Kept by the trigger below, so that nobody counts a list to show it.
  item_count integer not null default 0,
  valid_count integer not null default 0,
  invalid_count integer not null default 0,
  due_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id)
);
create index contact_lists_by_name on contact_lists (company_id, plain_text(name), id);
select protect_company_table('contact_lists');

create table contact_list_items (
  company_id integer not null,
  id integer generated always as identity,
  contact_list_id integer not null,
  name text not null,
  -- As WhatsApp spells it, as far as it was asked.
  number text not null,
  -- The one spelling of all its spellings (phone-number.ts).
  phone text not null,
  email text not null,
  is_whatsapp_valid boolean not null default false,
  -- When WhatsApp last answered; null: it never did.
  checked_at timestamptz,
  -- WhatsApp is to be asked.
  is_check_due boolean not null,
  -- Questions in a row that came to nothing.
  check_tries smallint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, contact_list_id) references contact_lists (company_id, id) on delete cascade
);
-- One number once a list, and the index of the foreign key.
create unique index contact_list_items_by_phone on contact_list_items (company_id, contact_list_id, phone);
create index contact_list_items_by_name on contact_list_items (company_id, contact_list_id, plain_text(name), id);
create index contact_list_items_due on contact_list_items (company_id, check_tries, id) where is_check_due;
-- A person's rows are found when their data is erased.
create index contact_list_items_of_phone on contact_list_items (company_id, phone);
select protect_company_table('contact_list_items');

-- Once for each statement: an import of thousands changes its list once.
create function count_listed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update contact_lists l
    set item_count = l.item_count - d.items, valid_count = l.valid_count - d.valid,
      invalid_count = l.invalid_count - d.invalid, due_count = l.due_count - d.due
    from (
      select company_id, contact_list_id, count(*) as items,
        count(*) filter (where is_whatsapp_valid) as valid,
        count(*) filter (where not is_whatsapp_valid and checked_at is not null) as invalid,
        count(*) filter (where is_check_due) as due
      from gone group by 1, 2
    ) d
    where l.company_id = d.company_id and l.id = d.contact_list_id;
  end if;
  if tg_op <> 'DELETE' then
    update contact_lists l
    set item_count = l.item_count + d.items, valid_count = l.valid_count + d.valid,
      invalid_count = l.invalid_count + d.invalid, due_count = l.due_count + d.due
    from (
      select company_id, contact_list_id, count(*) as items,
        count(*) filter (where is_whatsapp_valid) as valid,
        count(*) filter (where not is_whatsapp_valid and checked_at is not null) as invalid,
        count(*) filter (where is_check_due) as due
      from come group by 1, 2
    ) d
    where l.company_id = d.company_id and l.id = d.contact_list_id;
  end if;
  return null;
end $$;
create trigger count_added after insert on contact_list_items
  referencing new table as come for each statement execute function count_listed();
create trigger count_changed after update on contact_list_items
  referencing old table as gone new table as come for each statement execute function count_listed();
create trigger count_removed after delete on contact_list_items
  referencing old table as gone for each statement execute function count_listed();
