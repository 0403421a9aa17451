import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { companyTexts } from '@balcao/domain/company-texts'
import type { CompanyId } from '@balcao/domain/ids'
import { moveInTexts } from '@balcao/domain/move-in-texts'
import { hash } from '@node-rs/bcrypt'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { like, not } from '../../platform/testing/table-rows'
import { queuedJobs } from '../../testing/queued-jobs'
import { openTestApp, type TestApp } from '../../testing/test-app'
import { chatwoot } from './chatwoot/chatwoot'
import { inspectSource } from './look'
import { moveIn, switchOverMoveIn } from './move'
import { detectProduct } from './products'
import { moveInReportLines } from './report'
import { createChatwootSource, dropHoursSwitch, dropLaterTables } from './testing/chatwoot-source'
import { type MoveBench, openMoveBench } from './testing/move-in-bench'
import { contactsWithAddresses, type MovedRows, movedCompanyId, movedRows } from './testing/moved-rows'
import type { SourceFixture } from './testing/whaticket-source'

const moveName = `chatwoot ${randomUUID()}`
let testApp: TestApp
let source: SourceFixture
let bench: MoveBench
let companyId: CompanyId
let greenId: CompanyId
let blue: MovedRows
/** The account with the hard cases. */
let green: MovedRows
/** Its skipped rows of a kind. */
const greenSkips = async (kind: string) =>
  (await green.skips(kind)).map(({ id, reason }) => `${id} ${reason}`)
const contentsOf = (whatsappId: string) =>
  green.find('messages', ['media_type', 'body'], { whatsapp_id: whatsappId })

/** A user joins the account with the hard cases. The rows keep the time that tables give by default. */
async function addMember(id: number, name: string) {
  const email = `${name.toLowerCase()}@verde.com`
  await source.table('users').insert({ id, name, email, encrypted_password: 'pepper' })
  await source.table('account_users').insert({ id, account_id: 2, user_id: id })
}

beforeAll(async () => {
  testApp = await openTestApp()
  source = await createChatwootSource(await hash('senha azul', 4))
  const mapping = {
    companies: { '1': { move: true, name: 'Loja Azul' }, '2': { move: true, name: 'Loja Verde' } },
    emails: { '3': 'rita@verde.com', '13': null },
  }
  bench = await openMoveBench(testApp, { url: source.url, product: chatwoot, mapping, name: moveName })
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  await mkdir(join(bench.folder, 'ab/cd'), { recursive: true })
  await writeFile(join(bench.folder, 'ab/cd/abcdefgh1'), picture)
  await bench.with((order) => moveIn(order))
  companyId = await movedCompanyId(testApp, 'Loja Azul')
  greenId = await movedCompanyId(testApp, 'Loja Verde')
  blue = movedRows(testApp, companyId)
  green = movedRows(testApp, greenId)
}, 120_000)
afterAll(async () => {
  await bench.close()
  await source.drop()
})

test('a source is recognised by its tables', async () => {
  expect(await bench.with(async (order) => detectProduct(order.source).name)).toBe('chatwoot')
})

test('an account becomes a closed company with the hours of its inbox', async () => {
  expect(await testApp.table('companies').get({ id: companyId })).toMatchObject({
    is_active: false,
    language: 'pt-BR',
    time_zone: 'America/Bahia',
    schedules: [
      { weekdayEn: 'sunday', startTime: '00:00', endTime: '00:00' },
      { weekdayEn: 'monday', startTime: '09:30', endTime: '18:00' },
    ],
  })
})

test('teams become queues, and only inboxes on WhatsApp connections', async () => {
  expect(await blue.find('queues', ['name'])).toEqual([{ name: 'vendas' }])
  expect(await blue.find('connections', ['name', 'status', 'greeting_message'])).toEqual([
    { name: 'Whats', status: 'DISCONNECTED', greeting_message: 'Oi!' },
    { name: 'Outro', status: 'DISCONNECTED', greeting_message: '' },
  ])
})

test('contacts without a number stay behind, and two spellings of one number are one', async () => {
  expect(await blue.find('contacts', ['name', 'number', 'extra_info'])).toEqual([
    { name: 'Nina Souza', number: '5571999887766', extra_info: [{ name: 'CPF', value: '123' }] },
    { name: '5571955443322', number: '5571955443322', extra_info: [] },
  ])
})

