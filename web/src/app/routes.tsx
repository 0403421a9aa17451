import { sharePagePath } from '@balcao/contract/share'
import { hasPermission, type Permission } from '@balcao/domain/permissions'
import type { PlanFlag } from '@balcao/domain/plans'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, type RouteObject, useRouteError } from 'react-router'
import { fetchErrorCodeTexts } from '../lib/i18n/i18n'
import { useViewer } from '../lib/session'
import { lazyComponent } from '../ui/later'
import { ErrorState } from '../ui/states'
import { lazyPage } from '../ui/with-look'
import { PermissionGate } from './guarded'
import { SignedInOnly, SignedOutOnly } from './session-gates'
import { ShellUnlessSubscriptionExpired } from './shell/expired-shell'
import type { RouteHandle } from './shell/shell'
import { TicketAreaPage } from './ticket-area-page'

const SignupPage = lazyComponent(() => import('../features/auth/signup-page').then((it) => it.SignupPage))
const LoginPage = lazyComponent(() => import('../features/auth/login-page').then((it) => it.LoginPage))
const ForgottenPasswordPage = lazyComponent(() =>
  import('../features/auth/forgotten-password-page').then((it) => it.ForgottenPasswordPage),
)
const NewPasswordPage = lazyComponent(() =>
  import('../features/auth/new-password-page').then((it) => it.NewPasswordPage),
)

interface Page extends RouteHandle {
  readonly path: string
  readonly permission: Permission | 'none'
  readonly planFlag: PlanFlag | 'none'
  readonly page: ComponentType
}

// These pages are lazy chunks. Only the ticket area is in the start chunk, because most users begin there.
const AnnouncementsPage = lazyPage(async () => {
  // Fetches the error texts with the page, whose form refuses unsuitable files without a call to the server.
  await fetchErrorCodeTexts()
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

const forAll = { permission: 'none', planFlag: 'none' } as const
const outbound = { ...forAll, isOutbound: true } as const
const ofCampaigns = { ...outbound, permission: 'campaigns.manage', planFlag: 'useCampaigns' } as const

export const signedInPages: readonly Page[] = [
  { ...forAll, path: '/', title: 'dashboard', page: StartPage },
  { ...forAll, path: '/tickets', title: 'tickets', page: TicketAreaPage },
  { ...forAll, path: '/tickets/:uuid', title: 'tickets', page: TicketAreaPage, fullScreenOnPhone: true },
  { ...outbound, path: '/quick-messages', title: 'quickMessages', page: QuickMessagesPage },
  { ...outbound, path: '/kanban', title: 'kanban', planFlag: 'useKanban', page: KanbanPage },
  { ...forAll, path: '/todolist', title: 'todolist', page: TodolistPage },
  { ...forAll, path: '/contacts', title: 'contacts', page: ContactsPage },
  { ...outbound, path: '/chats', title: 'chats', planFlag: 'useInternalChat', page: ChatsPage },
  { ...outbound, path: '/chats/:uuid', title: 'chats', planFlag: 'useInternalChat', page: ChatsPage },
  { ...ofCampaigns, path: '/contact-lists', title: 'contactLists', page: ContactListsPage },
  {
    ...ofCampaigns,
    path: '/contact-lists/:contactListId/contacts',
    title: 'contactLists',
    page: ListedContactsPage,
  },
  { ...ofCampaigns, path: '/campaigns', title: 'campaigns', page: CampaignsPage },
  { ...ofCampaigns, path: '/campaign/:campaignId/report', title: 'campaigns', page: CampaignReportPage },
  { ...ofCampaigns, path: '/campaigns-config', title: 'campaignsConfig', page: CampaignsConfigPage },
  { ...outbound, path: '/schedules', title: 'schedules', planFlag: 'useSchedules', page: SchedulesPage },
  { ...forAll, path: sharePagePath, title: 'share', page: SharePage },
  { ...forAll, path: '/tags', title: 'tags', page: TagsPage },
  { ...forAll, path: '/connections', title: 'connections', page: ConnectionsPage },
  {
    ...forAll,
    path: '/connections/:connectionId/templates',
    title: 'messageTemplates',
    page: MessageTemplatesPage,
  },
  {
    ...forAll,
    path: '/connections/:connectionId/costs',
    title: 'messageCosts',
    permission: 'dashboard.read',
    page: MessageCostsPage,
  },
  {
    ...forAll,
    path: '/connections/dead-letters',
    title: 'deadLettersPage',
    permission: 'connections-page:actionButtons',
    page: DeadLettersPage,
  },
  { ...outbound, path: '/prompts', title: 'prompts', planFlag: 'useOpenAi', page: PromptsPage },
  {
    ...outbound,
    path: '/queue-integration',
    title: 'integrations',
    planFlag: 'useIntegrations',
    page: IntegrationsPage,
  },
  { ...outbound, path: '/files', title: 'files', page: FileListsPage },
  {
    ...outbound,
    path: '/messages-api',
    title: 'messagesApi',
    planFlag: 'useExternalApi',
    page: MessagesApiPage,
  },
  {
    ...outbound,
    path: '/messages-api/webhooks',
    title: 'webhooks',
    permission: 'webhooks.manage',
    planFlag: 'useExternalApi',
    page: WebhooksPage,
  },
  { ...forAll, path: '/queues', title: 'queues', permission: 'queues.manage', page: QueuesPage },
  { ...forAll, path: '/users', title: 'users', permission: 'users.manage', page: UsersPage },
  {
    ...outbound,
    path: '/announcements',
    title: 'announcements',
    permission: 'announcements.manage',
    page: AnnouncementsPage,
  },
  { ...forAll, path: '/helps', title: 'helps', page: HelpsPage },
  { ...forAll, path: '/financeiro', title: 'financeiro', permission: 'invoices.pay', page: InvoicesPage },
  { ...forAll, path: '/subscription', title: 'subscription', page: SubscriptionPage },
  { ...forAll, path: '/settings', title: 'settings', permission: 'settings.manage', page: SettingsPage },
]

export const appRoutes: readonly RouteObject[] = [
  { path: '/login', element: <SignedOutOnly page={<LoginPage />} />, errorElement: <PageFailure /> },
  { path: '/signup', element: <SignedOutOnly page={<SignupPage />} />, errorElement: <PageFailure /> },
  {
    path: '/forgotten-password',
    element: <SignedOutOnly page={<ForgottenPasswordPage />} />,
    errorElement: <PageFailure />,
  },
  // Signed-in users may open this page too: the link in a password e-mail may be for another account than theirs.
  { path: '/new-password', element: <NewPasswordPage />, errorElement: <PageFailure /> },
  {
    element: <SignedInOnly page={<ShellUnlessSubscriptionExpired />} />,
    errorElement: <PageFailure />,
    children: [
      ...signedInPages.map(({ path, permission, planFlag, page: Page, ...handle }) => ({
        path,
        handle: handle satisfies RouteHandle,
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
