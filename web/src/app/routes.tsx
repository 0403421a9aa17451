import { sharePagePath } from '@balcao/contract/share'
import { hasPermission, type Permission } from '@balcao/domain/permissions'
import type { PlanFlag } from '@balcao/domain/plans'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, type RouteObject, useRouteError } from 'react-router'
import { fetchRefusalTexts } from '../lib/i18n/i18n'
import { useViewer } from '../lib/session'
import { lazyComponent } from '../ui/later'
import { ErrorState } from '../ui/states'
import { lazyPage } from '../ui/with-look'
import { PermissionGate } from './guarded'
import { SignedInOnly, SignedOutOnly } from './session-gates'
import { ShellUnlessSubscriptionExpired } from './shell/expired-shell'
import type { RouteHandle } from './shell/shell'
import type { ShellTextKey } from './shell/shell-text'
import { TicketAreaPage } from './ticket-area-page'

const SignupPage = lazyComponent(() => import('../features/auth/signup-page').then((it) => it.SignupPage))
const LoginPage = lazyComponent(() => import('../features/auth/login-page').then((it) => it.LoginPage))
const ForgottenPasswordPage = lazyComponent(() =>
  import('../features/auth/forgotten-password-page').then((it) => it.ForgottenPasswordPage),
)
const NewPasswordPage = lazyComponent(() =>
  import('../features/auth/new-password-page').then((it) => it.NewPasswordPage),
)

interface Page {
  readonly path: string
  readonly title: ShellTextKey
  readonly permission: Permission | 'none'
  readonly planFlag: PlanFlag | 'none'
  readonly page: ComponentType
  /** On phones the page replaces the top bar with its own header. */
  readonly fullScreenOnPhone?: boolean
  /** A page for outbound messages (document 002), where toasts last longer (ERR-04). */
  readonly isOutbound?: boolean
}

// These pages are lazy chunks. Only the ticket area is in the start chunk, because most users begin there.
const AnnouncementsPage = lazyPage(async () => {
  await fetchRefusalTexts() // The page's form shows error codes itself, so it needs their texts at once.
  return import('../features/announcements/announcements-page')
})
const ChatsPage = lazyPage(() => import('../features/chats/chats-page'))
const ConnectionsPage = lazyPage(() => import('../features/connections/connections-page'))
const ContactsPage = lazyPage(() => import('../features/contacts/contacts-page'))
const FileListsPage = lazyPage(() => import('../features/file-lists/file-lists-page'))
const CampaignReportPage = lazyPage(() => import('../features/campaigns/campaign-report-page'))
const CampaignsPage = lazyPage(() => import('../features/campaigns/campaigns-page'))
const CampaignsConfigPage = lazyPage(() => import('../features/campaigns/campaigns-config-page'))
const ContactListsPage = lazyPage(() => import('../features/contact-lists/contact-lists-page'))
const ListedContactsPage = lazyPage(() => import('../features/contact-lists/listed-contacts-page'))
const MessageCostsPage = lazyPage(() => import('../features/message-prices/message-costs-page'))
const MessageTemplatesPage = lazyPage(() => import('../features/message-templates/message-templates-page'))
const HelpsPage = lazyPage(() => import('../features/helps/helps-page'))
const IntegrationsPage = lazyPage(() => import('../features/integrations/integrations-page'))
const KanbanPage = lazyPage(() => import('../features/kanban/kanban-page'))
const WebhooksPage = lazyPage(() => import('../features/webhooks/webhooks-page'))
const MessagesApiPage = lazyPage(() => import('../features/external-api/messages-api-page'))
const PromptsPage = lazyPage(() => import('../features/prompts/prompts-page'))
const InvoicesPage = lazyPage(() => import('../features/billing/invoices-page'))
const QuickMessagesPage = lazyPage(() => import('../features/quick-messages/quick-messages-page'))
const QueuesPage = lazyPage(() => import('../features/queues/queues-page'))
const SchedulesPage = lazyPage(() => import('../features/schedules/schedules-page'))
const DeadLettersPage = lazyPage(() => import('../features/reception/dead-letters-page'))
const SettingsPage = lazyPage(() => import('./settings-page'))
const SharePage = lazyPage(() => import('./share-page'))
const SubscriptionPage = lazyPage(() => import('../features/billing/subscription-page'))
const TagsPage = lazyPage(() => import('../features/tags/tags-page'))
const TodolistPage = lazyPage(() => import('../features/todolist/todolist-page'))
const UsersPage = lazyPage(() => import('../features/users/users-page'))

