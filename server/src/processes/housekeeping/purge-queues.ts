import { webhookLimits } from '@balcao/domain/webhooks'
import { purgeSentItems } from '../../features/connections/outbox.queries'
import {
  purgeSentMessageCopies,
  purgeUploadedMediaIds,
} from '../../features/connections/session-keys.queries'
import { purgeEarlyChanges } from '../../features/messages/changes/early-changes.queries'
import { purgeInboundEvents } from '../../features/reception/inbound-events.queries'
import { purgeDeliveries } from '../../features/webhooks/webhook-deliveries.queries'
import type { Statement } from '../../platform/database/statement'
import type { Workplace } from '../../platform/work'

type Purge = Statement<{ before: Date; limit: number }, never>

const dayMs = 86_400_000
/**
 * Processed inbound events are kept this long. WhatsApp delivers a message again for two weeks if our receipt
 * was lost, and `KeyStore.recall` must then find its event.
 */
const inboundRetentionMs = 15 * dayMs
const outboxRetentionMs = dayMs
/** Sent messages are kept this long, because a phone that could not decrypt one may request it again. */
const sentMessageRetentionMs = 14 * dayMs
/** Meta deletes an uploaded file after 30 days, so its id is useless then. */
const mediaIdRetentionMs = 30 * dayMs
/** How long an edit waits for its message, which may be late: Meta repeats a webhook for seven days. */
const earlyChangeRetentionMs = 8 * dayMs
const rowsAtOnce = 5_000
/** With this limit a run deletes over a million rows of each kind, more than a large installation makes in a day. */
const maxRounds = 250

/** Deletes processed rows of the queues, old copies of sent messages and old webhook deliveries, in batches. */
export async function purgeProcessedQueueRows(workplace: Workplace, stopping?: AbortSignal): Promise<void> {
  const chores: readonly (readonly [purge: Purge, keptMs: number])[] = [
    [purgeInboundEvents, inboundRetentionMs],
    [purgeSentItems, outboxRetentionMs],
    [purgeSentMessageCopies, sentMessageRetentionMs],
    [purgeUploadedMediaIds, mediaIdRetentionMs],
    [purgeEarlyChanges, earlyChangeRetentionMs],
    [purgeDeliveries, webhookLimits.keptMs],
  ]
  for (const [purge, keptMs] of chores) {
    const purgeSome = () =>
      workplace.withPlatform('queue purge', ({ db, now }) =>
        db.run(purge, { before: new Date(now.getTime() - keptMs), limit: rowsAtOnce }),
      )
    for (let rounds = 0; rounds < maxRounds && !stopping?.aborted; rounds++) {
      if ((await purgeSome()) < rowsAtOnce) break
    }
  }
}
