import type { ContactId, QueueOptionId, TicketId } from '@balcao/domain/ids'
import type { BotState } from '@balcao/domain/reception/facts'
import { liveTicketStatuses } from '@balcao/domain/tickets'
import { sqlTextList, statement } from '../../platform/database/statement'

/** Saves the position of each contact in the bot's menu. The other columns of these rows stay unchanged. */
export const saveBotMenuPositions = statement<{
  contactIds: readonly ContactId[]
  ticketIds: readonly TicketId[]
  stages: readonly BotState['stage'][]
  optionIds: readonly (QueueOptionId | null)[]
  invalidAnswers: readonly number[]
  menusAt: readonly (Date | null)[]
  areTakenOver: boolean
}>(
  'reception.saveBotMenuPositions',
  `
  insert into bot_conversations
    (company_id, contact_id, ticket_id, stage, option_id, invalid_answers, menu_at, is_taken_over)
  select current_company(), n.contact_id, n.ticket_id, n.stage, n.option_id, n.invalid_answers, n.menu_at, :areTakenOver
  from unnest(:contactIds::int[], :ticketIds::int[], :stages::text[], :optionIds::int[], :invalidAnswers::int[],
    :menusAt::timestamptz[]) as n (contact_id, ticket_id, stage, option_id, invalid_answers, menu_at)
  on conflict (company_id, contact_id) do update
  set ticket_id = excluded.ticket_id, stage = excluded.stage, option_id = excluded.option_id,
    invalid_answers = excluded.invalid_answers, menu_at = excluded.menu_at, is_taken_over = excluded.is_taken_over
  `,
)

export const saveOutOfHoursNoticeTime = statement<{ contactId: ContactId; at: Date }>(
  'reception.saveOutOfHoursNoticeTime',
  `
  insert into bot_conversations (company_id, contact_id, out_of_hours_at)
  values (current_company(), :contactId, :at)
  on conflict (company_id, contact_id) do update set out_of_hours_at = :at
  `,
)

export const saveRatingRequest = statement<{ contactId: ContactId; ticketId: TicketId; at: Date }>(
  'reception.saveRatingRequest',
  `
  insert into bot_conversations (company_id, contact_id, rating_ticket_id, rating_asked_at)
  values (current_company(), :contactId, :ticketId, :at)
  on conflict (company_id, contact_id) do update set rating_ticket_id = :ticketId, rating_asked_at = :at
  `,
)

export const ratingRequest = statement<
  { contactId: ContactId },
  { rating_ticket_id: TicketId; rating_asked_at: Date }
>(
  'reception.ratingRequest',
  `
  select rating_ticket_id, rating_asked_at
  from bot_conversations
  where contact_id = :contactId and rating_ticket_id is not null and rating_asked_at is not null
  `,
)

/**
 * Merges the bot's rows of two contacts. Runs after the merge of their tickets, because the menu position of the
 * remaining ticket is kept.
 */
export const mergeBotConversations = statement<{ keptId: ContactId; goneId: ContactId }>(
  'reception.mergeBotConversations',
  `
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
        on t.company_id = kept.company_id and t.id = one.ticket_id and t.status in (${sqlTextList(liveTicketStatuses)})
      order by t.id is null, one.ticket_id desc nulls last
      limit 1
    )
  `,
)
