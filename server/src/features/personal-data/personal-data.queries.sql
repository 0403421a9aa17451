-- Printed from personal-data.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- personalData.advance
update personal_data_exports as e set done = $2 where e.id = $1 and e.state = 'running' returning
e.id, e.contact_id, e.state, e.total, e.done, e.file_keys, e.zip_sizes::float8[] as zip_sizes, e.created_at,
e.expires_at,
(select u.name from users u where u.company_id = e.company_id and u.id = e.user_id) as user_name;

-- personalData.delete
delete from personal_data_exports where id = $1 returning file_keys;

-- personalData.deleteOf
delete from personal_data_exports where contact_id = $1 returning file_keys;

-- personalData.ofContact
select
e.id, e.contact_id, e.state, e.total, e.done, e.file_keys, e.zip_sizes::float8[] as zip_sizes, e.created_at,
e.expires_at,
(select u.name from users u where u.company_id = e.company_id and u.id = e.user_id) as user_name from personal_data_exports e where e.contact_id = $1;

-- personalData.fail
update personal_data_exports as e set state = 'failed', finished_at = $2
where e.id = $1 and e.state = 'running'
returning
e.id, e.contact_id, e.state, e.total, e.done, e.file_keys, e.zip_sizes::float8[] as zip_sizes, e.created_at,
e.expires_at,
(select u.name from users u where u.company_id = e.company_id and u.id = e.user_id) as user_name;

-- personalData.finish
update personal_data_exports as e
set state = 'done', done = total, file_keys = $2::text[], zip_sizes = $3::bigint[], finished_at = $4, expires_at = $5
where e.id = $1 and e.state = 'running'
returning
e.id, e.contact_id, e.state, e.total, e.done, e.file_keys, e.zip_sizes::float8[] as zip_sizes, e.created_at,
e.expires_at,
(select u.name from users u where u.company_id = e.company_id and u.id = e.user_id) as user_name;

-- personalData.insert
insert into personal_data_exports as e (company_id, contact_id, user_id, state, total, created_at)
select current_company(), $1, $2, 'running',
  (select count(*) + count(m.media ->> 'key') from messages m where m.contact_id = $1)
    + (select count(*) + count(m.media ->> 'key') from messages m where m.author_contact_id = $1 and m.contact_id <> $1),
  $3
returning
e.id, e.contact_id, e.state, e.total, e.done, e.file_keys, e.zip_sizes::float8[] as zip_sizes, e.created_at,
e.expires_at,
(select u.name from users u where u.company_id = e.company_id and u.id = e.user_id) as user_name;

-- personalData.lock
select
e.id, e.contact_id, e.state, e.total, e.done, e.file_keys, e.zip_sizes::float8[] as zip_sizes, e.created_at,
e.expires_at,
(select u.name from users u where u.company_id = e.company_id and u.id = e.user_id) as user_name from personal_data_exports e where e.id = $1 for update of e;
