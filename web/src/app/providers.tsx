import type { SessionUser } from '@balcao/contract/people'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import { assignSharesTo } from '../features/shares/whose-shares'
import { onValueStoredInOtherTab, readStoredValue } from '../lib/browser-storage'
import i18n from '../lib/i18n/i18n'
import { type LiveSocketFactory, live, openSocketIo } from '../lib/live'
import { makeQueryClient } from '../lib/query-client'
import {
  currentSession,
  endSessionLocally,
  isOnSupportVisit,
  onSessionChange,
  resumeSession,
} from '../lib/session'
import { after } from '../lib/timers'
import { subscribeToDensityChanges } from '../ui/density'
import { subscribeToThemeChanges } from '../ui/theme-mode'
import { Tooltips } from '../ui/tips'
import { ToastStack } from '../ui/toast-stack'
import { SocketOpenerContext } from './socket-opener'

/** The delay in milliseconds before background work, so that the page can load its own data first. */
const untilIdle = 5_000

interface ProvidersProps {
  readonly children: ReactNode
  readonly openSocket?: LiveSocketFactory
}

export function AppProviders({ children, openSocket = openSocketIo }: ProvidersProps) {
  const [queries] = useState(makeQueryClient)
  useEffect(subscribeToThemeChanges, [])
  useEffect(subscribeToDensityChanges, [])
  useEffect(() => live.onBehind(() => void queries.invalidateQueries()), [queries])
  useEffect(() => forgetWithSession(queries), [queries])
  useEffect(() => onValueStoredInOtherTab('token', followOtherTab), [])
  useEffect(registerShareWorkerWhenInstalled, [])

  return (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <SocketOpenerContext value={openSocket}>
          {children}
          <ToastStack />
          <Tooltips />
        </SocketOpenerContext>
      </QueryClientProvider>
    </I18nextProvider>
  )
}

/** Deletes one person's cached data before another person uses the same screen. */
function forgetWithSession(queries: QueryClient): () => void {
  let shown = signedInUser()?.id ?? null
  return onSessionChange(() => {
    const { state } = currentSession()
    if (state === 'unknown' || state === 'unreachable') return
    const user = signedInUser()
    if ((user?.id ?? null) === shown) return
    shown = user?.id ?? null
    queries.clear()
    // Assigns no shares on a support visit, so that content from other apps stays with the visitor's own account.
    if (user !== null && isOnSupportVisit(user)) return
    // Ignores a rejection: a browser that denies access to its storage has no stored shares.
    void assignSharesTo(shown).catch(() => undefined)
  })
}

function signedInUser(): SessionUser | null {
  const session = currentSession()
  return session.state === 'signed-in' ? session.user : null
}

/** Signs this tab out, in, or into a support visit when another tab does so. */
function followOtherTab(token: string | null): void {
  const session = currentSession()
  const isOther = session.state === 'signed-in' && readStoredValue('userId') !== String(session.user.id)
  if (token === null) endSessionLocally()
  else if (session.state === 'signed-out' || isOther) void resumeSession()
}

/**
 * Registers the service worker for shares from other apps. Phones list only installed pages in the share
 * sheet, so a tab waits until the user installs the page.
 */
export function registerShareWorkerWhenInstalled(): () => void {
  // A failed registration is ignored, because the next start and the share page register the worker again.
  const receive = () =>
    void import('../features/shares/receive-shares')
      .then((it) => it.registerShareServiceWorker())
      .catch(() => undefined)
  window.addEventListener('appinstalled', receive)
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches
  const cancel = isInstalled ? after(untilIdle, receive) : undefined
  return () => {
    window.removeEventListener('appinstalled', receive)
    cancel?.()
  }
}
