import * as calls from '@balcao/contract/campaigns'
import { deleteConnection } from '@balcao/contract/connections'
import { deleteContactList, listContactLists } from '@balcao/contract/contact-lists'
import { eraseContact } from '@balcao/contract/contacts'
import { readTicketsByHour } from '@balcao/contract/dashboard'
import { createFileList, deleteFileList } from '@balcao/contract/file-lists'
import { deleteMessage, listMessages } from '@balcao/contract/messages'
import { createTag } from '@balcao/contract/tags'
import { replaceTicketTags } from '@balcao/contract/ticket-tags'
import { listTickets, updateTicket } from '@balcao/contract/tickets'
import type { CampaignId, ContactId, ContactListId, TicketId, WhatsappMessageId } from '@balcao/domain/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { png } from '../../platform/files/sample-files.fixture'
import { not } from '../../platform/testing/table-rows'
import { ageRows } from '../../testing/age-rows'
import { postForm } from '../../testing/post-form'
import { openTestApp, type Person, type TestApp } from '../../testing/test-app'
import { aCampaignDesk, type CampaignDesk } from './testing/campaign-desk'

let testApp: TestApp
let desk: CampaignDesk
let admin: Person
beforeAll(async () => {
  testApp = await openTestApp()
}, 60_000)
beforeEach(async () => {
  desk = await aCampaignDesk(testApp)
  admin = desk.admin
  await desk.pace(0, 0, 0)
})
afterAll(() => testApp.close())

const at = (campaignId: CampaignId) => ({ params: { campaignId } })
const get = (id: CampaignId) => admin.does(calls.getCampaign, at(id))
const inHours = (hours: number) => new Date(testApp.now().getTime() + hours * 3_600_000).toISOString()
const refusals = (answers: readonly { status: number; error: string | undefined }[]) =>
  answers.map(({ status, error }) => [status, error])
const audit = (act: string) =>
  testApp.table('audit_entries').find({ company_id: desk.company.id, act }, ['act'])
const inboundOf = async (person: Person, end: string) =>
  (await person.received()).filter(({ channel }) => channel.endsWith(end)).map(({ payload }) => payload)
/** A customer writes to the shop's number. */
const says = (from: string, text: string) => desk.company.hears({ over: desk.shop, from, text })
const ticketOf = async (id: TicketId) =>
  (await testApp.table('tickets').find<{ status: string; unread: number }>({ id }, ['status', 'unread']))[0]
const contactOfNumber = (number: string) =>
  testApp.table('contacts').get<{ id: ContactId; name: string }>({ company_id: desk.company.id, number })
const saidByBot = async (from: string) => {
  const { id } = await contactOfNumber(from)
  return testApp.table('messages').find({ contact_id: id, is_automatic: true }, ['body'])
}

