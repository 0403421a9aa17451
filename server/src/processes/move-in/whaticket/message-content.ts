import type { Ack, MediaType } from '@balcao/domain/messages'
import type { SourceRow } from '../step'
import { fieldOf, parseJsonOrNull, textOf } from '../values'

/**
 * Converts Baileys' status of a message (0 error or unknown, 1 waiting, 2 on the server, 3 on the phone, 4
 * read, 5 played; negative: failed) to our ack.
 */
export function convertMessageAck(
  value: unknown,
  fromMe: boolean,
): { readonly ack: Ack; readonly failure: string | null } {
  const status = Number(value)
  if (!fromMe) return { ack: 0, failure: null }
  if (status < 0) return { ack: 0, failure: 'ERR_SENDING_WAPP_MSG' }
  if (status >= 5) return { ack: 4, failure: null }
  if (status === 4) return { ack: 3, failure: null }
  // Without a better status a moved message counts as sent (1): as waiting (0) it would show a clock for ever.
  return { ack: status === 3 ? 2 : 1, failure: null }
}

export const reactionMediaType = 'reactionMessage'

const kinds: Readonly<Record<string, MediaType>> = {
  image: 'image',
  imageMessage: 'image',
  sticker: 'image',
  stickerMessage: 'image',
  video: 'video',
  videoMessage: 'video',
  audio: 'audio',
  audioMessage: 'audio',
  ptt: 'audio',
  application: 'application',
  document: 'application',
  documentMessage: 'application',
  documentWithCaptionMessage: 'application',
  location: 'locationMessage',
  locationMessage: 'locationMessage',
  liveLocationMessage: 'locationMessage',
  vcard: 'vcard',
  contactMessage: 'vcard',
  contactsArrayMessage: 'vcard',
  call_log: 'call_log',
}
const withFile: readonly (MediaType | null)[] = ['image', 'video', 'audio', 'application']

const mimetypes: Readonly<Record<string, string>> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/ogg',
  application: 'application/octet-stream',
}

export interface MovedMessageContent {
  readonly mediaType: MediaType | null
  readonly body: string
  /** The file that the row names. Null: the message has no file. */
  readonly file: {
    readonly name: string
    readonly shownName: string | null
    readonly mimetype: string
  } | null
  readonly isViewOnce: boolean
  readonly seconds: number | null
  readonly isVoice: boolean
}

/** Reads a message's content from its row and from `dataJson`, the complete WhatsApp message. */
export function messageContentOf(row: SourceRow, dataJson: unknown): MovedMessageContent {
  const mediaType = kinds[textOf(row, 'mediaType')] ?? null
  const mediaUrl = textOf(row, 'mediaUrl')
  const name = mediaUrl.slice(mediaUrl.lastIndexOf('/') + 1)
  const hasFile = withFile.includes(mediaType) && mediaUrl !== ''
  const words = textOf(row, 'body')
  const [inner, isViewOnce] = innerMessage(fieldOf(parseJsonOrNull(dataJson), 'message'))
  const seconds = Number(fieldOf(inner, 'seconds'))
  const fileName = fieldOf(inner, 'fileName')
  const mimetype = fieldOf(inner, 'mimetype')
  return {
    mediaType: hasFile || !withFile.includes(mediaType) ? mediaType : null,
    // In the source, the body of a file without a caption is the file's name.
    body: hasFile && (words === name || words === mediaUrl) ? '' : words,
    file: hasFile
      ? {
          name: mediaUrl,
          shownName:
            mediaType === 'application'
              ? (typeof fileName === 'string' ? fileName : name).slice(0, 255)
              : null,
          mimetype:
            typeof mimetype === 'string'
              ? mimetype
              : (mimetypes[mediaType ?? ''] ?? 'application/octet-stream'),
        }
      : null,
    isViewOnce,
    seconds: Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds) : null,
    isVoice: fieldOf(inner, 'ptt') === true || textOf(row, 'mediaType') === 'ptt',
  }
}

const viewOnce = ['viewOnceMessage', 'viewOnceMessageV2', 'viewOnceMessageV2Extension']
const wrappers = [...viewOnce, 'ephemeralMessage', 'documentWithCaptionMessage', 'editedMessage']

/** Finds the media in a message that other messages wrap, for example a view-once message. */
function innerMessage(message: unknown): readonly [media: unknown, isViewOnce: boolean] {
  let inner = message
  let isViewOnce = false
  for (let depth = 0; depth < 5; depth++) {
    const wrapper = wrappers.find((name) => fieldOf(inner, name) !== undefined)
    if (wrapper === undefined) break
    isViewOnce ||= viewOnce.includes(wrapper)
    inner = fieldOf(fieldOf(inner, wrapper), 'message')
  }
  const media = ['imageMessage', 'videoMessage', 'audioMessage', 'documentMessage', 'stickerMessage']
    .map((name) => fieldOf(inner, name))
    .find((found) => found !== undefined && found !== null)
  return [media, isViewOnce || fieldOf(media, 'viewOnce') === true]
}
