import { listMessages } from '@balcao/contract/messages'
import { factsOf } from '@balcao/contract/ticket-list-reducer'
import type { TicketView } from '@balcao/contract/tickets'
import { readingMarksRead } from '@balcao/domain/tickets'
import { useEffect } from 'react'
import { call } from '../../../lib/call'
import { useViewer } from '../../../lib/session'
import { after } from '../../../lib/timers'
import { useWindowFocus } from '../../../lib/window-focus'

/** Opening the conversation marks it read by itself; what comes later gets this long to be seen. */
const glanceMilliseconds = 600

/** Tells the server that the owner sees what came in: fetching the messages does it (TICKET-51). */
export function useMarkSeen(ticket: TicketView): void {
  const viewer = useViewer()
  const isLooking = useWindowFocus()
  const marks = isLooking && ticket.unreadMessages > 0 && readingMarksRead(viewer, factsOf(ticket))
  const { id, unreadMessages } = ticket

  // biome-ignore lint/correctness/useExhaustiveDependencies: each further message is a reason to tell again
  useEffect(() => {
    if (!marks) return
    return after(glanceMilliseconds, () => {
      // Unread stays as it is when this fails, and the next message or focus tries again.
      call(listMessages, { params: { ticketId: id } }).catch(() => undefined)
    })
  }, [marks, id, unreadMessages])
}