test('conversations become tickets: one live per contact, a snoozed one stays snoozed', async () => {
  expect(
    await blue.named('tickets', ['status', 'last_message'], { source: 'id.source', owner: 'user_id' }),
  ).toEqual([
    { source: '1', status: 'open', owner: 'Rita', last_message: 'falhou' },
    { source: '2', status: 'closed', owner: null, last_message: '' },
    { source: '3', status: 'snoozed', owner: 'Leo', last_message: '' },
    { source: '5', status: 'closed', owner: 'Rita', last_message: 'apagada' },
  ])
  const tags = await blue.named<{ ticket: string; name: string }>('ticket_tags', [], {
    ...{ ticket: 'ticket_id.source', name: 'tag_id' },
  })
  expect(tags.map(({ ticket, name }) => `${ticket} ${name}`).toSorted()).toEqual(['1 novo', '1 vip'])
})

test('messages keep author, ticks and quotes; two attachments are two messages', async () => {
  const messages = await blue.named<{ media: { state: string } | null }>(
    'messages',
    ['body', 'ack', 'failure', 'origin', 'media', 'is_deleted'],
    { author: 'user_id', quoted: 'quoted_id.body' },
  )

  const plain = {
    ack: 0,
    failure: null,
    origin: null,
    author: null,
    quoted: null,
    file: null,
    is_deleted: false,
  }
  expect(messages.map(({ media, ...facts }) => ({ ...facts, file: media?.state ?? null }))).toEqual([
    { ...plain, body: 'apagada', is_deleted: true },
    { ...plain, body: 'Oi' },
    { ...plain, body: 'Olá, Nina', ack: 3, origin: 'person', author: 'Rita', quoted: 'Oi' },
    { ...plain, body: 'duas fotos', file: 'ready' },
    { ...plain, body: '', file: 'failed' },
    { ...plain, body: 'falhou', failure: 'ERR_SENDING_WAPP_MSG', origin: 'person', author: 'Leo' },
  ])
})

test('private messages become notes, ratings of five become ratings of three', async () => {
  expect(await blue.find('ticket_notes', ['note'])).toEqual([{ note: 'Ver com @Leo' }])
  expect(await blue.find('ticket_events', ['rating'], { kind: 'rated' })).toEqual([{ rating: 3 }])
  expect(await blue.find('quick_messages', ['message'])).toEqual([{ message: 'Olá {{name}}' }])
})

test('connections say what their inboxes said, and take over no access data', async () => {
  const states = ['name', 'provider', 'cause', 'status', 'is_default']
  const texts = ['greeting_message', 'out_of_hours_message', 'rating_message']
  const connections = await green.find('connections', [...states, ...texts])

  const plain = {
    status: 'DISCONNECTED',
    provider: 'beta',
    cause: 'stopped',
    is_default: false,
    greeting_message: '',
  }
  expect(connections).toEqual([
    {
      ...plain,
      ...{ name: 'Numero', provider: 'cloud', cause: 'credentials-missing', is_default: true },
      ...{ out_of_hours_message: '', rating_message: '' },
    },
    { ...plain, name: 'numero (2)', out_of_hours_message: 'Fechado', rating_message: 'Que tal?' },
    { ...plain, name: 'Evolution', out_of_hours_message: '', rating_message: '' },
  ])
  expect(await green.count('connection_keys')).toBe(0)
  expect(await green.find('settings', ['value'], { key: 'userRating' })).toEqual([{ value: 'enabled' }])
})

test('canned responses keep the variables that have no counterpart', async () => {
  expect(await green.find('quick_messages', ['shortcode', 'message'])).toEqual([
    { shortcode: 'Todos', message: '{{name}} {{firstName}} {{email}} {{number}} {{agent.name}}' },
  ])
})

test('hours come from the first inbox that uses them; a day that is open for 24 hours has none', async () => {
  expect(await testApp.table('companies').get({ id: greenId })).toMatchObject({
    language: 'en',
    time_zone: 'America/Manaus',
    schedules: [{ weekdayEn: 'tuesday', startTime: '08:00', endTime: '12:05' }],
  })
  expect(await green.find('settings', ['value'], { key: 'scheduleType' })).toEqual([{ value: 'company' }])
})

