import type { SessionUser } from '@balcao/contract/people'
import { holds, type Permission } from '@balcao/domain/permissions'
import type { PlanFlag } from '@balcao/domain/plans'
import {
  ChartColumn,
  CircleHelp,
  Layers,
  ListChecks,
  type LucideIcon,
  MessageSquareText,
  Settings,
  Smartphone,
  Users,
} from 'lucide-react'
import { viewerOf } from '../../lib/session'

export interface DrawerItem {
  readonly to: string
  /** A key of `shell.json`. */
  readonly label: string
  readonly icon: LucideIcon
  /** The module of its page; hidden where the plan does not hold it. */
  readonly planFlag: PlanFlag | 'none'
}

export interface DrawerGroup {
  readonly label: string
  /** Who sees the group; `none`: everybody. */
  readonly permission: Permission | 'none'
  readonly items: readonly DrawerItem[]
}

/** Order of SHELL-35; management is for admins (SHELL-29, SHELL-30). */
export const drawerGroups: readonly DrawerGroup[] = [
  {
    label: 'attendance',
    permission: 'none',
    items: [
      { to: '/tickets', label: 'tickets', icon: MessageSquareText, planFlag: 'none' },
      { to: '/todolist', label: 'todolist', icon: ListChecks, planFlag: 'none' },
      { to: '/helps', label: 'helps', icon: CircleHelp, planFlag: 'none' },
    ],
  },
  {
    label: 'management',
    permission: 'settings.manage',
    items: [
      { to: '/', label: 'dashboard', icon: ChartColumn, planFlag: 'none' },
      { to: '/connections', label: 'connections', icon: Smartphone, planFlag: 'none' },
      { to: '/queues', label: 'queues', icon: Layers, planFlag: 'none' },
      { to: '/users', label: 'users', icon: Users, planFlag: 'none' },
      { to: '/settings', label: 'settings', icon: Settings, planFlag: 'none' },
    ],
  },
]

/** What this person's drawer holds: their groups, and of these the items of modules in the plan (SHELL-29, SHELL-32). */
export function drawerOf(user: SessionUser, groups = drawerGroups): readonly DrawerGroup[] {
  const viewer = viewerOf(user)
  return groups
    .filter(({ permission }) => permission === 'none' || holds(viewer, permission))
    .map((group) => ({
      ...group,
      items: group.items.filter(
        ({ planFlag }) => planFlag === 'none' || user.company.plan?.[planFlag] === true,
      ),
    }))
    .filter(({ items }) => items.length > 0)
}
