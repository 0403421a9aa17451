-- Printed from handovers.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- handovers.byId
select
h.ticket_id, t.uuid as ticket_uuid, c.name as contact_name, h.by_user_id, u.name as by_name, n.note, h.at from ticket_handovers h
join tickets t on t.company_id = h.company_id and t.id = h.ticket_id
join contacts c on c.company_id = t.company_id and c.id = t.contact_id
join users u on u.company_id = h.company_id and u.id = h.by_user_id
left join ticket_notes n on n.company_id = h.company_id and n.handover_id = h.id where h.id = :id;

-- handovers.unseen
select
h.ticket_id, t.uuid as ticket_uuid, c.name as contact_name, h.by_user_id, u.name as by_name, n.note, h.at from ticket_handovers h
join tickets t on t.company_id = h.company_id and t.id = h.ticket_id
join contacts c on c.company_id = t.company_id and c.id = t.contact_id
join users u on u.company_id = h.company_id and u.id = h.by_user_id
left join ticket_notes n on n.company_id = h.company_id and n.handover_id = h.id
where h.to_user_id = :userId and not h.is_seen and t.status = 'open' and t.user_id = :userId
order by h.id desc limit 100;
