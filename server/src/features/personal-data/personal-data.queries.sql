-- Printed from personal-data.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- personalData.advance
update personal_data_exports as e set done = :done where e.id = :id and e.state = 'running' returning
e.id, e.contact_id, e.state, e.total, e.done, e.file_keys, e.zip_sizes::float8[] as zip_sizes, e.created_at,
e.expires_at,
(select u.name from users u where u.company_id = e.company_id and u.id = e.user_id) as user_name;

-- personalData.ofContact
select
e.id, e.contact_id, e.state, e.total, e.done, e.file_keys, e.zip_sizes::float8[] as zip_sizes, e.created_at,
e.expires_at,
(select u.name from users u where u.company_id = e.company_id and u.id = e.user_id) as user_name from personal_data_exports e where e.contact_id = :contactId;

-- personalData.fail
update personal_data_exports as e set state = 'failed', finished_at = :at
where e.id = :id and e.state = 'running'
returning
e.id, e.contact_id, e.state, e.total, e.done, e.file_keys, e.zip_sizes::float8[] as zip_sizes, e.created_at,
e.expires_at,
(select u.name from users u where u.company_id = e.company_id and u.id = e.user_id) as user_name;

-- personalData.finish
update personal_data_exports as e
set state = 'done', done = total, file_keys = :fileKeys::text[], zip_sizes = :fileSizes::bigint[],
  finished_at = :at, expires_at = :expiresAt
where e.id = :id and e.state = 'running'
returning
e.id, e.contact_id, e.state, e.total, e.done, e.file_keys, e.zip_sizes::float8[] as zip_sizes, e.created_at,
e.expires_at,
(select u.name from users u where u.company_id = e.company_id and u.id = e.user_id) as user_name;

-- personalData.insert
insert into personal_data_exports as e (company_id, contact_id, user_id, state, total, created_at)
select current_company(), :contactId, :userId, 'running',
  (select count(*) + count(m.media ->> 'key') from messages m where m.contact_id = :contactId)
    + (select count(*) + count(m.media ->> 'key') from messages m where m.author_contact_id = :contactId
      and m.contact_id <> :contactId),
  :at
returning
e.id, e.contact_id, e.state, e.total, e.done, e.file_keys, e.zip_sizes::float8[] as zip_sizes, e.created_at,
e.expires_at,
(select u.name from users u where u.company_id = e.company_id and u.id = e.user_id) as user_name;

-- personalData.lock
select
e.id, e.contact_id, e.state, e.total, e.done, e.file_keys, e.zip_sizes::float8[] as zip_sizes, e.created_at,
e.expires_at,
(select u.name from users u where u.company_id = e.company_id and u.id = e.user_id) as user_name from personal_data_exports e where e.id = :id for update of e;
