import { purgeOrders } from '../../features/connections/out-tray.queries'
import { purgeSentMessages } from '../../features/connections/session-keys.queries'
import { purgeEntries } from '../../features/reception/in-tray.queries'
import type { Workplace } from '../../platform/work'

const dayMs = 86_400_000
/** WhatsApp may deliver a stanza again whose receipt it lost; `KeyStore.recall` promises two weeks. */
const entriesKeptMs = 15 * dayMs
const ordersKeptMs = dayMs
/** So long a phone that could not read a message may ask for it again (`KeyStore`). */
const sentMessagesKeptMs = 14 * dayMs
const rowsAtOnce = 5_000

/** Empties both trays of what has long been done, and forgets what was sent long ago. The rest of a great heap goes next time. */
export async function purgeTrays(workplace: Workplace): Promise<void> {
  await workplace.withPlatform('tray sweep', async ({ db, now }) => {
    await db.run(purgeEntries, [new Date(now.getTime() - entriesKeptMs), rowsAtOnce])
    await db.run(purgeOrders, [new Date(now.getTime() - ordersKeptMs), rowsAtOnce])
    await db.run(purgeSentMessages, [new Date(now.getTime() - sentMessagesKeptMs), rowsAtOnce])
  })
}
