import type { ConnectionId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { inboundKey } from './add-to-outbox'

/** A delayed outbox item is due: wakes the owner of the connection. */
export function wakeOutbox(work: Pick<CompanyWork, 'companyId' | 'wake'>, connectionId: ConnectionId): void {
  work.wake('outbox', inboundKey(work, connectionId))
}
