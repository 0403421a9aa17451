import { me } from '@balcao/contract/people'
import { limits } from '@balcao/domain/limits'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call'
import { onReconnected, useLive } from '../../lib/live'
import { currentSession, endSessionLocally, showUser, useUser } from '../../lib/session'
import { after } from '../../lib/timers'
import { showToast } from '../../ui/toasts'

/** Hears what happens to the signed-in person's own account. Shows nothing itself. */
export function AccountNews() {
  const { t } = useTranslation('shell')
  const self = useUser()

  useLive('user', (event) => {
    if (event.action === 'update' && event.user.id === self.id && 'company' in event.user)
      showUser(event.user)
    if (event.action === 'delete' && event.userId === self.id) endSessionLocally()
  })
  useLive('plan', () => void readSelf())
  useLive('company', () => void readSelf())
  useLive('payment', ({ company }) => showUser({ ...self, company }))
  useEffect(() => onReconnected(() => void readSelf()), [])
  useLive('auth', ({ user }) => {
    if (user.id !== self.id) return
    endSessionLocally()
    showToast('warning', t('openedElsewhere'))
    after(limits.reloadAfterElsewhere, () => window.location.reload()) // AUTH-18
  })
  return null
}

/** Name, rights, queues or the plan may have changed while nothing was heard. */
async function readSelf(): Promise<void> {
  try {
    const user = await call(me)
    if (currentSession().state === 'signed-in') showUser(user)
  } catch {
    // Whoever is refused was sent away by `call`; a server that was not reached is asked after the next reconnect.
  }
}
