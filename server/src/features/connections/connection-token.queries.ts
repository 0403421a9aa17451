import type { ConnectionId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export const saveToken = statement<{ connectionId: ConnectionId; hash: Buffer; lastFour: string; at: Date }>(
  'connections.saveToken',
  `
  update connections set token_hash = :hash, token_last_four = :lastFour, token_created_at = :at, updated_at = :at
    where id = :connectionId
  `,
)

export const dropToken = statement<{ connectionId: ConnectionId; at: Date }>(
  'connections.dropToken',
  `
  update connections set token_hash = null, token_last_four = null, token_created_at = null, updated_at = :at
  where id = :connectionId and token_hash is not null
  `,
)

export const tokenHashOf = statement<{ connectionId: ConnectionId }, { token_hash: Buffer | null }>(
  'connections.tokenHashOf',
  `
  select token_hash from connections where id = :connectionId
  `,
)
