import { getBackupState } from '@balcao/contract/backups'
import { limits } from '@balcao/domain/limits'
import { Suspense, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation, useMatches } from 'react-router'
import { KeyboardShortcuts, type ShortcutDialogName } from '../../features/keyboard/keyboard'
import { TicketEventSubscriptions } from '../../features/tickets/ticket-subscriptions'
import { useConnectionSubscription } from '../../lib/lists/connections'
import { useDeadLetterSubscription } from '../../lib/lists/dead-letters'
import { useQueueSubscription } from '../../lib/lists/queues'
import { useQuickMessageSubscription } from '../../lib/lists/quick-messages'
import { useStorageSubscription } from '../../lib/lists/storage'
import { useTagSubscription } from '../../lib/lists/tags'
import { useUserSubscription } from '../../lib/lists/users'
import { useWebhookSubscription } from '../../lib/lists/webhooks'
import { useLiveEvent } from '../../lib/live'
import { usePageTitle } from '../../lib/page-title'
import { useMayCall, useUser } from '../../lib/session'
import { after } from '../../lib/timers'
import { useIsDrawerCollapsed } from '../../ui/drawer-room'
import { lazyComponent } from '../../ui/later'
import { prefetchOverlays } from '../../ui/overlays'
import { SkeletonRows } from '../../ui/states'
import { setToastDuration, showToast } from '../../ui/toasts'
import { useIsPhone } from '../../ui/use-media'
import { AccountEventSubscriptions } from './account-subscriptions'
import { ConnectionOutageNotice } from './connection-notice'
import { NavigationDrawer } from './drawer'
import { drawerGroupsFor } from './drawer-items'
import { MentionEventSubscriptions } from './mention-subscriptions'
import {
  DeadLetterNotice,
  DisabledWebhookNotice,
  DueDateNotice,
  LiveEventsInterruptedNotice,
  StorageLimitNotice,
  WaitingSharesNotice,
} from './notices'
import styles from './shell.module.css'
import type { ShellTextKey } from './shell-text'
import { SupportVisitNotice } from './support-notice'
import { TopBar } from './top-bar'

const BackupNotice = lazyComponent(() => import('./backup-notice').then((it) => it.BackupNotice))

export interface RouteHandle {
  readonly title: ShellTextKey
  /** On phones the page replaces the top bar with its own header. */
  readonly fullScreenOnPhone?: boolean
  /**
   * True for the pages of outbound messages (document 002 of the specification), where toasts last longer
   * (ERR-04).
   */
  readonly isOutbound?: boolean
}

/** The window width in px below which the drawer starts collapsed, because the page needs the room. */
const roomForDrawer = 1_000
/** The delay in milliseconds before background work, so that the page can load its own data first. */
const untilIdle = 5_000

export function AppShell() {
  const { t } = useTranslation('shell')
  const isPhone = useIsPhone()
  const { pathname } = useLocation()
  const [prefersRail, setPrefersRail] = useState(() => window.innerWidth < roomForDrawer)
  const roomIsTaken = useIsDrawerCollapsed()
  const [isOpenedAnyway, setOpenedAnyway] = useState(false)
  const isCollapsed = roomIsTaken ? !isOpenedAnyway : prefersRail
  const [isOverlayOpen, setOverlayOpen] = useState(false)
  const [sheet, setSheet] = useState<ShortcutDialogName | null>(null)
  // The cast is safe, because `routes.tsx` gives each route a `handle` of this type.
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined
  const title = handle === undefined ? '' : t(handle.title)
  const fillsPhone = isPhone && handle?.fullScreenOnPhone === true

  const ownsPlatform = useMayCall(getBackupState)
  const screens = drawerGroupsFor(useUser()).flatMap(({ items }) =>
    items.map(({ to, label }) => ({ to, label: t(label) })),
  )

  usePageTitle(title)
  useToastTime(handle?.isOutbound === true ? limits.toast.onOutbound : limits.toast.usual)
  useEffect(() => after(untilIdle, prefetchOverlays), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the overlay
  useEffect(() => setOverlayOpen(false), [pathname])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new request for the room gets the room
  useEffect(() => setOpenedAnyway(false), [roomIsTaken])

  const openOverlay = useCallback(() => setOverlayOpen(true), [])
  const openSwitch = useCallback(() => setSheet('switch'), [])

  function toggleDrawer() {
    if (isPhone) setOverlayOpen(false)
    else if (roomIsTaken) setOpenedAnyway(isCollapsed)
    else setPrefersRail(!prefersRail)
  }

  return (
    <div className={styles.shell}>
      <a className="skip-link" href="#content">
        {t('skipToContent')}
      </a>
      <NavigationDrawer
        overlay={isPhone}
        open={isOverlayOpen}
        collapsed={isCollapsed}
        onToggle={toggleDrawer}
      />
      <div className={styles.column}>
        {!fillsPhone && (
          <TopBar title={title} onMenu={isPhone ? openOverlay : undefined} onSearch={openSwitch} />
        )}
        <LiveEventsInterruptedNotice />
        <SupportVisitNotice />
        {/* On a full-screen phone the conversation shows the outage itself, in its head and above the field. */}
        {!fillsPhone && <ConnectionOutageNotice />}
        <DeadLetterNotice />
        <DisabledWebhookNotice />
        <StorageLimitNotice />
        {ownsPlatform && <BackupNotice />}
        <WaitingSharesNotice />
        {!fillsPhone && <DueDateNotice />}
        <AccountEventSubscriptions />
        <TicketEventSubscriptions />
        <MentionEventSubscriptions />
        <KeyboardShortcuts screens={screens} shows={sheet} onShow={setSheet} />
        <CompanySubscriptions />
        <main id="content" tabIndex={-1} className={styles.content}>
          <Suspense fallback={<SkeletonRows rows={8} height={64} />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
    </div>
  )
}

/**
 * Sets the toast duration of a page. A layout effect runs before the page's own effects, which may show a
 * toast.
 */
function useToastTime(milliseconds: number) {
  useLayoutEffect(() => {
    setToastDuration(milliseconds)
    return () => setToastDuration(limits.toast.usual)
  }, [milliseconds])
}

function CompanySubscriptions() {
  const { t } = useTranslation('shell')
  useConnectionSubscription()
  useQueueSubscription()
  useQuickMessageSubscription()
  useTagSubscription()
  useUserSubscription()
  useDeadLetterSubscription()
  useWebhookSubscription()
  useStorageSubscription()
  useLiveEvent('storage', ({ action }) =>
    showToast('error', t(action === 'full' ? 'storageFull' : 'companyStorageFull')),
  )
  return null
}
