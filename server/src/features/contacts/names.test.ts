import { updateContact } from '@balcao/contract/contacts'
import { updateSetting } from '@balcao/contract/people'
import type { ConnectionId, ContactId, WhatsappMessageId } from '@balcao/domain/ids'
import type { InboundNames, PersonAddress } from '@balcao/whatsapp/gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestCompany } from '../../testing/test-app'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const phone = '5511911112222'
const carla: PersonAddress = { kind: 'person', phone, lid: null }
const group = { kind: 'group', group: '120363000000000001' } as const

interface Fixture {
  readonly company: TestCompany
  readonly connectionId: ConnectionId
  /** The customer sends a message with her push name. */
  writes(name?: string, id?: string): Promise<unknown>
  reports(...names: InboundNames['names']): Promise<void>
  names(): Promise<string[]>
}

async function fixture(): Promise<Fixture> {
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  return {
    company,
    connectionId,
    writes: (name = 'Carlinha', id) =>
      company.hears({ over: connectionId, from: phone, name, ...(id === undefined ? {} : { id }) }),
    reports: (...names) => company.tells(connectionId, { kind: 'names', names }),
    names: async () =>
      (await testApp.table('contacts').find<{ name: string }>({ company_id: company.id }, ['name'])).map(
        ({ name }) => name,
      ),
  }
}

test('a phone-book name wins over a push name, before and after', async () => {
  const place = await fixture()
  await place.writes()

  await place.reports({ chat: carla, name: 'Carla Cliente', source: 'phone-book' })
  await place.writes('Carlota')

  expect(await place.names()).toEqual(['Carla Cliente'])
})

test('a name reported before the first message names the new contact', async () => {
  const place = await fixture()

  await place.reports({ chat: carla, name: 'Carla Cliente', source: 'phone-book' })
  expect(await place.names()).toEqual([])
  await place.writes()

  expect(await place.names()).toEqual(['Carla Cliente'])
})

test('both spellings of a mobile number match the phone-book name', async () => {
  const place = await fixture()

  await place.reports({ chat: { ...carla, phone: '551181112222' }, name: 'Carla oito', source: 'phone-book' })
  await place.company.hears({ over: place.connectionId, from: '5511981112222', name: 'Carlinha' })

  expect(await place.names()).toEqual(['Carla oito'])
})

test('a typed name is never overwritten', async () => {
  const place = await fixture()
  await place.writes()
  const contact = await testApp
    .table('contacts')
    .get<{ id: ContactId }>({ company_id: place.company.id }, ['id'])
  const params = { contactId: contact.id }
  await place.company.admin.does(updateContact, { params, body: { name: 'Carla da Obra' } })

  await place.reports(
    { chat: carla, name: 'Carla Cliente', source: 'phone-book' },
    { chat: carla, name: 'Carla Ltda', source: 'business' },
  )
  await place.writes('Carlota')

  expect(await place.names()).toEqual(['Carla da Obra'])
})

test('a business name ranks between the phone-book name and the push name', async () => {
  const place = await fixture()
  await place.writes()

  await place.reports({ chat: carla, name: 'Carla Ltda', source: 'business' })
  const asBusiness = await place.names()
  await place.reports({ chat: carla, name: 'Carla Cliente', source: 'phone-book' })
  await place.reports({ chat: carla, name: 'Carla Ltda', source: 'business' })

  expect(asBusiness).toEqual(['Carla Ltda'])
  expect(await place.names()).toEqual(['Carla Cliente'])
})

test('users of the company receive a new name once, and another company receives nothing', async () => {
  const place = await fixture()
  const { admin: stranger } = await testApp.company()
  await place.writes()
  await place.company.admin.received()

  for (const _ of [1, 2]) await place.reports({ chat: carla, name: 'Carla Cliente', source: 'phone-book' })

  expect(await place.company.admin.received()).toMatchObject([
    { payload: { action: 'update', contact: { name: 'Carla Cliente' } } },
  ])
  expect(await stranger.received()).toEqual([])
})

test('a group shows its subject, each message shows its writer, and a LID is never a name', async () => {
  const place = await fixture()
  const { admin } = place.company
  await admin.does(updateSetting, { params: { key: 'CheckMsgIsGroup' }, body: { value: 'disabled' } })
  await place.company.hears({ over: place.connectionId, from: phone, name: 'Carla', group: group.group })
  await place.company.tells(place.connectionId, {
    kind: 'message',
    id: 'LIDONLY' as WhatsappMessageId, // an id of WhatsApp's
    chat: group,
    fromMe: false,
    author: { kind: 'person', phone: null, lid: '99000011112222' },
    pushName: null,
    sentAt: testApp.now(),
    content: { kind: 'text', text: 'oi' },
    quotedId: null,
  })
  const unnamed = await place.names()

  await place.company.tells(place.connectionId, {
    kind: 'group',
    chat: group,
    subject: 'Obra',
    at: testApp.now(),
  })

  expect(unnamed).toEqual(['Grupo', 'Carla', 'Contato do WhatsApp'])
  expect(await place.names()).toEqual(['Obra', 'Carla', 'Contato do WhatsApp'])
})

test('MESSAGE-12 group messages are ignored while the setting says so', async () => {
  const place = await fixture()

  await expect(
    place.company.hears({ over: place.connectionId, from: phone, group: group.group }),
  ).rejects.toThrow('not stored')
  expect(await place.names()).toEqual([])
})

test.each([
  ['pt-BR', 'Contato do WhatsApp'],
  ['en', 'WhatsApp contact'],
  ['es', 'Contacto de WhatsApp'],
])('in %s a contact with only a LID is named: %s', async (language, words) => {
  const place = await fixture()
  await testApp.table('companies').update({ id: place.company.id }, { language })

  await place.company.tells(place.connectionId, {
    kind: 'message',
    id: 'NAMELESS' as WhatsappMessageId, // an id of WhatsApp's
    chat: { kind: 'person', phone: null, lid: '99000011112222' },
    fromMe: false,
    author: null,
    pushName: null,
    sentAt: testApp.now(),
    content: { kind: 'text', text: 'oi' },
    quotedId: null,
  })

  expect(await place.names()).toEqual([words])
})
