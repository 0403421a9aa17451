import { rotatedText } from '@balcao/domain/campaign-texts'
import type { ConnectionId, MessageId } from '@balcao/domain/ids'
import { fillVariables } from '@balcao/domain/message-variables'
import type { CompanyWork } from '../../platform/work'
import { ownCompany } from '../companies/companies.read'
import type { ContactRow } from '../contacts/contacts.queries'
import { recogniseContact } from '../contacts/recognise-contact'
import type { MediaFacts } from '../messages/media/media-facts'
import { retryBulk } from '../messages/outgoing/retry-message'
import { type Draft, sendMessageOver } from '../messages/outgoing/send-message'
import { liveOrClosedTicket } from '../tickets/contact/live-or-closed-ticket'
import { campaignSettings } from './campaign-settings.verbs'
import { recordCampaignMessage, recordConfirmationRequest } from './campaign-shipping.queries'
import type { SendRow } from './campaign-slots.queries'
import type { CampaignRow } from './campaigns.queries'
import { earlierMessage, isRequest, type StoredFile } from './claim-next'

interface Delivery {
  readonly campaign: CampaignRow
  readonly shipping: SendRow
  readonly connectionId: ConnectionId
  readonly copies: readonly StoredFile[]
}

/** False when the message to retry was deleted meanwhile. The next run writes it anew with all files. */
export async function deliver(
  work: CompanyWork,
  { campaign, shipping, connectionId, copies }: Delivery,
): Promise<boolean> {
  const { number, name } = shipping
  const contact = await recogniseContact(work, {
    chat: { kind: 'person', phone: number, lid: null },
    called: { name, source: 'push' },
  })
  const ticket = await liveOrClosedTicket(work, { contact, connectionId, userId: null })
  const send = async (draft: Draft) =>
    (await sendMessageOver(work, connectionId, { ticket, draft, userId: null })).id

  const rest = [...copies]
  const earlier = earlierMessage(campaign, shipping)
  if (earlier !== null) {
    if (!(await retryBulk(work, earlier, connectionId))) return false
  } else {
    const picture = campaign.media === null || isRequest(campaign, shipping) ? null : (rest.shift() ?? null)
    const body = await textFor(work, campaign, shipping)
    await recordSentMessage(work, campaign, shipping, contact, await send(draftOf(body, picture)))
  }
  // Send the files of the campaign's file list in order; a list has at most fifty.
  for (const file of rest) await send(draftOf('', file))
  return true
}

async function recordSentMessage(
  { db, now }: CompanyWork,
  campaign: CampaignRow,
  shipping: SendRow,
  contact: ContactRow,
  messageId: MessageId,
): Promise<void> {
  const statement = isRequest(campaign, shipping) ? recordConfirmationRequest : recordCampaignMessage
  await db.run(statement, { id: shipping.id, contactId: contact.id, messageId, at: now })
}

async function textFor(work: CompanyWork, campaign: CampaignRow, shipping: SendRow): Promise<string> {
  const { variables } = await campaignSettings(work)
  const { id, failed_count, sent_count, delivered_count, read_count, requested_count } = campaign
  const text = isRequest(campaign, shipping)
    ? rotatedText(campaign.confirmation_messages, requested_count, id)
    : rotatedText(campaign.messages, failed_count + sent_count + delivered_count + read_count, id)
  if (text === null) throw new Error(`campaign ${id} runs without a text`)
  const { name, number, email } = shipping
  const { time_zone: timeZone, language } = await ownCompany(work)
  return fillVariables(text, { name, number, email, now: work.now, timeZone, language }, variables)
}

function draftOf(body: string, file: StoredFile | null): Draft {
  return {
    body,
    clientId: null,
    mediaType: file?.mediaType ?? null,
    media: file && mediaFacts(file),
    quotedId: null,
    origin: 'campaign',
  }
}

function mediaFacts({
  key,
  fileName,
  mimetype,
  sizeBytes,
  width = null,
  height = null,
}: StoredFile): MediaFacts {
  return { state: 'ready', key, fileName, mimetype, sizeBytes, seconds: null, width, height }
}
