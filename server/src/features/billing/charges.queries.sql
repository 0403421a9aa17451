-- Printed from charges.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- billing.askLater
update pix_charges
set ask_at = :now::timestamptz + case when :now < expires_at then interval '1 minute' else :now - created_at end
where txid = :txid and state = 'open';

-- billing.askNoMore
update pix_charges set ask_at = null
where txid = :txid and state = 'open' and :now >= expires_at + interval '1 hour';

-- billing.chargeByTxid
select txid, invoice_id, plan_id, plan_name, recurrence, provider, amount, code, state, created_at, expires_at from pix_charges where txid = :txid;

-- billing.chargesToAsk
select txid, company_id from pix_charges
where ask_at <= :now and provider = :provider and state = 'open'
order by ask_at limit :limit;

-- billing.handleCharges
update pix_charges set handled_at = :at
where invoice_id = :invoiceId and handled_at is null and (exceeds or state in ('differs', 'surplus'))
returning txid;

-- billing.insertCharge
insert into pix_charges (company_id, txid, invoice_id, plan_id, plan_name, recurrence, provider, amount, created_at,
  expires_at, ask_at)
values (current_company(), :txid, :invoiceId, :planId, :planName, :recurrence, :provider, :amount, :at, :expiresAt,
  :askAt)
returning txid, invoice_id, plan_id, plan_name, recurrence, provider, amount, code, state, created_at, expires_at;

-- billing.keepCode
update pix_charges set code = coalesce(code, :code) where txid = :txid returning txid, invoice_id, plan_id, plan_name, recurrence, provider, amount, code, state, created_at, expires_at;

-- billing.livingCharge
select txid, invoice_id, plan_id, plan_name, recurrence, provider, amount, code, state, created_at, expires_at from pix_charges
where invoice_id = :invoiceId and plan_id = :planId and recurrence = :recurrence and provider = :provider
  and amount = :amount and state = 'open'
  and (expires_at is null or expires_at > :until)
order by created_at desc limit 1;

-- billing.lockCharge
select txid, invoice_id, plan_id, plan_name, recurrence, provider, amount, code, state, created_at, expires_at from pix_charges where txid = :txid for update;

-- billing.markExceeding
update pix_charges set exceeds = true where txid = :txid;

-- billing.settleByHand
update pix_charges
set state = 'paid', paid_amount = coalesce(paid_amount, :amount), settled_at = :at, ask_at = null
where txid = :txid;

-- billing.settleCharge
update pix_charges
set state = :state, paid_amount = :paidAmount, end_to_end_id = :endToEndId, settled_at = :at, ask_at = null
where txid = :txid;

-- billing.unsettledCharges
select txid, company_id from pix_charges where txid = any (:txids) and state in ('open', 'differs');
