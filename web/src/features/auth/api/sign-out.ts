import { logout } from '@balcao/contract/people'
import { useCallback } from 'react'
import { call } from '../../../lib/call'
import { endSessionLocally } from '../../../lib/session'

/** Ends the session here and on the server. Without the server it still ends here (AUTH-15, AUTH-16). */
export function useSignOut(): () => Promise<void> {
  return useCallback(async () => {
    await call(logout).catch(() => undefined)
    endSessionLocally()
  }, [])
}
