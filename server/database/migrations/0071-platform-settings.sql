-- Settings of the whole installation, by name. The application role has no grant: only acts of the platform's owner and of
-- the system read them.
create table platform_settings (
  key text primary key,
  value text not null,
  updated_at timestamptz not null
);
grant select, insert, update on platform_settings to balcao_platform;