test('a person of two accounts becomes a user of each, by the e-mails of the mapping', async () => {
  expect(await green.find('users', ['name', 'email', 'profile'])).toEqual([
    { name: 'Rita', email: 'rita@verde.com', profile: 'admin' },
    { name: 'Davi', email: 'davi@verde.com', profile: 'user' },
  ])
  expect(await greenSkips('user')).toEqual(['11 password-not-readable', '12 left-out', '2 email-taken'])
  expect(await blue.find('users', ['email'])).toEqual([{ email: 'rita@azul.com' }, { email: 'leo@azul.com' }])
})

test('names that differ only in case get a number', async () => {
  expect(await green.find('queues', ['name'])).toEqual([{ name: 'suporte' }, { name: 'Suporte (2)' }])
  expect(await greenSkips('queue')).toEqual(['12 renamed'])
  expect(await greenSkips('connection')).toEqual(['11 access-data-lost', '12 renamed', '14 other-channel'])
})

test('contacts are known by phone, user id, LID or group', async () => {
  const contacts = await contactsWithAddresses(testApp, greenId)

  const typed = { name_source: 'typed', is_group: false, number: '' }
  expect(contacts.map(({ id: _, extra_info: __, ...facts }) => facts)).toEqual([
    { ...typed, name: 'Bia BSUID', addresses: ['user BR.1234567890'] },
    { ...typed, name: 'Evo', number: '5511977776666', addresses: ['phone 5511977776666'] },
    { ...typed, name: 'Escondida', addresses: ['lid 123456789012345'] },
    {
      ...typed,
      ...{ name: 'Família (GROUP)', is_group: true, number: '120363041234567890' },
      addresses: ['group 120363041234567890'],
    },
    {
      ...{ name: '5511977775555', name_source: 'stand-in', is_group: false },
      ...{ number: '5511977775555', addresses: ['phone 5511977775555'] },
    },
    { ...typed, name: 'Muitas', number: '5511966665555', addresses: ['phone 5511966665555'] },
    { ...typed, name: 'Sem conversa', number: '5511955554444', addresses: ['phone 5511955554444'] },
    { ...typed, name: 'Contato', name_source: 'stand-in', addresses: ['user BR.ENT.99'] },
  ])
  expect(await greenSkips('blocked contact')).toEqual(['12 no-counterpart'])
})

test('attributes of a contact become its fields, under the names of contacts, without empty ones', async () => {
  const [bia] = await green.find('contacts', ['extra_info'], { name: 'Bia BSUID' })

  expect(bia).toEqual({
    extra_info: [
      { name: 'sim', value: 'true' },
      { name: 'lista', value: 'a, b' },
      { name: 'Plano', value: 'ouro' },
      { name: 'Empresa', value: 'Bar do Zé' },
      { name: 'Cidade', value: 'Manaus' },
    ],
  })
})

test('of several live conversations of a contact the newest open one with an owner stays', async () => {
  const tickets = await green.named<{ source_id: string }>(
    'tickets',
    ['status', 'is_group', 'snoozed_until'],
    { source_id: 'id.source', owner: 'user_id' },
  )

  const davis = { owner: 'Davi', is_group: false, snoozed_until: null }
  expect(tickets.toSorted((a, b) => Number(a.source_id) - Number(b.source_id))).toEqual([
    { ...davis, source_id: '11', status: 'closed' },
    { ...davis, source_id: '12', status: 'open' },
    { ...davis, source_id: '13', status: 'snoozed' },
    { ...davis, source_id: '14', status: 'pending', owner: null, is_group: true },
    { ...davis, source_id: '16', status: 'closed' },
    { ...davis, source_id: '17', status: 'open' },
    { ...davis, source_id: '18', status: 'closed', owner: null },
    { ...davis, source_id: '19', status: 'closed' },
    { ...davis, source_id: '20', status: 'closed' },
  ])
  expect(await greenSkips('ticket')).toEqual([
    '15 contact-missing',
    '16 closed-beside-another',
    '18 closed-beside-another',
    '19 closed-beside-another',
  ])
})

