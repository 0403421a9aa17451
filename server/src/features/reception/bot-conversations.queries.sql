-- Printed from bot-conversations.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- reception.mergePlaces
with gone as (
  delete from bot_conversations where contact_id = :goneId returning *
)
insert into bot_conversations as kept
select gone.company_id, :keptId, gone.ticket_id, gone.stage, gone.option_id, gone.invalid_answers, gone.menu_at,
  gone.is_taken_over, gone.out_of_hours_at, gone.rating_ticket_id, gone.rating_asked_at
from gone
on conflict (company_id, contact_id) do update
set out_of_hours_at = greatest(kept.out_of_hours_at, excluded.out_of_hours_at),
  rating_ticket_id = case when kept.rating_asked_at >= excluded.rating_asked_at or excluded.rating_asked_at is null
    then kept.rating_ticket_id else excluded.rating_ticket_id end,
  rating_asked_at = greatest(kept.rating_asked_at, excluded.rating_asked_at),
  (ticket_id, stage, option_id, invalid_answers, menu_at, is_taken_over) = (
    select one.ticket_id, one.stage, one.option_id, one.invalid_answers, one.menu_at, one.is_taken_over
    from (values
      (kept.ticket_id, kept.stage, kept.option_id, kept.invalid_answers, kept.menu_at, kept.is_taken_over),
      (excluded.ticket_id, excluded.stage, excluded.option_id, excluded.invalid_answers, excluded.menu_at,
        excluded.is_taken_over)
    ) one (ticket_id, stage, option_id, invalid_answers, menu_at, is_taken_over)
    left join tickets t
      on t.company_id = kept.company_id and t.id = one.ticket_id and t.status in ('pending', 'open')
    order by t.id is null, one.ticket_id desc nulls last
    limit 1
  );
