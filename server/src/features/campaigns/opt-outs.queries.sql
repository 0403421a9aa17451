-- Printed from opt-outs.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- campaigns.countOptOuts
select count(*)::int as count from campaign_opt_outs o where ($1 = '' or position(plain_text($1) in plain_text(o.name)) > 0
or ($2::text is not null and position($2 in o.number) > 0));

-- campaigns.eraseOptOuts
delete from campaign_opt_outs where phone = any ($1) returning id;

-- campaigns.insertOptOut
insert into campaign_opt_outs (company_id, name, number, phone, word, campaign_id, created_at)
values (current_company(), $1, $2, $3, $4, $5, $6)
on conflict (company_id, phone) do nothing
returning id;

-- campaigns.optOutById
select o.id, o.name, o.number, o.word, o.campaign_id, c.name as campaign_name, o.created_at from campaign_opt_outs o left join campaigns c on c.company_id = o.company_id and c.id = o.campaign_id where o.id = $1;

-- campaigns.optOutsPage
select o.id, o.name, o.number, o.word, o.campaign_id, c.name as campaign_name, o.created_at from campaign_opt_outs o left join campaigns c on c.company_id = o.company_id and c.id = o.campaign_id where ($1 = '' or position(plain_text($1) in plain_text(o.name)) > 0
or ($2::text is not null and position($2 in o.number) > 0)) order by o.id desc limit $3 offset $4;

-- campaigns.removeOptOut
delete from campaign_opt_outs where id = $1 returning id;
