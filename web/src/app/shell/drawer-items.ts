import type { Permission } from '@balcao/domain/permissions'
import {
  ChartColumn,
  Layers,
  ListChecks,
  type LucideIcon,
  MessageSquareText,
  Smartphone,
  Users,
} from 'lucide-react'

export interface DrawerItem {
  readonly to: string
  /** A key of `shell.json`. */
  readonly label: string
  readonly icon: LucideIcon
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
      { to: '/tickets', label: 'tickets', icon: MessageSquareText },
      { to: '/todolist', label: 'todolist', icon: ListChecks },
    ],
  },
  {
    label: 'management',
    permission: 'settings.manage',
    items: [
      { to: '/', label: 'dashboard', icon: ChartColumn },
      { to: '/connections', label: 'connections', icon: Smartphone },
      { to: '/queues', label: 'queues', icon: Layers },
      { to: '/users', label: 'users', icon: Users },
    ],
  },
]
