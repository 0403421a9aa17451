-- The product made this password up (first start, npm run admin): its person has not chosen one yet.
alter table users add column has_generated_password boolean not null default false;
