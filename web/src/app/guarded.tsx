import { limits } from '@balcao/domain/limits'
import { hasPermission, type Permission, permissions } from '@balcao/domain/permissions'
import type { PlanFlag } from '@balcao/domain/plans'
import { ShieldAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { isModuleOn, useUser, viewerOf } from '../lib/session'
import { after } from '../lib/timers'
import { ScreenStateLayout } from '../ui/states'
import { showToast } from '../ui/toasts'

interface GuardedProps {
  readonly permission: Permission | 'none'
  readonly planFlag: PlanFlag | 'none'
  readonly children: ReactNode
}

/**
 * Shows a refusal instead of a page that the user may not open. The protection is in the server, which checks
 * every call (ARCH 7).
 */
export function PermissionGate({ permission, planFlag, children }: GuardedProps) {
  const user = useUser()
  if (permission !== 'none' && !hasPermission(viewerOf(user), permission)) {
    return <Refusal why={permissions[permission] === 'super' ? 'notInPlan' : 'notAllowed'} />
  }
  if (!isModuleOn(user, planFlag)) return <Refusal why="notInPlan" />
  return children
}

/**
 * Shows the refusal, then redirects: to the tickets without the permission (SHELL-28), to `/` without the
 * module (PERM-13).
 */
function Refusal({ why }: { why: 'notAllowed' | 'notInPlan' }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const title = t(why)
  useEffect(() => {
    showToast('error', title)
    const goTo = why === 'notAllowed' ? '/tickets' : '/'
    return after(limits.redirectAfterRefusal, () => void navigate(goTo, { replace: true }))
  }, [title, why, navigate])
  return <ScreenStateLayout icon={ShieldAlert} title={title} text={t('askAdmin')} />
}
