import type { LiveMessagePayload } from '@balcao/contract/live'
import { ticketSnapshotOf } from '@balcao/contract/ticket-list-reducer'
import type { Viewer } from '@balcao/domain/people'
import { isNotifiedOfTicket } from '@balcao/domain/tickets'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { type DesktopNotification, showDesktopNotification } from '../../lib/desktop-notice'
import { useJoinView, useLiveEvent } from '../../lib/live'
import { playNotificationSound } from '../../lib/notice-sound'
import { showUnreadInTitle } from '../../lib/page-title'
import { useViewer } from '../../lib/session'
import { urlOfTicket } from '../../lib/ticket-address'
import { showToast, showToastWithAction } from '../../ui/toasts'
import { useTicketCountSubscription } from './api/count-tickets'
import { useHandoverSubscription } from './api/handovers'
import { useUnreadTickets } from './api/unread-tickets'

/** The sound, the desktop notifications and the count in the page title, on every page (SHELL-46). */
export function TicketEventSubscriptions() {
  const { t } = useTranslation('tickets')
  const viewer = useViewer()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { count, isCounted, isLoadingMore, loadMore } = useUnreadTickets()
  useJoinView({ kind: 'notification' })
  useTicketCountSubscription()
  useEffect(() => showUnreadInTitle(count), [count])
  // Loads page after page until the count is exact, or too large to be shown.
  useEffect(() => {
    if (!isCounted && !isLoadingMore) loadMore()
  })
  useEffect(() => () => showUnreadInTitle(0), [])

  useLiveEvent('message', (event) => {
    const open = document.hasFocus() ? pathname : ''
    if (!shouldNotifyUser(event, viewer, open)) return
    playNotificationSound()
    showDesktopNotification(noticeOf(event), () => void navigate(urlOfTicket(event.ticket)))
  })
  useHandoverSubscription(({ by, contactName, note, ticketId, ticketUuid }) => {
    const words = t('handedOver', { by: by.name, contact: contactName })
    const open = () => void navigate(`/tickets/${ticketUuid}`)
    const isShown = document.hasFocus() && pathname === `/tickets/${ticketUuid}`
    if (isShown && note === null) return
    playNotificationSound()
    const text = note === null ? words : `${words} “${note}”`
    if (isShown) showToast('info', text)
    else showToastWithAction(text, { name: t('seeHandedOver'), act: open })
    showDesktopNotification({ title: words, body: note ?? '', tag: `handover-${ticketId}` }, open)
  })
  return null
}

type NewMessage = Extract<LiveMessagePayload, { action: 'create' }>

/** Whether an incoming message notifies this user: its ticket must concern them, and must not be open on screen. */
export function shouldNotifyUser(
  event: LiveMessagePayload,
  viewer: Viewer,
  openPath: string,
): event is NewMessage {
  if (event.action !== 'create' || event.message.fromMe) return false
  return (
    isNotifiedOfTicket(viewer, ticketSnapshotOf(event.ticket)) && openPath !== `/tickets/${event.ticket.uuid}`
  )
}

function noticeOf({ ticket, contact }: NewMessage): DesktopNotification {
  const { uuid, lastMessage, lastMessageAuthor: author } = ticket
  return {
    title: contact.name,
    body: author === null ? lastMessage : `${author.name}: ${lastMessage}`,
    tag: uuid,
  }
}
