import type { ConnectionId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { trayKey } from './hand-to-out-tray'

/** An order that waited for its moment is due: the owner of the connection looks. */
export function wakeOutTray(work: Pick<CompanyWork, 'companyId' | 'wake'>, connectionId: ConnectionId): void {
  work.wake('out-tray', trayKey(work, connectionId))
}