test('places, contact cards, links and unreadable contents are messages of their kind', async () => {
  expect(await contentsOf('wamid.101')).toEqual([
    {
      media_type: 'locationMessage',
      body: '|https://maps.google.com/maps?q=-3.1%2C-60.02&z=17|Teatro   Amazonas, Centro',
    },
  ])
  const [bia] = await green.find('contacts', ['id'], { name: 'Bia BSUID' })
  const ofBia = { contact_id: bia?.id, created_at: '2025-03-01T12:01:00Z' }
  const [first, second] = await green.find('messages', ['media_type', 'body'], ofBia)
  expect(first).toEqual({
    media_type: 'vcard',
    body: [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:;João Silva\\; Filho;;;',
      'FN:João Silva\\; Filho',
      'TEL;type=CELL;type=VOICE;waid=5592988887777:+5592988887777',
      'END:VCARD',
    ].join('\n'),
  })
  expect(second).toEqual({
    media_type: 'vcard',
    body: ['BEGIN:VCARD', 'VERSION:3.0', 'N:;João Silva;;;', 'FN:João Silva', 'END:VCARD'].join('\n'),
  })
  expect(await contentsOf('wamid.103')).toEqual([
    { media_type: null, body: 'veja\nProduto 1\nhttps://loja.example/p/1' },
  ])
  expect(await contentsOf('wamid.105')).toEqual([{ media_type: null, body: companyTexts('en').notShown }])
  expect(await greenSkips('file')).toEqual(['104 file-missing'])
})

test('fifteen attachments become fifteen messages in their order', async () => {
  const files = await green.find<{ media: { fileName: string } }>('messages', ['body', 'media', 'ack'], {
    created_at: '2025-03-01T12:03:00Z',
  })

  expect(files.map(({ media, ...facts }) => ({ ...facts, file: media.fileName }))).toEqual(
    Array.from({ length: 15 }, (_, at) => ({
      body: at === 0 ? 'quinze' : '',
      file: `arquivo ${at + 1}.pdf`,
      ack: 2,
    })),
  )
})

test('messages say who wrote them: a colleague, a bot, the product or the phone', async () => {
  const origins = await green.named(
    'messages',
    ['body', 'origin', 'is_automatic'],
    { author: 'user_id' },
    { created_at: ['05', '06', '07', '08'].map((minute) => `2025-03-01T12:${minute}:00Z`) },
  )

  expect(origins).toEqual([
    { body: 'Sou um robô', origin: 'bot', is_automatic: true, author: null },
    { body: 'Fora do horário', origin: 'automatic', is_automatic: true, author: null },
    { body: 'de quem saiu', origin: 'person', is_automatic: false, author: null },
    { body: 'do celular', origin: 'device', is_automatic: false, author: null },
  ])
})

test('ids of a bridge become WhatsApp ids; quotes find messages with and without one', async () => {
  const quotes = await green.named(
    'messages',
    ['whatsapp_id'],
    { quoted: 'quoted_id.body' },
    { quoted_id: not(null) },
  )

  expect(quotes).toEqual([
    { whatsapp_id: '3EB0BB', quoted: 'da ponte' },
    { whatsapp_id: null, quoted: 'sem resposta' },
    { whatsapp_id: 'wamid.112', quoted: 'quinze' },
  ])
})

test('long texts and control characters stay as they are', async () => {
  expect(await contentsOf('3EB0BB')).toEqual([{ media_type: null, body: 'ã'.repeat(70_000) }])
  expect(await contentsOf('3EB0CC')).toEqual([
    { media_type: null, body: 'com \u0001 controle \u000b e \u200e marca' },
  ])
})

test('messages that cannot move are in the report with their reason', async () => {
  expect(await greenSkips('message')).toEqual([
    '108 12 user-missing',
    '113 activity',
    '115 ticket-missing',
    '116 ticket-missing',
    '162 same-message',
  ])
})

test('one WhatsApp id in two chats is two messages, also when the second comes in a later run', async () => {
  const text = {
    content: 'entre dois números nossos',
    source_id: 'wamid.163',
    created_at: '2025-03-05 09:00',
  }
  await source.add({
    messages: [
      { ...text, id: 164, conversation_id: 20, message_type: 0, sender_type: 'Contact', sender_id: 15 },
    ],
  })

  await bench.with((order) => moveIn(order))

  const both = await green.find('messages', ['from_me'], { whatsapp_id: 'wamid.163' })
  expect(both.map(({ from_me }) => from_me).toSorted()).toEqual([false, true])
})

