import type { TicketView } from '@balcao/contract/tickets'
import {
  type ContentSendProblem,
  capabilitiesOf,
  contentSendProblemOf,
  type ProviderCapabilities,
} from '@balcao/domain/providers'
import { Clock, Smartphone, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useConnections } from '../../../lib/lists/connections'
import { minuteMs, useNow } from '../../../lib/timers'
import type { MessageDraft } from '../drafts'
import { type OutgoingMessage, outgoingFileOf, uploadKindOfFile } from '../outgoing'
import { messagesOfDraft } from '../send-draft'
import styles from './composer.module.css'

/** The first limit of the connection that the draft exceeds. */
export interface DraftProblem extends ContentSendProblem {
  readonly fileName: string | null
}

/** The limit that the draft exceeds; null when the connection accepts the draft. The server checks again. */
export function draftProblemOf(
  { whatsapp }: Pick<TicketView, 'whatsapp'>,
  draft: MessageDraft,
  circumstances: Parameters<typeof messagesOfDraft>[1],
): DraftProblem | null {
  const can = capabilitiesOf(whatsapp?.provider ?? '')
  const messages = messagesOfDraft(draft, circumstances)
  return messages.flatMap((message) => problemOfMessage(can, message) ?? [])[0] ?? null
}

function problemOfMessage(can: ProviderCapabilities, message: OutgoingMessage): DraftProblem | null {
  const file = outgoingFileOf(message)
  const found = contentSendProblemOf(can, {
    text: message.body,
    file: file === null ? null : { kind: uploadKindOfFile(file), mimetype: typeOf(file), bytes: file.size },
  })
  return found === null ? null : { ...found, fileName: file?.name ?? null }
}

/** The type as the server detects it: browsers have other names for M4A. */
function typeOf({ type }: File): string {
  return /^audio\/(x-)?m4a$/.test(type) ? 'audio/mp4' : type
}

export function DraftProblemLine({ problem: { what, most, fileName } }: { readonly problem: DraftProblem }) {
  const { t } = useTranslation('errors')
  const reason = t(`ERR_WAPP_MSG_CONTENT_${what}`, { most })
  return (
    <p className={styles.outage} role="alert">
      <TriangleAlert size={16} strokeWidth={1.75} aria-hidden />
      <span>{fileName === null ? reason : `${fileName}: ${reason}`}</span>
    </p>
  )
}

/** How often to compute the remaining time of the reply window again, which is shown in minutes. */
const lookAgainMs = 15_000

/** The remaining milliseconds of the reply window; null for a connection without a window. */
export function useReplyWindowRemainingMs({ whatsapp, replyUntil }: TicketView): number | null {
  const now = useNow(lookAgainMs)
  if (capabilitiesOf(whatsapp?.provider ?? '').replyWindowHours === null) return null
  return replyUntil === null ? 0 : Math.max(0, Date.parse(replyUntil) - now)
}

export function SendingConnectionLine({ ticket: { whatsapp } }: { readonly ticket: TicketView }) {
  const { t } = useTranslation('messages')
  const { data: connections = [] } = useConnections()
  if (whatsapp === null || connections.length < 2) return null
  return (
    <p className={styles.window}>
      <Smartphone size={14} strokeWidth={1.75} aria-hidden />
      {t('window.over', { name: whatsapp.name })}
    </p>
  )
}

export function ReplyWindowLine({ ticket, leftMs }: { ticket: TicketView; leftMs: number }) {
  const { t } = useTranslation('messages')
  const minutes = Math.ceil(leftMs / minuteMs)
  const left = { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
  return (
    <p className={styles.window} data-soon={left.hours < 2}>
      <Clock size={14} strokeWidth={1.75} aria-hidden />
      {t(left.hours === 0 ? 'window.minutes' : 'window.left', { ...left, name: ticket.whatsapp?.name ?? '' })}
    </p>
  )
}
