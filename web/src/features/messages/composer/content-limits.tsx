import type { TicketView } from '@balcao/contract/tickets'
import {
  type ContentSendProblem,
  capabilitiesOf,
  contentSendProblemOf,
  type ProviderCapabilities,
} from '@balcao/domain/providers'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Draft } from '../drafts'
import { kindOfFile, type OutgoingMessage, outgoingFileOf } from '../outgoing'
import { messagesOfDraft } from '../send-draft'
import styles from './composer.module.css'

/** The first limit of the connection that the draft exceeds. */
export interface DraftProblem extends ContentSendProblem {
  readonly fileName: string | null
}

/** The limit that the draft exceeds; null when the connection accepts the draft. The server checks again. */
export function draftProblemOf(
  { whatsapp }: Pick<TicketView, 'whatsapp'>,
  draft: Draft,
  circumstances: Parameters<typeof messagesOfDraft>[1],
): DraftProblem | null {
  const can = capabilitiesOf(whatsapp?.provider ?? '')
  for (const message of messagesOfDraft(draft, circumstances)) {
    const found = problemOfMessage(can, message)
    if (found !== null) return found
  }
  return null
}

function problemOfMessage(can: ProviderCapabilities, message: OutgoingMessage): DraftProblem | null {
  const file = outgoingFileOf(message)
  const found = contentSendProblemOf(can, {
    text: message.body,
    file: file === null ? null : { kind: kindOfFile(file), mimetype: typeOf(file), bytes: file.size },
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
