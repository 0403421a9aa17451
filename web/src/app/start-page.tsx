import { holds } from '@balcao/domain/permissions'
import { lazy } from 'react'
import { Navigate } from 'react-router'
import { OnboardingCard } from '../features/onboarding/onboarding-card'
import { useViewer } from '../lib/session'

const DashboardPage = lazy(() => import('../features/dashboard/dashboard-page'))

/** `/`: the dashboard for admins; everybody else begins with the tickets (SHELL-01, SHELL-02). */
export function StartPage() {
  const isAdmin = holds(useViewer(), 'dashboard.read')
  return isAdmin ? <DashboardPage above={<OnboardingCard />} /> : <Navigate to="/tickets" replace />
}
