-- Printed from contact-lists.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- contactLists.byId
select l.id, l.name, l.item_count, l.valid_count, l.invalid_count, l.due_count, l.created_at, l.updated_at from contact_lists l where l.id = $1;

-- contactLists.byIds
select l.id, l.name, l.item_count, l.valid_count, l.invalid_count, l.due_count, l.created_at, l.updated_at from contact_lists l where l.id = any ($1) order by l.id;

-- contactLists.page
select l.id, l.name, l.item_count, l.valid_count, l.invalid_count, l.due_count, l.created_at, l.updated_at from contact_lists l where position(plain_text($1) in plain_text(l.name)) > 0 order by plain_text(l.name), l.id limit $2 offset $3;

-- contactLists.count
select count(*)::int as count from contact_lists l where position(plain_text($1) in plain_text(l.name)) > 0;

-- contactLists.insert
insert into contact_lists as l (company_id, name, created_at, updated_at)
values (current_company(), $1, $2, $2)
returning l.id, l.name, l.item_count, l.valid_count, l.invalid_count, l.due_count, l.created_at, l.updated_at;

-- contactLists.lock
select l.id, l.name, l.item_count, l.valid_count, l.invalid_count, l.due_count, l.created_at, l.updated_at from contact_lists l where l.id = $1 for no key update of l;

-- contactLists.lockOfItems
select l.id from contact_lists l
where l.id in (select i.contact_list_id from contact_list_items i where i.id = any ($1))
order by l.id
for no key update of l;

-- contactLists.remove
delete from contact_lists where id = $1;

-- contactLists.rename
update contact_lists as l set name = $2, updated_at = $3 where l.id = $1 returning l.id, l.name, l.item_count, l.valid_count, l.invalid_count, l.due_count, l.created_at, l.updated_at;
