import type { TicketId } from '@balcao/domain/ids'
import type { ComponentType } from 'react'
import type { Share } from './kept-shares'

/**
 * The functions and components of other features on this page. Features do not import each other; `app` provides these
 * (ARCH 2).
 */
export interface ShareParts {
  readonly FilePreview: ComponentType<{ readonly file: File }>
  /** The text of the reason why a file cannot be sent; undefined when it can. */
  readonly refusalOf: (file: File) => string | undefined
  /** Appends it to the draft of a ticket; the person sends it. */
  readonly addToDraft: (ticketId: TicketId, share: Pick<Share, 'text' | 'files'>) => void
}
