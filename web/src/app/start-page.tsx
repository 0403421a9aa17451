import { holds } from '@balcao/domain/permissions'
import { lazy } from 'react'
import { Navigate } from 'react-router'
import { useViewer } from '../lib/session'

const DashboardPage = lazy(() => import('../features/dashboard/dashboard-page'))

/** `/`: the dashboard for admins; everybody else begins with the tickets (SHELL-01, SHELL-02). */
export function StartPage() {
  return holds(useViewer(), 'dashboard.read') ? <DashboardPage /> : <Navigate to="/tickets" replace />
}