describe('managing campaigns', () => {
  it('CAMP-01 CAMP-04 CAMP-13 a new campaign is inactive, has all fields, and reaches admins live', async () => {
    const list = await desk.list(2)
    await admin.received()

    const created = await admin.does(calls.createCampaign, {
      body: { name: 'Natal', message1: 'Oi', message3: 'Olá', contactListId: list, whatsappId: desk.shop },
    })

    expect(created).toMatchObject({
      name: 'Natal',
      message1: 'Oi',
      message2: '',
      message3: 'Olá',
      confirmationMessage5: '',
      status: 'INATIVA',
      confirmation: false,
      scheduledAt: null,
      completedAt: null,
      whatsappId: desk.shop,
      whatsapp: { name: 'Loja' },
      contactListId: list,
      contactList: { name: 'Clientes' },
      tagListId: null,
      fileListId: null,
      companyId: desk.company.id,
      mediaPath: null,
      mediaName: null,
      counts: { valid: 2, total: 0 },
    })
    expect(await inboundOf(admin, '-campaign')).toEqual([{ action: 'create', record: created }])
  })

  it.each([
    [{ name: 'A' }, 'Too Short!'],
    [{ name: 'x'.repeat(51) }, 'Too Long!'],
    [{ message1: ' ' }, 'ERR_CAMPAIGN_NO_MESSAGE'],
    [{ confirmation: true }, 'ERR_CAMPAIGN_NO_CONFIRMATION'],
    [{ scheduledAt: '2020-01-01T10:00:00Z' }, 'ERR_CAMPAIGN_IN_PAST'],
    [{ scheduledAt: '2029-01-01T10:00:00Z', contactListId: null }, 'ERR_CAMPAIGN_NO_CONTACTS'],
    [{ contactListId: 2_000_000_000 }, 'ERR_NO_CONTACTLIST_FOUND'],
    [{ fileListId: 2_000_000_000 }, 'ERR_NO_FILE_LIST_FOUND'],
    [{ whatsappId: 2_000_000_000 }, 'ERR_NO_WAPP_FOUND'],
    [{ tagListId: 2_000_000_000 }, 'ERR_NO_TAG_FOUND'],
  ])('CAMP-02 CAMP-10 %o is refused', async (wrong, error) => {
    const answer = await admin.call(calls.createCampaign, {
      body: { name: 'Natal', message1: 'Oi', contactListId: await desk.list(1), ...wrong },
    })

    expect([Math.floor(answer.status / 100), answer.error]).toEqual([4, error])
  })

  it('CAMP-05 CAMP-08 a time plans it, no time unplans it, and the last hour refuses changes', async () => {
    const id = await desk.campaign({ scheduledAt: inHours(2) })
    const change = (body: object) => admin.call(calls.updateCampaign, { ...at(id), body })
    const planned = await desk.status(id)

    const cleared = await change({ scheduledAt: '' })
    const again = await change({ scheduledAt: inHours(2), name: 'Outra' })
    await testApp.table('campaigns').update({ id }, { scheduled_at: inHours(0.9) })
    const late = await change({ name: 'Tarde' })

    expect(planned).toBe('PROGRAMADA')
    expect([cleared.body.status, again.body.status, again.body.name]).toEqual([
      'INATIVA',
      'PROGRAMADA',
      'Outra',
    ])
    expect(refusals([late])).toEqual([[400, 'ERR_CAMPAIGN_STATE']])
  })

  it('O4 CAMP-08 CAMP-09 only a stopped campaign changes, and the audit trail has start and end', async () => {
    const id = await desk.running({})
    const change = () => admin.call(calls.updateCampaign, { ...at(id), body: { name: 'Outra' } })
    const remove = () => admin.call(calls.deleteCampaign, at(id))

    const whileRunning = [await change(), await remove(), await admin.call(calls.restartCampaign, at(id))]
    const cancelled = await admin.does(calls.cancelCampaign, at(id))
    const twice = await admin.call(calls.cancelCampaign, at(id))
    const after = [await change(), await remove()]

    expect(refusals(whileRunning)).toEqual(Array(3).fill([400, 'ERR_CAMPAIGN_STATE']))
    expect(cancelled).toMatchObject({ status: 'CANCELADA', message: expect.any(String) })
    expect(refusals([twice])).toEqual([[400, 'ERR_CAMPAIGN_STATE']])
    expect(after.map(({ status }) => status)).toEqual([200, 200])
    expect([
      await audit('campaign.started'),
      await audit('campaign.cancelled'),
      await audit('campaign.deleted'),
    ]).toEqual([[expect.anything()], [expect.anything()], [expect.anything()]])
    const [started] = await testApp
      .table('audit_entries')
      .find({ act: 'campaign.started', subject_id: id }, ['user_id', 'address', 'at'])
    expect(started).toEqual({ user_id: admin.id, address: expect.stringMatching(/\d/), at: expect.any(Date) })
    expect(await inboundOf(admin, '-campaign')).toContainEqual({ action: 'delete', id })
  })

  it('CAMP-09 CAMP-11 the list is searched by name and paged, newest first', async () => {
    const list = await desk.list(1)
    for (let nth = 0; nth < 21; nth++) await desk.campaign({ name: `Oferta ${nth}`, list })
    await desk.campaign({ name: 'Páscoa', list })

    const first = await admin.does(calls.listCampaigns, {})
    const second = await admin.does(calls.listCampaigns, { query: { pageNumber: 2 } })
    const found = await admin.does(calls.listCampaigns, { query: { searchParam: 'pascoa' } })
    const planned = await admin.does(calls.listCampaigns, { query: { status: 'PROGRAMADA' } })

    expect([first.records.length, first.hasMore, first.count, first.records[0]?.name]).toEqual([
      20,
      true,
      22,
      'Páscoa',
    ])
    expect([second.records.length, second.hasMore]).toEqual([2, false])
    expect(found.records.map(({ name }) => name)).toEqual(['Páscoa'])
    expect(planned.records).toEqual([])
  })

  it('CAMP-17 a tag creates a list of all contacts with a ticket that has it', async () => {
    const ticketId = await says(desk.newNumber(), 'Oi')
    const tag = await admin.does(createTag, { body: { name: 'VIP', color: '#aa0000', kanban: 0 } })
    await admin.does(replaceTicketTags, { body: { ticketId, tags: [{ id: tag.id }] } })

    const created = await admin.does(calls.createCampaign, {
      body: { name: 'Natal', message1: 'Oi', tagListId: String(tag.id) },
    })
    const same = await admin.does(calls.updateCampaign, {
      ...at(created.id),
      body: { tagListId: tag.id, contactListId: created.contactListId },
    })
    const again = await admin.does(calls.updateCampaign, {
      ...at(created.id),
      body: { tagListId: tag.id, contactListId: null },
    })

    expect(created).toMatchObject({
      tagListId: tag.id,
      contactList: { name: 'Natal · VIP' },
      counts: { valid: 1 },
    })
    expect(same.contactListId).toBe(created.contactListId)
    expect(again).toMatchObject({ contactListId: created.contactListId, tagListId: tag.id })
    expect((await admin.does(listContactLists, {})).count).toBe(1)
  })

  it('CAMP-14 a file is attached and removed', async () => {
    const id = await desk.campaign({})

    const put = await postForm(testApp, admin, `/campaigns/${id}/media-upload`, [
      ['file', await png(), 'a.png'],
    ])
    const shown = await get(id)
    const removed = await admin.does(calls.removeCampaignMedia, at(id))

    expect(put.status).toBe(200)
    expect(shown).toMatchObject({
      mediaName: expect.any(String),
      mediaType: 'image',
      mediaPath: expect.stringContaining('/public/'),
    })
    expect(removed).toMatchObject({ mediaPath: null, mensagem: expect.any(String) })
  })

  it('CLIST-13 a list in an unfinished campaign cannot be deleted', async () => {
    const list = await desk.list(1)
    const id = await desk.running({ name: 'Natal', list })
    const remove = () => admin.call(deleteContactList, { params: { contactListId: list } })

    const used = await remove()
    await desk.runOut({ mostLooks: 4 })
    const finished = await remove()

    expect([used.status, used.error]).toEqual([400, 'ERR_CONTACTLIST_IN_USE'])
    expect(finished.status).toBe(200)
    expect(await get(id)).toMatchObject({ status: 'FINALIZADA', contactList: null })
  })

  it('FILE-02 CAMP-17 a file list in an unfinished campaign cannot be deleted', async () => {
    const { id: fileListId } = await admin.does(createFileList, {
      body: { name: 'Catálogo', message: 'Segue', options: [] },
    })
    await postForm(testApp, admin, `/files/uploadList/${fileListId}`, [['files', await png(), 'a.png']])
    const remove = () => admin.call(deleteFileList, { params: { fileListId } })
    const id = await desk.campaign({ list: await desk.list(1), fileListId, scheduledAt: inHours(3) })

    const planned = await remove()
    await admin.does(calls.startCampaign, at(id))
    const running = await remove()
    await desk.runOut({ mostLooks: 6 })
    const finished = await remove()

    expect(refusals([planned, running])).toEqual(Array(2).fill([400, 'ERR_FILE_LIST_IN_USE']))
    expect((await desk.sent()).map(({ file }) => file)).toEqual([null, 'a.png'])
    expect(finished.status).toBe(200)
    expect(await get(id)).toMatchObject({ status: 'FINALIZADA', fileListId: null })
  })

  it('PERM-13 only admins of the same company with the module have access', async () => {
    const id = await desk.campaign({})
    const ana = await desk.company.person('Ana', { profile: 'supervisor' })
    const stranger = (await testApp.company()).admin

    const answers = [
      await ana.call(calls.listCampaigns, {}),
      await stranger.call(calls.getCampaign, at(id)),
      await stranger.call(calls.startCampaign, at(id)),
      await stranger.call(calls.cancelCampaign, at(id)),
    ]
    await testApp
      .table('settings')
      .update({ company_id: desk.company.id, key: 'campaignsEnabled' }, { value: 'false' })
    const disabled = [
      await admin.call(calls.startCampaign, at(id)),
      await admin.call(calls.createCampaign, { body: { name: 'Natal', message1: 'Oi' } }),
    ]

    expect(refusals(answers)).toEqual([
      [403, 'ERR_NO_PERMISSION'],
      ...Array(3).fill([404, 'ERR_NO_CAMPAIGN_FOUND']),
    ])
    expect(refusals(disabled)).toEqual(Array(2).fill([403, 'ERR_CAMPAIGNS_DISABLED']))
    expect(await inboundOf(ana, '-campaign')).toEqual([])
    expect(await inboundOf(stranger, '-campaign')).toEqual([])
  })
})

