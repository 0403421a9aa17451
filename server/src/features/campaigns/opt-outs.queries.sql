-- Printed from opt-outs.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- campaigns.countOptOuts
select count(*)::int as count from campaign_opt_outs o where (:words = '' or position(plain_text(:words) in plain_text(o.name)) > 0
or (:digits::text is not null and position(:digits in o.number) > 0));

-- campaigns.optOutById
select o.id, o.name, o.number, o.word, o.campaign_id, c.name as campaign_name, o.created_at from campaign_opt_outs o left join campaigns c on c.company_id = o.company_id and c.id = o.campaign_id where o.id = :id;

-- campaigns.optOutsPage
select o.id, o.name, o.number, o.word, o.campaign_id, c.name as campaign_name, o.created_at from campaign_opt_outs o left join campaigns c on c.company_id = o.company_id and c.id = o.campaign_id
where (:words = '' or position(plain_text(:words) in plain_text(o.name)) > 0
  or (:digits::text is not null and position(:digits in o.number) > 0)) order by o.id desc limit :limit offset :offset;
