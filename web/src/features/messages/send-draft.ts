import type { TicketId } from '@balcao/domain/ids'
import type { MessageDraft } from './drafts'
import { bodyWithSignature, type OutgoingMessage } from './outgoing'

interface Circumstances {
  readonly ticketId: TicketId
  /** The name for the signature; undefined when the option is off (CONVO-16). */
  readonly signAs: string | undefined
  readonly at: string
  readonly newUuid: () => string
}

/** The messages of a draft: one for each file (MESSAGE-06), the first with the text; or else one text (CONVO-18). */
export function messagesOfDraft(
  draft: MessageDraft,
  { ticketId, signAs, at, newUuid }: Circumstances,
): readonly OutgoingMessage[] {
  const one = (body: string, file: File | null, isFirst: boolean): OutgoingMessage => ({
    clientId: newUuid(),
    ticketId,
    body: bodyWithSignature(body, signAs),
    quoted: isFirst ? draft.quoted : null,
    content: file === null ? { kind: 'text' } : { kind: 'file', file },
    at,
    state: { step: 'sending', progress: undefined },
  })

  if (draft.attachments.length === 0) return draft.text.trim() === '' ? [] : [one(draft.text, null, true)]
  return draft.attachments.map(({ file, caption }, place) => {
    // The text of the draft is the caption of the first file. If that file already has a caption, it gets both.
    const words = place === 0 ? [caption, draft.text].filter((part) => part.trim() !== '') : [caption]
    return one(words.join('\n'), file, place === 0)
  })
}
