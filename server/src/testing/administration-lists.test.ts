import { createConnection, deleteConnection, updateConnection } from '@balcao/contract/connections'
import { deleteContact, updateContact } from '@balcao/contract/contacts'
import { createUser, deleteUser, updateUser } from '@balcao/contract/people'
import { createQueue, deleteQueue, updateQueue } from '@balcao/contract/queues'
import { createTag, deleteTag, updateTag } from '@balcao/contract/tags'
import { getTicket, updateTicket } from '@balcao/contract/tickets'
import type { ConnectionId } from '@balcao/domain/ids'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp, type TestCompany } from './test-app'

let testApp: TestApp
let shop: TestCompany
let boss: Person
let colleague: Person
let stranger: Person
let number: ConnectionId
beforeAll(async () => {
  testApp = await openTestApp()
  shop = await testApp.company()
  boss = shop.admin
  colleague = await shop.person('Rui', { profile: 'admin' })
  stranger = (await testApp.company()).admin
  number = await shop.connection('Loja')
}, 60_000)
afterAll(() => testApp.close())

const lists: readonly [list: string, channel: string, act: () => Promise<unknown>][] = [
  [
    'users',
    'user',
    async () => {
      const body = { name: 'Nova', email: 'nova@example.com', password: 'senha da equipe' }
      const { id } = await boss.does(createUser, { body })
      await boss.does(updateUser, { params: { userId: id }, body: { name: 'Nova Lima' } })
      await boss.does(deleteUser, { params: { userId: id } })
    },
  ],
  [
    'queues',
    'queue',
    async () => {
      const { id } = await boss.does(createQueue, { body: { name: 'Trocas', color: '#3D7DD8' } })
      await boss.does(updateQueue, { params: { queueId: id }, body: { name: 'Trocas e devoluções' } })
      await boss.does(deleteQueue, { params: { queueId: id } })
    },
  ],
  [
    'contacts',
    'contact',
    async () => {
      const ticketId = await shop.hears({ over: number, from: '5551999887766', name: 'Marina' })
      await boss.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })
      const { contactId: id } = await boss.does(getTicket, { params: { ticketId } })
      await boss.does(updateContact, { params: { contactId: id }, body: { name: 'Marina Duarte' } })
      await boss.does(deleteContact, { params: { contactId: id } })
    },
  ],
  [
    'connections',
    'whatsapp',
    async () => {
      const { id } = await boss.does(createConnection, { body: { name: 'Loja nova' } })
      await boss.does(updateConnection, { params: { connectionId: id }, body: { name: 'Loja Norte' } })
      await boss.does(deleteConnection, { params: { connectionId: id } })
    },
  ],
  [
    'tags',
    'tag',
    async () => {
      const { id } = await boss.does(createTag, { body: { name: 'Retorno' } })
      await boss.does(updateTag, { params: { tagId: id }, body: { name: 'Retornar' } })
      await boss.does(deleteTag, { params: { tagId: id } })
    },
  ],
]

it.each(lists)(
  'RT-19 RT-20 WIRE-trap-14 events of the list of %s use company-{id}-%s of one company',
  async (_, name, act) => {
    const channel = `company-${shop.id}-${name}`
    const actionsOf = async (person: Person) =>
      (await person.received())
        .filter((emission) => emission.channel === channel)
        .map(({ payload }) => (payload as { action: string }).action) // every payload of a list has one
    await Promise.all([colleague.received(), stranger.received()])

    await act()

    const inbound = await actionsOf(colleague)
    expect([inbound[0], inbound.at(-1)]).toEqual([name === 'whatsapp' ? 'update' : 'create', 'delete'])
    expect(inbound.slice(1, -1)).toContain('update')
    expect((await stranger.received()).filter((emission) => emission.channel === channel)).toEqual([])
  },
)
