import { webhookLimits } from '@balcao/domain/webhooks'
import { purgeOrders } from '../../features/connections/outbox.queries'
import { purgeSentMessages } from '../../features/connections/session-keys.queries'
import { purgeEarlyChanges } from '../../features/messages/early-changes.queries'
import { purgeEntries } from '../../features/reception/inbound-events.queries'
import { purgeDeliveries } from '../../features/webhooks/webhook-deliveries.queries'
import type { Statement } from '../../platform/database/statement'
import type { Workplace } from '../../platform/work'

type Purge = Statement<[before: Date, limit: number], never>

const dayMs = 86_400_000
/** WhatsApp may deliver a stanza again whose receipt it lost; `KeyStore.recall` promises two weeks. */
const entriesKeptMs = 15 * dayMs
const ordersKeptMs = dayMs
/** So long a phone that could not read a message may ask for it again (`KeyStore`). */
const sentMessagesKeptMs = 14 * dayMs
/** So long a correction waits for its message: what WhatsApp delivers out of order comes within minutes. */
const earlyChangesKeptMs = dayMs
const rowsAtOnce = 5_000
/** A million and more of each: what a day of a large installation leaves goes within the day. */
const mostRounds = 250

/**
 * Empties the queues of what has long been done, and forgets what was sent or told to programs long ago: some at a time, each
 * heap until nothing of it is left.
 */
export async function purgeQueues(workplace: Workplace, isStopping = () => false): Promise<void> {
  const chores: readonly (readonly [purge: Purge, keptMs: number])[] = [
    [purgeEntries, entriesKeptMs],
    [purgeOrders, ordersKeptMs],
    [purgeSentMessages, sentMessagesKeptMs],
    [purgeEarlyChanges, earlyChangesKeptMs],
    [purgeDeliveries, webhookLimits.keptMs],
  ]
  for (const [purge, keptMs] of chores) {
    const purgeSome = () =>
      workplace.withPlatform('queue purge', ({ db, now }) =>
        db.run(purge, [new Date(now.getTime() - keptMs), rowsAtOnce]),
      )
    for (let rounds = 0; rounds < mostRounds && !isStopping(); rounds++) {
      if ((await purgeSome()) < rowsAtOnce) break
    }
  }
}
