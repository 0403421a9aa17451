import type { SessionUser } from '@balcao/contract/people'
import { hasPermission, type Permission } from '@balcao/domain/permissions'
import type { PlanFlag } from '@balcao/domain/plans'
import {
  BadgeCheck,
  BookUser,
  CalendarClock,
  ChartColumn,
  CircleHelp,
  CodeXml,
  Contact,
  Files,
  Layers,
  ListChecks,
  type LucideIcon,
  Megaphone,
  MessageSquareText,
  MessagesSquare,
  ReceiptText,
  Send,
  Settings,
  SlidersHorizontal,
  Smartphone,
  Sparkles,
  SquareKanban,
  Tags,
  Users,
  Workflow,
  Zap,
} from 'lucide-react'
import { isModuleOn, viewerOf } from '../../lib/session'
import type { ShellTextKey } from './shell-text'

export interface DrawerItem {
  readonly to: string
  readonly label: ShellTextKey
  readonly icon: LucideIcon
  readonly planFlag: PlanFlag | 'none'
  /** The collapsible section that contains the item; its label is this key of `shell.json` (SHELL-31). */
  readonly fold?: 'campaigns'
  readonly permission?: Permission
}

export interface DrawerGroup {
  readonly label: ShellTextKey
  readonly permission: Permission | 'none'
  readonly items: readonly DrawerItem[]
}

const ofCampaigns = { planFlag: 'useCampaigns', fold: 'campaigns' } as const

/** The groups in the order of SHELL-35; only admins see the management group (SHELL-29, SHELL-30). */
export const drawerGroups: readonly DrawerGroup[] = [
  {
    label: 'attendance',
    permission: 'none',
    items: [
      { to: '/tickets', label: 'tickets', icon: MessageSquareText, planFlag: 'none' },
      { to: '/quick-messages', label: 'quickMessages', icon: Zap, planFlag: 'none' },
      { to: '/kanban', label: 'kanban', icon: SquareKanban, planFlag: 'useKanban' },
      { to: '/todolist', label: 'todolist', icon: ListChecks, planFlag: 'none' },
      { to: '/contacts', label: 'contacts', icon: Contact, planFlag: 'none' },
      { to: '/schedules', label: 'schedules', icon: CalendarClock, planFlag: 'useSchedules' },
      { to: '/tags', label: 'tags', icon: Tags, planFlag: 'none' },
      { to: '/chats', label: 'chats', icon: MessagesSquare, planFlag: 'useInternalChat' },
      { to: '/helps', label: 'helps', icon: CircleHelp, planFlag: 'none' },
      { to: '/subscription', label: 'subscription', icon: BadgeCheck, planFlag: 'none' },
    ],
  },
  {
    label: 'management',
    permission: 'settings.manage',
    items: [
      { to: '/', label: 'dashboard', icon: ChartColumn, planFlag: 'none' },
      { ...ofCampaigns, to: '/contact-lists', label: 'contactLists', icon: BookUser },
      { ...ofCampaigns, to: '/campaigns', label: 'campaigns', icon: Send },
      { ...ofCampaigns, to: '/campaigns-config', label: 'campaignsConfig', icon: SlidersHorizontal },
      {
        to: '/announcements',
        label: 'announcements',
        icon: Megaphone,
        planFlag: 'none',
        permission: 'announcements.manage',
      },
      { to: '/prompts', label: 'prompts', icon: Sparkles, planFlag: 'useOpenAi' },
      { to: '/queue-integration', label: 'integrations', icon: Workflow, planFlag: 'useIntegrations' },
      { to: '/connections', label: 'connections', icon: Smartphone, planFlag: 'none' },
      { to: '/files', label: 'files', icon: Files, planFlag: 'none' },
      { to: '/queues', label: 'queues', icon: Layers, planFlag: 'none' },
      { to: '/users', label: 'users', icon: Users, planFlag: 'none' },
      { to: '/messages-api', label: 'api', icon: CodeXml, planFlag: 'useExternalApi' },
      { to: '/financeiro', label: 'financeiro', icon: ReceiptText, planFlag: 'none' },
      { to: '/settings', label: 'settings', icon: Settings, planFlag: 'none' },
    ],
  },
]

export function drawerGroupsFor(user: SessionUser, groups = drawerGroups): readonly DrawerGroup[] {
  const viewer = viewerOf(user)
  return groups
    .filter(({ permission }) => permission === 'none' || hasPermission(viewer, permission))
    .map((group) => ({
      ...group,
      items: group.items.filter(
        ({ planFlag, permission }) =>
          isModuleOn(user, planFlag) && (permission === undefined || hasPermission(viewer, permission)),
      ),
    }))
    .filter(({ items }) => items.length > 0)
}
