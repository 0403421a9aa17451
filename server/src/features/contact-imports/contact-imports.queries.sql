-- Printed from contact-imports.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- contactImports.advance
update contact_imports as i
set done_place = :donePlace, created_count = created_count + :created, known_count = known_count + :known,
  wrong_count = wrong_count + :wrong, finished_at = :finishedAt::timestamptz,
  state = case when :finishedAt is null then state else 'done' end
where i.id = :importId
returning
i.id, i.source, i.file_name, i.state, i.has_header, i.columns, i.targets, i.row_count, i.done_place, i.created_count,
i.known_count, i.wrong_count, i.created_at, i.finished_at,
(select u.name from users u where u.company_id = i.company_id and u.id = i.user_id) as user_name;

-- contactImports.begin
update contact_imports as i
set state = 'running', has_header = :hasHeader, targets = :targets::text[], columns = :columns::jsonb,
  done_place = case when :hasHeader then 1 else 0 end
where i.id = :importId
returning
i.id, i.source, i.file_name, i.state, i.has_header, i.columns, i.targets, i.row_count, i.done_place, i.created_count,
i.known_count, i.wrong_count, i.created_at, i.finished_at,
(select u.name from users u where u.company_id = i.company_id and u.id = i.user_id) as user_name;

-- contactImports.countRows
update contact_imports as i
set row_count = (
  select count(*)::integer from contact_import_rows r where r.company_id = i.company_id and r.import_id = i.id
)
where i.id = :importId
returning
i.id, i.source, i.file_name, i.state, i.has_header, i.columns, i.targets, i.row_count, i.done_place, i.created_count,
i.known_count, i.wrong_count, i.created_at, i.finished_at,
(select u.name from users u where u.company_id = i.company_id and u.id = i.user_id) as user_name;

-- contactImports.end
update contact_imports as i set state = :state, finished_at = :at where i.id = :importId returning
i.id, i.source, i.file_name, i.state, i.has_header, i.columns, i.targets, i.row_count, i.done_place, i.created_count,
i.known_count, i.wrong_count, i.created_at, i.finished_at,
(select u.name from users u where u.company_id = i.company_id and u.id = i.user_id) as user_name;

-- contactImports.eraseRowsOf
delete from contact_import_rows r
where r.phone = any (:phones)
  or r.phone is null and exists (
    select from jsonb_array_elements_text(r.cells) as c (cell), unnest(:phones::text[]) as p (phone)
    where length(p.phone) >= 8 and right(regexp_replace(c.cell, '\D', '', 'g'), 8) = right(p.phone, 8)
  );

-- contactImports.byId
select
i.id, i.source, i.file_name, i.state, i.has_header, i.columns, i.targets, i.row_count, i.done_place, i.created_count,
i.known_count, i.wrong_count, i.created_at, i.finished_at,
(select u.name from users u where u.company_id = i.company_id and u.id = i.user_id) as user_name from contact_imports i where i.id = :importId;

-- contactImports.insert
insert into contact_imports as i
  (company_id, user_id, source, file_name, state, has_header, columns, targets, row_count, created_at)
values (current_company(), :userId, :source, :fileName, 'preview', :hasHeader, :columns::jsonb, :targets::text[],
  :rowCount, :at)
returning
i.id, i.source, i.file_name, i.state, i.has_header, i.columns, i.targets, i.row_count, i.done_place, i.created_count,
i.known_count, i.wrong_count, i.created_at, i.finished_at,
(select u.name from users u where u.company_id = i.company_id and u.id = i.user_id) as user_name;

-- contactImports.latest
select
i.id, i.source, i.file_name, i.state, i.has_header, i.columns, i.targets, i.row_count, i.done_place, i.created_count,
i.known_count, i.wrong_count, i.created_at, i.finished_at,
(select u.name from users u where u.company_id = i.company_id and u.id = i.user_id) as user_name from contact_imports i where i.state <> 'preview' order by i.id desc limit :limit;

-- contactImports.lock
select
i.id, i.source, i.file_name, i.state, i.has_header, i.columns, i.targets, i.row_count, i.done_place, i.created_count,
i.known_count, i.wrong_count, i.created_at, i.finished_at,
(select u.name from users u where u.company_id = i.company_id and u.id = i.user_id) as user_name from contact_imports i where i.id = :importId for update of i;
