-- Printed from named-files.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- housekeeping.namedFiles
select m.media ->> 'key' as key from messages m where m.company_id = :companyId
  and m.media ->> 'key' = any (:keys::text[])
union all
select m.media ->> 'thumbnailKey' from messages m where m.company_id = :companyId
  and m.media ->> 'thumbnailKey' = any (:keys)
union all
select m.media ->> 'whatsappKey' from messages m where m.company_id = :companyId
  and m.media ->> 'whatsappKey' = any (:keys)
union all
select m.media ->> 'compatibleKey' from messages m
where m.company_id = :companyId and m.media ->> 'compatibleKey' = any (:keys)
union all
select c.picture_key from contacts c where c.company_id = :companyId and c.picture_key = any (:keys)
union all
select q.media ->> 'key' from quick_messages q where q.company_id = :companyId and q.media ->> 'key' = any (:keys)
union all
select m.media ->> 'key' from chat_messages m where m.company_id = :companyId and m.media ->> 'key' = any (:keys)
union all
select s.media ->> 'key' from schedules s where s.company_id = :companyId and s.media ->> 'key' = any (:keys)
union all
select c.media ->> 'key' from campaigns c where c.company_id = :companyId and c.media ->> 'key' = any (:keys)
union all
select o.media ->> 'key' from file_list_options o where o.company_id = :companyId and o.media ->> 'key' = any (:keys)
union all
select k.key from personal_data_exports e, unnest(e.file_keys) as k (key)
where e.company_id = :companyId and k.key = any (:keys)
union all
select a.media ->> 'key' from announcements a where :companyId = 0 and a.media ->> 'key' = any (:keys);
