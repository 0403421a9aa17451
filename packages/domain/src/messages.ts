import { type CompanyTexts, companyTexts } from './company-texts'

/** The kinds of media on the wire (MESSAGE-03); text messages have null. */
export const mediaTypes = [
  'image',
  'audio',
  'video',
  'application',
  'locationMessage',
  'vcard',
  'call_log',
] as const
export type MediaType = (typeof mediaTypes)[number]

/** How far a sent message got: 0 waiting, 1 sent, 2 delivered, 3 read, 4 and 5 played (MESSAGE-02). */
export type Ack = 0 | 1 | 2 | 3 | 4 | 5

/**
 * What wrote an outgoing message: `bot` is a menu, assistant or outside bot, `automatic` a greeting, farewell
 * or transfer notice, `device` the linked phone.
 */
export const messageOrigins = ['person', 'bot', 'automatic', 'campaign', 'schedule', 'api', 'device'] as const
export type MessageOrigin = (typeof messageOrigins)[number]

/** True for a message that the screen marks as automatic (TICKET-17). */
export function isAutomaticOrigin(origin: MessageOrigin | null): boolean {
  return origin === 'bot' || origin === 'automatic'
}

/** True when the message counts as an answer to the customer and so ends the wait. Automatic texts do not. */
export function isAnswerToCustomer(origin: MessageOrigin | null): boolean {
  return origin === 'person' || origin === 'device' || origin === 'bot'
}

/** The text that represents a message in the ticket list, also when the message has no text of its own. */
export function messagePreview(
  body: string,
  mediaType: MediaType | null,
  fileName: string | null,
  texts: CompanyTexts = companyTexts('pt'),
): string {
  if (body !== '' && mediaType !== 'locationMessage' && mediaType !== 'vcard') return body
  switch (mediaType) {
    case 'image':
      return `📷 ${texts.picture}`
    case 'video':
      return `🎬 ${texts.video}`
    case 'audio':
      return `🎤 ${texts.sound}`
    case 'application':
      return `📄 ${fileName ?? texts.document}`
    case 'locationMessage':
      return `📍 ${texts.place}`
    case 'vcard':
      return `👤 ${texts.card}`
    case 'call_log':
      return `📞 ${texts.call}`
    case null:
      return body
  }
}

/** WhatsApp accepts an edit within 15 minutes after sending. */
const editableMs = 15 * 60_000

/** The facts that decide whether a message can be edited. Own texts can, also before they are sent. */
interface EditableMessage {
  readonly fromMe: boolean
  readonly isDeleted: boolean
  readonly mediaType: MediaType | null
  readonly failure: string | null
  readonly createdAt: Date
}

export function mayEditMessage(message: EditableMessage, now: Date): boolean {
  const { fromMe, isDeleted, mediaType, failure, createdAt } = message
  if (!fromMe || isDeleted || mediaType !== null || failure !== null) return false
  return now.getTime() - createdAt.getTime() <= editableMs
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const pictured = /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|^[0-9#*]\ufe0f?\u20e3$/u

/** Matches a character that every emoji contains, which is much faster than splitting into graphemes. */
const partOfEmoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u

/** The most UTF-16 units of an emoji. The longest in Unicode's recommended set has 35. */
const longestEmoji = 64

/** True for exactly one emoji. With skin tone, gender or flag, one emoji has many code units. */
export function isOneEmoji(text: string): boolean {
  if (text.length > longestEmoji) return false // splitting a long text could exhaust the memory
  const [first] = graphemes.segment(text)
  return first?.segment === text && pictured.test(text)
}

/** True for one to three emoji with nothing but spaces between them, which are shown large as on phones. */
export function isUpToThreeEmoji(text: string): boolean {
  if (text.length > 4 * longestEmoji || !partOfEmoji.test(text)) return false
  const signs = Array.from(graphemes.segment(text), ({ segment }) => segment).filter(
    (sign) => sign.trim() !== '',
  )
  return signs.length >= 1 && signs.length <= 3 && signs.every(isOneEmoji)
}
