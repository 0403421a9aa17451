import { holds } from '@balcao/domain/permissions'
import { lazy, useState } from 'react'
import { Navigate } from 'react-router'
import { useViewer } from '../lib/session'
import { later } from '../ui/later'

const DashboardPage = lazy(() => import('../features/dashboard/dashboard-page'))
const OnboardingCard = later(() =>
  import('../features/onboarding/onboarding-card').then((it) => it.OnboardingCard),
)
const OwnUserDialog = later(() => import('../features/users/own-user-dialog').then((it) => it.OwnUserDialog))

/** `/`: the dashboard for admins; other users begin with the tickets (SHELL-01, SHELL-02). */
export function StartPage() {
  const isAdmin = holds(useViewer(), 'dashboard.read')
  const [isAccountOpen, setAccountOpen] = useState(false)
  if (!isAdmin) return <Navigate to="/tickets" replace />
  return (
    <>
      <DashboardPage above={<OnboardingCard onOwnAccount={() => setAccountOpen(true)} />} />
      {isAccountOpen && <OwnUserDialog onClose={() => setAccountOpen(false)} />}
    </>
  )
}
