-- When two contacts turn out to be one, what the one wrote in groups becomes the other's.
create index messages_of_author on messages (company_id, author_contact_id) where author_contact_id is not null;

-- Entries that failed for good and wait for an admin's word; few, in a table of many.
create index in_tray_set_aside on in_tray (company_id, id) where set_aside_because is not null and done_at is null;
