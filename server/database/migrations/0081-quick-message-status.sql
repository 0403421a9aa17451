-- `status` of a quick message: a field of the documents without a stated effect, kept as it is sent.
alter table quick_messages add column status boolean not null default true;
