-- Printed from renewal.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- companies.billingOfOwn
select billing_name, address_street, address_city, address_state, address_zip_code, plan_id, recurrence
from companies where id = current_company();

-- companies.keepBilling
update companies
set billing_name = coalesce(nullif(:name, ''), billing_name), address_street = coalesce(nullif(:street, ''),
  address_street),
  address_city = coalesce(nullif(:city, ''), address_city), address_state = coalesce(nullif(:state, ''),
    address_state),
  address_zip_code = coalesce(nullif(:zipCode, ''), address_zip_code),
  updated_at = :at
where id = current_company()
returning id;

-- companies.lockForRenewal
select due_date, recurrence, time_zone, plan_id,
  exists (select from plans paid, plans own where paid.id = :paidPlanId and own.id = plan_id
    and paid.value > own.value) as is_dearer
from companies where id = current_company() for no key update;

-- companies.renew
update companies
set due_date = :dueDate, plan_id = coalesce((select id from plans where id = :planId), plan_id), updated_at = :at
where id = current_company();
