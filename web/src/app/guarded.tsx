import { limits } from '@balcao/domain/limits'
import { hasPermission, type Permission, permissions } from '@balcao/domain/permissions'
import type { PlanFlag } from '@balcao/domain/plans'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { isModuleOn, useUser, viewerOf } from '../lib/session'
import { after } from '../lib/timers'
import { NotAllowedState } from '../ui/states'
import { showToast } from '../ui/toasts'

interface GuardedProps {
  readonly permission: Permission | 'none'
  readonly planFlag: PlanFlag | 'none'
  readonly children: ReactNode
}

/** This check only avoids dead ends: the server checks every call (ARCH 7). */
export function PermissionGate({ permission, planFlag, children }: GuardedProps) {
  const user = useUser()
  if (permission !== 'none' && !hasPermission(viewerOf(user), permission)) {
    return permissions[permission] === 'super' ? <NotForThisCompany /> : <AdminsOnly />
  }
  if (!isModuleOn(user, planFlag)) return <NotForThisCompany />
  return children
}

/** Shows that the user may not open the page, then redirects to the tickets (SHELL-28). */
function AdminsOnly() {
  const { t } = useTranslation('shell')
  return (
    <Refusal
      title={t('notAllowed')}
      text={t('askAdmin')}
      goTo="/tickets"
      milliseconds={limits.redirectAfterRefusal}
    />
  )
}

/** Shows that the company's plan does not include the page's module, then redirects to `/` (PERM-13). */
function NotForThisCompany() {
  const { t } = useTranslation('shell')
  return (
    <Refusal
      title={t('notInPlan')}
      text={t('askAdmin')}
      goTo="/"
      milliseconds={limits.redirectAfterRefusal}
    />
  )
}

interface RefusalProps {
  readonly title: string
  readonly text: string
  readonly goTo: string
  readonly milliseconds: number
}

function Refusal({ title, text, goTo, milliseconds }: RefusalProps) {
  const navigate = useNavigate()
  useEffect(() => {
    showToast('error', title)
    return after(milliseconds, () => void navigate(goTo, { replace: true }))
  }, [title, goTo, milliseconds, navigate])
  return <NotAllowedState title={title} text={text} />
}
