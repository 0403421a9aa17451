import { limits } from '@balcao/domain/limits'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../lib/live'
import { endSessionLocally, showUser, useUser } from '../../lib/session'
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
  useLive('auth', ({ user }) => {
    if (user.id !== self.id) return
    endSessionLocally()
    showToast('warning', t('openedElsewhere'))
    after(limits.reloadAfterElsewhere, () => window.location.reload()) // AUTH-18
  })
  return null
}
