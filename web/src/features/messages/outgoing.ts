import type { MessageView } from '@balcao/contract/messages'
import type { TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'

export type FileKind = keyof typeof limits.uploads

/** A message that this browser sends: it stands in the conversation at once, long before the server stores it. */
export interface Outgoing {
  /** Our own name for it; the stored message bears it too (HOUSE 7). */
  readonly clientId: string
  readonly ticketId: TicketId
  readonly body: string
  readonly quoted: MessageView | null
  readonly file: File | null
  /** When it was sent, on this machine's clock, as on the wire. */
  readonly at: string
  readonly state: OutgoingState
}

export type OutgoingState =
  | { readonly step: 'sending' /** 0..1, of a file's upload. */; readonly progress: number | undefined }
  /** The server was not reached; it goes out by itself when it is. */
  | { readonly step: 'waiting' }
  | { readonly step: 'refused' /** What the call threw. */; readonly error: unknown }

/** The kind of a file as WhatsApp sends it, by its media type. */
export function kindOfFile(file: Pick<File, 'type'>): FileKind {
  const family = file.type.split('/')[0]
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'document'
}

/** Why a file cannot be sent, told before anything is uploaded; undefined when it can (decision: media limits). */
export function fileProblem(
  file: Pick<File, 'type' | 'size'>,
): { readonly kind: FileKind; readonly limitMegabytes: number } | 'empty' | undefined {
  if (file.size === 0) return 'empty'
  const kind = kindOfFile(file)
  const limitBytes = limits.uploads[kind]
  return file.size > limitBytes ? { kind, limitMegabytes: limitBytes / 2 ** 20 } : undefined
}

/** The text as it is sent: signed with the name in bold when the option is on (CONVO-17). Empty stays empty. */
export function writtenBody(text: string, signAs: string | undefined): string {
  const words = text.trim()
  return signAs === undefined || words === '' ? words : `*${signAs}:*\n${words}`
}
