-- Printed from billing.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- billing.companiesOtherwisePriced
select c.id as company_id, p.id as plan_id, p.name as plan_name, p.value as plan_value, c.recurrence, c.language,
  c.due_date
from invoices i
join companies c on c.id = i.company_id
join plans p on p.id = c.plan_id
where i.status = 'open' and p.value > 0
  and (i.plan_id is distinct from c.plan_id or i.recurrence is distinct from c.recurrence);

-- billing.companiesThatOwe
select c.id as company_id, p.id as plan_id, p.name as plan_name, p.value as plan_value, c.recurrence, c.language,
  c.due_date
from companies c
join plans p on p.id = c.plan_id
where c.is_active and c.delete_at is null and p.value > 0
  and c.due_date - (:at at time zone c.time_zone)::date < :ahead
  and not exists (select from invoices i where i.company_id = c.id and i.status = 'open')
  and not exists (select from invoices i
    where i.company_id = c.id and i.status = 'cancelled' and i.due_date = c.due_date);

-- billing.countInvoices
select count(*)::int as count from invoices i where (:words = '' or position(plain_text(:words) in plain_text(i.detail)) > 0 or i.id::text = :words);

-- billing.countPlatformInvoices
select count(*)::int as count from invoices i join companies c on c.id = i.company_id where
(:words = '' or position(plain_text(:words) in plain_text(c.name)) > 0 or i.id::text = :words
  or (i.company_id, i.id) in (select g.company_id, g.invoice_id from pix_charges g where g.txid in (upper(:words),
    lower(:words))))
and (:status = '' or i.status = :status or (:status = 'attention' and exists (select from pix_charges g
  where g.company_id = i.company_id and g.invoice_id = i.id and g.handled_at is null and (g.exceeds or g.state in ('differs', 'surplus')))));

-- billing.insertInvoices
insert into invoices (company_id, plan_id, recurrence, detail, value, due_date, created_at, updated_at)
select d.company_id, d.plan_id, d.recurrence, d.detail, d.value, d.due_date, :at, :at
from unnest(:companies::int[], :plans::int[], :recurrences::text[], :details::text[], :values::numeric[],
:dueDates::date[])
  as d (company_id, plan_id, recurrence, detail, value, due_date)
on conflict (company_id) where status = 'open' do nothing
returning company_id;

-- billing.invoiceById
select i.id, i.detail, i.value, i.due_date, i.status, i.plan_id, i.recurrence, i.created_at, i.updated_at,
(select case when g.state = 'surplus' and i.status = 'cancelled' then 'cancelled'
  when g.state in ('differs', 'surplus') then g.state when g.exceeds then 'exceeds' end from pix_charges g
  where g.company_id = i.company_id and g.invoice_id = i.id and g.handled_at is null and (g.exceeds or g.state in ('differs', 'surplus')) limit 1) as attention from invoices i where i.id = :id;

-- billing.invoicesPage
select i.id, i.detail, i.value, i.due_date, i.status, i.plan_id, i.recurrence, i.created_at, i.updated_at,
(select case when g.state = 'surplus' and i.status = 'cancelled' then 'cancelled'
  when g.state in ('differs', 'surplus') then g.state when g.exceeds then 'exceeds' end from pix_charges g
  where g.company_id = i.company_id and g.invoice_id = i.id and g.handled_at is null and (g.exceeds or g.state in ('differs', 'surplus')) limit 1) as attention from invoices i where (:words = '' or position(plain_text(:words) in plain_text(i.detail)) > 0 or i.id::text = :words) order by i.id desc limit :limit offset :offset;

-- billing.lockInvoice
select i.id, i.detail, i.value, i.due_date, i.status, i.plan_id, i.recurrence, i.created_at, i.updated_at,
(select case when g.state = 'surplus' and i.status = 'cancelled' then 'cancelled'
  when g.state in ('differs', 'surplus') then g.state when g.exceeds then 'exceeds' end from pix_charges g
  where g.company_id = i.company_id and g.invoice_id = i.id and g.handled_at is null and (g.exceeds or g.state in ('differs', 'surplus')) limit 1) as attention from invoices i where i.id = :id for update;

-- billing.lockOpenInvoice
select i.id, i.detail, i.value, i.due_date, i.status, i.plan_id, i.recurrence, i.created_at, i.updated_at,
(select case when g.state = 'surplus' and i.status = 'cancelled' then 'cancelled'
  when g.state in ('differs', 'surplus') then g.state when g.exceeds then 'exceeds' end from pix_charges g
  where g.company_id = i.company_id and g.invoice_id = i.id and g.handled_at is null and (g.exceeds or g.state in ('differs', 'surplus')) limit 1) as attention from invoices i where i.status = 'open' for update;

