import { getSessionUser } from '@balcao/contract/people'
import { limits } from '@balcao/domain/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { storeValue } from '../../lib/browser-storage'
import { call } from '../../lib/call'
import { live, useLiveEvent } from '../../lib/live'
import {
  currentSession,
  endSessionLocally,
  storedToken,
  updateSessionUser,
  useUser,
  viewerOf,
} from '../../lib/session'
import { after } from '../../lib/timers'
import { showToast } from '../../ui/toasts'

export function AccountEventSubscriptions() {
  const { t } = useTranslation('shell')
  const self = useUser()
  useFreshListsByRights(JSON.stringify(viewerOf(self)))

  useLiveEvent('user', (event) => {
    if (event.action === 'update' && event.user.id === self.id && 'company' in event.user)
      updateSessionUser(event.user)
    if (event.action === 'delete' && event.userId === self.id) endSessionLocally()
  })
  useLiveEvent('plan', () => void readSelf())
  useLiveEvent('company', () => void readSelf())
  useLiveEvent('payment', ({ company }) => updateSessionUser({ ...self, company }))
  useEffect(() => live.onReconnected(() => void readSelf()), [])
  useLiveEvent('auth', ({ user }) => {
    if (user.id !== self.id) return
    // The login page reads this e-mail: it explains why the session ended, and fills in the e-mail field.
    storeValue('endedElsewhere', self.email)
    endSessionLocally()
    showToast('warning', t('openedElsewhere'))
    after(limits.reloadAfterElsewhere, () => {
      // AUTH-18: skips the reload when the person has signed in again meanwhile, in this or another tab.
      if (storedToken() === null) window.location.reload()
    })
  })
  return null
}

/** Refetches all queries when rights or queues change: the user may then read other data (TICKET-15, USER-14). */
function useFreshListsByRights(rights: string): void {
  const queries = useQueryClient()
  const shown = useRef(rights)
  useEffect(() => {
    if (shown.current === rights) return
    shown.current = rights
    void queries.invalidateQueries()
  }, [rights, queries])
}

/** Refetches the signed-in user, whose name, rights, queues or plan may have changed without an event. */
async function readSelf(): Promise<void> {
  try {
    const user = await call(getSessionUser)
    if (currentSession().state === 'signed-in') updateSessionUser(user)
  } catch {
    // `call` has signed out a refused user; an unreachable server is asked again after the next reconnect.
  }
}