describe('settings', () => {
  it('CAMP-19 CAMP-24 CAMP-25 CAMP-26 are keys with JSON texts; a change is saved and sent live', async () => {
    const other = await testApp.company()
    const before = await other.admin.does(calls.getCampaignSettings, {})

    const variables = [{ key: 'cupom', value: 'NATAL10' }]
    const saved = await other.admin.does(calls.saveCampaignSettings, {
      body: { settings: { messageInterval: '5', greaterInterval: 120, variables } },
    })

    const read = (rows: typeof before) =>
      Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)]))
    expect(read(before)).toEqual({
      messageInterval: 20,
      longerIntervalAfter: 20,
      greaterInterval: 60,
      variables: [],
      optOutWord: '',
    })
    expect(read(saved)).toEqual({ ...read(before), messageInterval: 5, greaterInterval: 120, variables })
    expect(await other.admin.does(calls.getCampaignSettings, {})).toEqual(saved)
    expect(await inboundOf(other.admin, '-campaignSettings')).toEqual([{ action: 'create', record: saved }])
  })

  it.each([
    [{ messageInterval: 7 }],
    [{ longerIntervalAfter: 3 }],
    [{ greaterInterval: 121 }],
    [
      {
        variables: [
          { key: 'a', value: '1' },
          { key: '{a}', value: '2' },
        ],
      },
    ],
    [{ variables: [{ key: ' ', value: '1' }] }],
  ])('CAMP-21 CAMP-22 CAMP-23 CAMP-27 %o is refused', async (settings) => {
    const answer = await admin.call(calls.saveCampaignSettings, { body: { settings } })

    expect(answer.status).toBe(400)
  })
})

