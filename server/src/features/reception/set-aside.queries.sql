-- Printed from set-aside.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- reception.countSetAside
select count(*) as count from in_tray where set_aside_because is not null and done_at is null;

-- reception.giveUp
update in_tray set done_at = $2
where id = $1 and set_aside_because is not null and done_at is null
returning id;

-- reception.setAsideById
select e.id, e.connection_id, w.name as connection_name, e.heard_at, e.attempts, e.set_aside_because
from in_tray e
join connections w on w.company_id = e.company_id and w.id = e.connection_id
where e.set_aside_because is not null and e.done_at is null and e.id = $1;

-- reception.setAsidePage
select e.id, e.connection_id, w.name as connection_name, e.heard_at, e.attempts, e.set_aside_because
from in_tray e
join connections w on w.company_id = e.company_id and w.id = e.connection_id
where e.set_aside_because is not null and e.done_at is null
order by e.id
limit $1 offset $2;

-- reception.waitAgain
update in_tray set set_aside_because = null, attempts = 0
where id = $1 and set_aside_because is not null and done_at is null
returning connection_id;
