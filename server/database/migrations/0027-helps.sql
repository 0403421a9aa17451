-- Help videos of the platform, for the people of every company.
create table helps (
  id integer generated always as identity primary key,
  title text not null,
  description text not null default '',
  -- The id at the video host.
  video text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
grant select on helps to balcao_app;
grant select, insert, update, delete on helps to balcao_platform;