test('a message that gets its WhatsApp id after an earlier run stays one message, and is found by the id', async () => {
  const stored = () =>
    green.named(
      'messages',
      ['whatsapp_id', 'ack'],
      { quoted: 'quoted_id.body' },
      { body: ['cita a sem id', 'cita a que saiu'] },
    )
  expect(await stored()).toEqual([{ whatsapp_id: null, ack: 1, quoted: 'sem resposta' }])
  await source.change('messages', { id: 111 }, { source_id: 'wamid.111', status: 1 })
  const reply = { source_id: 'wamid.118', content_attributes: { in_reply_to: 111 }, message_type: 0 }
  const byBia = { conversation_id: 11, sender_type: 'Contact', sender_id: 11, created_at: '2025-03-01 12:16' }
  await source.add({ messages: [{ ...reply, ...byBia, id: 118, content: 'cita a que saiu' }] })

  await bench.with((order) => moveIn(order))
  await bench.with((order) => moveIn(order))

  expect(await stored()).toEqual([
    { whatsapp_id: 'wamid.111', ack: 2, quoted: 'sem resposta' },
    { whatsapp_id: 'wamid.118', ack: 0, quoted: 'cita a sem id' },
  ])
})

test('only files of moved messages are stored, and a note reports the file that it lost', async () => {
  expect(await testApp.store.usedBytes(greenId)).toBe(0)
  expect(await greenSkips('note')).toEqual(['117 media-lost'])
})

test('notes name colleagues and teams; notes of contacts and words of ratings join them', async () => {
  const notes = await green.named<{ note: string; mentions: readonly { name: string }[] }>(
    'ticket_notes',
    ['note', 'mentions'],
    { author: 'user_id', ticket: 'ticket_id.source' },
  )

  expect(
    notes
      .map(({ mentions, ...facts }) => ({ ...facts, mentioned: mentions.map(({ name }) => name) }))
      .toSorted((a, b) => (a.note < b.note ? -1 : 1)),
  ).toEqual([
    {
      note: '@Davi, @Rita Lima e @suporte',
      author: 'Davi',
      ticket: '11',
      mentioned: ['Davi', 'Rita Lima'],
    },
    { note: 'Demorou', author: null, ticket: '11', mentioned: [] },
    { note: 'Prefere a tarde', author: 'Davi', ticket: '19', mentioned: [] },
    { note: 'nota do robô', author: null, ticket: '11', mentioned: [] },
  ])
  expect(await greenSkips('contactNote')).toEqual(['12 ticket-missing'])
})

test('ratings 1 and 2 become 1, 3 becomes 2, and 4 and 5 become 3', async () => {
  const ratings = await green.named<{ ticket: string }>(
    'ticket_events',
    ['rating'],
    { ticket: 'ticket_id.source' },
    { kind: 'rated' },
  )

  expect(ratings.toSorted((a, b) => Number(a.ticket) - Number(b.ticket))).toEqual([
    { rating: 1, ticket: '11' },
    { rating: 1, ticket: '16' },
    { rating: 2, ticket: '17' },
    { rating: 3, ticket: '18' },
  ])
  expect(await greenSkips('rating')).toEqual(['15 ticket-missing'])
})

test('words that follow a rating later move in a later run', async () => {
  await source.change('csat_survey_responses', { id: 14 }, { feedback_message: 'Foi bom' })

  await bench.with((order) => moveIn(order))
  await bench.with((order) => moveIn(order))

  expect(await green.find('ticket_notes', ['note'], { note: 'Foi bom' })).toEqual([{ note: 'Foi bom' }])
})

test('labels of conversations and contacts become tags of tickets', async () => {
  const references = { name: 'tag_id', ticket: 'ticket_id.source' }
  const tags = await green.named<{ name: string }>('ticket_tags', [], references)

  expect(tags.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    { name: 'fiel', ticket: '19' },
    { name: 'urgente', ticket: '11' },
  ])
  expect(await greenSkips('tagging')).toEqual(['5 ticket-missing', '6 pair-missing'])
})

test('campaigns on WhatsApp arrive inactive or finished', async () => {
  const campaigns = await green.named<{ messages: readonly string[] }>(
    'campaigns',
    ['name', 'messages', 'status', 'scheduled_at'],
    { connection: 'connection_id' },
  )

  expect(campaigns.map(({ messages: [message], ...facts }) => ({ ...facts, message }))).toEqual([
    { name: 'Natal', message: 'Boas festas', status: 'INATIVA', scheduled_at: null, connection: 'Numero' },
    {
      ...{ name: 'Passada', message: 'Foi', status: 'FINALIZADA', connection: 'numero (2)' },
      scheduled_at: new Date('2025-01-01T10:00:00Z'),
    },
  ])
  expect(await greenSkips('campaign')).toEqual(['13 other-channel'])
})

