import { expect, test } from 'vitest'
import type { CompanyId, UserId } from './ids'
import type { Profile, Viewer } from './people'
import { hasPermission, type Permission, permissions } from './permissions'

function viewer(profile: Profile, isSuper = false): Viewer {
  const userId = 1 as UserId // branding is parsing
  const companyId = 1 as CompanyId
  return { userId, companyId, profile, isSuper, queueIds: [], allTicket: false }
}

const everything = Object.keys(permissions) as Permission[] // the keys of a constant object

const ofTheSpecification: Permission[] = [
  'tickets-manager:showall',
  'ticket-options:deleteTicket',
  'connections-page:addConnection',
  'connections-page:actionButtons',
  'connections-page:editOrDeleteConnection',
  'user-modal:editProfile',
  'user-modal:editQueues',
  'contacts-page:deleteContact',
]

test('PERM-01 the user profile has no extra permissions', () => {
  expect(everything.filter((permission) => hasPermission(viewer('user'), permission))).toEqual([])
})

test.each(ofTheSpecification)('PERM-02 to PERM-09, PERM-11 %s is for admins only', (permission) => {
  expect(hasPermission(viewer('admin'), permission)).toBe(true)
  for (const other of [viewer('user'), viewer('supervisor'), viewer('user', true)]) {
    expect(hasPermission(other, permission)).toBe(false)
  }
})

test('PERM-10 an admin also has the dashboard and may spy on conversations', () => {
  expect(hasPermission(viewer('admin'), 'dashboard.read')).toBe(true)
  expect(hasPermission(viewer('admin'), 'tickets.spy')).toBe(true)
})

test('USER-02 a supervisor adds only kanban tags and contact files to the user profile', () => {
  const held = everything.filter((permission) => hasPermission(viewer('supervisor'), permission))

  expect(held).toEqual(['tags.editKanban', 'contacts.importAndExport'])
})

test('PERM-11, PERM-15 a super user who is not admin has only the super screens, and an admin has none of them', () => {
  const held = everything.filter((permission) => hasPermission(viewer('user', true), permission))

  expect(held).toEqual([
    'companies.manage',
    'plans.manage',
    'payments.manage',
    'platform.manage',
    'helps.manage',
    'announcements.manage',
    'audit.readAll',
  ])
  for (const permission of held) expect(hasPermission(viewer('admin'), permission)).toBe(false)
})
