-- The second step of signing in, of users who want one (SECURITY A6, decision 0048).
create table two_step_logins (
  company_id integer not null,
  user_id integer not null,
  -- What the app on the phone reckons its codes from.
  sealed_secret bytea not null,
  -- Null: begun, and asked of nobody until a right code was given.
  confirmed_at timestamptz,
  -- Of the last code that was taken, in thirty seconds since 1970: it and older ones are not taken again.
  last_step bigint not null,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
select protect_company_table('two_step_logins');

-- Each stands in for a code once, and is gone then.
create table recovery_codes (
  company_id integer not null,
  user_id integer not null,
  code_hash bytea not null,
  primary key (company_id, user_id, code_hash),
  foreign key (company_id, user_id) references two_step_logins (company_id, user_id) on delete cascade
);
select protect_company_table('recovery_codes');
