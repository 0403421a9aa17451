import type { Permission } from '@balcao/domain/permissions'
import type { PlanFlag } from '@balcao/domain/plans'
import { type ComponentType, lazy } from 'react'
import { Navigate, type RouteObject } from 'react-router'
import { later } from '../ui/later'
import { Guarded } from './guarded'
import { PageFailure } from './page-failure'
import { PublicOnly, SignedInOnly } from './session-gates'
import { type PageHandle, Shell } from './shell/shell'
import { StartPage } from './start-page'

const LoginPage = later(() => import('../features/auth/login-page').then((it) => it.LoginPage))

/** A page and what it takes to see it. The title is a key of `shell.json`. */
interface Page {
  readonly path: string
  readonly title: string
  readonly permission: Permission | 'none'
  readonly planFlag: PlanFlag | 'none'
  readonly page: ComponentType
  /** On phones the page brings its own head: one pane at a time. */
  readonly fullScreenOnPhone?: boolean
}

const ConnectionsPage = lazy(() => import('../features/connections/connections-page'))
const HelpsPage = lazy(() => import('../features/helps/helps-page'))
const QueuesPage = lazy(() => import('../features/queues/queues-page'))
const SetAsidePage = lazy(() => import('../features/reception/set-aside-page'))
const SettingsPage = lazy(() => import('./settings-page'))
const TicketArea = lazy(() => import('./ticket-area-page'))
const TodolistPage = lazy(() => import('../features/todolist/todolist-page'))
const UsersPage = lazy(() => import('../features/users/users-page'))

export const pages: readonly Page[] = [
  { path: '/', title: 'dashboard', permission: 'none', planFlag: 'none', page: StartPage },
  { path: '/tickets', title: 'tickets', permission: 'none', planFlag: 'none', page: TicketArea },
  {
    path: '/tickets/:uuid',
    title: 'tickets',
    permission: 'none',
    planFlag: 'none',
    page: TicketArea,
    fullScreenOnPhone: true,
  },
  { path: '/todolist', title: 'todolist', permission: 'none', planFlag: 'none', page: TodolistPage },
  { path: '/connections', title: 'connections', permission: 'none', planFlag: 'none', page: ConnectionsPage },
  {
    path: '/connections/set-aside',
    title: 'setAsidePage',
    permission: 'connections-page:actionButtons',
    planFlag: 'none',
    page: SetAsidePage,
  },
  { path: '/queues', title: 'queues', permission: 'queues.manage', planFlag: 'none', page: QueuesPage },
  { path: '/users', title: 'users', permission: 'users.manage', planFlag: 'none', page: UsersPage },
  { path: '/helps', title: 'helps', permission: 'none', planFlag: 'none', page: HelpsPage },
  {
    path: '/settings',
    title: 'settings',
    permission: 'settings.manage',
    planFlag: 'none',
    page: SettingsPage,
  },
]

export const routes: readonly RouteObject[] = [
  { path: '/login', element: <PublicOnly page={<LoginPage />} />, errorElement: <PageFailure /> },
  {
    element: <SignedInOnly page={<Shell />} />,
    errorElement: <PageFailure />,
    children: [
      ...pages.map(({ path, title, permission, planFlag, page: Page, fullScreenOnPhone = false }) => ({
        path,
        handle: { title, fullScreenOnPhone } satisfies PageHandle,
        element: (
          <Guarded permission={permission} planFlag={planFlag}>
            <Page />
          </Guarded>
        ),
        errorElement: <PageFailure />,
      })),
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
]
