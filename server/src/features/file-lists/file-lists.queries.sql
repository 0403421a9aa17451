-- Printed from file-lists.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- fileLists.addOptions
insert into file_list_options (company_id, file_list_id, place, name, media, created_at, updated_at)
select current_company(), $1, w.place, w.name, nullif($4::jsonb -> (w.n::int - 1), 'null'), $5, $5
from unnest($2::text[], $3::int[]) with ordinality as w (name, place, n);

-- fileLists.count
select count(*)::int as count from file_lists f where position(plain_text($1) in plain_text(f.name)) > 0;

-- fileLists.byId
select
f.id, f.name, f.message, f.user_id, f.created_at, f.updated_at,
(select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'media', o.media,
    'createdAt', to_char(o.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'updatedAt', to_char(o.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by o.place, o.id), '[]')
 from file_list_options o where o.company_id = f.company_id and o.file_list_id = f.id) as options from file_lists f where f.id = $1;

-- fileLists.named
select id from file_lists where lower(name) = lower($1);

-- fileLists.page
select
f.id, f.name, f.message, f.user_id, f.created_at, f.updated_at,
(select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'media', o.media,
    'createdAt', to_char(o.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'updatedAt', to_char(o.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by o.place, o.id), '[]')
 from file_list_options o where o.company_id = f.company_id and o.file_list_id = f.id) as options from file_lists f where position(plain_text($1) in plain_text(f.name)) > 0 order by lower(f.name), f.id limit $2 offset $3;

-- fileLists.insert
insert into file_lists (company_id, name, message, user_id, created_at, updated_at)
values (current_company(), $1, $2, $3, $4, $4)
on conflict (company_id, lower(name)) do nothing
returning id;

-- fileLists.lock
select id from file_lists where id = $1 for update;

-- fileLists.putFiles
update file_list_options o set media = $3::jsonb -> (w.n::int - 1), updated_at = $4
from unnest($2::int[]) with ordinality as w (id, n)
where o.file_list_id = $1 and o.id = w.id;

-- fileLists.remove
delete from file_lists where id = $1;

-- fileLists.removeOtherOptions
delete from file_list_options where file_list_id = $1 and not id = any ($2);

-- fileLists.renameOptions
update file_list_options o set name = w.name, place = w.place, updated_at = $5
from unnest($2::int[], $3::text[], $4::int[]) as w (id, name, place)
where o.file_list_id = $1 and o.id = w.id and (o.name, o.place) is distinct from (w.name, w.place);

-- fileLists.save
update file_lists set name = $2, message = $3, updated_at = $4 where id = $1;

-- fileLists.touch
update file_lists set updated_at = $2 where id = $1;
