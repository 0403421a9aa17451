import type { ConnectionId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export const saveToken = statement<[connectionId: ConnectionId, hash: Buffer, lastFour: string, at: Date]>(
  'connections.saveToken',
  `
  update connections set token_hash = $2, token_last_four = $3, token_created_at = $4, updated_at = $4 where id = $1
  `,
)

export const dropToken = statement<[connectionId: ConnectionId, at: Date]>(
  'connections.dropToken',
  `
  update connections set token_hash = null, token_last_four = null, token_created_at = null, updated_at = $2
  where id = $1 and token_hash is not null
  `,
)

export const tokenHashOf = statement<[connectionId: ConnectionId], { token_hash: Buffer | null }>(
  'connections.tokenHashOf',
  `
  select token_hash from connections where id = $1
  `,
)
