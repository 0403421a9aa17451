import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import { insertRowsStatement } from '../../platform/database/insert-rows'
import { type NoParams, statement } from '../../platform/database/statement'

export const takenConnectionNames = statement<NoParams, { name: string; is_default: boolean }>(
  'connections.takenNames',
  `select lower(name) as name, is_default from connections`,
)

/** An imported connection is disconnected until a user links it anew, as if an admin had stopped it. */
export const insertMovedConnections = insertRowsStatement(
  'connections.insertMoved',
  'connections',
  `id, name, is_default, provider, greeting_message, complation_message, out_of_hours_message, rating_message,
    desired_state, status, cause, created_at, updated_at, status_since, send_queue_id, time_send_queue,
    time_use_bot_queues, max_use_bot_queues,
    expires_ticket, expires_inactive_message, token_hash, token_last_four, token_created_at, prompt_id,
    integration_id`,
)

export const insertMovedConnectionQueues = insertRowsStatement(
  'connections.insertMovedQueues',
  'connection_queues',
  'connection_id, queue_id',
  'on conflict do nothing',
)

export const saveAdoptedNumber = statement<{ connectionId: ConnectionId; number: string }>(
  'connections.noteAdoptedNumber',
  `update connections set number = :number where id = :connectionId`,
)

/** Runs across all companies: connections that hold this number. */
export const connectionsOfNumbers = statement<
  { numbers: readonly string[] },
  { company_id: CompanyId; id: ConnectionId; number: string }
>(
  'connections.holdersOfNumbers',
  `select company_id, id, number from connections where number = any (:numbers::text[])`,
)