test('a user who joins the account later moves in a later run', async () => {
  await addMember(21, 'Nova')

  await bench.with((order) => moveIn(order))

  expect(await green.find('users', ['name'], { email: 'nova@verde.com' })).toEqual([{ name: 'Nova' }])
})

test('a user who moves at a later run gets the tickets and words that the first run left without', async () => {
  await addMember(22, 'Tardia')
  const ofTardia = { conversation_id: 22, message_type: 1, sender_type: 'User', sender_id: 22 }
  const conversation = { assignee_id: 22, contact_id: 22, created_at: '2025-05-01 10:00' }
  const times = { first_reply_created_at: '2025-05-01 11:00', last_activity_at: '2025-05-02 10:00' }
  await source.add({
    contacts: [{ id: 22, name: 'Olga', phone_number: '+5511944443333' }],
    conversations: [{ ...conversation, ...times, id: 22 }],
    messages: [
      { ...ofTardia, id: 221, content: 'Bom dia', source_id: 'wamid.221', created_at: '2025-05-01 11:00' },
      { ...ofTardia, id: 222, content: 'Só nós', private: true, created_at: '2025-05-01 11:01' },
    ],
    notes: [{ id: 22, content: 'Liga sempre', contact_id: 22, user_id: 22 }],
    csat_survey_responses: [{ id: 22, conversation_id: 22, assigned_agent_id: 22, rating: 5 }],
  })
  const authors = async () => {
    const by = { name: 'user_id' }
    const [olga] = await green.find('contacts', ['id'], { name: 'Olga' })
    const tickets = await green.named('tickets', ['id', 'status'], by, { contact_id: olga?.id })
    const ofOlga = { ticket_id: tickets.map(({ id }) => id) }
    const events = { ...ofOlga, kind: ['accepted', 'rated'] }
    return [
      ...tickets.map(({ status, name }) => ({ what: `ticket ${status}`, name })),
      ...(await green.named('ticket_events', ['kind'], by, events)).map(({ kind, name }) => ({
        what: kind,
        name,
      })),
      ...(await green.named('messages', ['body'], by, ofOlga)).map(({ body, name }) => ({
        what: body,
        name,
      })),
      ...(await green.named('ticket_notes', ['note'], by, ofOlga)).map(({ note, name }) => ({
        what: note,
        name,
      })),
    ]
  }
  const missing = () =>
    green.find('move_in_skips', ['kind', 'source_id'], { reason: 'user-missing', source_id: like('% 22') })
  await bench.with((order) =>
    moveIn({ ...order, mapping: { ...order.mapping, emails: { ...order.mapping.emails, '22': null } } }),
  )
  const [before, reported] = [await authors(), await missing()]

  await bench.with((order) => moveIn(order))

  const all = (name: string | null, status: string) =>
    ['accepted', 'Bom dia', 'Liga sempre', 'rated', 'Só nós', `ticket ${status}`].map((what) => ({
      what,
      name,
    }))
  const sorted = (found: readonly { what: string }[]) => found.toSorted((a, b) => (a.what < b.what ? -1 : 1))
  expect(sorted(before as { what: string }[])).toEqual(sorted(all(null, 'pending')))
  expect(reported).toEqual([
    { kind: 'contactNote', source_id: '22 22' },
    { kind: 'message', source_id: '221 22' },
    { kind: 'note', source_id: '222 22' },
    { kind: 'rating', source_id: '22 22' },
    { kind: 'ticket', source_id: '22 22' },
  ])
  expect(sorted((await authors()) as { what: string }[])).toEqual(sorted(all('Tardia', 'open')))
  expect(await missing()).toEqual([])
})

test('a later run follows the password and role of a member, and removes one who left the account', async () => {
  const password = await hash('nova senha', 4)
  const former = await green.count('users')
  await source.change('users', { id: 22 }, { encrypted_password: password })
  await source.table('account_users').update({ id: 22 }, { role: 1 })
  await source.table('account_users').delete({ id: 21 })

  await bench.with((order) => moveIn(order))

  expect(
    await green.find('users', ['name', 'password_hash', 'profile'], { name: ['Nova', 'Tardia'] }),
  ).toEqual([{ name: 'Tardia', password_hash: password, profile: 'admin' }])
  expect(await green.count('users')).toBe(former - 1)
})

