import type { ConnectionId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

/** Returns no row where no history was requested. */
export const noteHistoryReceived = statement<
  { connectionId: ConnectionId; messages: number; isLast: boolean },
  { was_last_received: boolean }
>(
  'connections.noteHistoryReceived',
  `
  update connections
  set history_state = 'running', history_messages = history_messages + :messages,
    history_last_received = history_last_received or :isLast
  where id = :connectionId and history_state is not null
  returning history_last_received as was_last_received
  `,
)

/** Returns no row where none is running. */
export const endHistory = statement<{ connectionId: ConnectionId }, { id: ConnectionId }>(
  'connections.endHistory',
  `
  update connections set history_state = 'done' where id = :connectionId and history_state = 'running' returning id
  `,
)
