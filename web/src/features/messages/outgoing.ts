import type { MessageView } from '@balcao/contract/messages'
import type { TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import type { TFunction } from 'i18next'
import type { ContactChoice } from '../../lib/lists/contact-choices'
import type { LocationToSend } from './sharing/place'

export type UploadKind = keyof typeof limits.uploads

/** A message that this browser sends. The conversation shows it before the server stores it. */
export interface OutgoingMessage {
  /** The id that this browser chose. The server stores it with the message, and so recognises a repeated request. */
  readonly clientId: string
  readonly ticketId: TicketId
  readonly body: string
  readonly quoted: MessageView | null
  readonly content: OutgoingContent
  /** The time of sending by the clock of this computer, as an ISO string. */
  readonly at: string
  readonly state: OutgoingState
}

/** An outgoing message with this content, and without text or quote. */
export function newOutgoingMessage(ticketId: TicketId, content: OutgoingContent): OutgoingMessage {
  return {
    clientId: crypto.randomUUID(),
    ticketId,
    body: '',
    quoted: null,
    content,
    at: new Date().toISOString(),
    state: { step: 'sending', progress: undefined },
  }
}

export type OutgoingContent =
  | { readonly kind: 'text' }
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'voice'; readonly file: File }
  | { readonly kind: 'place'; readonly place: LocationToSend }
  | { readonly kind: 'contacts'; readonly contacts: readonly ContactChoice[] }

export function outgoingFileOf({ content }: Pick<OutgoingMessage, 'content'>): File | null {
  return content.kind === 'file' || content.kind === 'voice' ? content.file : null
}

export type OutgoingState =
  | {
      readonly step: 'sending' /** `progress` is the uploaded fraction of a file, 0 to 1. */
      readonly progress: number | undefined
    }
  /** The server was not reached. The outbox sends the message again after a reconnect or a pause. */
  | { readonly step: 'waiting' }
  | { readonly step: 'refused' /** Why the server refused the message. */; readonly error: unknown }

export function uploadKindOfFile(file: Pick<File, 'type'>): UploadKind {
  const family = file.type.split('/')[0]
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'document'
}

/** Why a file cannot be sent: it is empty or too large. Checked before the upload; undefined if it may be sent. */
export function uploadProblemOf(
  file: Pick<File, 'type' | 'size'>,
): { readonly kind: UploadKind; readonly limitMegabytes: number } | 'empty' | undefined {
  if (file.size === 0) return 'empty'
  const kind = uploadKindOfFile(file)
  const limitBytes = limits.uploads[kind]
  return file.size > limitBytes ? { kind, limitMegabytes: limitBytes / 2 ** 20 } : undefined
}

export function uploadProblemText(
  { name }: Pick<File, 'name'>,
  problem: NonNullable<ReturnType<typeof uploadProblemOf>>,
  t: TFunction<'messages'>,
): string {
  return problem === 'empty'
    ? t('fileEmpty', { name })
    : t('fileTooLarge', { name, limit: problem.limitMegabytes })
}

/** The text with the bold signature of its author, if any (CONVO-17). An empty text stays empty. */
export function bodyWithSignature(text: string, signAs: string | undefined): string {
  const words = text.trim()
  return signAs === undefined || words === '' ? words : `*${signAs}:*\n${words}`
}

/** Splits a body into the signature of `writer` and the text behind it. A body without it has an empty signature. */
export function splitSignature(body: string, writer: string | undefined): readonly [string, string] {
  const signature = writer === undefined ? '' : `*${writer}:*\n`
  return body.startsWith(signature) ? [signature, body.slice(signature.length)] : ['', body]
}