-- billing.offeredPlan
select c.id as company_id, p.id as plan_id, p.name as plan_name, p.value as plan_value, c.recurrence, c.language,
  c.due_date, p.users, p.connections, p.queues, p.id = c.plan_id as is_own
from plans p, companies c
where c.id = current_company() and p.id = coalesce(:id, c.plan_id) and (p.id = c.plan_id or (p.is_public
  and p.value > 0));

-- billing.platformInvoiceById
select i.id, i.detail, i.value, i.due_date, i.status, i.plan_id, i.recurrence, i.created_at, i.updated_at,
  (select case when g.state = 'surplus' and i.status = 'cancelled' then 'cancelled'
    when g.state in ('differs', 'surplus') then g.state when g.exceeds then 'exceeds' end from pix_charges g
    where g.company_id = i.company_id and g.invoice_id = i.id and g.handled_at is null and (g.exceeds or g.state in ('differs', 'surplus')) limit 1) as attention, c.id as company_id, c.name as company_name, c.due_date as company_due_date, g.charge,
  (select coalesce(json_agg(json_build_object('txid', g.txid, 'provider', g.provider, 'planName', g.plan_name, 'amount', g.amount,
    'state', g.state, 'paidAmount', g.paid_amount,
    'createdAt', to_char(g.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by g.created_at desc, g.txid), '[]') from pix_charges g
    where g.company_id = i.company_id and g.invoice_id = i.id) as charges
from invoices i
join companies c on c.id = i.company_id
left join lateral (
  select json_build_object('txid', g.txid, 'provider', g.provider, 'planName', g.plan_name, 'amount', g.amount,
    'state', g.state, 'paidAmount', g.paid_amount,
    'createdAt', to_char(g.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as charge
  from pix_charges g
  where g.company_id = i.company_id and g.invoice_id = i.id
  -- Charges that wait for a decision come first, then paid ones, then the newest.
  order by (g.handled_at is null and (g.exceeds or g.state in ('differs', 'surplus'))) desc, g.state = 'paid' desc, g.created_at desc
  limit 1
) g on true
where i.id = :id;

-- billing.platformInvoices
select i.id, i.detail, i.value, i.due_date, i.status, i.plan_id, i.recurrence, i.created_at, i.updated_at,
  (select case when g.state = 'surplus' and i.status = 'cancelled' then 'cancelled'
    when g.state in ('differs', 'surplus') then g.state when g.exceeds then 'exceeds' end from pix_charges g
    where g.company_id = i.company_id and g.invoice_id = i.id and g.handled_at is null and (g.exceeds or g.state in ('differs', 'surplus')) limit 1) as attention, c.id as company_id, c.name as company_name, c.due_date as company_due_date, g.charge,
  (select coalesce(json_agg(json_build_object('txid', g.txid, 'provider', g.provider, 'planName', g.plan_name, 'amount', g.amount,
    'state', g.state, 'paidAmount', g.paid_amount,
    'createdAt', to_char(g.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by g.created_at desc, g.txid), '[]') from pix_charges g
    where g.company_id = i.company_id and g.invoice_id = i.id) as charges
from invoices i
join companies c on c.id = i.company_id
left join lateral (
  select json_build_object('txid', g.txid, 'provider', g.provider, 'planName', g.plan_name, 'amount', g.amount,
    'state', g.state, 'paidAmount', g.paid_amount,
    'createdAt', to_char(g.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as charge
  from pix_charges g
  where g.company_id = i.company_id and g.invoice_id = i.id
  -- Charges that wait for a decision come first, then paid ones, then the newest.
  order by (g.handled_at is null and (g.exceeds or g.state in ('differs', 'surplus'))) desc, g.state = 'paid' desc, g.created_at desc
  limit 1
) g on true
where
(:words = '' or position(plain_text(:words) in plain_text(c.name)) > 0 or i.id::text = :words
  or (i.company_id, i.id) in (select g.company_id, g.invoice_id from pix_charges g where g.txid in (upper(:words),
    lower(:words))))
and (:status = '' or i.status = :status or (:status = 'attention' and exists (select from pix_charges g
  where g.company_id = i.company_id and g.invoice_id = i.id and g.handled_at is null and (g.exceeds or g.state in ('differs', 'surplus')))))
order by i.id desc limit :limit offset :offset;

-- billing.repriceInvoices
update invoices i
set plan_id = d.plan_id, recurrence = d.recurrence, detail = d.detail, value = d.value, updated_at = :at
from unnest(:companies::int[], :plans::int[], :recurrences::text[], :details::text[], :values::numeric[],
:dueDates::date[])
  as d (company_id, plan_id, recurrence, detail, value, due_date)
where i.company_id = d.company_id and i.status = 'open';
