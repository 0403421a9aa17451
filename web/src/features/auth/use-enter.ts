import { useTranslation } from 'react-i18next'
import { removeStoredValues } from '../../lib/browser-storage'
import { showToast } from '../../ui/toasts'
import { type SignInCredentials, useSignIn } from './api/auth'
import { dueSoonWarning } from './due-soon'

export function useSignInWithDueWarning() {
  const { t } = useTranslation('auth')
  const { mutateAsync, error } = useSignIn()

  async function enter(credentials: SignInCredentials): Promise<void> {
    const { user } = await mutateAsync(credentials)
    removeStoredValues('endedElsewhere')
    const warning = dueSoonWarning(user.company, Date.now(), t)
    if (warning !== null) showToast('warning', warning)
  }

  return { enter, error }
}
