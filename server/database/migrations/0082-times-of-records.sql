-- Every entity has the moments of its making and of its last change (GEN-15). The product names them; the defaults are for rows
-- that scripts and tests write by hand.

alter table settings add column created_at timestamptz, add column updated_at timestamptz;
update settings s set created_at = c.created_at, updated_at = c.created_at from companies c where c.id = s.company_id;
alter table settings alter column created_at set not null, alter column updated_at set not null,
  alter column created_at set default now(), alter column updated_at set default now();

alter table holidays add column created_at timestamptz, add column updated_at timestamptz;
update holidays h set created_at = c.created_at, updated_at = c.created_at from companies c where c.id = h.company_id;
alter table holidays alter column created_at set not null, alter column updated_at set not null,
  alter column created_at set default now(), alter column updated_at set default now();

alter table file_list_options add column created_at timestamptz, add column updated_at timestamptz;
update file_list_options o set created_at = f.created_at, updated_at = f.updated_at
from file_lists f where f.company_id = o.company_id and f.id = o.file_list_id;
alter table file_list_options alter column created_at set not null, alter column updated_at set not null,
  alter column created_at set default now(), alter column updated_at set default now();

-- The earliest moment that an older row knows.
alter table campaign_shipping add column created_at timestamptz;
update campaign_shipping set created_at = least(updated_at, delivered_at, failed_at, confirmation_requested_at);
alter table campaign_shipping alter column created_at set not null;
