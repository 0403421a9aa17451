import { capabilitiesOf, type ProviderCapabilities } from '@balcao/domain/providers'
import { joinParagraphs } from '@balcao/domain/reception/menu-words'
import type { DraftInTicket, MessageDraft } from './send-message'

/**
 * Joins consecutive texts of one ticket into one message if the provider bills each message. A text with choices to tap
 * may only be the last part.
 */
export function joinConsecutiveTexts(outgoing: readonly DraftInTicket[]): readonly DraftInTicket[] {
  const joined: DraftInTicket[] = []
  for (const next of outgoing) {
    const last = joined.at(-1)
    const draft = last?.ticket.id === next.ticket.id ? joinedDraft(last, next) : null
    if (last === undefined || draft === null) joined.push(next)
    else joined[joined.length - 1] = { ...last, draft }
  }
  return joined
}

function joinedDraft(
  first: DraftInTicket,
  { ticket, draft: next, userId }: DraftInTicket,
): MessageDraft | null {
  const limits = capabilitiesOf(ticket.provider ?? '')
  const { draft } = first
  const isOneVoice = draft.origin === next.origin && first.userId === userId
  if (!limits.billsMessages || !isOneVoice || !isText(draft) || !isText(next)) return null
  if (draft.interactive !== undefined) return null
  const joined = { ...draft, body: joinParagraphs(draft.body, next.body), ...above(draft.body, next) }
  return fits(joined, limits) ? joined : null
}

/** Puts the text of the first message above the second message's choices to tap. */
function above(text: string, { interactive }: MessageDraft): Pick<MessageDraft, 'interactive'> {
  const choices = interactive?.choices
  if (choices === undefined) return {}
  return { interactive: { choices: { ...choices, text: joinParagraphs(text, choices.text) } } }
}

function isText({ mediaType, media, clientId, quotedId, interactive }: MessageDraft): boolean {
  const isPlain = mediaType === null && media === null && clientId === null && quotedId === null
  return isPlain && interactive?.template === undefined
}

function fits(
  { body, interactive }: MessageDraft,
  { textCharacters, choices }: ProviderCapabilities,
): boolean {
  return body.length <= textCharacters && (interactive?.choices?.text.length ?? 0) <= (choices?.text ?? 0)
}
