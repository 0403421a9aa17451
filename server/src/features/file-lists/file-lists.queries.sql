-- Printed from file-lists.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- fileLists.count
select count(*)::int as count from file_lists f where position(plain_text(:words) in plain_text(f.name)) > 0;

-- fileLists.byId
select
f.id, f.name, f.message, f.user_id, f.created_at, f.updated_at,
(select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'media', o.media,
    'createdAt', to_char(o.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'updatedAt', to_char(o.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by o.place, o.id), '[]')
 from file_list_options o where o.company_id = f.company_id and o.file_list_id = f.id) as options from file_lists f where f.id = :id;

-- fileLists.page
select
f.id, f.name, f.message, f.user_id, f.created_at, f.updated_at,
(select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'media', o.media,
    'createdAt', to_char(o.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'updatedAt', to_char(o.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by o.place, o.id), '[]')
 from file_list_options o where o.company_id = f.company_id and o.file_list_id = f.id) as options from file_lists f where position(plain_text(:words) in plain_text(f.name)) > 0 order by lower(f.name), f.id limit :limit offset :offset;
