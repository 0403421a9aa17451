-- Payments that wait for a person (decision 0036): another amount, one too many, or a plan that holds too little.
alter table pix_charges
  -- The company had more, when it paid, than the plan that it paid for holds.
  add column exceeds boolean not null default false,
  -- A person has settled it: money went back, or the company was spoken to.
  add column handled_at timestamptz;
create index pix_charges_for_attention on pix_charges (company_id, invoice_id)
  where handled_at is null and (exceeds or state in ('differs', 'surplus'));
