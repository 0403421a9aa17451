import { holds } from '@balcao/domain/permissions'
import { Menu as MenuIcon, Moon, RefreshCw, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Notifications } from '../../features/tickets/notifications'
import { fullDate } from '../../lib/dates'
import { useUser, viewerOf } from '../../lib/session'
import { IconButton } from '../../ui/icon-button'
import { LanguageMenu } from '../../ui/language-menu'
import { chooseTheme, useThemeMode } from '../../ui/theme-mode'
import { ProfileMenu } from './profile-menu'
import styles from './top-bar.module.css'
import { VolumeControl } from './volume-control'

interface TopBarProps {
  readonly title: string
  /** Opens the drawer where it is an overlay. */
  readonly onMenu: (() => void) | undefined
}

export function TopBar({ title, onMenu }: TopBarProps) {
  const { t } = useTranslation('shell')
  return (
    <header className={styles.bar}>
      {onMenu !== undefined && (
        <IconButton label={t('openMenu')} onClick={onMenu}>
          <MenuIcon size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
      <div className={styles.where}>
        <h1>{title}</h1>
        <Greeting />
      </div>
      <IconButton label={t('reload')} className={styles.roomy} onClick={() => window.location.reload()}>
        <RefreshCw size={20} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <VolumeControl className={styles.roomy} />
      <Notifications />
      <LanguageMenu />
      <ThemeToggle />
      <ProfileMenu />
    </header>
  )
}

/** SHELL-36, SHELL-37. */
function Greeting() {
  const { t } = useTranslation('shell')
  const user = useUser()
  const { name: company, dueDate, timeZone } = user.company
  const isAdmin = holds(viewerOf(user), 'settings.manage')
  return (
    <p>
      {t('greeting', { name: user.name, company })}
      {isAdmin && ` ${t('dueDate', { date: fullDate(dueDate, timeZone) })}`}
    </p>
  )
}

function ThemeToggle() {
  const { t } = useTranslation()
  const mode = useThemeMode()
  const Icon = mode === 'dark' ? Sun : Moon
  return (
    <IconButton
      label={t(mode === 'dark' ? 'useLightTheme' : 'useDarkTheme')}
      onClick={() => chooseTheme(mode === 'dark' ? 'light' : 'dark')}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden />
    </IconButton>
  )
}
