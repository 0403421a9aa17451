import { type CampaignReply, parseCampaignReply } from '@balcao/domain/campaign-replies'
import { optOutWindowMs } from '@balcao/domain/campaigns'
import type { ContactId, TicketId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import {
  type CampaignContactRow,
  confirmShipping,
  latestCampaignContacts,
  skipDeclinedShipping,
} from './campaign-shipping.queries'
import { makeSendSlotDue } from './campaign-slots.queries'
import { finishExhaustedCampaigns } from './finish-exhausted-campaigns'
import { registerOptOut } from './opt-outs.verbs'

/** A customer's message as the answer to a campaign. */
export interface FoundCampaignReply {
  readonly reply: CampaignReply
  readonly about: CampaignContactRow
  /**
   * Whether the message contains only the answer to the campaign. If the contact has no live ticket, such a message
   * opens none, and no bot answers it (CAMP-18).
   */
  readonly isBare: boolean
  /** The conversation of the campaign's message; null when the conversation was deleted. */
  readonly ticketId: TicketId | null
  /** Whether the campaign's message is the last one of its conversation, so that the reply can answer nothing else. */
  readonly isNext: boolean
}

/** Finds the messages that answer a campaign, by two index reads each. `text` is null for a message without words. */
export async function findCampaignReplies(
  { db, now }: Pick<CompanyWork, 'db' | 'now'>,
  messages: readonly { readonly contactId: ContactId; readonly text: string | null }[],
): Promise<ReadonlyMap<ContactId, FoundCampaignReply>> {
  const replies = new Map<ContactId, FoundCampaignReply>()
  if (messages.length === 0) return replies
  const rows = await db.rows(latestCampaignContacts, {
    contactIds: messages.map(({ contactId }) => contactId),
  })
  for (const { contactId, text } of messages) {
    const about = rows.find(({ contact_id }) => contact_id === contactId)
    const reply = about === undefined ? null : replyAbout(about, text, now)
    if (reply !== null) replies.set(contactId, reply)
  }
  return replies
}

function replyAbout(about: CampaignContactRow, text: string | null, now: Date): FoundCampaignReply | null {
  const { is_asked: isAsked, written_at: writtenAt, opt_out_word: optOutWord } = about
  const wasWrittenTo = writtenAt !== null && now.getTime() - writtenAt.getTime() < optOutWindowMs
  const reply = parseCampaignReply({ text, isAsked, wasWrittenTo, optOutWord })
  if (reply === null) return null
  const isBare = reply.kind !== 'confirms' || reply.isBare
  return { reply, about, isBare, ticketId: about.ticket_id, isNext: about.spoke_last === true }
}

export async function applyCampaignReply(
  work: CompanyWork,
  { reply, about }: FoundCampaignReply,
): Promise<void> {
  const { id, campaign_id: campaignId, name, number, phone } = about
  if (reply.kind === 'optsOut') {
    const word = reply.word.slice(0, 100)
    await registerOptOut(work, { name, number, phone, word, campaignId, isFromWhatsapp: false })
  }
  // A deleted campaign has no question that could be answered.
  if (id === null || campaignId === null) return
  if (reply.kind === 'confirms') {
    await work.db.row(confirmShipping, { id, at: work.now })
    await work.db.run(makeSendSlotDue, { campaignId })
  }
  if (reply.kind === 'declines') await work.db.row(skipDeclinedShipping, { id, at: work.now })
  await finishExhaustedCampaigns(work, [campaignId])
}
