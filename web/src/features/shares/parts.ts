import type { TicketId } from '@balcao/domain/ids'
import type { ComponentType } from 'react'
import type { Share } from './kept-shares'

/** What the page shows and does of other features. Features do not know each other; `app` hands these in (ARCH 2). */
export interface ShareParts {
  readonly FilePreview: ComponentType<{ readonly file: File }>
  /** Why a file cannot be sent, in words; undefined when it can. */
  readonly refusalOf: (file: File) => string | undefined
  /** Puts it behind what is being written to a ticket, for the person to send. */
  readonly addToDraft: (ticketId: TicketId, share: Pick<Share, 'text' | 'files'>) => void
}
