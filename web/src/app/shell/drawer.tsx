import { isConnectionStatusAlarming } from '@balcao/domain/connections'
import { limits } from '@balcao/domain/limits'
import {
  ChevronDown,
  ChevronRight,
  LogOut,
  PanelLeftClose,
  PanelLeftOpen,
  Send,
  TriangleAlert,
} from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useSignOut } from '../../features/auth/api/auth'
import { useConnections } from '../../lib/lists/connections'
import { useUser } from '../../lib/session'
import { useDebounced } from '../../lib/timers'
import { IconButton } from '../../ui/icon-button'
import { Logo } from '../../ui/logo'
import { OverlayDrawer } from '../../ui/overlays'
import { ShellControls } from './controls'
import styles from './drawer.module.css'
import { type DrawerGroup, type DrawerItem, drawerGroupsFor } from './drawer-items'
import { AlertBadge, DrawerLink, PendingTicketsCount, UnreadChatsCount } from './drawer-link'
import { WaitingPaymentsCount } from './payment-alert'

interface DrawerProps {
  /** The drawer covers the page, as on phones (SHELL-34). */
  readonly overlay: boolean
  readonly open: boolean
  readonly collapsed: boolean
  readonly onToggle: () => void
}

export function NavigationDrawer({ overlay, open, collapsed, onToggle }: DrawerProps) {
  const { t } = useTranslation('shell')
  if (!overlay) {
    return (
      <div className={styles.drawer} data-collapsed={collapsed}>
        <DrawerContent collapsed={collapsed} onToggle={onToggle} />
      </div>
    )
  }
  return (
    <OverlayDrawer open={open} label={t('menu')} onClose={onToggle}>
      <div className={styles.drawer}>
        <DrawerContent collapsed={false} onToggle={onToggle}>
          <div className={styles.controls}>
            <ShellControls />
          </div>
        </DrawerContent>
      </div>
    </OverlayDrawer>
  )
}

interface DrawerContentProps extends Pick<DrawerProps, 'collapsed' | 'onToggle'> {
  readonly children?: ReactNode
}

function DrawerContent({ collapsed, onToggle, children }: DrawerContentProps) {
  const { t } = useTranslation('shell')
  const signOut = useSignOut()
  const groups = drawerGroupsFor(useUser())
  const menu = useCurrentInSight()
  const Panel = collapsed ? PanelLeftOpen : PanelLeftClose
  return (
    <>
      <div className={styles.brand}>
        {!collapsed && <Logo />}
        <IconButton
          icon={Panel}
          label={t(collapsed ? 'expandMenu' : 'collapseMenu')}
          onClick={onToggle}
          aria-expanded={!collapsed}
        />
      </div>
      <nav ref={menu} aria-label={t('menu')} className={styles.groups}>
        {groups.map((group) => (
          <ItemGroup key={group.label} group={group} collapsed={collapsed} />
        ))}
      </nav>
      <div className={styles.foot}>
        {children}
        <DrawerLink icon={LogOut} label={t('signOut')} collapsed={collapsed} onClick={signOut} />
      </div>
    </>
  )
}

/**
 * Scrolls the current page's link into view. `scrollIntoView` would also move Chromium's starting point for
 * Tab, and Tab would then miss the skip link.
 */
function useCurrentInSight() {
  const menu = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each page
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const current = menu.current?.querySelector('[aria-current="page"]')
      if (menu.current && current) scrollUntilInView(menu.current, current)
    })
    return () => cancelAnimationFrame(frame)
  }, [pathname])
  return menu
}

function scrollUntilInView(container: Element, item: Element) {
  const view = container.getBoundingClientRect()
  const { top, bottom } = item.getBoundingClientRect()
  if (top < view.top) container.scrollTop += top - view.top
  else if (bottom > view.bottom) container.scrollTop += bottom - view.bottom
}

function badgeOf(to: string, isFolded: boolean): ReactNode {
  switch (to) {
    case '/tickets':
      return <PendingTicketsCount isFolded={isFolded} />
    case '/chats':
      return <UnreadChatsCount isFolded={isFolded} />
    case '/connections':
      return <ConnectionAlert />
    case '/financeiro':
      return <WaitingPaymentsCount />
    default:
      return null
  }
}

function ItemGroup({ group, collapsed }: { group: DrawerGroup; collapsed: boolean }) {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const id = useId()
  return (
    <>
      <h2 id={id} className={collapsed ? 'sr-only' : styles.heading}>
        {t(group.label)}
      </h2>
      <ul aria-labelledby={id}>
        {groupByFold(group.items).map(({ fold, items }) => {
          const links = items.map(({ to, label, icon }) => (
            <li key={to} className={fold === undefined || collapsed ? undefined : styles.folded}>
              <DrawerLink
                to={to}
                icon={icon}
                label={t(label)}
                collapsed={collapsed}
                badge={badgeOf(to, collapsed)}
              />
            </li>
          ))
          if (fold === undefined) return links
          return (
            <CollapsibleDrawerItems
              key={fold}
              label={t(fold)}
              collapsed={collapsed}
              hasCurrent={items.some(({ to }) => pathname.startsWith(to))}
            >
              {links}
            </CollapsibleDrawerItems>
          )
        })}
      </ul>
    </>
  )
}

interface DrawerFoldProps {
  readonly label: string
  readonly collapsed: boolean
  readonly hasCurrent: boolean
  readonly children: ReactNode
}

/** Folds the items of one module (SHELL-31), so that the rest of the menu fits on a small laptop. */
function CollapsibleDrawerItems({ label, collapsed, hasCurrent, children }: DrawerFoldProps) {
  const [isOpen, setOpen] = useState(hasCurrent)
  useEffect(() => {
    if (hasCurrent) setOpen(true)
  }, [hasCurrent])
  if (collapsed) return children
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <>
      <li>
        <button
          type="button"
          className={styles.item}
          aria-expanded={isOpen}
          onClick={() => setOpen((was) => !was)}
        >
          <Send size={18} strokeWidth={1.75} aria-hidden />
          <span className={styles.label}>{label}</span>
          <Chevron size={16} strokeWidth={1.75} aria-hidden />
        </button>
      </li>
      {isOpen && children}
    </>
  )
}

interface Stretch {
  readonly fold: DrawerItem['fold']
  readonly items: DrawerItem[]
}

function groupByFold(items: readonly DrawerItem[]): readonly Stretch[] {
  return items.reduce<Stretch[]>((stretches, item) => {
    const last = stretches.at(-1)
    if (last !== undefined && last.fold === item.fold) last.items.push(item)
    else stretches.push({ fold: item.fold, items: [item] })
    return stretches
  }, [])
}

/**
 * Shows how many connections are down. A higher number shows two seconds later, so that a page that has just
 * loaded raises no false alarm (SHELL-33).
 */
function ConnectionAlert() {
  const { t } = useTranslation('shell')
  const { data = [] } = useConnections()
  const now = data.filter(({ status }) => isConnectionStatusAlarming(status)).length
  const rested = useDebounced(now, limits.connectionAlertAfter)
  const count = Math.min(now, rested)
  return <AlertBadge icon={TriangleAlert} count={count} words={t('connectionsDown', { count })} />
}
