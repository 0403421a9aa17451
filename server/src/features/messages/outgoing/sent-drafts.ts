import type { ContactId, MessageId } from '@balcao/domain/ids'
import type { UploadedFile } from '../../../platform/http/upload'
import { refuse } from '../../../platform/refusal'
import type { CompanyWork } from '../../../platform/work'
import { vcardsOfContacts } from '../incoming/contact-cards'
import { locationMessageBody, type StoredLocation } from '../incoming/shared-place'
import type { MessageDraft } from './send-message'

export interface SendMessageRequest {
  readonly body: string | readonly string[]
  readonly clientId?: string | readonly string[] | undefined
  readonly voice?: boolean | readonly boolean[] | undefined
  readonly quotedMsg?: { readonly id: MessageId } | null | undefined
  readonly location?: StoredLocation | null | undefined
  readonly contactIds?: readonly ContactId[] | undefined
}

/** The drafts of a request, which contains one of: a text, files (one message each), a location, contact cards. */
export async function draftsOfRequest(
  work: CompanyWork,
  sent: SendMessageRequest,
  files: readonly UploadedFile[],
  origin: 'person' | 'api',
): Promise<readonly MessageDraft[]> {
  const { location = null, contactIds = [] } = sent
  if (location !== null) {
    refuseSecondContent('location', sent, files.length > 0 || contactIds.length > 0)
    const body = locationMessageBody(location, location.name ?? location.address ?? '')
    return [plainDraft(sent, origin, { body, mediaType: 'locationMessage', location })]
  }
  if (contactIds.length > 0) {
    refuseSecondContent('contactIds', sent, files.length > 0)
    return [plainDraft(sent, origin, { body: await vcardsOfContacts(work, contactIds), mediaType: 'vcard' })]
  }
  return files.length === 0
    ? [plainDraft(sent, origin, {})]
    : files.map((file, at) => fileDraft(sent, origin, file, at))
}

/** The draft of a request that contains only a text; null if it contains anything else. */
export function plainTextDraftOf(
  sent: SendMessageRequest,
  files: readonly UploadedFile[],
): MessageDraft | null {
  const { location = null, contactIds = [] } = sent
  return location === null && contactIds.length === 0 && files.length === 0
    ? plainDraft(sent, 'person', {})
    : null
}

function refuseSecondContent(field: string, { body }: SendMessageRequest, hasOther: boolean): void {
  const matchesSearch = (typeof body === 'string' ? [body] : body).some((words) => words.trim() !== '')
  if (hasOther || matchesSearch) throw refuse('ERR_VALIDATION', { field })
}

function plainDraft(
  sent: SendMessageRequest,
  origin: MessageDraft['origin'],
  content: Partial<Pick<MessageDraft, 'body' | 'mediaType' | 'location'>>,
): MessageDraft {
  return {
    body: nth(sent.body, 0) ?? '',
    clientId: nth(sent.clientId, 0) ?? null,
    mediaType: null,
    media: null,
    quotedId: sent.quotedMsg?.id ?? null,
    origin,
    ...content,
  }
}

/** One message per file (MESSAGE-06): the n-th body is its caption, and the first one has the quote. */
function fileDraft(
  { body, clientId, voice, quotedMsg }: SendMessageRequest,
  origin: MessageDraft['origin'],
  file: UploadedFile,
  at: number,
): MessageDraft {
  const { mimetype, fileName, sizeBytes, width, height, key, mediaType } = file
  return {
    body: captionOf(nth(body, at) ?? '', fileName),
    clientId: nth(clientId, at) ?? null,
    mediaType,
    media: {
      ...{ state: 'ready', mimetype, fileName, sizeBytes, seconds: null, width, height, key },
      ...(mediaType === 'audio' && (nth(voice, at) ?? isRecording(fileName)) && { isVoice: true }),
    },
    quotedId: at === 0 ? (quotedMsg?.id ?? null) : null,
    origin,
  }
}

/** Clients of the earlier API mark their recordings only by this file name (docs/wire-traps.md, 25). */
function isRecording(fileName: string): boolean {
  return /^audio-record-site-\d+\.mp3$/.test(fileName)
}

/** Drops a body that is the file name, which clients of the earlier API send: it is no caption. */
function captionOf(body: string, fileName: string): string {
  return body === fileName ? '' : body
}

/** Returns the value for the n-th file; a single value belongs to the first one. */
function nth<Value extends string | boolean>(
  value: Value | readonly Value[] | undefined,
  at: number,
): Value | undefined {
  return typeof value === 'object' ? value[at] : at === 0 ? value : undefined
}