export const pages: readonly Page[] = [
  { path: '/', title: 'dashboard', permission: 'none', planFlag: 'none', page: StartPage },
  { path: '/tickets', title: 'tickets', permission: 'none', planFlag: 'none', page: TicketAreaPage },
  {
    path: '/tickets/:uuid',
    title: 'tickets',
    permission: 'none',
    planFlag: 'none',
    page: TicketAreaPage,
    fullScreenOnPhone: true,
  },
  {
    path: '/quick-messages',
    title: 'quickMessages',
    permission: 'none',
    planFlag: 'none',
    page: QuickMessagesPage,
    isOutbound: true,
  },
  {
    path: '/kanban',
    title: 'kanban',
    permission: 'none',
    planFlag: 'useKanban',
    page: KanbanPage,
    isOutbound: true,
  },
  { path: '/todolist', title: 'todolist', permission: 'none', planFlag: 'none', page: TodolistPage },
  { path: '/contacts', title: 'contacts', permission: 'none', planFlag: 'none', page: ContactsPage },
  {
    path: '/chats',
    title: 'chats',
    permission: 'none',
    planFlag: 'useInternalChat',
    page: ChatsPage,
    isOutbound: true,
  },
  {
    path: '/chats/:uuid',
    title: 'chats',
    permission: 'none',
    planFlag: 'useInternalChat',
    page: ChatsPage,
    isOutbound: true,
  },
  {
    path: '/contact-lists',
    title: 'contactLists',
    permission: 'campaigns.manage',
    planFlag: 'useCampaigns',
    page: ContactListsPage,
    isOutbound: true,
  },
  {
    path: '/contact-lists/:contactListId/contacts',
    title: 'contactLists',
    permission: 'campaigns.manage',
    planFlag: 'useCampaigns',
    page: ListedContactsPage,
    isOutbound: true,
  },
  {
    path: '/campaigns',
    title: 'campaigns',
    permission: 'campaigns.manage',
    planFlag: 'useCampaigns',
    page: CampaignsPage,
    isOutbound: true,
  },
  {
    path: '/campaign/:campaignId/report',
    title: 'campaigns',
    permission: 'campaigns.manage',
    planFlag: 'useCampaigns',
    page: CampaignReportPage,
    isOutbound: true,
  },
  {
    path: '/campaigns-config',
    title: 'campaignsConfig',
    permission: 'campaigns.manage',
    planFlag: 'useCampaigns',
    page: CampaignsConfigPage,
    isOutbound: true,
  },
  {
    path: '/schedules',
    title: 'schedules',
    permission: 'none',
    planFlag: 'useSchedules',
    page: SchedulesPage,
    isOutbound: true,
  },
  { path: sharePagePath, title: 'share', permission: 'none', planFlag: 'none', page: SharePage },
  { path: '/tags', title: 'tags', permission: 'none', planFlag: 'none', page: TagsPage },
  { path: '/connections', title: 'connections', permission: 'none', planFlag: 'none', page: ConnectionsPage },
  {
    path: '/connections/:connectionId/templates',
    title: 'messageTemplates',
    permission: 'none',
    planFlag: 'none',
    page: MessageTemplatesPage,
  },
  {
    path: '/connections/:connectionId/costs',
    title: 'messageCosts',
    permission: 'dashboard.read',
    planFlag: 'none',
    page: MessageCostsPage,
  },
  {
    path: '/connections/dead-letters',
    title: 'deadLettersPage',
    permission: 'connections-page:actionButtons',
    planFlag: 'none',
    page: DeadLettersPage,
  },
  {
    path: '/prompts',
    title: 'prompts',
    permission: 'none',
    planFlag: 'useOpenAi',
    page: PromptsPage,
    isOutbound: true,
  },
  {
    path: '/queue-integration',
    title: 'integrations',
    permission: 'none',
    planFlag: 'useIntegrations',
    page: IntegrationsPage,
    isOutbound: true,
  },
  {
    path: '/files',
    title: 'files',
    permission: 'none',
    planFlag: 'none',
    page: FileListsPage,
    isOutbound: true,
  },
  {
    path: '/messages-api',
    title: 'messagesApi',
    permission: 'none',
    planFlag: 'useExternalApi',
    page: MessagesApiPage,
    isOutbound: true,
  },
  {
    path: '/messages-api/webhooks',
    title: 'webhooks',
    permission: 'webhooks.manage',
    planFlag: 'useExternalApi',
    page: WebhooksPage,
    isOutbound: true,
  },
  { path: '/queues', title: 'queues', permission: 'queues.manage', planFlag: 'none', page: QueuesPage },
  { path: '/users', title: 'users', permission: 'users.manage', planFlag: 'none', page: UsersPage },
  {
    path: '/announcements',
    title: 'announcements',
    permission: 'announcements.manage',
    planFlag: 'none',
    page: AnnouncementsPage,
    isOutbound: true,
  },
  { path: '/helps', title: 'helps', permission: 'none', planFlag: 'none', page: HelpsPage },
  {
    path: '/financeiro',
    title: 'financeiro',
    permission: 'invoices.pay',
    planFlag: 'none',
    page: InvoicesPage,
  },
  {
    path: '/subscription',
    title: 'subscription',
    permission: 'none',
    planFlag: 'none',
    page: SubscriptionPage,
  },
  {
    path: '/settings',
    title: 'settings',
    permission: 'settings.manage',
    planFlag: 'none',
    page: SettingsPage,
  },
]

