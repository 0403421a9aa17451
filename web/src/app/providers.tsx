import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import { onStoredElsewhere } from '../lib/browser-storage'
import i18n from '../lib/i18n/i18n'
import { onReconnected } from '../lib/live'
import { makeQueryClient } from '../lib/query-client'
import { currentSession, endSessionLocally, onSession, resumeSession } from '../lib/session'
import { Look } from '../ui/look'
import { followTheme } from '../ui/theme-mode'
import { ToastStack } from '../ui/toast-stack'

/** What every page stands in: theme, languages, the query cache, the session of this browser, toasts. */
export function Providers({ children }: { children: ReactNode }) {
  const [queries] = useState(makeQueryClient)
  useEffect(followTheme, [])
  useEffect(() => {
    void resumeSession()
  }, [])
  useEffect(() => onReconnected(() => void queries.invalidateQueries()), [queries])
  // Nothing of one person may be shown to the next one at the same screen.
  useEffect(() => onSession(() => currentSession().state === 'signed-out' && queries.clear()), [queries])
  // Signing out on one tab signs out all.
  useEffect(() => onStoredElsewhere('token', (token) => token === null && endSessionLocally()), [])

  return (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <Look>
          {children}
          <ToastStack />
        </Look>
      </QueryClientProvider>
    </I18nextProvider>
  )
}
