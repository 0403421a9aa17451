import type { ConnectionId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { inboundKey } from './add-to-outbox'

/** An outbox item that waited for its moment is due: the owner of the connection looks. */
export function wakeOutbox(work: Pick<CompanyWork, 'companyId' | 'wake'>, connectionId: ConnectionId): void {
  work.wake('outbox', inboundKey(work, connectionId))
}