describe('sending', () => {
  it('CAMP-02 CAMP-28 contacts get the texts in turn, with their name and the variables', async () => {
    const settings = { variables: [{ key: 'cupom', value: 'NATAL10' }] }
    await admin.does(calls.saveCampaignSettings, { body: { settings } })
    const list = await desk.list([
      { name: 'Lívia', email: 'livia@exemplo.com' },
      { name: 'Olga' },
      { name: 'Rui' },
      { name: 'Téo' },
    ])
    await desk.running({ list, message1: '{nome} {cupom} {email}', message4: 'Olá, {nome} {numero}!' })

    await desk.runOut({ mostLooks: 8 })

    const sent = await desk.sent()
    const first = sent.filter(({ body }) => body.includes('NATAL10'))
    expect(sent).toHaveLength(4)
    expect(first).toHaveLength(2)
    expect(sent[0]?.body).toMatch(/^Lívia NATAL10 livia@exemplo.com$|^Olá, Lívia 55519\d{8}!$/)
  })

  it('CAMP-05 an invalid number is skipped, and an unchecked one waits for its check', async () => {
    const list = await desk.list([
      { name: 'Boa' },
      { name: 'Má', isValid: false },
      { name: 'Nova', isValid: null },
    ])
    const id = await desk.running({ list })
    await desk.runOut({ mostLooks: 4 })
    const meanwhile = await desk.states(id)

    const checked = { is_check_due: false, is_whatsapp_valid: true, checked_at: testApp.now() }
    await testApp.table('contact_list_items').update({ contact_list_id: list, name: 'Nova' }, checked)
    testApp.pass(15)
    await desk.runOut({ mostLooks: 6 })

    expect(meanwhile.map(({ state, reason }) => [state, reason])).toEqual([
      ['sent', null],
      ['skipped', 'invalid'],
      ['pending', null],
    ])
    expect(await get(id)).toMatchObject({
      status: 'FINALIZADA',
      counts: { valid: 2, shipped: 2, skipped: 1 },
    })
    expect(await desk.sent()).toHaveLength(2)
  })

  it('CAMP-05 a planned campaign starts at its time, or shows what prevents it', async () => {
    const id = await desk.campaign({ scheduledAt: inHours(0.01) })
    const empty = await desk.campaign({
      list: await desk.list([{ isValid: false }]),
      scheduledAt: inHours(0.01),
    })
    await desk.look()
    const early = await desk.status(id)

    testApp.pass(50)
    await desk.look()

    expect(early).toBe('PROGRAMADA')
    expect(await desk.status(id)).toBe('EM_ANDAMENTO')
    expect(await get(empty)).toMatchObject({
      status: 'INATIVA',
      scheduledAt: null,
      failure: 'ERR_CAMPAIGN_NO_CONTACTS',
    })
  })

  it('CAMP-17 the campaign’s file has the text, and the files of its list follow in order', async () => {
    const { id: fileListId } = await admin.does(createFileList, {
      body: { name: 'Catálogo', message: 'Segue', options: [] },
    })
    await postForm(testApp, admin, `/files/uploadList/${fileListId}`, [['files', await png(), 'a.png']])
    await postForm(testApp, admin, `/files/uploadList/${fileListId}`, [['files', await png(), 'b.png']])
    const id = await desk.campaign({ list: await desk.list(2), fileListId })
    await postForm(testApp, admin, `/campaigns/${id}/media-upload`, [['file', await png(), 'capa.png']])
    await admin.does(calls.startCampaign, at(id))

    await desk.runOut({ mostLooks: 8 })

    const sent = await desk.sent()
    expect(sent.map(({ body, file }) => [body, file])).toEqual([
      ['Oi, Cliente 1!', 'capa.png'],
      ['', 'a.png'],
      ['', 'b.png'],
      ['Oi, Cliente 2!', 'capa.png'],
      ['', 'a.png'],
      ['', 'b.png'],
    ])
    const withFile = await testApp
      .table('messages')
      .find<{ media: { key: string } }>({ company_id: desk.company.id, media: not(null) }, ['media'])
    expect(new Set(withFile.map(({ media }) => media.key)).size).toBe(6)
    expect(await desk.status(id)).toBe('FINALIZADA')
  })

  it('no ticket waits, answers are sent first, and a live conversation gets the message', async () => {
    const customer = desk.newNumber()
    const live = await says(customer, 'Oi')
    await admin.does(updateTicket, { params: { ticketId: live }, body: { status: 'open' } })
    await desk.running({ list: await desk.list([{ number: customer }, {}]) })

    await desk.look()
    await desk.ticks(await desk.sent())
    await desk.look()

    const sent = await desk.sent()
    expect(sent.map(({ priority }) => priority)).toEqual([1, 1])
    expect(sent[0]?.ticket_id).toBe(live)
    expect(await ticketOf(sent[1]?.ticket_id as TicketId)).toMatchObject({ status: 'closed', unread: 0 })
    expect((await admin.does(listTickets, { query: { status: 'pending' } })).tickets).toEqual([])
  })

  it('a waiting customer’s clock and unread count stay, and the message has origin campaign', async () => {
    const customer = desk.newNumber()
    const ticketId = await says(customer, 'Oi, tudo bem?')
    const waiting = () =>
      testApp.table('tickets').find({ id: ticketId, waiting_since: not(null) }, ['waiting_since', 'unread'])
    const before = await waiting()
    testApp.pass(60)

    await desk.running({ list: await desk.list([{ number: customer }]) })
    await desk.look()

    const { messages } = await admin.does(listMessages, { params: { ticketId } })
    expect(messages.map(({ origin, isAutomatic }) => [origin, isAutomatic])).toEqual([
      [null, false],
      ['campaign', false],
    ])
    expect(before).toMatchObject([{ unread: 1 }])
    expect(await waiting()).toEqual(before)
  })

  it('DASH-03 is not counted in today’s tickets; an answer to it is', async () => {
    const { count: before } = await admin.does(readTicketsByHour, { query: {} })
    const customer = desk.newNumber()
    await desk.running({ list: await desk.list([{ number: customer }, {}, {}]) })
    await desk.look()
    await desk.ticks(await desk.sent())
    await desk.look()

    const { count: sent } = await admin.does(readTicketsByHour, { query: {} })
    await says(customer, 'Quero saber mais')
    const { count: answered } = await admin.does(readTicketsByHour, { query: {} })

    expect([sent - before, answered - before]).toEqual([0, 1])
  })

  it('a message deleted before it is sent fails its contact, and the campaign continues', async () => {
    const id = await desk.running({ list: await desk.list(2) })
    await desk.look()
    const messageId = (await desk.sent())[0]?.id ?? 0

    await admin.does(deleteMessage, { params: { messageId } })
    // The sender does the same with a deleted message when it is due.
    await testApp.table('outbox').update({ message_id: messageId }, { state: 'sent' })
    await desk.look()
    await desk.ticks((await desk.sent()).slice(1))

    expect((await desk.states(id)).map(({ state }) => state)).toEqual(['failed', 'sent'])
    expect(await desk.status(id)).toBe('FINALIZADA')
  })

  it('a contact that leaves the list or opts out before its turn gets nothing', async () => {
    const out = desk.newNumber()
    const list = await desk.list([{ name: 'Ana' }, { name: 'Bia' }, { name: 'Caio', number: out }])
    const id = await desk.running({ list })
    await testApp.table('contact_list_items').delete({ contact_list_id: list, name: 'Bia' })
    await admin.does(calls.createOptOut, { body: { name: 'Caio', number: out } })

    await desk.runOut({ mostLooks: 6 })

    expect((await desk.states(id)).map(({ state, reason }) => [state, reason])).toEqual([
      ['sent', null],
      ['skipped', 'removed'],
      ['skipped', 'optedOut'],
    ])
  })

  it('CAMP-06 deleting the connection cancels a running campaign and unplans a planned one', async () => {
    const branch = await desk.connected('Filial')
    const running = await desk.running({ over: branch })
    const planned = await desk.campaign({ over: branch, scheduledAt: inHours(3) })

    await admin.does(deleteConnection, { params: { connectionId: branch } })

    expect(await get(running)).toMatchObject({ status: 'CANCELADA', whatsappId: null })
    expect(await get(planned)).toMatchObject({ status: 'INATIVA', failure: 'ERR_NO_WAPP_FOUND' })
  })
})

