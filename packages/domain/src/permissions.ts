import type { Viewer } from './people'

/**
 * Everything that a role may or may not do as such; what depends on the thing at hand (a ticket's queue) is a rule of
 * its own. The first eight names are the specification's (core 6), the rest are ours, as `thing.verb`.
 */
export const permissions = {
  'tickets-manager:showall': 'admin',
  'ticket-options:deleteTicket': 'admin',
  'connections-page:addConnection': 'admin',
  'connections-page:actionButtons': 'admin',
  'connections-page:editOrDeleteConnection': 'admin',
  'user-modal:editProfile': 'admin',
  'user-modal:editQueues': 'admin',
  'contacts-page:deleteContact': 'admin',
  'dashboard.read': 'admin',
  'tickets.spy': 'admin',
  'queues.manage': 'admin',
  'users.manage': 'admin',
  'settings.manage': 'admin',
  'prompts.manage': 'admin',
  'integrations.manage': 'admin',
  'webhooks.manage': 'admin',
  'files.manage': 'admin',
  'campaigns.manage': 'admin',
  'invoices.pay': 'admin',
  'audit.read': 'admin',
  'tags.editKanban': 'supervisor',
  'contacts.importAndExport': 'supervisor',
  'contacts.merge': 'admin',
  'contacts.personalData': 'admin',
  'companies.manage': 'super',
  'plans.manage': 'super',
  'payments.manage': 'super',
  'platform.manage': 'super',
  'helps.manage': 'super',
  'announcements.manage': 'super',
  'audit.readAll': 'super',
} as const satisfies Record<string, 'supervisor' | 'admin' | 'super'>
export type Permission = keyof typeof permissions

/** True for who keeps such things, not only works with them: addresses, keys and instructions are theirs to read. Support
 *  on its visit changes none of them, and so reads none (docs/features/integrations.md). */
export function administers(viewer: Viewer, permission: 'integrations.manage' | 'prompts.manage'): boolean {
  return holds(viewer, permission) && viewer.isSupport !== true
}

/** True when the person's role holds the permission. Admins hold what supervisors hold; super stands apart (PERM-11). */
export function holds(viewer: Viewer, permission: Permission): boolean {
  const needed = permissions[permission]
  switch (needed) {
    case 'super':
      return viewer.isSuper
    case 'admin':
      return viewer.profile === 'admin'
    case 'supervisor':
      return viewer.profile === 'admin' || viewer.profile === 'supervisor'
  }
}
