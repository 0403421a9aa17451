-- Two numbers that existing clients know of a plan; they limit nothing (PLAN-03).
alter table plans add campaigns integer, add schedules integer;

-- Two plans whose names differ in capitals alone are one plan to people.
alter table plans drop constraint plans_name_key;
create unique index plans_name on plans (lower(name));
