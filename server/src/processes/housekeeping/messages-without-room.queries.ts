import type { CompanyId, MessageId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

/** Returns messages whose media was refused because the company's storage was full (from a partial index). */
export const messagesWithMediaRefusedForSpace = statement<
  { most: number },
  { company_id: CompanyId; message_ids: readonly MessageId[] }
>(
  'housekeeping.messagesWithMediaRefusedForSpace',
  `
  select m.company_id, (array_agg(m.id::float8 order by m.id desc))[1: :most] as message_ids
  from messages m
  where m.media ->> 'state' = 'no-room' and not m.is_deleted
  group by m.company_id
  `,
)
