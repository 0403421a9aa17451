-- Where the name of a contact comes from decides which name may take its place (packages/domain/src/contact-name.ts).
-- A change of type, since it reaches the rows of every company whoever runs the migration.
alter table contacts
  alter is_name_ours type text using case
    when is_name_ours then 'typed'
    when is_group or name in (number, 'Contato do WhatsApp') then 'stand-in'
    else 'push'
  end;
alter table contacts rename is_name_ours to name_source;
alter table contacts
  add check (name_source in ('typed', 'subject', 'phone-book', 'business', 'push', 'stand-in'));

-- Names that the handset's phone book, or WhatsApp's register of businesses, has for an address: kept for those who have
-- not written yet, so that they are called so when they do.
create table told_names (
  company_id integer not null references companies (id) on delete cascade,
  kind text not null check (kind in ('phone', 'lid', 'group')),
  value text not null,
  name text not null,
  source text not null check (source in ('subject', 'phone-book', 'business')),
  told_at timestamptz not null,
  primary key (company_id, kind, value)
);
select protect_company_table('told_names');
