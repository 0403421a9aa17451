import type { TicketId } from '@balcao/domain/ids'
import type { ComponentType } from 'react'
import type { ShareContent } from './kept-shares'

/** Features do not import each other, so `app` provides these parts of other features (ARCH 2). */
export interface SharePageComponents {
  readonly FilePreview: ComponentType<{ readonly file: File }>
  readonly refusalOf: (file: File) => string | undefined
  readonly addToDraft: (ticketId: TicketId, share: Pick<ShareContent, 'text' | 'files'>) => void
}
