import { hasPermission } from '@balcao/domain/permissions'
import { Menu as MenuIcon, Search } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { AnnouncementsPopover } from '../../features/announcements/announcements-popover'
import { ChatPopover } from '../../features/chats/chat-popover'
import { NotificationBell } from '../../features/tickets/notifications'
import { fullDate } from '../../lib/dates'
import { useUser, viewerOf } from '../../lib/session'
import { shortcuts } from '../../lib/shortcuts'
import { IconButton } from '../../ui/icon-button'
import { ShellControls } from './controls'
import { useHandoverNotifications } from './handover-lines'
import { useMentionNotifications } from './mention-subscriptions'
import { usePaymentNotifications } from './payment-alert'
import { ProfileMenu } from './profile-menu'
import styles from './top-bar.module.css'

interface TopBarProps {
  readonly title: string
  /**
   * Opens the drawer on phones; undefined elsewhere. On phones the drawer also contains the controls that the
   * bar leaves out.
   */
  readonly onMenu: (() => void) | undefined
  readonly onSearch: () => void
}

/** Memoised, because each navigation renders the shell but rarely changes the bar. */
export const TopBar = memo(function TopBar({ title, onMenu, onSearch }: TopBarProps) {
  const { t } = useTranslation('shell')
  const news = [usePaymentNotifications(), useHandoverNotifications(), useMentionNotifications()].filter(
    (one) => one !== null,
  )
  return (
    <header className={styles.bar}>
      {onMenu !== undefined && <IconButton icon={MenuIcon} label={t('openMenu')} onClick={onMenu} />}
      <div className={styles.where}>
        <h1>{title}</h1>
        <Greeting />
      </div>
      <SearchButton onClick={onSearch} />
      {onMenu === undefined && <ShellControls />}
      <ChatPopover />
      <NotificationBell news={news} />
      <AnnouncementsPopover />
      <ProfileMenu />
    </header>
  )
})

function Greeting() {
  const { t } = useTranslation('shell')
  const user = useUser()
  const { name: company, dueDate, timeZone } = user.company
  const isAdmin = hasPermission(viewerOf(user), 'settings.manage')
  return (
    <p>
      {t('greeting', { name: user.name, company })}
      {isAdmin && ` ${t('dueDate', { date: fullDate(dueDate, timeZone) })}`}
    </p>
  )
}

function SearchButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <button
      type="button"
      className={styles.search}
      aria-keyshortcuts="Control+K"
      aria-haspopup="dialog"
      title={t('tickets:shortcut.quickSwitch')}
      onClick={onClick}
    >
      <Search size={18} strokeWidth={1.75} aria-hidden />
      <span>{t('search')}</span>
      <kbd aria-hidden>{shortcuts.quickSwitch.words}</kbd>
    </button>
  )
}
