import type { SeenButton, SeenMessage } from './customer'
import { isObject } from './fields'
import type { GraphService } from './graph-service'
import { bytesOf } from './media'
import type { Json, Message } from './world'

/** The message as a phone shows it. */
export function seenOf(service: GraphService, message: Message): SeenMessage {
  const content = isObject(message.content) ? message.content : {}
  const media = message.mediaId === undefined ? undefined : service.world.media[message.mediaId]
  const bytes = message.mediaId === undefined ? undefined : bytesOf(service, message.mediaId)
  const header = headerOf(message, content)
  const footer = message.filled?.footer ?? textIn(content.footer)
  const fileName = typeof content.filename === 'string' ? content.filename : media?.fileName
  return {
    wamid: message.id,
    from: message.from,
    kind: message.type,
    text: wordsOf(message, content),
    ...(header !== undefined && { header }),
    ...(footer !== undefined && { footer }),
    buttons: buttonsOf(message, content),
    ...(message.mediaId !== undefined && { mediaId: message.mediaId }),
    ...(bytes && { media: bytes }),
    ...(media && { mimeType: media.mimeType }),
    ...(fileName && { fileName }),
    isVoice: content.voice === true,
    ...(message.quotes !== undefined && { quotes: message.quotes }),
    status: message.status,
    ...(message.errorCode !== undefined && { errorCode: message.errorCode }),
    ...(message.callbackData !== undefined && { callbackData: message.callbackData }),
    reactions: { ...message.reactions },
    isEdited: message.isEdited,
    isRevoked: message.isRevoked,
    isReadByBusiness: message.isReadByBusiness,
    at: message.at,
    content: message.content,
  }
}

function wordsOf({ type, filled, content: whole }: Message, content: Json): string {
  if (filled) return filled.body
  if (type === 'text') return String(content.body)
  if (type === 'interactive') return textIn(content.body) ?? replyIn(content)
  if (type === 'button') return String(content.text)
  if (type === 'location') return [content.name, content.address].filter(Boolean).join(', ')
  if (type === 'contacts' && Array.isArray(whole)) return whole.map(nameIn).join(', ')
  if (type === 'order') return String(content.text ?? '')
  return typeof content.caption === 'string' ? content.caption : ''
}

function replyIn(content: Json): string {
  const reply = content[String(content.type)]
  return isObject(reply) ? String(reply.title ?? reply.body ?? '') : ''
}

function nameIn(card: unknown): string {
  return isObject(card) && isObject(card.name) ? String(card.name.formatted_name) : ''
}

function headerOf({ filled }: Message, content: Json): string | undefined {
  return filled ? filled.header : textIn(content.header)
}

function textIn(part: unknown): string | undefined {
  return isObject(part) && typeof part.text === 'string' ? part.text : undefined
}

function buttonsOf({ filled, from, type }: Message, content: Json): SeenButton[] {
  if (filled)
    return filled.buttons.map(({ text, payload, url }) => ({
      id: payload ?? text,
      title: text,
      ...(url && { url }),
    }))
  const { action } = content
  if (type !== 'interactive' || from === 'customer' || !isObject(action)) return []
  const replies = listOf(action.buttons).flatMap((button) => listOf([button.reply]))
  const rows = listOf(action.sections).flatMap((section) => listOf(section.rows))
  return [...replies, ...rows, ...linkOf(action)].map(({ id, title, description, url }) => ({
    id: String(id),
    title: String(title),
    ...(typeof description === 'string' && description !== '' && { description }),
    ...(typeof url === 'string' && { url }),
  }))
}

function linkOf({ parameters }: Json): Json[] {
  if (!isObject(parameters) || typeof parameters.url !== 'string') return []
  return [{ id: parameters.url, title: parameters.display_text, url: parameters.url }]
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