describe('CAMP-18 with a confirmation', () => {
  const asks = async (people: Parameters<CampaignDesk['list']>[0]) => {
    const id = await desk.running({
      list: await desk.list(people),
      confirmation: true,
      confirmationMessage1: 'Quer a oferta, {nome}?',
      message1: 'A oferta é esta!',
    })
    await desk.runOut({ mostLooks: 4 })
    return id
  }

  it('only the question is sent first; a bare yes brings the message, without ticket or menu', async () => {
    const livia = desk.newNumber()
    const id = await asks([{ name: 'Lívia', number: livia }, { name: 'Olga' }])
    const asked = await desk.sent()

    const ticketId = await says(livia, 'Sim!')
    const meanwhile = await desk.states(id)
    await desk.runOut({ mostLooks: 4 })

    expect(asked.map(({ body }) => body)).toEqual(['Quer a oferta, Lívia?', 'Quer a oferta, Olga?'])
    expect(meanwhile.map(({ state }) => state)).toEqual(['confirmed', 'asked'])
    expect((await desk.sent()).slice(2)).toMatchObject([{ body: 'A oferta é esta!', number: livia }])
    expect(ticketId).toBe(asked[0]?.ticket_id)
    expect(await ticketOf(ticketId)).toEqual({ status: 'closed', unread: 0 })
    expect(await saidByBot(livia)).toEqual([])
    expect(await get(id)).toMatchObject({
      status: 'EM_ANDAMENTO',
      counts: { confirmationsRequested: 2, confirmations: 1, shipped: 1, asked: 1 },
    })
  })

  it('an answer with more text confirms too, and its ticket waits for an agent', async () => {
    const livia = desk.newNumber()
    const id = await asks([{ number: livia }])

    const ticketId = await says(livia, 'Quero! Vocês entregam em Canoas?')

    expect((await desk.states(id)).map(({ state }) => state)).toEqual(['confirmed'])
    expect(await ticketOf(ticketId)).toEqual({ status: 'pending', unread: 1 })
  })

  it.each([
    ['não', 'declined', 0],
    ['SAIR', 'optedOut', 1],
    ['parar', 'optedOut', 1],
    ['stop', 'optedOut', 1],
    ['chega', 'optedOut', 1],
  ])('%s is no confirmation: %s, and opt-outs listed: %s', async (word, reason, optedOut) => {
    await admin.does(calls.saveCampaignSettings, { body: { settings: { optOutWord: 'Chega' } } })
    const livia = desk.newNumber()
    const id = await asks([{ name: 'Lívia', number: livia }])

    const ticketId = await says(livia, word)
    await desk.runOut({ mostLooks: 3 })

    expect(await desk.states(id)).toMatchObject([{ state: 'skipped', reason }])
    expect(await ticketOf(ticketId)).toMatchObject({ status: 'closed' })
    expect((await admin.does(calls.listOptOuts, {})).records).toHaveLength(optedOut)
    expect(await desk.status(id)).toBe('FINALIZADA')
  })

  it('a contact without an answer for seven days is skipped, and the campaign ends', async () => {
    const id = await asks([{}])
    const shipping = testApp.table('campaign_shipping')
    await ageRows(shipping, { campaign_id: id }, 'confirmation_requested_at', 8 * 86_400)

    testApp.pass(20)
    await desk.look()

    expect(await desk.states(id)).toMatchObject([{ state: 'skipped', reason: 'unanswered' }])
    expect(await desk.status(id)).toBe('FINALIZADA')
  })
})

