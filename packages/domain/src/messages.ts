import { type CompanyTexts, companyTexts } from './company-texts'

/** The kinds of media on the wire (MESSAGE-03); text messages hold null. */
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

/** 0 waiting, 1 sent, 2 delivered, 3 read, 4 and 5 played (MESSAGE-02). */
export type Ack = 0 | 1 | 2 | 3 | 4 | 5

/**
 * The origin of an outgoing message: a person here, a bot in its turn (menu, assistant, outside bot), an automatic text
 * (greeting, farewell, transfer notice), a campaign, a schedule, the external API, or a person at the linked phone.
 */
export const messageOrigins = ['person', 'bot', 'automatic', 'campaign', 'schedule', 'api', 'device'] as const
export type MessageOrigin = (typeof messageOrigins)[number]

/** True for a message that is marked as automatic (TICKET-17): no person wrote it for this moment. */
export function isAutomatic(origin: MessageOrigin | null): boolean {
  return origin === 'bot' || origin === 'automatic'
}

/** True when the message answers the customer, who then no longer waits. Only people and a bot in its turn do. */
export function isAnswer(origin: MessageOrigin | null): boolean {
  return origin === 'person' || origin === 'device' || origin === 'bot'
}

/** The last-message text of a ticket for a message without a text of its own. */
export function previewOf(
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

/** WhatsApp accepts corrections within a quarter of an hour after a message was sent. */
const editableMs = 15 * 60_000

/** The facts that decide whether a message can be edited: it is our text, on WhatsApp or on its way there. */
export interface EditableFacts {
  readonly fromMe: boolean
  readonly isDeleted: boolean
  readonly mediaType: MediaType | null
  /** Why sending failed. */
  readonly failure: string | null
  readonly createdAt: Date
}

export function mayEditMessage(message: EditableFacts, now: Date): boolean {
  const { fromMe, isDeleted, mediaType, failure, createdAt } = message
  if (!fromMe || isDeleted || mediaType !== null || failure !== null) return false
  return now.getTime() - createdAt.getTime() <= editableMs
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const pictured = /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|^[0-9#*]\ufe0f?\u20e3$/u

/** Every emoji has one of these. Looking for them costs a hundredth of splitting a text into its signs. */
const partOfEmoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u

/** In UTF-16 units; the longest that Unicode recommends have 35. */
const longestEmoji = 64

/** True for exactly one grapheme that is a picture: with skin, sex or flag it may have many code units. */
export function isOneEmoji(text: string): boolean {
  if (text.length > longestEmoji) return false // segmenting a long text would exhaust the memory
  const [first] = graphemes.segment(text)
  return first?.segment === text && pictured.test(text)
}

/** True for one to three emoji with nothing else but spaces: they are shown large, as on phones. */
export function isFewEmoji(text: string): boolean {
  if (text.length > 4 * longestEmoji || !partOfEmoji.test(text)) return false
  const signs = Array.from(graphemes.segment(text), ({ segment }) => segment).filter(
    (sign) => sign.trim() !== '',
  )
  return signs.length >= 1 && signs.length <= 3 && signs.every(isOneEmoji)
}
