import {
  deleteContact,
  eraseContact,
  exportContacts,
  getContact,
  listContacts,
  mergeContacts,
  previewContactMerge,
  updateContact,
} from '@balcao/contract/contacts'
import type { LiveContactPayload } from '@balcao/contract/live'
import { listMessages } from '@balcao/contract/messages'
import { createNote } from '@balcao/contract/notes'
import { updateSetting } from '@balcao/contract/people'
import { getPersonalDataExport, orderPersonalDataExport } from '@balcao/contract/personal-data'
import { createSchedule } from '@balcao/contract/schedules'
import { getTicket, listTicketsOfContact, updateTicket } from '@balcao/contract/tickets'
import type { ContactId, TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pdf } from '../../platform/files/sample-files.fixture'
import type { CompanyWork } from '../../platform/work'
import { postForm } from '../../testing/post-form'
import { queuedJobs } from '../../testing/queued-jobs'
import { rowTexts, tableNames } from '../../testing/stored-rows'
import { openOwnTestApp, type Person, type TestApp } from '../../testing/test-app'
import { changeSessionKeys, loadSessionKeys } from '../connections/session-keys'
import { readInboundEventContent, storeInboundEvents } from '../reception/inbound-events'
import { openTicketFixture, type TicketFixture } from '../tickets/testing/ticket-fixture'

let testApp: TestApp
let fixture: TicketFixture
let admin: Person
let davi: Person
beforeAll(async () => {
  testApp = await openOwnTestApp() // residues
  fixture = await openTicketFixture(testApp)
  admin = fixture.company.admin
  // Accepts group messages.
  await admin.does(updateSetting, { params: { key: 'CheckMsgIsGroup' }, body: { value: 'disabled' } })
  davi = await fixture.company.person('Davi', { profile: 'supervisor' })
})
afterAll(() => testApp.close())

const contactOf = async (ticketId: TicketId) =>
  (await admin.does(getTicket, { params: { ticketId } })).contactId
const closes = (ticketId: TicketId) =>
  admin.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })
/** A customer who wrote once; the ticket is closed. */
async function customer(name: string, from = fixture.newNumber()) {
  const ticketId = await fixture.company.hears({
    over: fixture.numbers.sales,
    from,
    name,
    text: `${name} diz oi`,
  })
  await closes(ticketId)
  return { contactId: await contactOf(ticketId), ticketId, from }
}
const acts = async (act: string, id: ContactId) =>
  testApp.table('audit_entries').find<{ user_name: string }>({ act, subject_id: id })
const refusals = (answers: readonly { status: number; error: string | undefined }[]) =>
  answers.map(({ status, error }) => [status, error])

describe('exporting contacts', () => {
  it('CONTACT-19 O4 T6 admins and supervisors export contacts of their company, with an audit entry', async () => {
    await customer('=HYPERLINK("http://x")')
    await customer('Ângela')
    await fixture.company.hears({
      over: fixture.numbers.sales,
      from: fixture.newNumber(),
      group: '12036300@g.us',
    })
    const other = await openTicketFixture(testApp)
    await other.company.hears({
      over: other.numbers.sales,
      from: other.newNumber(),
      name: 'De outra empresa',
    })

    const { contacts } = await davi.does(exportContacts)
    const byUser = await fixture.ana.call(exportContacts)

    const names = contacts.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['=HYPERLINK("http://x")', 'Ângela']))
    expect(names).not.toContain('De outra empresa')
    expect(Object.keys(contacts[0] ?? {})).toEqual(['name', 'number', 'email'])
    expect(refusals([byUser])).toEqual([[403, 'ERR_NO_PERMISSION']])
    const entries = await testApp.table('audit_entries').find({ act: 'contacts.exported' })
    expect(entries).toHaveLength(1)
  })
})

