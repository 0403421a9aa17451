import type { CompanyId } from '@balcao/domain/ids'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/test-app'
import { inspectSource } from '../look'
import { moveIn } from '../move'
import {
  addAddressesOfContacts,
  addAuthorsOfMessages,
  createLaterForkSource,
  renameColumn,
} from '../testing/later-fork-source'
import { type MoveBench, openMoveBench } from '../testing/move-in-bench'
import {
  contactsWithAddresses,
  type MovedRows,
  menusOf,
  movedCompanyId,
  movedRows,
} from '../testing/moved-rows'
import type { SourceFixture } from '../testing/whaticket-source'
import { nextSendTime } from './scheduled-messages'
import { whaticket } from './whaticket'

let testApp: TestApp
let source: SourceFixture
let bench: MoveBench
let companyId: CompanyId
let moved: MovedRows

beforeAll(async () => {
  testApp = await openTestApp()
  source = await createLaterForkSource()
  const mapping = { companies: { '1': { move: true, name: 'Loja Nova' } }, emails: {} }
  bench = await openMoveBench(testApp, { url: source.url, product: whaticket, mapping })
  await bench.with((order) => moveIn(order))
  companyId = await movedCompanyId(testApp, 'Loja Nova')
  moved = movedRows(testApp, companyId)
}, 60_000)
afterAll(async () => {
  await bench.close()
  await source.drop()
  await testApp.close()
})

it('reads the settings of the later table, which win, and reports the others', async () => {
  expect(await moved.find('settings', ['key', 'value'], { key: ['userRating', 'scheduleType'] })).toEqual([
    { key: 'scheduleType', value: 'queue' },
    { key: 'userRating', value: 'enabled' },
  ])
  expect(await moved.skips('setting')).toEqual([{ id: 'acceptCallWhatsapp', reason: 'no-counterpart' }])
})

it('moves a bot into the menu of a queue that has none', async () => {
  expect(await menusOf(testApp, companyId)).toEqual([
    { queue: 'Suporte', option: 1, title: 'Preços', message: '', parent: null },
    { queue: 'Vendas', option: 1, title: 'Pedido', message: 'Qual pedido?', parent: null },
    { queue: 'Vendas', option: 2, title: 'Sair', message: 'Até logo', parent: null },
    { queue: 'Vendas', option: 1, title: 'Novo', message: 'Escolha', parent: 'Pedido' },
  ])
  expect(await moved.skips('chatbot')).toEqual([
    { id: '2', reason: 'forward-lost' },
    { id: '3', reason: 'act-lost' },
    { id: '4', reason: 'menu-taken' },
  ])
})

describe('scheduled messages', () => {
  /** By the time at which they are due, then by contact and text. */
  const schedules = async () => {
    const references = { name: 'contact_id', connection: 'connection_id' }
    const found = await moved.named<ReturnType<typeof waiting>>(
      'schedules',
      ['body', 'due_at', 'status'],
      references,
    )
    const place = ({ due_at, name, body }: ReturnType<typeof waiting>) =>
      `${due_at.toISOString()} ${name} ${body}`
    return found.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
  }
  const waiting = (body: string, name: string, at: string) => ({
    ...{ body, name, due_at: new Date(at), status: 'PENDENTE', connection: 'Loja' },
  })

  it('become one schedule for each contact, at the next time', async () => {
    expect(await schedules()).toEqual([
      waiting('Aos dois', 'Ana', '2099-01-01T10:00Z'),
      waiting('Apagada', 'Ana', '2099-01-01T10:00Z'),
      waiting('Aos dois', 'Caio', '2099-01-01T10:00Z'),
      waiting('Todo mês', 'Ana', '2099-02-01T10:00Z'),
    ])
    expect(await moved.skips('scheduledMessage')).toEqual([
      { id: '2', reason: 'recurrence-lost' },
      { id: '3', reason: 'audience-lost' },
    ])
  })

  it('follow their source at a later run', async () => {
    await source.table('ScheduledMessages').delete({ id: 5 })
    await source.table('ScheduledMessages').update({ id: 1 }, { contatos: '[2]', mensagem: 'Só um' })
    await bench.with((order) => moveIn(order))

    expect(await schedules()).toEqual([
      waiting('Só um', 'Caio', '2099-01-01T10:00Z'),
      waiting('Todo mês', 'Ana', '2099-02-01T10:00Z'),
    ])
  })
})

