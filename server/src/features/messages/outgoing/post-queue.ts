import type { CompanyId, TicketId } from '@balcao/domain/ids'
import type { PersonActor } from '@balcao/domain/people'
import { createBatcherByKey } from '../../../platform/batches'
import type { Workplace } from '../../../platform/work'
import type { UnsignedMessage } from '../messages.view'
import { sendThroughLocalSenders } from './hand-on'
import { type MessageDraft, sendMessages, sendTextsInTickets } from './send-message'
import type { LocalSenders } from './senders.port'

/** A text that a user sends in an open ticket, without quote or file. */
interface PostedText {
  readonly actor: PersonActor
  readonly ticketId: TicketId
  readonly draft: MessageDraft
}

const maxBatchSize = 20

/** Stores texts that a company's users post at the same time in one transaction. Local senders get them afterwards. */
export function createTextMessageBatcher(
  workplace: Workplace,
  senders: LocalSenders,
): (post: PostedText) => Promise<UnsignedMessage> {
  async function sendTogether(companyId: CompanyId, posts: readonly PostedText[]) {
    const [first, ...others] = posts
    if (first !== undefined && others.length === 0) return [await sendAlone(first)]
    const actor = { kind: 'system', name: 'posts', companyId, isAwaited: true } as const
    const sent = await sendThroughLocalSenders(senders, (handOn) =>
      workplace.withCompany(actor, (work) => sendTextsInTickets(work, posts, handOn)),
    )
    return posts.map((post) => sent.get(post) ?? sendAlone(post))
  }

  async function sendAlone({ actor, ticketId, draft }: PostedText): Promise<UnsignedMessage> {
    const [sent] = await sendThroughLocalSenders(senders, (handOn) =>
      workplace.withCompany(actor, (work) => sendMessages(work, ticketId, [draft], handOn)),
    )
    if (sent === undefined) throw new Error('one draft is one message')
    return sent
  }

  const post = createBatcherByKey<CompanyId, PostedText, UnsignedMessage>({
    carryOut: sendTogether,
    maxSize: maxBatchSize,
  })
  return (one) => post(one.actor.companyId, one)
}

/** Whether a draft may be sent in a batch with others. */
export function isPlainTextDraft({ body, mediaType, media, quotedId, location }: MessageDraft): boolean {
  return body.trim() !== '' && mediaType === null && media === null && quotedId === null && location == null
}