test('two contacts that turn out to be one person become one, with all of both', async () => {
  const [first, second] = [
    { conversation_id: 31, sender_id: 31, created_at: '2025-05-01 10:00' },
    { conversation_id: 32, sender_id: 32, created_at: '2025-05-02 10:00' },
  ]
  const inbound = { message_type: 0, sender_type: 'Contact' }
  await source.add({
    contacts: [
      { id: 31, name: 'Pia', phone_number: '+5511933332222' },
      { id: 32, name: 'Escondida', identifier: '987654321098765@lid' },
    ],
    conversations: [
      { id: 31, contact_id: 31, created_at: first.created_at },
      { id: 32, contact_id: 32, created_at: second.created_at },
    ],
    messages: [
      { ...inbound, ...first, id: 311, content: 'pelo número', source_id: 'wamid.311' },
      { ...inbound, ...second, id: 321, content: 'pelo LID', source_id: 'wamid.321' },
    ],
  })
  await bench.with((order) => moveIn(order))
  await source.change('contacts', { id: 32 }, { phone_number: '+5511933332222' })

  await bench.with((order) => moveIn(order))

  const messages = await green.find('messages', ['body', 'contact_id'], {
    whatsapp_id: ['wamid.311', 'wamid.321'],
  })
  const contact_id = messages[0]?.contact_id
  expect(messages).toEqual([
    { body: 'pelo número', contact_id },
    { body: 'pelo LID', contact_id },
  ])
  expect(await green.count('tickets', { contact_id, status: not('closed') })).toBe(1)
  expect(await greenSkips('contact')).toContain('32 merged')
})

test('an old version does not say which inboxes use their hours, so those of the others are reported', async () => {
  const old = await createChatwootSource(await hash('senha azul', 4))
  onTestFinished(() => old.drop())
  await dropHoursSwitch(old)
  const morning = { day_of_week: 1, open_hour: 8, open_minutes: 0, close_hour: 12, close_minutes: 0 }
  await old.table('working_hours').insert({ ...morning, inbox_id: 3, account_id: 1 })
  const mapping = {
    companies: { '1': { move: true, name: 'Loja sem Coluna' } },
    emails: { '1': null, '2': null },
  }
  const oldBench = await openMoveBench(testApp, { url: old.url, product: chatwoot, mapping })
  onTestFinished(() => oldBench.close())

  await oldBench.with((order) => moveIn(order))

  const moved = movedRows(testApp, await movedCompanyId(testApp, 'Loja sem Coluna'))
  expect(
    await moved.find('move_in_skips', ['source_id'], { kind: 'connection', reason: 'hours-lost' }),
  ).toEqual([{ source_id: '3' }])
})

test('columns and tables that an old version lacks read as empty', async () => {
  const old = await createChatwootSource(await hash('senha azul', 4))
  await dropLaterTables(old)
  const mapping = {
    companies: { '1': { move: true, name: 'Loja Antiga' } },
    emails: { '1': null, '2': null },
  }
  const oldBench = await openMoveBench(testApp, { url: old.url, product: chatwoot, mapping })

  const inspection = await oldBench.with((order) => inspectSource(order))
  await oldBench.with((order) => moveIn(order))

  expect(inspection.companies[0]?.files).toMatchObject({ named: 0 })
  const oldId = await movedCompanyId(testApp, 'Loja Antiga')
  const moved = movedRows(testApp, oldId)
  expect(await moved.count('tickets')).toBe(3)
  expect((await moved.find('messages', ['body'])).slice(0, 2)).toEqual([{ body: 'apagada' }, { body: 'Oi' }])
  expect(await testApp.table('companies').get({ id: oldId }, ['time_zone'])).toEqual({
    time_zone: 'America/Sao_Paulo',
  })
  await oldBench.with((order) => switchOverMoveIn(order))
  await oldBench.close()
  await old.drop()
})

