import type { ConnectionId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { connectionToRead } from './connections.access'
import { recordSession } from './connections.events'
import { setWish, type Wish } from './connections.queries'
import { trayKey } from './hand-to-out-tray'

/**
 * Writes down what an admin wants of a session: try again (CONN-24), another QR (CONN-25) or log out (CONN-26). The
 * sessions process that owns the number makes it so, or one of them takes it up.
 */
export async function wishSession(work: CompanyWork, connectionId: ConnectionId, wish: Wish): Promise<void> {
  await connectionToRead(work, connectionId)

  await work.db.run(setWish, [connectionId, wish, work.now])

  recordSession(work, await connectionToRead(work, connectionId))
  work.wake('wish', trayKey(work, connectionId))
}
