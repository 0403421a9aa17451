import type { ConnectionId } from '@balcao/domain/ids'
import { hook } from '../../platform/hooks'
import type { MetaAccountChange } from './official-api.port'

/** Meta reported a change of the account of this connection, in a signed webhook. */
export const metaAccountChanged = hook<{
  readonly connectionId: ConnectionId
  readonly change: MetaAccountChange
}>('officialNumbers.accountChanged')
