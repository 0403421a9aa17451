import { holds } from '@balcao/domain/permissions'
import { lazy } from 'react'
import { Navigate } from 'react-router'
import { useViewer } from '../lib/session'
import { later } from '../ui/later'

const DashboardPage = lazy(() => import('../features/dashboard/dashboard-page'))
const OnboardingCard = later(() =>
  import('../features/onboarding/onboarding-card').then((it) => it.OnboardingCard),
)

/** `/`: the dashboard for admins; everybody else begins with the tickets (SHELL-01, SHELL-02). */
export function StartPage() {
  const isAdmin = holds(useViewer(), 'dashboard.read')
  return isAdmin ? <DashboardPage above={<OnboardingCard />} /> : <Navigate to="/tickets" replace />
}
