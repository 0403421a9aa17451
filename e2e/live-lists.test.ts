import { createAnnouncement, deleteAnnouncement, updateAnnouncement } from '@balcao/contract/announcements'
import { createCampaign, deleteCampaign, updateCampaign } from '@balcao/contract/campaigns'
import { createChat, deleteChat, updateChat } from '@balcao/contract/chats'
import {
  createContactList,
  createContactListItem,
  deleteContactList,
  deleteContactListItem,
  updateContactList,
  updateContactListItem,
} from '@balcao/contract/contact-lists'
import { createContact, deleteContact, updateContact } from '@balcao/contract/contacts'
import { createFileList, deleteFileList, updateFileList } from '@balcao/contract/file-lists'
import { createIntegration, deleteIntegration, updateIntegration } from '@balcao/contract/integrations'
import { createUser, deleteUser, updateUser } from '@balcao/contract/people'
import { createQueue, deleteQueue, updateQueue } from '@balcao/contract/queues'
import { createQuickMessage, deleteQuickMessage, updateQuickMessage } from '@balcao/contract/quick-messages'
import { createSchedule, deleteSchedule, updateSchedule } from '@balcao/contract/schedules'
import { createTag, deleteTag, updateTag } from '@balcao/contract/tags'
import type { ContactId, ContactListId, UserId } from '@balcao/domain/ids'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, type Visitor, visit } from './src/browser'
import { type Calls, callsWith } from './src/calls'
import { type Environment, openEnvironment, openShop } from './src/environment'
import { admin } from './src/product'

// RT-21: two admins have two browsers. A change by one, in the session of that browser, appears in the other.
const watcher = { name: 'Bia Prado', email: 'bia@example.com', password: 'senha da gerente' }
let environment: Environment
let changes: Calls
let other: Visitor
let watcherId: UserId
let contactId: ContactId
let listId: ContactListId

beforeAll(async () => {
  environment = await openEnvironment()
  const { calls, sales } = await openShop(environment)
  watcherId = (await calls(createUser, { body: { ...watcher, profile: 'admin', queueIds: [sales.id] } })).id
  for (const [phone, name] of [
    ['5551999887766', 'Marina'],
    ['5551988776655', 'Rui'],
  ] as const)
    environment.simulator.createContact({ phone, name })
  contactId = (await calls(createContact, { body: { name: 'Marina Duarte', number: '5551999887766' } })).id
  listId = (await calls(createContactList, { body: { name: 'Clientes de verão' } })).id
  const [one, two] = [await visit(environment.browser), await visit(environment.browser)]
  await signIn(one, environment.product.url, admin.email, admin.password)
  await signIn(two, environment.product.url, watcher.email, watcher.password)
  changes = callsWith(environment.product.url, await one.page.evaluate(() => localStorage.getItem('token')))
  other = two
  await other.page.evaluate(() => localStorage.setItem('cshow', '1')) // the drawer's group of campaigns (SHELL-32)
})
afterAll(() => environment?.close())

const first = 'Primavera'
const second = 'Outono'

interface LiveList {
  readonly name: string
  readonly path: () => string
  /** Opens the dialog or tab of the list. */
  readonly open?: (page: Page) => Promise<unknown>
  /** Creates an item with the text `first`; the two acts change it to `second`, and delete it. */
  readonly create: () => Promise<{ change(): Promise<unknown>; remove(): Promise<unknown> }>
}