describe('a merge by a user', () => {
  it('the preview shows the result, and the merge produces exactly that', async () => {
    const one = await customer('Lu')
    const other = await customer('Luciana')
    await admin.does(updateContact, {
      params: { contactId: other.contactId },
      body: { name: 'Luciana Prado', email: 'lu@exemplo.com' },
    })
    await fixture.company.hears({ over: fixture.numbers.sales, from: one.from, text: 'de novo' })
    const pair = { params: { contactId: one.contactId, otherContactId: other.contactId } }

    const shown = await admin.does(previewContactMerge, pair)
    await fixture.bia.received()
    const merged = await admin.does(mergeContacts, pair)

    expect(shown).toMatchObject({
      kept: { id: other.contactId },
      gone: { id: one.contactId },
      merged: { name: 'Luciana Prado', number: other.from, email: 'lu@exemplo.com' },
      tickets: { kept: 1, gone: 2 },
      bothLive: false,
    })
    expect(merged).toMatchObject({ id: other.contactId, ...shown.merged })
    const inbound = (await fixture.bia.received()).map(({ payload }) => payload as LiveContactPayload)
    expect(inbound).toContainEqual({ action: 'delete', contactId: one.contactId })
    expect(await acts('contacts.merged', other.contactId)).toMatchObject([{ user_name: 'Admin' }])
    const history = await admin.does(listTicketsOfContact, { params: { contactId: other.contactId } })
    expect(history.tickets).toHaveLength(3)
    // Both numbers belong to that contact now.
    const again = await fixture.company.hears({ over: fixture.numbers.sales, from: one.from, text: 'oi' })
    expect(await contactOf(again)).toBe(other.contactId)
  })

  it('refuses non-admins, the same contact, a group, an unknown one and another company’s', async () => {
    const one = await customer('Um')
    const other = await customer('Outro')
    const groupTicket = await fixture.company.hears({
      over: fixture.numbers.sales,
      from: fixture.newNumber(),
      group: '12036301@g.us',
    })
    const theirs = await fixture.stranger.call(mergeContacts, {
      params: { contactId: one.contactId, otherContactId: other.contactId },
    })
    const group = await contactOf(groupTicket)
    const merges = (person: Person, otherContactId: number) =>
      person.call(mergeContacts, {
        params: { contactId: one.contactId, otherContactId: otherContactId as ContactId },
      })

    const answers = [
      theirs,
      await merges(davi, other.contactId),
      await merges(admin, one.contactId),
      await merges(admin, group),
      await merges(admin, 999_999),
    ]

    expect(refusals(answers)).toEqual([
      [404, 'ERR_NO_CONTACT_FOUND'],
      [403, 'ERR_NO_PERMISSION'],
      [400, 'ERR_CONTACTS_CANNOT_MERGE'],
      [400, 'ERR_CONTACTS_CANNOT_MERGE'],
      [404, 'ERR_NO_CONTACT_FOUND'],
    ])
  })

  it('two concurrent requests merge once', async () => {
    const one = await customer('Dupla A')
    const other = await customer('Dupla B')
    const pair = { params: { contactId: one.contactId, otherContactId: other.contactId } }

    const answers = await Promise.all([admin.call(mergeContacts, pair), admin.call(mergeContacts, pair)])

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await acts('contacts.merged', one.contactId)).toHaveLength(1)
  })
})

describe('the tickets of a contact', () => {
  it('come newest first, and each user sees the readable ones only', async () => {
    const { contactId, ticketId, from } = await customer('Assídua')
    const second = await fixture.company.hears({ over: fixture.numbers.support, from, text: 'agora suporte' })
    const of = { params: { contactId } }

    const ids = async (person: Person) =>
      (await person.does(listTicketsOfContact, of)).tickets.map(({ id }) => id)

    expect(await ids(admin)).toEqual([second, ticketId])
    expect(await ids(fixture.rui)).toEqual([ticketId])
    expect(await ids(fixture.bia)).toEqual([second])
    expect(refusals([await fixture.stranger.call(listTicketsOfContact, of)])).toEqual([
      [404, 'ERR_NO_CONTACT_FOUND'],
    ])
  })
})

const secret = 'zabumba'
const sentId = '3EB0SEALED'
const sealed = <T>(act: (work: CompanyWork) => Promise<T>) =>
  testApp.app.workplace.withCompany({ kind: 'system', name: 'test', companyId: fixture.company.id }, act)
