-- What the platform's owner tells the people of every company.
create table announcements (
  id integer generated always as identity primary key,
  title text not null,
  text text not null,
  -- 1 high, 2 medium, 3 low.
  priority smallint not null default 3 check (priority between 1 and 3),
  is_active boolean not null default true,
  -- { key, fileName, mimetype }: a picture in the platform's own folder, which is no company's.
  media jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
grant select on announcements to balcao_app;
grant select, insert, update, delete on announcements to balcao_platform;
