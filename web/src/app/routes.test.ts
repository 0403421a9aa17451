import { permissions } from '@balcao/domain/permissions'
import { describe, expect, it } from 'vitest'
import { signedInPages } from './routes'

/** The gate of a page: a permission of the user, and a module of the company; both as in `routes.tsx`. */
const gates: readonly (readonly [ids: string, path: string, permission: string, planFlag: string])[] = [
  ['SHELL-01', '/', 'none', 'none'], // redirects users who are no admins (SHELL-02)
  ['SHELL-03', '/tickets', 'none', 'none'],
  ['SHELL-04', '/tickets/:uuid', 'none', 'none'],
  ['SHELL-05', '/quick-messages', 'none', 'none'],
  ['SHELL-06', '/kanban', 'none', 'useKanban'],
  ['SHELL-07', '/todolist', 'none', 'none'],
  ['SHELL-08', '/contacts', 'none', 'none'],
  ['SHELL-09', '/schedules', 'none', 'useSchedules'],
  ['SHELL-10', '/tags', 'none', 'none'],
  ['SHELL-11', '/chats', 'none', 'useInternalChat'],
  ['SHELL-11', '/chats/:uuid', 'none', 'useInternalChat'],
  ['SHELL-12', '/helps', 'none', 'none'],
  ['SHELL-13 SHELL-14', '/contact-lists', 'campaigns.manage', 'useCampaigns'],
  ['SHELL-13 SHELL-14', '/contact-lists/:contactListId/contacts', 'campaigns.manage', 'useCampaigns'],
  ['SHELL-13 SHELL-14', '/campaigns', 'campaigns.manage', 'useCampaigns'],
  ['SHELL-13 SHELL-14', '/campaign/:campaignId/report', 'campaigns.manage', 'useCampaigns'],
  ['SHELL-13 SHELL-14', '/campaigns-config', 'campaigns.manage', 'useCampaigns'],
  ['SHELL-16 PERM-12', '/announcements', 'announcements.manage', 'none'],
  ['SHELL-17', '/prompts', 'none', 'useOpenAi'],
  ['SHELL-18 PERM-14', '/queue-integration', 'none', 'useIntegrations'],
  ['SHELL-19 SHELL-30', '/connections', 'none', 'none'],
  ['SHELL-20 SHELL-30', '/files', 'none', 'none'],
  ['SHELL-21', '/queues', 'queues.manage', 'none'],
  ['SHELL-22', '/users', 'users.manage', 'none'],
  ['SHELL-23 SHELL-30', '/messages-api', 'none', 'useExternalApi'],
  ['SHELL-24', '/financeiro', 'invoices.pay', 'none'],
  ['SHELL-25', '/settings', 'settings.manage', 'none'],
  ['SHELL-26', '/subscription', 'none', 'none'],
  ['of our own', '/connections/dead-letters', 'connections-page:actionButtons', 'none'],
  ['of our own', '/messages-api/webhooks', 'webhooks.manage', 'useExternalApi'],
]

describe('the gates of the pages', () => {
  it.each(gates)('%s %s requires the permission %s and the module %s', (_, path, permission, planFlag) => {
    expect(signedInPages.filter((page) => page.path === path)).toMatchObject([{ permission, planFlag }])
  })

  it("SHELL-27 of the platform's screens only the announcements have a page of their own", () => {
    const ofThePlatform = signedInPages.filter(
      ({ permission }) => permission !== 'none' && permissions[permission] === 'super',
    )

    expect(ofThePlatform.map(({ path }) => path)).toEqual(['/announcements'])
  })
})

it('ERR-04 toasts last a second longer on the pages of document 002 and the webhooks', () => {
  const longer = signedInPages.filter(({ isOutbound }) => isOutbound === true).map(({ path }) => path)

  expect(longer.sort()).toEqual(
    [
      '/quick-messages',
      '/schedules',
      '/kanban',
      '/announcements',
      '/chats',
      '/chats/:uuid',
      '/files',
      '/prompts',
      '/queue-integration',
      '/messages-api',
      '/messages-api/webhooks',
      '/contact-lists',
      '/contact-lists/:contactListId/contacts',
      '/campaigns',
      '/campaign/:campaignId/report',
      '/campaigns-config',
    ].sort(),
  )
})
