import type { MediaType } from '@balcao/domain/messages'
import { digitsOf } from '@balcao/domain/phone-number'
import { buildVcard } from '../../../features/messages/incoming/contact-cards'
import { locationMessageBody } from '../../../features/messages/incoming/shared-place'
import type { MediaMetadata } from '../../../features/messages/media/media-facts'
import { storeSourceMediaFile } from '../media-folder'
import type { SourceRow, StepContext } from '../step'
import { fieldOf, groupedBy, parseJsonOrNull, textOf } from '../values'

/** Media types by Chatwoot's number of a file kind. Attachments with other numbers are not files. */
const fileTypes: readonly (MediaType | undefined)[] = ['image', 'audio', 'video', 'application']
const place = 4
const contactCard = 8
const filesAtOnce = 4

export type AttachmentsByMessage = ReadonlyMap<string, readonly SourceRow[]>
export type AttachmentFiles = ReadonlyMap<
  SourceRow,
  { readonly mediaType: MediaType; readonly media: MediaMetadata }
>

export interface ChatwootMessageContent {
  readonly body: string
  readonly mediaType: MediaType | null
  readonly media: MediaMetadata | null
}

export function isFileAttachment(attachment: SourceRow): boolean {
  return fileTypes[Number(attachment.file_type)] !== undefined
}

/** Converts a message to one message per attachment. The first also has the text and the links. */
export function contentsOfMessage(
  words: string,
  attachments: readonly SourceRow[],
  files: AttachmentFiles,
): readonly ChatwootMessageContent[] {
  const shown = attachments.filter((one) => isFileAttachment(one) || isPlace(one) || isCard(one))
  const links = attachments
    .filter((one) => !shown.includes(one))
    .flatMap((one) => [textOf(one, 'fallback_title'), textOf(one, 'external_url')])
  const text = [words, ...links].filter((line) => line.trim() !== '').join('\n')
  if (shown.length === 0) return [{ body: text, mediaType: null, media: null }]
  return shown.map((attachment, part) => {
    if (isCard(attachment)) return { body: cardText(attachment, words), mediaType: 'vcard', media: null }
    const body = part === 0 ? text : ''
    if (isPlace(attachment))
      return { body: placeText(attachment, body), mediaType: 'locationMessage', media: null }
    const file = files.get(attachment)
    return { body, mediaType: file?.mediaType ?? null, media: file?.media ?? null }
  })
}

function isPlace(attachment: SourceRow): boolean {
  const { file_type: type, coordinates_lat: latitude, coordinates_long: longitude } = attachment
  return Number(type) === place && Number.isFinite(Number(latitude ?? Number.NaN)) && longitude !== null
}

function isCard(attachment: SourceRow): boolean {
  return Number(attachment.file_type) === contactCard
}

function placeText(attachment: SourceRow, words: string): string {
  const [latitude, longitude] = [Number(attachment.coordinates_lat), Number(attachment.coordinates_long)]
  const described = words || textOf(attachment, 'fallback_title') || `${latitude}, ${longitude}`
  return locationMessageBody({ latitude, longitude }, described)
}

/**
 * Returns a contact card as text. Chatwoot attaches one card per number, with the contact's name as the
 * message's text. The title of a card without a number is the contact's name.
 */
function cardText(attachment: SourceRow, words: string): string {
  const meta = parseJsonOrNull(attachment.meta)
  const parts = ['firstName', 'lastName'].map((key) => fieldOf(meta, key))
  const title = textOf(attachment, 'fallback_title').trim()
  const known = parts.filter((part) => typeof part === 'string' && part !== '').join(' ')
  return buildVcard({ name: known || words.trim() || title, number: digitsOf(title) })
}

/** Returns the path of an attachment below Chatwoot's folder `storage`. Chatwoot derives it from the file's key. */
export function storagePathOf(key: string): string {
  return `${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`
}

const storedFilesSql = `
  left join active_storage_attachments s on s.record_type = 'Attachment' and s.record_id = a.id and s.name = 'file'
  left join active_storage_blobs b on b.id = s.blob_id`

export async function readAttachments(
  { source }: StepContext,
  rows: readonly SourceRow[],
): Promise<AttachmentsByMessage> {
  if (!source.has('attachments')) return new Map()
  const columns = ['coordinates_lat', 'coordinates_long', 'external_url', 'fallback_title', 'meta']
    .map((column) => (source.has('attachments', column) ? `a.${column}` : `null as ${column}`))
    .join(', ')
  const hasFiles = source.has('active_storage_blobs') && source.has('active_storage_attachments')
  const found = await source.rows<SourceRow>(
    `select a.id, a.message_id, a.file_type, ${columns}${hasFiles ? ', b.key, b.filename, b.content_type' : ''}
     from attachments a ${hasFiles ? storedFilesSql : ''}
     where a.message_id = any ($1) order by a.id`,
    [rows.map((row) => Number(row.id))],
  )
  return groupedBy(found, (row) => textOf(row, 'message_id'))
}

/** Stores the files of these attachments, except those that an earlier pass has stored. */
export async function storeAttachmentFiles(
  context: StepContext,
  attachments: readonly SourceRow[],
): Promise<AttachmentFiles> {
  const stored = new Map<SourceRow, { readonly mediaType: MediaType; readonly media: MediaMetadata }>()
  let files = attachments.filter(isFileAttachment)
  if (files.length === 0) return stored
  await context.act(async (piece) => {
    await piece.look(files, (row) => [['attachment', textOf(row, 'id')]])
    files = files.filter((row) => piece.ref('attachment', textOf(row, 'id')) === null)
  })
  const store = async () => {
    for (let next = files.shift(); next !== undefined; next = files.shift()) {
      const path = await context.media.find(storagePathOf(textOf(next, 'key')), context.sourceId)
      const mediaType = fileTypes[Number(next.file_type)] ?? 'application'
      const mimetype = textOf(next, 'content_type') || 'application/octet-stream'
      const fileName = mediaType === 'application' ? textOf(next, 'filename').slice(0, 255) : null
      stored.set(next, await storeSourceMediaFile(context, path, { mediaType, mimetype, fileName }))
    }
  }
  await Promise.all(Array.from({ length: filesAtOnce }, store))
  return stored
}
