import { isPauseReason } from '@balcao/domain/campaigns'
import type { CampaignId, ConnectionId, MessageId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { withdrawBulk } from '../messages/withdraw-unsaid'
import { settleShipping, takeBackSending, tickShipping } from './campaign-shipping.queries'
import { connectionOfMessage } from './campaign-slots.queries'
import { pauseCampaigns } from './campaigns.queries'
import { settleCampaigns } from './settle-campaigns'

/** Whom these messages were for has got them, or read them. */
export async function followTicks(
  work: CompanyWork,
  { messageIds, ack }: { readonly messageIds: readonly MessageId[]; readonly ack: number },
): Promise<void> {
  const ticked = await work.db.rows(tickShipping, [messageIds, ack, work.now])
  await settleCampaigns(
    work,
    ticked.map(({ campaign_id }) => campaign_id),
  )
}

/**
 * A message was refused for good, or is tried again. What was to follow it to the same contact stays here; and when
 * WhatsApp wants the number to write less, whichever message it said that of, everything over that connection pauses in
 * this act, before another contact's turn.
 */
export async function followFailure(
  work: CompanyWork,
  { messageId, failure }: { readonly messageId: MessageId; readonly failure: string | null },
): Promise<void> {
  const settled = await work.db.rows(settleShipping, [messageId, failure, work.now])
  const changed: CampaignId[] = settled.map(({ campaign_id }) => campaign_id)
  const connectionId = failure === null ? null : await connectionOf(work, messageId)
  if (failure !== null && connectionId !== null) {
    for (const { contact_id: contactId } of settled) {
      if (contactId !== null) await withdrawBulk(work, { connectionId, contactId })
    }
    if (isPauseReason(failure)) {
      // Files behind a message that has left, and whoever came before the refusal: a refused number tries nobody else.
      const withdrawn = await withdrawBulk(work, { connectionId, contactId: null })
      await work.db.run(takeBackSending, [withdrawn, work.now])
      const paused = await work.db.rows(pauseCampaigns, [connectionId, failure, work.now])
      changed.push(...paused.map(({ id }) => id))
    }
  }
  await settleCampaigns(work, changed)
}

async function connectionOf(work: CompanyWork, messageId: MessageId): Promise<ConnectionId | null> {
  return (await work.db.row(connectionOfMessage, [messageId]))?.connection_id ?? null
}
