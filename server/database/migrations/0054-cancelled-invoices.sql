-- An invoice that nobody owes any more (decision 0053): the company was renewed by hand, or the owner let it go.
alter table invoices drop constraint invoices_status_check;
alter table invoices add constraint invoices_status_check check (status in ('open', 'paid', 'cancelled'));
-- The next one is made for another period: the daily job asks for those that were cancelled.
create index invoices_cancelled on invoices (company_id, due_date) where status = 'cancelled';
