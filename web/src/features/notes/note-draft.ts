import type { TicketId } from '@balcao/domain/ids'
import { keepText, keptText } from '../../lib/kept-texts'

/** The note that is being written about one ticket is being written about the other from now on. */
export function moveNoteDraft(from: TicketId, to: TicketId): void {
  const texts = [keptText(to, 'note'), keptText(from, 'note')].filter((text) => text.trim() !== '')
  keepText(from, '', 'note')
  keepText(to, texts.join('\n'), 'note')
}
