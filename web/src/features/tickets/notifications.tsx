import type { TicketView } from '@balcao/contract/tickets'
import type { TFunction } from 'i18next'
import { Bell } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { timeOrDate } from '../../lib/dates'
import { maxUnreadInTitle } from '../../lib/page-title'
import { urlOfTicket } from '../../lib/ticket-address'
import { minuteMs, useNow } from '../../lib/timers'

import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { useInfiniteScroll } from '../../ui/list-end'
import { Popover } from '../../ui/overlays'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { type UnreadTickets, useUnreadTickets } from './api/unread-tickets'
import { ContactAvatar } from './contact-avatar'
import { LastMessagePreview } from './list/last-message'
import { TicketListEnd } from './list/list-end'
import styles from './notifications.module.css'

export interface NotificationGroup {
  readonly kind: 'payments' | 'handovers' | 'mentions'
  readonly count: number
  readonly words: string
  /** Renders the entries of this group in the list that the bell opens. `onGone` closes that list. */
  readonly line: (onGone: () => void) => ReactNode
}

/** The bell with the unread tickets that notify this user (SHELL-41) and the notifications of other features. */
export function NotificationBell({ news = [] }: { readonly news?: readonly NotificationGroup[] }) {
  const { t } = useTranslation('tickets')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const unread = useUnreadTickets()
  const count = news.reduce((sum, one) => sum + one.count, unread.count)
  return (
    <>
      <IconButton
        label={labelOf(unread.count, news, t)}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Bell size={20} strokeWidth={1.75} aria-hidden />
        {count > 0 && (
          <span className={styles.badge} aria-hidden>
            {count > maxUnreadInTitle ? `${maxUnreadInTitle}+` : count}
          </span>
        )}
      </IconButton>
      <Popover
        anchor={anchor}
        label={t('notifications')}
        className={styles.popover}
        onClose={() => setAnchor(null)}
      >
        {news.map((one) => (
          <Fragment key={one.kind}>{one.line(() => setAnchor(null))}</Fragment>
        ))}
        <UnreadList unread={unread} isAlone={news.length === 0} onGone={() => setAnchor(null)} />
        <DesktopNotices />
      </Popover>
    </>
  )
}

function labelOf(count: number, news: readonly NotificationGroup[], t: TFunction<'tickets'>): string {
  const others = news.map(({ words }) => words)
  if (count === 0) return [t('notifications'), ...(others.length > 0 ? [others.join('; ')] : [])].join(': ')
  const tickets =
    count > maxUnreadInTitle
      ? t('notificationsMany', { most: maxUnreadInTitle })
      : t('notificationsCount', { count })
  return [tickets, ...others].join('; ')
}

interface UnreadListProps {
  readonly unread: UnreadTickets
  readonly isAlone: boolean
  readonly onGone: () => void
}

function UnreadList({ unread, isAlone, onGone }: UnreadListProps) {
  const { t } = useTranslation('tickets')
  const end = useInfiniteScroll<HTMLDivElement>({
    hasNextPage: unread.hasMore,
    isFetching: unread.isFetching,
    isFetchNextPageError: unread.moreFailed,
    fetchNextPage: unread.loadMore,
  })
  if (unread.error !== null)
    return <ErrorState title={t('listFailed')} error={unread.error} onRetry={unread.reload} />
  if (unread.isLoading) return <SkeletonRows rows={4} height={56} />
  if (unread.tickets.length === 0) return isAlone && <p className={styles.none}>{t('noNotifications')}</p>
  return (
    <div className={styles.list} {...end}>
      <ul>
        {unread.tickets.map((ticket) => (
          <li key={ticket.id}>
            <UnreadTicket ticket={ticket} onGone={onGone} />
          </li>
        ))}
      </ul>
      <TicketListEnd list={unread} />
    </div>
  )
}

function UnreadTicket({ ticket, onGone }: { ticket: TicketView; onGone: () => void }) {
  const navigate = useNavigate()
  const now = useNow(minuteMs)
  const { contact, unreadMessages, updatedAt } = ticket

  function go(): void {
    onGone()
    void navigate(urlOfTicket(ticket))
  }

  return (
    <button type="button" className={styles.item} onClick={go}>
      <ContactAvatar contact={contact} size={36} />
      <span className={styles.words}>
        <b>{contact.name}</b>
        <LastMessagePreview ticket={ticket} />
      </span>
      <span className={styles.facts}>
        <time dateTime={updatedAt}>{timeOrDate(updatedAt, now)}</time>
        <span className={styles.count}>{unreadMessages}</span>
      </span>
    </button>
  )
}

function DesktopNotices() {
  const { t } = useTranslation('tickets')
  const [permission, setPermission] = useState(() =>
    typeof Notification === 'undefined' ? 'granted' : Notification.permission,
  )
  if (permission === 'granted') return null
  if (permission === 'denied') return <p className={styles.desktop}>{t('desktopDenied')}</p>
  return (
    <div className={styles.desktop}>
      <Button size="small" onClick={() => void Notification.requestPermission().then(setPermission)}>
        {t('desktopAsk')}
      </Button>
    </div>
  )
}
