import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { useUnreadChats } from '../../features/chats/api/chats'
import { usePendingTicketCount } from '../../features/tickets/api/count-tickets'
import styles from './drawer.module.css'

interface DrawerLinkProps {
  readonly icon: LucideIcon
  readonly label: string
  readonly collapsed: boolean
  readonly to?: string
  readonly onClick?: () => void
  readonly badge?: ReactNode
}

export function DrawerLink({ icon: Icon, label, collapsed, to, onClick, badge }: DrawerLinkProps) {
  const content = (
    <>
      <Icon size={collapsed ? 20 : 18} strokeWidth={1.75} aria-hidden />
      <span className={collapsed ? 'sr-only' : styles.label}>{label}</span>
      {badge}
    </>
  )
  const tip = collapsed ? { 'data-tip': label, 'data-tip-side': 'right' } : {}
  return to === undefined ? (
    <button type="button" className={styles.item} onClick={onClick} {...tip}>
      {content}
    </button>
  ) : (
    <NavLink to={to} end={to === '/'} className={styles.item ?? ''} {...tip}>
      {content}
    </NavLink>
  )
}

interface CountProps {
  /** The drawer shows only icons, so a count has room for two digits and otherwise shows as `99+`. */
  readonly isFolded: boolean
}

export function PendingTicketsCount({ isFolded }: CountProps) {
  const { t } = useTranslation('shell')
  const count = usePendingTicketCount()
  return <CountBadge count={count} words={t('ticketsWait', { count })} isFolded={isFolded} />
}

export function UnreadChatsCount({ isFolded }: CountProps) {
  const { t } = useTranslation('shell')
  const count = useUnreadChats()
  return <CountBadge count={count} words={t('chatsUnread', { count })} isFolded={isFolded} />
}

function CountBadge({ count, words, isFolded }: CountProps & { count: number; words: string }) {
  const { i18n } = useTranslation()
  if (count === 0) return null
  return (
    <>
      <span className={styles.count} aria-hidden>
        {isFolded && count > 99 ? '99+' : new Intl.NumberFormat(i18n.language).format(count)}
      </span>
      <span className="sr-only">{words}</span>
    </>
  )
}

export function AlertBadge({ icon: Icon, count, words }: { icon: LucideIcon; count: number; words: string }) {
  if (count === 0) return null
  return (
    <span className={styles.alert}>
      <Icon size={16} strokeWidth={2} aria-hidden />
      <b aria-hidden>{count}</b>
      <span className="sr-only">{words}</span>
    </span>
  )
}
