-- What a search in a campaign's report compares with. Making it anew for each of 100,000 names was what the search
-- took; stored, it is made once, when the contact is prepared or corrected.
alter table campaign_shipping
  add column name_plain text not null generated always as (plain_text(name)) stored;