/** A customer with every kind of personal data, each containing the secret. */
async function fullCustomer() {
  const from = fixture.newNumber()
  const over = fixture.numbers.sales
  const ticketId = await fixture.company.hears({
    over,
    from,
    name: `Tia ${secret}`,
    content: {
      kind: 'text',
      text: `meu segredo ${secret}`,
      preview: { url: `https://loja.com/${secret}`, title: secret, description: '' },
    },
  })
  const contactId = await contactOf(ticketId)
  await fixture.company.hears({ over, from, group: '12036302@g.us', text: `no grupo ${secret}` })
  await admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
  await admin.does(updateContact, {
    params: { contactId },
    body: { email: `${secret}@exemplo.com`, extraInfo: [{ name: 'Apelido', value: secret }] },
  })
  await admin.does(createNote, { body: { note: `nota ${secret}`, ticketId } })
  await admin.does(createSchedule, {
    body: { body: `parabéns ${secret}`, contactId, sendAt: '2029-05-04T12:00:00Z' },
  })
  const sent = await postForm(testApp, admin, `/messages/${ticketId}`, [
    ['body', `foto ${secret}`],
    ['medias', pdf, `${secret}.pdf`],
  ])
  expect(sent, JSON.stringify(sent)).toMatchObject({ status: 200 })

  await fixture.company.hears({ over, from, fromMe: true, id: sentId, text: `do celular ${secret}` })
  await sealed(async (work) => {
    storeInboundEvents(
      work,
      testApp.dataKeys,
      over,
      ['12036302@g.us', `${from}@s.whatsapp.net`, 'history'].map((chat) => ({
        key: `${chat === 'history' ? 'history-part' : 'stanza'}:${chat}`,
        chat,
        content: new TextEncoder().encode(`selado ${secret}`),
        needsAcknowledgement: false,
      })),
    )
    changeSessionKeys(
      work,
      testApp.dataKeys,
      over,
      [sentId, '3EB0CORRECTION'].map((id) => ({ type: 'sent-message', id, value: secret })),
    )
  })
  const company_id = fixture.company.id
  const now = testApp.now()
  await testApp.table('inbound_events').update({ company_id }, { done_at: now })

  const list = `nome;número\n${secret} da planilha;${from}\n${secret} errado;${from.slice(-8)}\n`
  await postForm(testApp, davi, '/contacts/import', [['file', new TextEncoder().encode(list), 'x.csv']])
  const sample = { company_id, words: secret, size: 1, messages: 1, drawn_at: now }
  await testApp.table('search_samples').insert(sample)
  const talk = { company_id, ticket_id: ticketId, session: secret, transcripts: { 1: secret } }
  await testApp.table('bot_talks').insert(talk)
  const name = {
    company_id,
    kind: 'phone',
    value: from,
    name: secret,
    source: 'phone-book',
    reported_at: now,
  }
  await testApp.table('reported_names').insert(name)
  return { contactId, ticketId, from }
}

/** Tables that still contain the text. */
async function residue(word: string): Promise<string[]> {
  await testApp.app.delivery.settled()
  const containing: string[] = []
  for (const table of await tableNames(testApp)) {
    const texts = await rowTexts(testApp, table)
    if (texts.some((text) => text.toLowerCase().includes(word.toLowerCase()))) containing.push(table)
  }
  return containing
}
/** Sealed tables whose opened content contains the text. */
async function sealedResidue(word: string): Promise<string[]> {
  const over = fixture.numbers.sales
  const entries = await testApp
    .table('inbound_events')
    .find<{ key: string }>({ connection_id: over }, ['key'])
  const ids = await testApp.table('connection_keys').find<{ id: string }>({ connection_id: over }, ['id'])
  return sealed(async (work) => {
    const said = await Promise.all(
      entries.map(({ key }) => readInboundEventContent(work, testApp.dataKeys, over, key)),
    )
    const kept = await loadSessionKeys(
      work,
      testApp.dataKeys,
      over,
      'sent-message',
      ids.map(({ id }) => id),
    )
    return [
      ...said
        .filter((content) => new TextDecoder().decode(content ?? undefined).includes(word))
        .map(() => 'inbound_events'),
      ...[...kept.values()].filter((value) => value.includes(word)).map(() => 'connection_keys'),
    ]
  })
}
async function filesOf(): Promise<number> {
  const later = new Date(Date.now() + 60_000)
  const parts = Array.from({ length: 256 }, (_, part) => testApp.store.part(fixture.company.id, part, later))
  return (await Promise.all(parts)).flat().length
}

