import type { Permission } from '@balcao/domain/permissions'
import type { PlanFlag } from '@balcao/domain/plans'
import { type ComponentType, lazy } from 'react'
import { Navigate, type RouteObject } from 'react-router'
import { LoginPage } from '../features/auth/login-page'
import { Guarded } from './guarded'
import { PublicOnly, SignedInOnly } from './session-gates'
import { Shell } from './shell/shell'

/** A page and what it takes to see it. The title is a key of `shell.json`. */
interface Page {
  readonly path: string
  readonly title: string
  readonly permission: Permission | 'none'
  readonly planFlag: PlanFlag | 'none'
  readonly page: ComponentType
}

const TicketArea = lazy(() => import('../features/tickets/ticket-area'))

export const pages: readonly Page[] = [
  { path: '/tickets', title: 'tickets', permission: 'none', planFlag: 'none', page: TicketArea },
  { path: '/tickets/:uuid', title: 'tickets', permission: 'none', planFlag: 'none', page: TicketArea },
]

export const routes: readonly RouteObject[] = [
  { path: '/login', element: <PublicOnly page={<LoginPage />} /> },
  {
    element: <SignedInOnly page={<Shell />} />,
    children: [
      ...pages.map(({ path, title, permission, planFlag, page: Page }) => ({
        path,
        handle: { title },
        element: (
          <Guarded permission={permission} planFlag={planFlag}>
            <Page />
          </Guarded>
        ),
      })),
      // The dashboard takes `/` for admins when it is built; until then everybody begins with the tickets (SHELL-02).
      { path: '/', element: <Navigate to="/tickets" replace /> },
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
]
