-- Printed from renewal.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- companies.billingOfOwn
select billing_name, address_street, address_city, address_state, address_zip_code, plan_id, recurrence
from companies where id = current_company();

-- companies.keepBilling
update companies
set billing_name = coalesce(nullif($1, ''), billing_name), address_street = coalesce(nullif($2, ''), address_street),
  address_city = coalesce(nullif($3, ''), address_city), address_state = coalesce(nullif($4, ''), address_state),
  address_zip_code = coalesce(nullif($5, ''), address_zip_code),
  updated_at = $6
where id = current_company()
returning id;

-- companies.lockForRenewal
select due_date, recurrence, time_zone, plan_id,
  exists (select from plans paid, plans own where paid.id = $1 and own.id = plan_id and paid.value > own.value) as is_dearer
from companies where id = current_company() for no key update;

-- companies.renew
update companies
set due_date = $1, plan_id = coalesce((select id from plans where id = $2), plan_id), updated_at = $3
where id = current_company();
