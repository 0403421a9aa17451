import { webhookLimits } from '@balcao/domain/webhooks'
import { purgeOrders } from '../../features/connections/out-tray.queries'
import { purgeSentMessages } from '../../features/connections/session-keys.queries'
import { purgeEarlyChanges } from '../../features/messages/early-changes.queries'
import { purgeEntries } from '../../features/reception/in-tray.queries'
import { purgeDeliveries } from '../../features/webhooks/webhook-deliveries.queries'
import type { Workplace } from '../../platform/work'

const dayMs = 86_400_000
/** WhatsApp may deliver a stanza again whose receipt it lost; `KeyStore.recall` promises two weeks. */
const entriesKeptMs = 15 * dayMs
const ordersKeptMs = dayMs
/** So long a phone that could not read a message may ask for it again (`KeyStore`). */
const sentMessagesKeptMs = 14 * dayMs
/** So long a correction waits for its message: what WhatsApp delivers out of order comes within minutes. */
const earlyChangesKeptMs = dayMs
const rowsAtOnce = 5_000

/** Empties the trays of what has long been done, and forgets what was sent or told to programs long ago. The rest of a great heap goes next time. */
export async function purgeTrays(workplace: Workplace): Promise<void> {
  await workplace.withPlatform('tray sweep', async ({ db, now }) => {
    await db.run(purgeEntries, [new Date(now.getTime() - entriesKeptMs), rowsAtOnce])
    await db.run(purgeOrders, [new Date(now.getTime() - ordersKeptMs), rowsAtOnce])
    await db.run(purgeSentMessages, [new Date(now.getTime() - sentMessagesKeptMs), rowsAtOnce])
    await db.run(purgeEarlyChanges, [new Date(now.getTime() - earlyChangesKeptMs), rowsAtOnce])
    await db.run(purgeDeliveries, [new Date(now.getTime() - webhookLimits.keptMs), rowsAtOnce])
  })
}
