-- Media that came while the company had no room for files. They are fetched when it has room again.
create index messages_without_room on messages (company_id, id) where media ->> 'state' = 'no-room';
