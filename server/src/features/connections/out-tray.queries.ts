import type { ConnectionId, ContactId, MessageId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export interface OutTrayRow {
  id: number
  contact_id: ContactId
  kind: 'message' | 'deletion' | 'read'
  message_id: MessageId | null
  payload: unknown
  state: 'waiting' | 'sending'
  attempts: number
}

export const putIntoOutTray = statement<
  [
    connectionId: ConnectionId,
    contactId: ContactId,
    kind: OutTrayRow['kind'],
    messageId: MessageId | null,
    payload: string | null,
    priority: number,
    at: Date,
  ]
>(
  'connections.putIntoOutTray',
  `
  insert into out_tray (company_id, connection_id, contact_id, kind, message_id, payload, priority,
    next_attempt_at, created_at)
  values (current_company(), $1, $2, $3, $4, $5::jsonb, $6, $7, $7)
  `,
)

/** A message whose sending failed for good waits once more. */
export const waitAgainInOutTray = statement<
  [messageId: MessageId, at: Date],
  { connection_id: ConnectionId }
>(
  'connections.waitAgainInOutTray',
  `
  update out_tray set state = 'waiting', attempts = 0, next_attempt_at = $2
  where message_id = $1 and kind = 'message' and state = 'failed'
  returning connection_id
  `,
)

/** WhatsApp's server has the message: whatever state its row was in, it is done. */
export const settleInOutTray = statement<[messageId: MessageId], { connection_id: ConnectionId }>(
  'connections.settleInOutTray',
  `
  update out_tray set state = 'sent'
  where message_id = $1 and kind = 'message' and state <> 'sent'
  returning connection_id
  `,
)

/** What has not begun to leave goes over another connection; what has may be on the customer's phone already. */
export const moveWaitingInOutTray = statement<[from: ConnectionId, to: ConnectionId]>(
  'connections.moveWaitingInOutTray',
  `
  update out_tray set connection_id = $2 where connection_id = $1 and state = 'waiting' and kind = 'message'
  `,
)
