-- Updates the number of contacts of a contact list once per statement, so an import of thousands updates it
-- once.
create or replace function count_listed() returns trigger language plpgsql as $$
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

create or replace trigger count_added after insert on contact_list_items
  referencing new table as come for each statement execute function count_listed();
create or replace trigger count_changed after update on contact_list_items
  referencing old table as gone new table as come for each statement execute function count_listed();
create or replace trigger count_removed after delete on contact_list_items
  referencing old table as gone for each statement execute function count_listed();