describe('the data of one person (LGPD)', () => {
  it('O5 erasure leaves no personal data, and counts remain', async () => {
    const { contactId, ticketId, from } = await fullCustomer()
    const of = { params: { contactId } }
    const count = () => testApp.table('messages').count({ company_id: fixture.company.id })
    const before = await count()
    expect(await sealedResidue(secret)).toEqual([
      'inbound_events',
      'inbound_events',
      'inbound_events',
      'connection_keys',
      'connection_keys',
    ])

    const confirmation = (await admin.does(getContact, of)).name
    const early = await admin.call(eraseContact, { ...of, body: { confirmation } })
    await closes(ticketId)
    const mistyped = await admin.call(eraseContact, { ...of, body: { confirmation: 'Outra pessoa' } })
    await fixture.bia.received()
    await admin.does(eraseContact, { ...of, body: { confirmation } })

    expect(refusals([early, mistyped])).toEqual([
      [400, 'ERR_CONTACT_HAS_LIVE_TICKET'],
      [400, 'ERR_VALIDATION'],
    ])
    expect(await residue(secret)).toEqual([])
    expect(await sealedResidue(secret)).toEqual([])
    expect(await residue(from)).toEqual([])
    expect(await residue(from.slice(-8))).toEqual([])
    expect(await count()).toBe(before)
    const removals = await queuedJobs<{ keys: string[] }>(testApp, 'files.remove')
    const keys = removals.flatMap(({ payload }) => payload.keys)
    expect(keys.length).toBeGreaterThanOrEqual(await filesOf())
    expect(await acts('contact.erased', contactId)).toMatchObject([{ user_name: 'Admin' }])
    const inbound = (await fixture.bia.received()).map(({ payload }) => payload as LiveContactPayload)
    expect(inbound).toContainEqual({ action: 'delete', contactId })
    const { messages } = await admin.does(listMessages, { params: { ticketId } })
    expect(messages.every(({ body, isDeleted }) => isDeleted && !body.includes(secret))).toBe(true)
    expect(await admin.does(getContact, of)).toMatchObject({
      name: 'Contato apagado',
      number: '',
      email: '',
      profilePicUrl: null,
      extraInfo: [],
      isRemoved: true,
    })

    const later = await fixture.company.hears({ over: fixture.numbers.sales, from, name: 'Nova', text: 'oi' })
    expect(await contactOf(later)).not.toBe(contactId)
  })

  it('O5 CONTACT-16 admins can view, export and erase the data of a deleted contact', async () => {
    const { contactId, from } = await customer('Excluída antes')
    const of = { params: { contactId } }
    await admin.does(deleteContact, of)

    const shown = await admin.does(getContact, of)
    await admin.does(orderPersonalDataExport, of)
    const { export: copy } = await admin.does(getPersonalDataExport, of)
    const strangers = [
      await fixture.stranger.call(getContact, of),
      await fixture.stranger.call(getPersonalDataExport, of),
    ]
    await admin.does(eraseContact, { ...of, body: { confirmation: shown.name } })

    expect(shown).toMatchObject({ name: 'Excluída antes', number: from, isRemoved: true })
    expect(copy).toMatchObject({ contactId, state: 'running' })
    expect(refusals(strangers)).toEqual([
      [404, 'ERR_NO_CONTACT_FOUND'],
      [404, 'ERR_NO_CONTACT_FOUND'],
    ])
    expect(await admin.does(getContact, of)).toMatchObject({ name: 'Contato apagado', number: '' })
    expect(await admin.does(getPersonalDataExport, of)).toEqual({ export: null })
  })

  it('only admins of the company erase, and a deleted contact can be erased', async () => {
    const { contactId } = await customer('Some depois')
    const template = '{"name":"Some depois"}'
    await testApp
      .table('messages')
      .update({ contact_id: contactId }, { raw_content: template, interactive: { template } })
    const of = { params: { contactId } }
    const body = { confirmation: 'Some depois' }

    const answers = [
      await davi.call(eraseContact, { ...of, body }),
      await fixture.stranger.call(eraseContact, { ...of, body }),
    ]
    await admin.does(deleteContact, of)
    await admin.does(eraseContact, { ...of, body })

    expect(refusals(answers)).toEqual([
      [403, 'ERR_NO_PERMISSION'],
      [404, 'ERR_NO_CONTACT_FOUND'],
    ])
    expect(await residue('Some depois')).toEqual([])
    expect((await admin.does(listContacts, { query: { searchParam: 'Some depois' } })).contacts).toEqual([])
  })
})