describe('opt-outs', () => {
  it('has its text and campaign, is left out of campaigns, and is allowed again once deleted', async () => {
    const livia = desk.newNumber()
    const first = await desk.running({
      name: 'Natal',
      list: await desk.list([{ name: 'Lívia', number: livia }]),
    })
    await desk.runOut({ mostLooks: 3 })
    await admin.received()

    await says(livia, 'Sair')
    const listed = await admin.does(calls.listOptOuts, { query: { searchParam: livia } })
    const events = await inboundOf(admin, '-campaignOptOut')
    const next = await desk.campaign({ list: await desk.list([{ number: livia }]) })
    const refused = await admin.call(calls.startCampaign, at(next))
    await admin.does(calls.deleteOptOut, { params: { optOutId: listed.records[0]?.id ?? 0 } })
    const allowed = await admin.call(calls.startCampaign, at(next))

    expect(listed).toMatchObject({
      count: 1,
      records: [{ name: 'Lívia', word: 'Sair', campaign: { id: first } }],
    })
    expect(events).toEqual([{ action: 'create', record: listed.records[0] }])
    expect(refusals([refused])).toEqual([[400, 'ERR_CAMPAIGN_NO_CONTACTS']])
    expect(allowed.status).toBe(200)
    expect(await audit('optOut.deleted')).toHaveLength(1)
  })

  it('CAMP-18 belongs to the campaign that reached the contact, not to a newer failed one', async () => {
    const livia = desk.newNumber()
    const first = await desk.running({ name: 'Natal', list: await desk.list([{ number: livia }]) })
    await desk.runOut({ mostLooks: 3 })
    const second = await desk.running({ name: 'Páscoa', list: await desk.list([{ number: livia }]) })
    await desk.look()
    const unsent = (await desk.sent()).at(-1)?.id ?? 0
    await admin.does(deleteMessage, { params: { messageId: unsent } })
    // The sender does the same with a deleted message when it is due.
    await testApp.table('outbox').update({ message_id: unsent }, { state: 'sent' })
    await desk.look()

    await says(livia, 'sair')

    expect((await desk.states(second)).map(({ state }) => state)).toEqual(['failed'])
    expect((await admin.does(calls.listOptOuts, { query: { searchParam: livia } })).records).toMatchObject([
      { word: 'sair', campaign: { id: first } },
    ])
  })

  it('CAMP-18 is accepted for thirty days after the deletion, and a bare keyword opens no ticket', async () => {
    const [livia, late] = [desk.newNumber(), desk.newNumber()]
    const id = await desk.running({
      list: await desk.list([{ name: 'Lívia', number: livia }, { number: late }]),
    })
    await desk.runOut({ mostLooks: 5 })

    await admin.does(calls.deleteCampaign, at(id))
    const toLate = { company_id: desk.company.id, number: late }
    await ageRows(testApp.table('campaign_writings'), toLate, 'written_at', 30 * 86_400)
    const ticketId = await says(livia, 'SAIR')
    const lateTicketId = await says(late, 'sair')

    expect(await admin.does(calls.listOptOuts, {})).toMatchObject({
      count: 1,
      records: [{ name: 'Lívia', word: 'SAIR', campaign: null }],
    })
    expect(await ticketOf(ticketId)).toMatchObject({ status: 'closed' })
    expect(await ticketOf(lateTicketId)).toMatchObject({ status: 'pending' })
  })

  it('CAMP-18 a merge of contacts retains what deleted campaigns wrote to either', async () => {
    const phone = desk.newNumber()
    const id = await desk.running({ list: await desk.list([{ number: phone }]) })
    await desk.runOut({ mostLooks: 3 })
    await admin.does(calls.deleteCampaign, at(id))
    const lid = { kind: 'person', phone: null, lid: '900044440001' } as const
    await desk.company.tells(desk.shop, {
      kind: 'message',
      id: 'BYLID' as WhatsappMessageId,
      chat: lid,
      author: null,
      fromMe: false,
      pushName: 'Lívia',
      sentAt: testApp.now(),
      content: { kind: 'text', text: 'Oi' },
      quotedId: null,
    })
    // A campaign wrote to the other contact too.
    const [contacts, writings] = [testApp.table('contacts'), testApp.table('campaign_writings')]
    const ofCompany = { company_id: desk.company.id }
    const { id: _, message_id: __, ...writing } = await writings.get(ofCompany)
    const other = await contacts.get({ ...ofCompany, id: not(writing.contact_id) })
    await writings.insert({ ...writing, contact_id: other.id })

    await desk.company.tells(desk.shop, { kind: 'identity', person: { ...lid, phone } })

    const kept = await writings.find(ofCompany, ['contact_id'])
    expect(kept).toEqual([kept[0], kept[0]])
    expect(await contacts.count({ id: kept[0]?.contact_id })).toBe(1)
  })

  it('in an ordinary conversation the keywords have no effect', async () => {
    const ticketId = await says(desk.newNumber(), 'sair')

    expect(await ticketOf(ticketId)).toMatchObject({ status: 'pending' })
    expect((await admin.does(calls.listOptOuts, {})).records).toEqual([])
  })

  it('can be added once', async () => {
    const body = { name: 'Otto', number: '5551977776666' }

    const first = await admin.call(calls.createOptOut, { body })
    const again = await admin.call(calls.createOptOut, { body: { name: 'Otto', number: '(51) 97777-6666' } })

    expect([first.status, again.error]).toEqual([200, 'ERR_OPT_OUT_ALREADY_EXISTS'])
  })
})

