-- What a company owes the platform, and how it pays (decision 0036).
create table invoices (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  -- The plan's name when it was made, or that of the plan that was paid for.
  detail text not null,
  value numeric(12, 2) not null,
  -- The company's due date when it was made.
  due_date date not null,
  status text not null default 'open' check (status in ('open', 'paid')),
  paid_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  check ((status = 'paid') = (paid_at is not null))
);
-- The job that makes the next one may run twice, and in two processes at once.
create unique index invoices_open on invoices (company_id) where status = 'open';
create index invoices_of_platform on invoices (id desc);
select protect_company_table('invoices');

-- One Pix that somebody was asked to pay for an invoice.
create table pix_charges (
  company_id integer not null,
  -- Ours: made before the provider is asked, so that a crash between leaves nothing that nobody knows of.
  txid text not null,
  invoice_id integer not null,
  -- The plan that it pays for; a deleted one leaves the company its own.
  plan_id integer references plans (id) on delete set null,
  plan_name text not null,
  provider text not null check (provider in ('efi', 'static', 'sandbox')),
  amount numeric(12, 2) not null,
  -- The text behind the QR; null until the provider gave it.
  code text,
  -- differs: another amount came. surplus: its invoice was paid already. Both are for a person to settle.
  state text not null default 'open' check (state in ('open', 'paid', 'differs', 'surplus')),
  paid_amount numeric(12, 2),
  -- The bank's id of the payment.
  end_to_end_id text,
  created_at timestamptz not null,
  -- Nobody can pay it any more; null: it does not expire.
  expires_at timestamptz,
  -- When the provider is asked next what became of it, should its notice be lost.
  ask_at timestamptz,
  settled_at timestamptz,
  primary key (company_id, txid),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
);
create unique index pix_charges_by_txid on pix_charges (txid);
create index pix_charges_of_invoice on pix_charges (company_id, invoice_id, created_at);
create index pix_charges_of_plan on pix_charges (plan_id) where plan_id is not null;
create index pix_charges_to_ask on pix_charges (ask_at) where ask_at is not null;
select protect_company_table('pix_charges');

-- Whom the companies may ask about their subscription; the platform's owner writes it.
create table support_contact (
  id boolean primary key default true check (id),
  name text not null,
  email text,
  phone text
);
grant select on support_contact to balcao_app;
grant select, insert, update, delete on support_contact to balcao_platform;
