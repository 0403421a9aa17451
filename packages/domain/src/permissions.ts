import type { Viewer } from './people'

/**
 * Every permission with the lowest profile that has it; `super` is a flag beside the profile. The first eight
 * names come from the specification (core 6), the others have the form `thing.verb`.
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
  'company.moveOut': 'admin',
  'companies.manage': 'super',
  'plans.manage': 'super',
  'payments.manage': 'super',
  'platform.manage': 'super',
  'helps.manage': 'super',
  'announcements.manage': 'super',
  'audit.readAll': 'super',
} as const satisfies Record<string, 'supervisor' | 'admin' | 'super'>
export type Permission = keyof typeof permissions

/**
 * True for a user who manages integrations or prompts, and so may read their keys; never on a support visit.
 */
export function mayManageAndReadKeys(
  viewer: Viewer,
  permission: 'integrations.manage' | 'prompts.manage',
): boolean {
  return hasPermission(viewer, permission) && viewer.isSupport !== true
}

/** True when the user has the permission. Admins have all of supervisors; `super` is separate (PERM-11). */
export function hasPermission(viewer: Viewer, permission: Permission): boolean {
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
