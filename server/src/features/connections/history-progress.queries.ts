import type { ConnectionId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

/** Nothing comes back where no history was asked for. */
export const noteHistoryHeard = statement<
  [connectionId: ConnectionId, messages: number, isLast: boolean],
  { was_last_heard: boolean }
>(
  'connections.noteHistoryHeard',
  `
  update connections
  set history_state = 'running', history_messages = history_messages + $2,
    history_last_heard = history_last_heard or $3
  where id = $1 and history_state is not null
  returning history_last_heard as was_last_heard
  `,
)

/** Nothing comes back where none is running. */
export const endHistory = statement<[connectionId: ConnectionId], { id: ConnectionId }>(
  'connections.endHistory',
  `
  update connections set history_state = 'done' where id = $1 and history_state = 'running' returning id
  `,
)