const lists: readonly LiveList[] = [
  {
    name: 'announcements',
    path: () => '/tickets',
    open: (page) => page.getByRole('button', { name: 'Informativos', exact: true }).click(),
    create: async () => {
      const { id } = await changes(createAnnouncement, { body: { title: first, text: 'Hoje.' } })
      const params = { announcementId: id }
      return {
        change: () => changes(updateAnnouncement, { params, body: { title: second } }),
        remove: () => changes(deleteAnnouncement, { params }),
      }
    },
  },
  {
    name: 'files',
    path: () => '/files',
    create: async () => {
      const body = { message: 'Seguem as tabelas.', options: [] }
      const { id } = await changes(createFileList, { body: { ...body, name: first } })
      const params = { fileListId: id }
      return {
        change: () => changes(updateFileList, { params, body: { ...body, name: second } }),
        remove: () => changes(deleteFileList, { params }),
      }
    },
  },
  {
    name: 'queue integrations',
    path: () => '/queue-integration',
    create: async () => {
      const body = { type: 'webhook', urlN8N: 'https://robo.example/fluxo' } as const
      const { id } = await changes(createIntegration, { body: { ...body, name: first } })
      const params = { integrationId: id }
      return {
        change: () => changes(updateIntegration, { params, body: { ...body, name: second } }),
        remove: () => changes(deleteIntegration, { params }),
      }
    },
  },
  {
    name: 'chats',
    path: () => '/chats',
    create: async () => {
      const users = [watcherId]
      const { id } = await changes(createChat, { body: { title: first, users } })
      const params = { chatId: id }
      return {
        change: () => changes(updateChat, { params, body: { title: second, users } }),
        remove: () => changes(deleteChat, { params }),
      }
    },
  },
  {
    name: 'campaigns',
    path: () => '/campaigns',
    create: async () => {
      const body = { message1: 'Chegou a coleção nova.' }
      const { id } = await changes(createCampaign, { body: { ...body, name: first } })
      const params = { campaignId: id }
      return {
        change: () => changes(updateCampaign, { params, body: { ...body, name: second } }),
        remove: () => changes(deleteCampaign, { params }),
      }
    },
  },
  {
    name: 'contact lists',
    path: () => '/contact-lists',
    create: async () => {
      const { id } = await changes(createContactList, { body: { name: first } })
      const params = { contactListId: id }
      return {
        change: () => changes(updateContactList, { params, body: { name: second } }),
        remove: () => changes(deleteContactList, { params }),
      }
    },
  },
  {
    name: 'contact list items',
    path: () => `/contact-lists/${listId}/contacts`,
    create: async () => {
      const body = { contactListId: listId, name: first, number: '5551988776655' }
      const { id } = await changes(createContactListItem, { body })
      const params = { contactListItemId: id }
      return {
        change: () => changes(updateContactListItem, { params, body: { ...body, name: second } }),
        remove: () => changes(deleteContactListItem, { params }),
      }
    },
  },
  {
    name: 'users',
    path: () => '/users',
    create: async () => {
      const body = { name: first, email: 'nova@example.com', password: 'senha da equipe' }
      const { id } = await changes(createUser, { body })
      const params = { userId: id }
      return {
        change: () => changes(updateUser, { params, body: { name: second } }),
        remove: () => changes(deleteUser, { params }),
      }
    },
  },
  {
    name: 'contacts',
    path: () => '/contacts',
    create: async () => {
      const { id } = await changes(createContact, { body: { name: first, number: '5551988776655' } })
      const params = { contactId: id }
      return {
        change: () => changes(updateContact, { params, body: { name: second } }),
        remove: () => changes(deleteContact, { params }),
      }
    },
  },
  {
    name: 'queues',
    path: () => '/queues',
    create: async () => {
      const { id } = await changes(createQueue, { body: { name: first, color: '#3D7DD8' } })
      const params = { queueId: id }
      return {
        change: () => changes(updateQueue, { params, body: { name: second } }),
        remove: () => changes(deleteQueue, { params }),
      }
    },
  },
  {
    name: 'schedules',
    path: () => '/schedules',
    open: (page) => page.getByRole('tab', { name: 'Lista' }).click(),
    create: async () => {
      const sendAt = new Date(Date.now() + 3_600_000).toISOString()
      const { id } = await changes(createSchedule, { body: { body: first, contactId, sendAt } })
      const params = { scheduleId: id }
      return {
        change: () => changes(updateSchedule, { params, body: { body: second } }),
        remove: () => changes(deleteSchedule, { params }),
      }
    },
  },
  {
    name: 'quick messages',
    path: () => '/quick-messages',
    create: async () => {
      const body = { shortcode: 'estacao', geral: true }
      const { id } = await changes(createQuickMessage, { body: { ...body, message: first } })
      const params = { quickMessageId: id }
      return {
        change: () => changes(updateQuickMessage, { params, body: { message: second } }),
        remove: () => changes(deleteQuickMessage, { params }),
      }
    },
  },
  {
    name: 'tags',
    path: () => '/tags',
    create: async () => {
      const { id } = await changes(createTag, { body: { name: first, color: '#E0802A', kanban: 0 } })
      const params = { tagId: id }
      return {
        change: () => changes(updateTag, { params, body: { name: second, color: '#E0802A', kanban: 0 } }),
        remove: () => changes(deleteTag, { params }),
      }
    },
  },
]

test.each(lists)(
  'RT-19 RT-21 a change of $name in one browser appears in the other',
  async ({ path, open, create }) => {
    const { page } = other
    await page.goto(environment.product.url + path())
    await page.getByRole('button', { name: /^Conta de/ }).waitFor()
    await page.waitForLoadState('networkidle')
    await open?.(page)
    const shown = (words: string) => page.getByText(words).first()

    const made = await create()
    await shown(first).waitFor()
    await made.change()
    await shown(second).waitFor()
    await shown(first).waitFor({ state: 'detached' })
    await made.remove()
    await shown(second).waitFor({ state: 'detached' })

    expect(other.complaints).toEqual([])
  },
)
