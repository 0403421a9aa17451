import type { TicketId } from '@balcao/domain/ids'
import type { ComponentType } from 'react'
import type { ShareContent } from './kept-shares'

/**
 * The functions and components of other features that the share page uses. Features do not import each other,
 * so `app` provides them (ARCH 2).
 */
export interface SharePageComponents {
  readonly FilePreview: ComponentType<{ readonly file: File }>
  /** The text that explains why a file cannot be sent; undefined when it can. */
  readonly refusalOf: (file: File) => string | undefined
  /** Appends the share to the draft of a ticket; the user sends it there. */
  readonly addToDraft: (ticketId: TicketId, share: Pick<ShareContent, 'text' | 'files'>) => void
}