test('a contact whose address is a LID has no phone number of its digits, and a phone number stays one', async () => {
  await addAddressesOfContacts(source)
  await source.add({
    Contacts: [
      { id: 11, name: 'Só LID', number: '123456789012', remoteJid: '123456789012@lid' },
      { id: 12, name: 'Ambos', number: '5551977776666', remoteJid: '223456789012:3@lid' },
      { id: 13, name: 'Sem número', number: '', remoteJid: '323456789012@lid' },
    ],
  })
  await bench.with((order) => moveIn(order))

  const contacts = await contactsWithAddresses(testApp, companyId)
  expect(
    contacts.slice(2).map(({ name, number, addresses }) => ({ name, number, addresses })), // after Ana and Caio
  ).toEqual([
    { name: 'Só LID', number: '', addresses: ['lid 123456789012'] },
    {
      ...{ name: 'Ambos', number: '5551977776666' },
      addresses: ['lid 223456789012', 'phone 5551977776666'],
    },
    { name: 'Sem número', number: '', addresses: ['lid 323456789012'] },
  ])
})

test('a message keeps the author that a later fork stores, also one who moves at a later run', async () => {
  await addAuthorsOfMessages(source)
  const sent = { ticketId: 1, fromMe: true, read: false, ack: 2 }
  await source.add({
    Users: [
      { id: 1, name: 'Rui', email: 'rui@nova.com' },
      { id: 2, name: 'Eva', email: 'eva@nova.com' },
    ],
    Tickets: [{ id: 1, status: 'closed', contactId: 1 }],
    Messages: [
      { ...sent, id: 'U1', body: 'de Rui', userId: 1, createdAt: '2025-01-01T10:00Z' },
      { ...sent, id: 'U2', body: 'de Eva', userId: 2, createdAt: '2025-01-01T10:01Z' },
      { ...sent, id: 'U3', body: 'do celular', userId: null, createdAt: '2025-01-01T10:02Z' },
      {
        ...sent,
        id: 'U4',
        body: 'da cliente',
        fromMe: false,
        userId: 1,
        ack: 0,
        createdAt: '2025-01-01T10:03Z',
      },
    ],
  })
  const authors = () => moved.named('messages', ['whatsapp_id', 'origin'], { name: 'user_id' })
  const found = (eva: string | null) => [
    { whatsapp_id: 'U1', name: 'Rui', origin: 'person' },
    { whatsapp_id: 'U2', name: eva, origin: 'person' },
    { whatsapp_id: 'U3', name: null, origin: 'device' },
    { whatsapp_id: 'U4', name: null, origin: null },
  ]
  await bench.with((order) => moveIn({ ...order, mapping: { ...order.mapping, emails: { '2': null } } }))
  const before = await authors()
  const reported = await moved.skips('message')

  await bench.with((order) => moveIn(order))

  expect(before).toEqual(found(null))
  expect(reported).toEqual([{ id: 'U2 2', reason: 'user-missing' }])
  expect(await authors()).toEqual(found('Eva'))
  expect(await moved.skips('message')).toEqual([])
})

test('a look names the later fork, and a table of the same name with other columns is lost', async () => {
  const later = await bench.with((order) => inspectSource({ ...order, name: 'later' }))
  await renameColumn(source, 'ScheduledMessages', ['contatos', 'contactId'])
  const other = await bench.with((order) => inspectSource({ ...order, name: 'later' }))
  await renameColumn(source, 'ScheduledMessages', ['contactId', 'contatos'])

  expect(later.versions.source).toBe('whaticket-fork')
  expect(later.companies[0]?.rows).toMatchObject({ chatbots: 4, 'scheduled messages': 4 })
  expect(later.lost).toEqual([])
  expect(other.lost).toEqual([{ table: 'ScheduledMessages', rows: 4 }])
})

test.each([
  ['in the future', ['2026-12-01T10:00Z', null, null, null], '2026-12-01T10:00Z', false],
  ['past, without repetition', ['2026-11-01T10:00Z', null, null, null], null, false],
  ['every two days', ['2026-11-18T10:00Z', '1', '2', null], '2026-11-20T10:00Z', true],
  ['every week, three times', ['2026-11-01T10:00Z', '2', '1', '4'], '2026-11-22T10:00Z', false],
  ['every week, over', ['2026-11-01T10:00Z', '2', '1', '3'], null, true],
  ['every month at its end', ['2026-10-31T10:00Z', '3', '1', null], '2026-11-30T10:00Z', true],
  ['every month, later today', ['2026-10-20T12:00Z', '3', '1', null], '2026-11-20T12:00Z', true],
  ['every 90 minutes', ['2026-11-20T07:00Z', '4', '90', null], '2026-11-20T10:00Z', true],
  ['of an unknown unit', ['2026-11-01T10:00Z', '9', '1', null], null, false],
] as const)('the next time of a message %s', (_, [first, unit, every, times], at, isRepeated) => {
  const row = {
    data_mensagem_programada: first,
    intervalo: unit,
    valor_intervalo: every,
    enviar_quantas_vezes: times,
  }

  expect(nextSendTime(row, new Date('2026-11-20T09:00Z'))).toEqual({
    at: at === null ? null : new Date(at),
    isRepeated,
  })
})
