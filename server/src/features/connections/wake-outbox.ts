import type { ConnectionId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { inboundKey } from './add-to-outbox'

/** Wakes the owner of a connection, because a delayed outbox item is due. */
export function wakeOutbox(work: Pick<CompanyWork, 'companyId' | 'wake'>, connectionId: ConnectionId): void {
  work.wake('outbox', inboundKey(work, connectionId))
}