describe('the report', () => {
  it('CAMP-05 estimates the end before the start, counting running campaigns of the connection', async () => {
    await desk.pace(20, 0, 0)
    const id = await desk.campaign({ list: await desk.list([...Array(10).fill({}), { isValid: false }]) })
    const alone = await admin.does(calls.estimateCampaign, at(id))
    await desk.running({ list: await desk.list(5) })

    const beside = await admin.does(calls.estimateCampaign, at(id))

    expect(alone).toMatchObject({
      contacts: 10,
      invalid: 1,
      unchecked: 0,
      startsAt: testApp.now().toISOString(),
    })
    expect(alone.seconds).toBe(Math.ceil(9 * 11.5))
    expect(beside.seconds).toBe(Math.ceil(14 * 11.5))
    expect(new Date(alone.endsAt).getTime() - testApp.now().getTime()).toBe(alone.seconds * 1000)
  })

  it('CAMP-12 CAMP-29 CAMP-30 CAMP-31 CAMP-35 shows counts, parts and a live series over time', async () => {
    const list = await desk.list([{ name: 'Ana' }, { name: 'Bia' }, { name: 'Caio' }, { isValid: false }])
    const id = await desk.running({ list })
    await admin.received()
    await desk.look()
    await desk.ticks(await desk.sent())
    testApp.pass(30)
    await desk.look()
    const second = (await desk.sent()).slice(1)
    await desk.ticks(second, 2)

    const whole = await get(id)
    const figures = await admin.does(calls.getCampaignFigures, at(id))
    const live = await inboundOf(admin, '-campaign')

    expect(whole.whatsapp).toMatchObject({ id: whole.whatsappId, name: expect.any(String) })
    expect(whole.contactList).toMatchObject({ name: 'Clientes', contactsCount: 4, validCount: 3 })
    expect(whole.contactList?.contacts.filter(({ isWhatsappValid }) => isWhatsappValid)).toHaveLength(3)
    expect(whole.shipping.filter(({ deliveredAt }) => deliveredAt !== null)).toHaveLength(2)
    expect(figures.counts).toMatchObject({
      total: 4,
      valid: 3,
      shipped: 2,
      sent: 1,
      delivered: 1,
      pending: 1,
      skipped: 1,
    })
    expect(figures.stepSeconds).toBe(10)
    expect(figures.series.map(({ shipped }) => shipped).reduce((sum, one) => sum + one)).toBe(2)
    expect(figures.series[0]).toMatchObject({ shipped: 1 })
    expect(figures.endsAt).not.toBeNull()
    expect(live.at(-1)).toMatchObject({ action: 'update', record: { id, counts: figures.counts } })
  })

  it('CAMP-33 each event is counted in the step in which it happened', async () => {
    const id = await desk.running({ list: await desk.list(3) })
    await desk.look()
    await desk.ticks(await desk.sent())
    testApp.pass(12)
    await desk.look()
    const [first, second] = await desk.sent()
    if (first === undefined || second === undefined) throw new Error('fewer than two messages were sent')
    await desk.ticks([first], 3)
    await desk.ticks([second], 2)
    testApp.pass(13)
    await desk.ticks([second], 3)

    const { series } = await admin.does(calls.getCampaignFigures, at(id))

    const none = { shipped: 0, received: 0, read: 0, failed: 0, confirmed: 0 }
    expect(series.map(({ at: _, ...happened }) => happened)).toEqual([
      { ...none, shipped: 1 },
      { ...none, shipped: 1, received: 2, read: 1 },
      { ...none, read: 1 },
    ])
  })

  it('CAMP-34 its end is sent as an update with the status', async () => {
    const id = await desk.running({ list: await desk.list(1) })
    await desk.look()
    await admin.received()

    await desk.ticks(await desk.sent())

    expect(await inboundOf(admin, '-campaign')).toMatchObject([
      { action: 'update', record: { id, status: 'FINALIZADA' } },
    ])
  })

  it('CAMP-35 the contact table is filtered, searched and exported in pages with one audit entry', async () => {
    const id = await desk.running({
      list: await desk.list([{ name: 'Ana' }, { name: 'Bia' }, { name: 'Má Conceição', isValid: false }]),
    })
    await desk.look()
    await desk.ticks(await desk.sent())
    const shown = (query: object) => admin.does(calls.listCampaignShippings, { ...at(id), query })

    const all = await shown({})
    const skipped = await shown({ state: 'skipped' })
    const shipped = await shown({ state: 'shipped' })
    const found = await shown({ searchParam: 'ana' })
    const accented = await shown({ searchParam: 'conceicao' })
    const taken = await admin.does(calls.exportCampaignShippings, { ...at(id), body: { state: 'due' } })
    const rest = await admin.does(calls.exportCampaignShippings, {
      ...at(id),
      body: { after: all.records[0]?.id },
    })

    expect([all.count, all.hasMore, all.records.map(({ name }) => name)]).toEqual([
      3,
      false,
      ['Ana', 'Bia', 'Má Conceição'],
    ])
    expect(skipped).toMatchObject({ count: 1, records: [{ name: 'Má Conceição', reason: 'invalid' }] })
    expect(shipped).toMatchObject({ count: 1, records: [{ name: 'Ana', state: 'sent' }] })
    expect(accented.records).toMatchObject([{ name: 'Má Conceição' }])
    expect(found).toMatchObject({ count: 1, records: [{ state: 'sent', ticketUuid: expect.any(String) }] })
    expect(taken.records.map(({ name }) => name)).toEqual(['Bia'])
    expect(rest.records).toHaveLength(2)
    expect(await audit('campaign.exported')).toHaveLength(1)
  })
})

