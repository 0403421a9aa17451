import { campaignTextForContact } from '@balcao/domain/campaign-texts'
import type { ConnectionId, MessageId } from '@balcao/domain/ids'
import { fillVariables } from '@balcao/domain/message-variables'
import { isBusinessScopedUserId } from '@balcao/domain/user-ids'
import type { CompanyWork } from '../../platform/work'
import { ownCompany } from '../companies/companies.read'
import { connectionToRead } from '../connections/connections.access'
import type { ContactRow } from '../contacts/contacts.queries'
import { recogniseContact } from '../contacts/recognise-contact'
import type { MediaMetadata } from '../messages/media/media-facts'
import { retryCampaignMessage } from '../messages/outgoing/retry-message'
import { type MessageDraft, sendMessageOverConnection, textDraft } from '../messages/outgoing/send-message'
import { findOrCreateOutboundTicket } from '../tickets/contact/live-or-closed-ticket'
import { campaignSettings } from './campaign-settings.verbs'
import {
  isPersonOptedOutOrReached,
  recordCampaignMessage,
  recordConfirmationRequest,
  skipShipping,
} from './campaign-shipping.queries'
import type { ShippingToSendRow } from './campaign-slots.queries'
import { isSentAsTemplate, templateContentForContact, templateOfCampaign } from './campaign-template'
import type { CampaignRow } from './campaigns.queries'
import {
  isCampaignFileInMessage,
  isConfirmationRequest,
  messageToRetry,
  type StoredCampaignFile,
} from './claim-next'

interface Delivery {
  readonly campaign: CampaignRow
  readonly shipping: ShippingToSendRow
  readonly connectionId: ConnectionId
  readonly copies: readonly StoredCampaignFile[]
}

/**
 * Stores and queues the campaign's message. `retryGone`: the message to retry was deleted; the next run writes it anew.
 * `skipped`: the person opted out, or got the campaign, under another number or id.
 */
export async function queueCampaignMessage(
  work: CompanyWork,
  { campaign, shipping, connectionId, copies }: Delivery,
): Promise<'sent' | 'retryGone' | 'skipped'> {
  const template = await templateOfCampaign(work, campaign)
  const { number, name } = shipping
  const contact = await recogniseContact(work, {
    chat: isBusinessScopedUserId(number)
      ? { kind: 'person', phone: null, lid: null, userId: number }
      : { kind: 'person', phone: number, lid: null },
    called: { name, source: 'push' },
  })
  if (template !== null && (await skipKnownPerson(work, campaign, shipping, contact))) return 'skipped'
  const ticket = await findOrCreateOutboundTicket(work, { contact, connectionId, userId: null })
  const send = async (draft: MessageDraft) =>
    (await sendMessageOverConnection(work, connectionId, { ticket, draft, userId: null })).id

  const rest = [...copies]
  const earlier = messageToRetry(campaign, shipping)
  if (earlier !== null) {
    if (!(await retryCampaignMessage(work, earlier, connectionId))) return 'retryGone'
  } else {
    // If this message carries the campaign's own file, that is the first copied file. The others are the file list's.
    const file = (await isCampaignFileInMessage(work, campaign, shipping)) ? (rest.shift() ?? null) : null
    const fill = await fillingFor(work, shipping)
    const draft =
      template !== null && isSentAsTemplate(campaign, shipping)
        ? {
            ...draftOf('', null),
            ...templateContentForContact(
              template,
              campaign,
              await connectionToRead(work, connectionId),
              fill,
              file === null || campaign.media === null ? null : { ...campaign.media, key: file.key },
            ),
          }
        : draftOf(fill(textFor(campaign, shipping)), file)
    await recordSentMessage(work, campaign, shipping, contact, await send(draft))
  }
  // Send the files of the campaign's file list in order; a list has at most fifty.
  for (const file of rest) await send(draftOf('', file))
  return 'sent'
}

async function recordSentMessage(
  { db, now }: CompanyWork,
  campaign: CampaignRow,
  shipping: ShippingToSendRow,
  contact: ContactRow,
  messageId: MessageId,
): Promise<void> {
  const isRequest = isConfirmationRequest(campaign, shipping)
  const statement = isRequest ? recordConfirmationRequest : recordCampaignMessage
  await db.run(statement, { id: shipping.id, contactId: contact.id, messageId, at: now })
}

/** Skips a person who opted out or got the campaign: a list may hold one person twice, by number and by user id. */
async function skipKnownPerson(
  { db, now }: CompanyWork,
  campaign: CampaignRow,
  shipping: ShippingToSendRow,
  contact: ContactRow,
): Promise<boolean> {
  if (shipping.state === 'confirmed') return false
  const { id } = shipping
  const same = await db.one(isPersonOptedOutOrReached, { id, campaignId: campaign.id, contactId: contact.id })
  if (!same.is_opted_out && !same.is_written) return false
  await db.run(skipShipping, { id, reason: same.is_opted_out ? 'optedOut' : 'duplicate', at: now })
  return true
}

function textFor(campaign: CampaignRow, shipping: ShippingToSendRow): string {
  const { id, failed_count, sent_count, delivered_count, read_count, requested_count } = campaign
  const text = isConfirmationRequest(campaign, shipping)
    ? campaignTextForContact(campaign.confirmation_messages, requested_count, id)
    : campaignTextForContact(campaign.messages, failed_count + sent_count + delivered_count + read_count, id)
  if (text === null) throw new Error(`campaign ${id} runs without a text`)
  return text
}

async function fillingFor(
  work: CompanyWork,
  { name, number: listed, email }: ShippingToSendRow,
): Promise<(text: string) => string> {
  const { variables } = await campaignSettings(work)
  const { time_zone: timeZone, language } = await ownCompany(work)
  const number = isBusinessScopedUserId(listed) ? '' : listed // A user id is never shown to the customer.
  const facts = { name, number, email, now: work.now, timeZone, language }
  return (text) => fillVariables(text, facts, variables)
}

function draftOf(body: string, file: StoredCampaignFile | null): MessageDraft {
  const draft = textDraft(body, 'campaign')
  return file === null ? draft : { ...draft, mediaType: file.mediaType, media: mediaFacts(file) }
}

function mediaFacts(file: StoredCampaignFile): MediaMetadata {
  const { key, fileName, mimetype, sizeBytes, width = null, height = null } = file
  return { state: 'ready', key, fileName, mimetype, sizeBytes, seconds: null, width, height }
}
