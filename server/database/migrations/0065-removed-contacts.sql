-- Who was taken off the lists is shown to admins, whose data is exported and erased from there (decision 0067).
create index contacts_removed on contacts (company_id, name, id) where removed_at is not null;
