import type { LiveMessage } from '@balcao/contract/live'
import { factsOf } from '@balcao/contract/ticket-list-fold'
import type { Viewer } from '@balcao/domain/people'
import { isNotified } from '@balcao/domain/tickets'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type DesktopNotice, showDesktopNotice } from '../../lib/desktop-notice'
import { useJoin, useLive } from '../../lib/live'
import { playNotice } from '../../lib/notice-sound'
import { showUnread } from '../../lib/page-title'
import { useViewer } from '../../lib/session'
import { useUnreadTickets } from './api/unread-tickets'

/** Sound, desktop notice and the count in the page title, wherever the person is. Shows nothing itself (SHELL-46). */
export function TicketNews() {
  const viewer = useViewer()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { count, isCounted, isLoadingMore, loadMore } = useUnreadTickets()
  useJoin({ kind: 'notification' })
  useEffect(() => showUnread(count), [count])
  // Lists come by the page: the count is true as far as it is shown.
  useEffect(() => {
    if (!isCounted && !isLoadingMore) loadMore()
  })
  useEffect(() => () => showUnread(0), [])

  useLive('message', (event) => {
    const open = document.hasFocus() ? pathname : ''
    if (!deservesNotice(event, viewer, open)) return
    playNotice()
    showDesktopNotice(noticeOf(event), () => void navigate(placeOf(event)))
  })
  return null
}

type NewMessage = Extract<LiveMessage, { action: 'create' }>

/** An incoming message of a ticket whose news are this person's, unless it is the one open before their eyes. */
export function deservesNotice(event: LiveMessage, viewer: Viewer, openPath: string): event is NewMessage {
  if (event.action !== 'create' || event.message.fromMe) return false
  return isNotified(viewer, factsOf(event.ticket)) && openPath !== `/tickets/${event.ticket.uuid}`
}

/** A pending ticket opens by Accept only (TICKET-13): its place is the list of those that wait. */
function placeOf({ ticket }: NewMessage): string {
  return ticket.status === 'pending' ? '/tickets?sub=pending' : `/tickets/${ticket.uuid}`
}

function noticeOf({ ticket, contact }: NewMessage): DesktopNotice {
  const { uuid, lastMessage, lastMessageAuthor: author } = ticket
  return {
    title: contact.name,
    body: author === null ? lastMessage : `${author.name}: ${lastMessage}`,
    tag: uuid,
  }
}
