create table message_prices (
  id integer generated always as identity primary key,
  valid_from date not null,
  category text not null,
  country text not null,
  currency text not null,
  amount numeric(14, 6) not null check (amount >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index message_prices_place on message_prices (category, country, valid_from);
create index message_prices_in_order on message_prices (valid_from desc, category, country);
grant select on message_prices to balcao_app;
grant select, insert, update, delete on message_prices to balcao_platform;
comment on table message_prices is
  'What Meta charges for one message, as the platform''s owner copied it from Meta''s card. The latest row whose day has '
  'come holds; a row of the country comes before one of every other country.';
comment on column message_prices.valid_from is 'The first day, by the calendar of the company that sends.';
comment on column message_prices.category is 'As Meta spells it in statuses, such as service, utility or marketing.';
comment on column message_prices.country is 'ISO 3166-1 alpha-2 of the recipient, or * for every other country.';
comment on column message_prices.currency is 'ISO 4217.';

alter table message_charges add column country text;
comment on column message_charges.country is 'ISO 3166-1 alpha-2 of the recipient; null: unknown.';