test('a repeated move changes nothing', async () => {
  const everyTable = [
    ...['queues', 'connections', 'users', 'user_queues', 'quick_messages', 'tags', 'campaigns', 'contacts'],
    ...[
      'contact_addresses',
      'tickets',
      'ticket_events',
      'ticket_notes',
      'ticket_tags',
      'messages',
      'move_in_skips',
    ],
  ]
  const everything = () =>
    Promise.all(
      everyTable.map(async (table) => ({
        table,
        rows: (await blue.count(table)) + (await green.count(table)),
      })),
    )
  const before = await everything()

  await bench.with((order) => moveIn(order))

  expect(await everything()).toEqual(before)
})

test('a later run follows when a snoozed conversation wakes, and lets none of another channel close it', async () => {
  await source.change('conversations', { id: 3 }, { snoozed_until: '2099-02-02 10:00' })
  const onSite = { account_id: 1, inbox_id: 2, assignee_id: 1, contact_id: 4 }
  await source.add({ conversations: [{ ...onSite, id: 6, last_activity_at: '2025-04-01 10:00' }] })

  await bench.with((order) => moveIn(order))

  expect(await blue.find('tickets', ['status', 'snoozed_until'], { snoozed_until: not(null) })).toEqual([
    { status: 'snoozed', snoozed_until: new Date('2099-02-02T10:00:00Z') },
  ])
})

test('a later run finds the file of an attachment that was missing', async () => {
  const [key, path] = ['zzzzmissing', join(bench.folder, 'zz/zz')]
  await mkdir(path, { recursive: true })
  await writeFile(join(path, key), Buffer.from('GIF89a'))

  await bench.with((order) => moveIn(order))

  const files = await blue.find<{ media: { state: string } }>('messages', ['media'], { media: not(null) })
  expect(files.map(({ media }) => media.state)).toEqual(['ready', 'ready'])
  expect(await blue.skips('file')).toEqual([])
})

test('the report counts against the source and names each row that stayed behind', async () => {
  const lines = await bench.with(async (order) => {
    const found: string[] = []
    for await (const line of moveInReportLines(order, 'en')) found.push(line.trimEnd())
    return found
  })

  expect(lines).toContain('Loja Azul;contacts;4;4;2;yes')
  expect(lines).toContain('macros;1;There is no place here for these rows.')
  const [hours, merged] = [moveInTexts('en').skip('hours-lost'), moveInTexts('en').skip('merged')]
  expect(lines.filter((line) => /;\d+;/.test(line) && line.endsWith(`3;${hours}`))).toEqual([
    `Loja Azul;connection;3;${hours}`,
  ])
  expect(lines).toContain(`Loja Azul;contact;2;${merged}`)
  expect(lines).toContain(`Loja Azul;contact;3;${moveInTexts('en').skip('no-number')}`)
  for (const row of ['ticket;4', 'message;7'])
    expect(lines).toContain(`Loja Azul;${row};${moveInTexts('en').skip('other-channel')}`)
})

test('after the switch a user signs in with the old password, and one whose hash is unreadable does not', async () => {
  await bench.with((order) => switchOverMoveIn(order))
  const signIn = (email: string, password: string) =>
    testApp.app.http.inject({ method: 'POST', url: '/auth/login', payload: { email, password } })

  expect((await signIn('rita@azul.com', 'senha azul')).statusCode).toBe(200)
  expect((await signIn('leo@azul.com', 'pepper')).statusCode).toBe(401)
})

test('snoozed tickets wake at their time, passed or not, and once however often the switch runs', async () => {
  const greensSnoozed = { company_id: greenId, status: 'snoozed' }
  await testApp.table('tickets').update(greensSnoozed, { snoozed_until: '2020-01-01T00:00:00Z' })
  await testApp.table('move_ins').update({ name: moveName }, { state: 'done', switched_at: null })

  await bench.with((order) => switchOverMoveIn(order))

  const wakes = (await queuedJobs(testApp, 'tickets.wake'))
    .filter((job) => [companyId, greenId].includes(job.companyId))
    .toSorted((a, b) => a.companyId - b.companyId)
  const snoozed = { status: 'snoozed' }
  const [blues] = await blue.find('tickets', ['id'], snoozed)
  const [greens] = await green.find('tickets', ['id'], snoozed)
  expect(wakes.map(({ key, runAt }) => ({ key, runAt }))).toEqual([
    { key: `company ${companyId} tickets.wake:${blues?.id}`, runAt: new Date('2099-02-02T10:00:00Z') },
    { key: `company ${greenId} tickets.wake:${greens?.id}`, runAt: new Date('2020-01-01T00:00:00Z') },
  ])
})