export const routes: readonly RouteObject[] = [
  { path: '/login', element: <SignedOutOnly page={<LoginPage />} />, errorElement: <PageFailure /> },
  { path: '/signup', element: <SignedOutOnly page={<SignupPage />} />, errorElement: <PageFailure /> },
  {
    path: '/forgotten-password',
    element: <SignedOutOnly page={<ForgottenPasswordPage />} />,
    errorElement: <PageFailure />,
  },
  // A signed-in user may open this page too: the link may be for another account.
  { path: '/new-password', element: <NewPasswordPage />, errorElement: <PageFailure /> },
  {
    element: <SignedInOnly page={<ShellUnlessSubscriptionExpired />} />,
    errorElement: <PageFailure />,
    children: [
      ...pages.map(({ path, title, permission, planFlag, page: Page, ...handle }) => ({
        path,
        handle: { title, ...handle } satisfies RouteHandle,
        element: (
          <PermissionGate permission={permission} planFlag={planFlag}>
            <Page />
          </PermissionGate>
        ),
        errorElement: <PageFailure />,
      })),
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
]

/** The page crashed, or a release removed its chunks. A reload fixes both; the shell around it keeps working. */
function PageFailure() {
  const { t } = useTranslation('shell')
  const error = useRouteError()
  return <ErrorState title={t('pageFailed')} error={error} onRetry={() => window.location.reload()} />
}

const DashboardPage = lazyPage(() => import('../features/dashboard/dashboard-page'))
const OnboardingCard = lazyComponent(() =>
  import('../features/onboarding/onboarding-card').then((it) => it.OnboardingCard),
)
const OwnUserDialog = lazyComponent(() =>
  import('../features/users/own-user-dialog').then((it) => it.OwnUserDialog),
)

/** `/`: the dashboard for admins; other users begin with the tickets (SHELL-01, SHELL-02). */
function StartPage() {
  const isAdmin = hasPermission(useViewer(), 'dashboard.read')
  const [isAccountOpen, setAccountOpen] = useState(false)
  if (!isAdmin) return <Navigate to="/tickets" replace />
  return (
    <>
      <DashboardPage above={<OnboardingCard onOwnAccount={() => setAccountOpen(true)} />} />
      {isAccountOpen && <OwnUserDialog onClose={() => setAccountOpen(false)} />}
    </>
  )
}
