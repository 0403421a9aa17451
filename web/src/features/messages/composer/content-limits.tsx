import type { TicketView } from '@balcao/contract/tickets'
import {
  type Capabilities,
  type ContentProblem,
  capabilitiesOf,
  problemOfContent,
} from '@balcao/domain/providers'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Draft } from '../drafts'
import { fileOf, kindOfFile, type Outgoing } from '../outgoing'
import { messagesOfDraft } from '../send-draft'
import styles from './composer.module.css'

/** The first limit of the ticket's connection that the draft breaks, with the name of its file. */
export interface DraftProblem extends ContentProblem {
  readonly fileName: string | null
}

/** Null: the connection takes the draft. The server checks again. */
export function problemOf(
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

function problemOfMessage(can: Capabilities, message: Outgoing): DraftProblem | null {
  const file = fileOf(message)
  const found = problemOfContent(can, {
    text: message.body,
    file: file === null ? null : { kind: kindOfFile(file), mimetype: typeOf(file), bytes: file.size },
  })
  return found === null ? null : { ...found, fileName: file?.name ?? null }
}

/** The server reads types from contents; browsers have names of their own for M4A. */
function typeOf({ type }: File): string {
  return /^audio\/(x-)?m4a$/.test(type) ? 'audio/mp4' : type
}

/** Says why the draft can't be sent over this connection. */
export function ContentLine({ problem: { what, most, fileName } }: { readonly problem: DraftProblem }) {
  const { t } = useTranslation('errors')
  const reason = t(`ERR_WAPP_MSG_CONTENT_${what}`, { most })
  return (
    <p className={styles.outage} role="alert">
      <TriangleAlert size={16} strokeWidth={1.75} aria-hidden />
      <span>{fileName === null ? reason : `${fileName}: ${reason}`}</span>
    </p>
  )
}
