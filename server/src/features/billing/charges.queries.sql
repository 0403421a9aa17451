-- Printed from charges.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- billing.chargeByTxid
select txid, invoice_id, plan_id, plan_name, recurrence, provider, amount, code, state, created_at, expires_at from pix_charges where txid = :txid;

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
