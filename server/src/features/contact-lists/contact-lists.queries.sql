-- Printed from contact-lists.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- contactLists.byId
select l.id, l.name, l.item_count, l.valid_count, l.invalid_count, l.due_count, l.created_at, l.updated_at from contact_lists l where l.id = :id;

-- contactLists.byIds
select l.id, l.name, l.item_count, l.valid_count, l.invalid_count, l.due_count, l.created_at, l.updated_at from contact_lists l where l.id = any (:ids) order by l.id;

-- contactLists.page
select l.id, l.name, l.item_count, l.valid_count, l.invalid_count, l.due_count, l.created_at, l.updated_at from contact_lists l where position(plain_text(:words) in plain_text(l.name)) > 0 order by plain_text(l.name), l.id limit :limit offset :offset;

-- contactLists.count
select count(*)::int as count from contact_lists l where position(plain_text(:words) in plain_text(l.name)) > 0;

-- contactLists.insert
insert into contact_lists as l (company_id, name, created_at, updated_at)
values (current_company(), :name, :at, :at)
returning l.id, l.name, l.item_count, l.valid_count, l.invalid_count, l.due_count, l.created_at, l.updated_at;

-- contactLists.lock
select l.id, l.name, l.item_count, l.valid_count, l.invalid_count, l.due_count, l.created_at, l.updated_at from contact_lists l where l.id = :id for no key update of l;

-- contactLists.rename
update contact_lists as l set name = :name, updated_at = :at where l.id = :id returning l.id, l.name, l.item_count, l.valid_count, l.invalid_count, l.due_count, l.created_at, l.updated_at;
