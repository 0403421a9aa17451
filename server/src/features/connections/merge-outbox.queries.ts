import type { ContactId, MessageId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

/** The n-th id of the first list becomes the n-th of the second. */
export const giveOrdersOfMessages = statement<{
  messageIds: readonly MessageId[]
  toMessageIds: readonly MessageId[]
}>(
  'connections.giveOrdersOfMessages',
  `
  update outbox o
  set message_id = pair.kept_id
  from unnest(:messageIds::bigint[], :toMessageIds::bigint[]) as pair (twin_id, kept_id)
  where o.message_id = pair.twin_id
  `,
)

/** Requests to WhatsApp use addresses, so items that are being sent are unaffected. */
export const giveOrdersOfContact = statement<{ contactId: ContactId; toContactId: ContactId }>(
  'connections.giveOrdersOfContact',
  `
  update outbox set contact_id = :toContactId where contact_id = :contactId
  `,
)

export const deleteOrdersOfContact = statement<{ contactId: ContactId }>(
  'connections.deleteOrdersOfContact',
  `
  delete from outbox where contact_id = :contactId
  `,
)
