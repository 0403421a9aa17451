-- Printed from file-lists.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- fileLists.addOptions
insert into file_list_options (company_id, file_list_id, place, name, media, created_at, updated_at)
select current_company(), :id, w.place, w.name, nullif(:media::jsonb -> (w.n::int - 1), 'null'), :at, :at
from unnest(:names::text[], :places::int[]) with ordinality as w (name, place, n);

-- fileLists.count
select count(*)::int as count from file_lists f where position(plain_text(:words) in plain_text(f.name)) > 0;

-- fileLists.byId
select
f.id, f.name, f.message, f.user_id, f.created_at, f.updated_at,
(select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'media', o.media,
    'createdAt', to_char(o.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'updatedAt', to_char(o.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by o.place, o.id), '[]')
 from file_list_options o where o.company_id = f.company_id and o.file_list_id = f.id) as options from file_lists f where f.id = :id;

-- fileLists.named
select id from file_lists where lower(name) = lower(:name);

-- fileLists.page
select
f.id, f.name, f.message, f.user_id, f.created_at, f.updated_at,
(select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'media', o.media,
    'createdAt', to_char(o.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'updatedAt', to_char(o.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by o.place, o.id), '[]')
 from file_list_options o where o.company_id = f.company_id and o.file_list_id = f.id) as options from file_lists f where position(plain_text(:words) in plain_text(f.name)) > 0 order by lower(f.name), f.id limit :limit offset :offset;

-- fileLists.insert
insert into file_lists (company_id, name, message, user_id, created_at, updated_at)
values (current_company(), :name, :message, :userId, :at, :at)
on conflict (company_id, lower(name)) do nothing
returning id;

-- fileLists.lock
select id from file_lists where id = :id for update;

-- fileLists.putFiles
update file_list_options o set media = :media::jsonb -> (w.n::int - 1), updated_at = :at
from unnest(:ids::int[]) with ordinality as w (id, n)
where o.file_list_id = :id and o.id = w.id;

-- fileLists.remove
delete from file_lists where id = :id;

-- fileLists.removeOtherOptions
delete from file_list_options where file_list_id = :id and not id = any (:kept);

-- fileLists.renameOptions
update file_list_options o set name = w.name, place = w.place, updated_at = :at
from unnest(:ids::int[], :names::text[], :places::int[]) as w (id, name, place)
where o.file_list_id = :id and o.id = w.id and (o.name, o.place) is distinct from (w.name, w.place);

-- fileLists.save
update file_lists set name = :name, message = :message, updated_at = :at where id = :id;

-- fileLists.touch
update file_lists set updated_at = :at where id = :id;
