-- An invoice and a Pix buy a plan for the months of a recurrence (decision 0036): a company whose plan or recurrence
-- changes meanwhile neither pays the old price nor gets what it did not pay for.
alter table invoices
  add column plan_id integer references plans (id) on delete set null,
  add column recurrence text;
create index invoices_of_plan on invoices (plan_id) where plan_id is not null;

alter table pix_charges add column recurrence text;

-- What was asked for the usual recurrence stays; the rest is priced anew.
update invoices i set plan_id = c.plan_id, recurrence = c.recurrence
from companies c join plans p on p.id = c.plan_id
where c.id = i.company_id and i.status = 'open' and c.recurrence = 'MENSAL' and i.detail = p.name;