test('C6 LGPD campaigns and opt-outs hold no data of an erased person, and the counts remain', async () => {
  const livia = desk.newNumber()
  const id = await desk.running({ list: await desk.list([{ name: 'Lívia Prado', number: livia }, {}]) })
  await desk.runOut({ mostLooks: 5 })
  const gone = await desk.running({ list: await desk.list([{ name: 'Lívia Prado', number: livia }]) })
  await desk.runOut({ mostLooks: 5 })
  await admin.does(calls.deleteCampaign, at(gone))
  await says(livia, 'sair')
  const contact = await contactOfNumber(livia)

  await admin.does(eraseContact, { params: { contactId: contact.id }, body: { confirmation: contact.name } })

  for (const table of ['campaign_shipping', 'campaign_opt_outs', 'campaign_writings']) {
    const rows = (await testApp.table(table).find({ company_id: desk.company.id })).map((row) =>
      JSON.stringify(row),
    )
    expect(rows.filter((row) => row.includes(livia) || row.includes('Lívia'))).toEqual([])
  }
  expect((await get(id)).counts).toMatchObject({ total: 2, shipped: 2 })
})

test('a list in use by an unfinished campaign is not deleted by a concurrent request', async () => {
  const list: ContactListId = await desk.list(1)
  const id = await desk.campaign({ list })

  const [started, deleted] = await Promise.all([
    admin.call(calls.startCampaign, at(id)),
    admin.call(deleteContactList, { params: { contactListId: list } }),
  ])

  expect([started.status, deleted.error]).toEqual([200, 'ERR_CONTACTLIST_IN_USE'])
})
