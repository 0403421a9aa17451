-- Printed from charges.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- billing.askLater
update pix_charges
set ask_at = $2::timestamptz + case when $2 < expires_at then interval '1 minute' else $2 - created_at end
where txid = $1 and state = 'open';

-- billing.askNoMore
update pix_charges set ask_at = null
where txid = $1 and state = 'open' and $2 >= expires_at + interval '1 hour';

-- billing.chargeByTxid
select txid, invoice_id, plan_id, plan_name, recurrence, provider, amount, code, state, created_at, expires_at from pix_charges where txid = $1;

-- billing.chargesToAsk
select txid, company_id from pix_charges
where ask_at <= $2 and provider = $1 and state = 'open'
order by ask_at limit $3;

-- billing.handleCharges
update pix_charges set handled_at = $2
where invoice_id = $1 and handled_at is null and (exceeds or state in ('differs', 'surplus'))
returning txid;

-- billing.insertCharge
insert into pix_charges (company_id, txid, invoice_id, plan_id, plan_name, recurrence, provider, amount, created_at,
  expires_at, ask_at)
values (current_company(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
returning txid, invoice_id, plan_id, plan_name, recurrence, provider, amount, code, state, created_at, expires_at;

-- billing.keepCode
update pix_charges set code = coalesce(code, $2) where txid = $1 returning txid, invoice_id, plan_id, plan_name, recurrence, provider, amount, code, state, created_at, expires_at;

-- billing.livingCharge
select txid, invoice_id, plan_id, plan_name, recurrence, provider, amount, code, state, created_at, expires_at from pix_charges
where invoice_id = $1 and plan_id = $2 and recurrence = $3 and provider = $4 and amount = $5 and state = 'open'
  and (expires_at is null or expires_at > $6)
order by created_at desc limit 1;

-- billing.lockCharge
select txid, invoice_id, plan_id, plan_name, recurrence, provider, amount, code, state, created_at, expires_at from pix_charges where txid = $1 for update;

-- billing.markExceeding
update pix_charges set exceeds = true where txid = $1;

-- billing.settleByHand
update pix_charges
set state = 'paid', paid_amount = coalesce(paid_amount, $2), settled_at = $3, ask_at = null
where txid = $1;

-- billing.settleCharge
update pix_charges
set state = $2, paid_amount = $3, end_to_end_id = $4, settled_at = $5, ask_at = null
where txid = $1;

-- billing.unsettledCharges
select txid, company_id from pix_charges where txid = any ($1) and state in ('open', 'differs');
