import { capabilitiesOf, contentSendProblemOf } from '@balcao/domain/providers'
import type {
  ChatAddress,
  MediaKind,
  MessageReactionRequest,
  OutgoingContent,
  QuotedMessage,
  TemplateComponentValues,
} from '@balcao/whatsapp/gateway'
import { SendRefused } from '@balcao/whatsapp/gateway'
import { isMetaMessageId } from './names'
import type { FileToSend } from './upload'
import { contactFromVcard } from './vcards'

type UploadFile = (file: FileToSend) => Promise<string>
export type CloudMessageBody = Readonly<Record<string, unknown>> & { readonly type: string }

const limits = capabilitiesOf('cloud')
const listLabelCharacters = 20
const invalidParameter = 131009

/** Rejects content that Meta would certainly refuse, before any call. */
function refuse(): never {
  throw new SendRefused(invalidParameter, null)
}

/** The recipient in Meta's format. Throws for groups and for people known only by LID, to which Meta cannot send. */
export function recipientOf(chat: ChatAddress): { readonly to: string } | { readonly recipient: string } {
  if (chat.kind === 'group') return refuse()
  if (chat.phone !== null) return { to: `+${chat.phone}` }
  return chat.userId === undefined ? refuse() : { recipient: chat.userId }
}

export function quoteContextOf(quoted: QuotedMessage | null): { context?: { message_id: string } } {
  return quoted !== null && isMetaMessageId(quoted.id) ? { context: { message_id: quoted.id } } : {}
}

export function reactionBody({
  message: { id },
  emoji,
}: Pick<MessageReactionRequest, 'message' | 'emoji'>): CloudMessageBody {
  return isMetaMessageId(id) ? { type: 'reaction', reaction: { message_id: id, emoji } } : refuse()
}

export async function cloudMessageBodyOf(
  content: OutgoingContent,
  upload: UploadFile,
): Promise<CloudMessageBody> {
  switch (content.kind) {
    case 'text':
      return textBody(content.text)
    case 'choices':
      return choicesBody(content)
    case 'template':
      return templateBody(content, upload)
    case 'voice':
      return { type: 'audio', audio: { id: await upload({ ...voiceFile, file: content.file }), voice: true } }
    case 'location': {
      const { latitude, longitude, name, address } = content
      return {
        type: 'location',
        location: {
          latitude,
          longitude,
          ...(name !== null && { name }),
          ...(address !== null && { address }),
        },
      }
    }
    case 'contact-card':
      return { type: 'contacts', contacts: content.cards.map(contactFromVcard) }
    case 'media':
      return mediaBody(content, upload)
  }
}

const voiceFile = { mimetype: 'audio/ogg', fileName: 'voice.ogg' }

function textBody(text: string): CloudMessageBody {
  if (contentSendProblemOf(limits, { text, file: null }) !== null) refuse()
  return { type: 'text', text: { body: text, preview_url: false } }
}

/** A message with buttons for a few answers with short titles, else with a list, else a text with numbered answers. */
function choicesBody({
  text,
  asText,
  listLabel,
  choices,
}: Extract<OutgoingContent, { kind: 'choices' }>): CloudMessageBody {
  const { text: characters = 0, buttons = 0, buttonTitle = 0, rows = 0, rowTitle = 0 } = limits.choices ?? {}
  const titles = choices.map(({ title }) => title.trim())
  const longest = Math.max(...titles.map((title) => title.length))
  const areDistinct = [titles, choices.map(({ id }) => id)].every((all) => new Set(all).size === all.length)
  const fits = text !== '' && text.length <= characters && areDistinct && !titles.includes('')
  if (!fits || choices.length === 0) return textBody(asText)
  const body = { text }
  if (choices.length <= buttons && longest <= buttonTitle)
    return {
      type: 'interactive',
      interactive: {
        type: 'button',
        body,
        action: { buttons: choices.map(({ id, title }) => ({ type: 'reply', reply: { id, title } })) },
      },
    }
  if (choices.length <= rows && longest <= rowTitle)
    return {
      type: 'interactive',
      interactive: {
        type: 'list',
        body,
        action: {
          button: listLabel.slice(0, listLabelCharacters),
          sections: [{ rows: choices.map(({ id, title }) => ({ id, title })) }],
        },
      },
    }
  return textBody(asText)
}

async function mediaBody(
  content: Extract<OutgoingContent, { kind: 'media' }>,
  upload: UploadFile,
): Promise<CloudMessageBody> {
  const { media, caption, fileName } = content
  if ([...(caption ?? '')].length > limits.captionCharacters) refuse()
  const file = await uploadedFile(media, content, upload)
  const takesCaption = media !== 'audio' && media !== 'sticker'
  return {
    type: media,
    [media]: { ...file, ...(takesCaption && caption && { caption }), ...named(media, fileName) },
  }
}

async function uploadedFile(media: MediaKind, file: FileToSend, upload: UploadFile): Promise<{ id: string }> {
  // Meta detects the kind by the MIME type without parameters such as codecs.
  const mimetype = file.mimetype.split(';')[0]?.trim() || 'application/octet-stream'
  return { id: await upload({ mimetype, fileName: file.fileName ?? media, file: file.file }) }
}

function named(media: MediaKind, fileName: string | null): { filename?: string } {
  return media === 'document' ? { filename: fileName ?? 'arquivo' } : {}
}

async function templateBody(
  { name, language, components }: Extract<OutgoingContent, { kind: 'template' }>,
  upload: UploadFile,
): Promise<CloudMessageBody> {
  const parts: unknown[] = []
  for (const component of components) parts.push(await partOf(component, upload))
  return {
    type: 'template',
    template: { name, language: { code: language }, ...(parts.length > 0 && { components: parts }) },
  }
}

async function partOf(component: TemplateComponentValues, upload: UploadFile): Promise<unknown> {
  if (component.part === 'button') {
    const { index, button, value } = component
    return {
      type: 'button',
      sub_type: button,
      index: String(index),
      parameters: [buttonValue(button, value)],
    }
  }
  if ('media' in component) {
    const { media, fileName } = component
    const file = { ...(await uploadedFile(media, component, upload)), ...named(media, fileName) }
    return { type: 'header', parameters: [{ type: media, [media]: file }] }
  }
  return {
    type: component.part,
    parameters: component.values.map(({ name, text }) => ({
      type: 'text',
      ...(name !== undefined && { parameter_name: name }),
      text,
    })),
  }
}

function buttonValue(button: 'url' | 'quick_reply' | 'copy_code', value: string): unknown {
  switch (button) {
    case 'url':
      return { type: 'text', text: value }
    case 'quick_reply':
      return { type: 'payload', payload: value }
    case 'copy_code':
      return { type: 'coupon_code', coupon_code: value }
  }
}
