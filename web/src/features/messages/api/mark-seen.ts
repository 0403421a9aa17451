import { listMessages } from '@balcao/contract/messages'
import { factsOf } from '@balcao/contract/ticket-list-reducer'
import type { TicketView } from '@balcao/contract/tickets'
import { readingMarksRead } from '@balcao/domain/tickets'
import { useEffect } from 'react'
import { call } from '../../../lib/call'
import { useViewer } from '../../../lib/session'
import { after } from '../../../lib/timers'
import { useWindowFocus } from '../../../lib/window-focus'

/** The fetch that opens the conversation marks it as read. A later message counts as seen after this time. */
const glanceMilliseconds = 600

/** Marks new messages as read while their owner has the window in focus: fetching the messages does it (TICKET-51). */
export function useMarkSeen(ticket: TicketView): void {
  const viewer = useViewer()
  const hasFocus = useWindowFocus()
  const marks = hasFocus && ticket.unreadMessages > 0 && readingMarksRead(viewer, factsOf(ticket))
  const { id, unreadMessages } = ticket

  // biome-ignore lint/correctness/useExhaustiveDependencies: each further message is a reason to mark again
  useEffect(() => {
    if (!marks) return
    return after(glanceMilliseconds, () => {
      // A failed call leaves the messages unread; the next message or focus tries again.
      call(listMessages, { params: { ticketId: id } }).catch(() => undefined)
    })
  }, [marks, id, unreadMessages])
}
