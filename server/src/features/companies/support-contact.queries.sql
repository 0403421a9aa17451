-- Printed from support-contact.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- companies.keepSupportContact
insert into support_contact (name, email, phone) values (:name, :email, :phone)
on conflict (id) do update set name = excluded.name, email = excluded.email, phone = excluded.phone
returning name, email, phone;
