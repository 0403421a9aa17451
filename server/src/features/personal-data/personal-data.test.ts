import { Readable } from 'node:stream'
import { createContactList, createContactListItem } from '@balcao/contract/contact-lists'
import { eraseContact, mergeContacts, updateContact } from '@balcao/contract/contacts'
import { createNote } from '@balcao/contract/notes'
import { getPersonalDataExport, orderPersonalDataExport } from '@balcao/contract/personal-data'
import { createSchedule } from '@balcao/contract/schedules'
import { getTicket, updateTicket } from '@balcao/contract/tickets'
import type { ContactId, TicketId } from '@balcao/domain/ids'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pdf } from '../../platform/files/sample-files.fixture'
import type { JobKind } from '../../platform/jobs'
import { not } from '../../platform/testing/table-rows'
import { postForm } from '../../testing/post-form'
import { queuedJobs, queuedRemovalsOf } from '../../testing/queued-jobs'
import { tableNames } from '../../testing/stored-rows'
import { openTestApp, type Person, type TestApp } from '../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../tickets/testing/ticket-fixture'
import { expirePersonalDataExportJob, writePersonalDataExportJob } from './write-personal-data'

let testApp: TestApp
let fixture: TicketFixture
let admin: Person
beforeAll(async () => {
  testApp = await openTestApp()
  fixture = await openTicketFixture(testApp)
  admin = fixture.company.admin
})
afterAll(() => testApp.close())

let contactId: ContactId
let ticketId: TicketId
let from: string
const of = () => ({ params: { contactId } })
const preview = {
  url: 'https://loja.com/?a=1&b=2',
  title: 'Loja "<b>',
  description: 'Móveis',
  picture: '/9j/',
}

/** A contact with data of every kind. */
beforeEach(async () => {
  from = fixture.newNumber()
  ticketId = await fixture.company.hears({
    over: fixture.numbers.sales,
    from,
    name: 'Tia <b>Zélia</b>',
    content: {
      kind: 'text',
      text: 'meu pedido & o <script>troco</script>',
      preview,
    },
  })
  contactId = (await admin.does(getTicket, { params: { ticketId } })).contactId
  await admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
})

async function everythingElse() {
  await admin.does(updateContact, {
    ...of(),
    body: { email: 'zelia@exemplo.com', extraInfo: [{ name: 'CPF', value: '111' }] },
  })
  await admin.does(createNote, { body: { note: 'prefere de manhã', ticketId } })
  await admin.does(createSchedule, {
    body: { body: 'parabéns, tia', contactId, sendAt: '2029-05-04T12:00:00Z' },
  })
  const list = await admin.does(createContactList, { body: { name: `Clientes ${contactId}` } })
  await admin.does(createContactListItem, {
    body: { contactListId: list.id, name: 'Zélia da lista', number: from, email: '' },
  })
  await postForm(testApp, admin, `/messages/${ticketId}`, [
    ['body', 'segue a nota'],
    ['medias', pdf, 'nota fiscal.pdf'],
  ])
  const sheet = new TextEncoder().encode(`nome;número\nZélia da planilha;${from}\n`)
  await postForm(testApp, admin, '/contacts/import', [['file', sheet, 'clientes.csv']])
  const { table, now } = testApp
  const company_id = fixture.company.id
  const messages = await table('messages').find<{ id: number }>({ ticket_id: ticketId })
  const [first, last] = [messages[0]?.id ?? 0, messages.at(-1)?.id ?? 0]
  const transcripts = { [first]: 'o que ela falou' }
  await table('bot_talks').insert({ company_id, ticket_id: ticketId, transcripts })
  await table('messages').update({ ticket_id: ticketId, from_me: false }, { raw_content: { type: 'x' } })
  const rated = { company_id, ticket_id: ticketId, kind: 'rated', rating: 3 }
  await table('ticket_events').insert({ ...rated, at: now() })
  const reaction = { company_id, message_id: last, contact_id: contactId, emoji: '❤️' }
  await table('message_reactions').insert({ ...reaction, at: now() })
  const writing = { company_id, contact_id: contactId, campaign_name: 'Natal', name: 'Zélia da campanha' }
  await table('campaign_writings').insert({ ...writing, number: from, phone: from, written_at: now() })
}

const exportId = async () => {
  const [row] = await testApp
    .table('personal_data_exports')
    .find<{ id: number }>({ contact_id: contactId, company_id: fixture.company.id }, ['id'])
  return row?.id ?? 0
}
const runs = (kind: JobKind, id: number, attempt = 1, stopping = new AbortController().signal) =>
  kind.carryOut(
    {
      companyId: fixture.company.id,
      act: (act) =>
        testApp.app.workplace.withCompany(
          { kind: 'system', name: kind.task, companyId: fixture.company.id },
          act,
        ),
      attempt,
      stopping,
    },
    { exportId: id },
  )
const writes = async (limits?: { bytes: number; files: number }) =>
  runs(writePersonalDataExportJob(testApp.store, limits), await exportId())
const downloads = async (link: string) => {
  const { rawPayload, statusCode, headers } = await testApp.app.http.inject({ method: 'GET', url: link })
  return { status: statusCode, bytes: new Uint8Array(rawPayload), name: headers['content-disposition'] }
}
async function unzipped(link: string): Promise<Record<string, Uint8Array>> {
  return unzipSync((await downloads(link)).bytes)
}
const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

describe('a copy of the stored data of one person (LGPD, article 18)', () => {
  it('O5 the export holds all data as JSON and page with the files; its job reports progress', async () => {
    await everythingElse()
    await admin.received()

    const ordered = await admin.does(orderPersonalDataExport, of())
    await writes()
    const { export: made } = await admin.does(getPersonalDataExport, of())

    expect(ordered).toMatchObject({
      contactId,
      state: 'running',
      done: 0,
      total: 3,
      files: [],
      userName: 'Admin',
    })
    expect(made).toMatchObject({ state: 'done', total: 3, done: 3 })
    const events = (await admin.received()).filter(({ channel }) => channel.endsWith('-personalData'))
    expect(events.map(({ payload }) => payload)).toContainEqual({
      action: 'update',
      contactId,
      state: 'done',
      total: 3,
      done: 3,
    })
    const [zip] = made?.files ?? []
    const saved = await downloads(zip?.link ?? '')
    expect(saved.name).toContain(`dados-pessoais-${contactId}.zip`)
    expect(saved.bytes.length).toBe(zip?.sizeBytes)

    const files = await unzipped(zip?.link ?? '')
    const data = JSON.parse(textOf(files['dados.json']))
    expect(data).toMatchObject({
      contact: { name: 'Tia <b>Zélia</b>', number: from, email: 'zelia@exemplo.com' },
      addresses: [{ kind: 'phone' }],
      tickets: [{ id: ticketId, status: 'open', ratings: [{ rating: 3 }] }],
      messages: [
        {
          text: 'meu pedido & o <script>troco</script>',
          linkPreview: preview,
          notShown: '{"type":"x"}',
          fromUs: false,
          transcript: 'o que ela falou',
        },
        { text: expect.stringContaining('segue a nota'), fromUs: true, reactions: [{ emoji: '❤️' }] },
      ],
      reactions: [{ emoji: '❤️' }],
      notes: [{ note: 'prefere de manhã', by: 'Admin' }],
      schedules: [{ text: 'parabéns, tia' }],
      contactLists: [{ name: 'Zélia da lista' }],
      campaigns: [{ campaign: 'Natal', name: 'Zélia da campanha' }],
      imports: [{ cells: ['Zélia da planilha', from] }],
    })
    const path = data.messages[1].file
    expect(path).toMatch(/^arquivos\/\d+-nota fiscal\.pdf$/)
    expect(files[path]).toEqual(new Uint8Array(pdf))

    const page = textOf(files['dados.html'])
    for (const words of [
      'Tia &#60;b&#62;Zélia',
      'prefere de manhã',
      'parabéns, tia',
      'o que ela falou',
      '❤️',
      '111',
      '<a href="https://loja.com/?a=1&#38;b=2" rel="noopener noreferrer nofollow">Loja &#34;&#60;b&#62;</a>',
      '<div>Móveis</div>',
      '<img alt="" src="data:image/jpeg;base64,/9j/">',
    ])
      expect(page).toContain(words)
    expect(page).toContain(encodeURIComponent('nota fiscal.pdf'))
    expect(page).not.toContain('<script')
    expect(page).not.toContain('<b>')
    const exported = { act: 'contact.dataExported', subject_id: contactId }
    expect(await testApp.table('audit_entries').count(exported)).toBe(1)
  })

  it('T6 an export holds no data of another person or of another company', async () => {
    await fixture.company.hears({
      over: fixture.numbers.sales,
      from: fixture.newNumber(),
      text: 'sou outra pessoa',
    })
    const other = await openTicketFixture(testApp)
    await other.company.hears({ over: other.numbers.sales, from, text: 'em outra empresa' })

    await admin.does(orderPersonalDataExport, of())
    await writes()
    const { export: made } = await admin.does(getPersonalDataExport, of())

    const files = await unzipped(made?.files[0]?.link ?? '')
    expect(Object.values(files).map(textOf).join()).not.toMatch(/outra pessoa|outra empresa/)
    expect(JSON.parse(textOf(files['dados.json'])).messages).toHaveLength(1)
  })

  it('only admins of the company may export, and only people, not groups', async () => {
    const davi = await fixture.company.person(`Davi ${contactId}`, { profile: 'supervisor' })
    await testApp
      .table('contacts')
      .update({ id: contactId, company_id: fixture.company.id }, { is_group: true })

    const answers = [
      await davi.call(orderPersonalDataExport, of()),
      await davi.call(getPersonalDataExport, of()),
      await fixture.stranger.call(orderPersonalDataExport, of()),
      await fixture.stranger.call(getPersonalDataExport, of()),
      await admin.call(orderPersonalDataExport, of()),
    ]

    expect(answers.map(({ error }) => error)).toEqual([
      'ERR_NO_PERMISSION',
      'ERR_NO_PERMISSION',
      'ERR_NO_CONTACT_FOUND',
      'ERR_NO_CONTACT_FOUND',
      'ERR_NO_CONTACT_FOUND',
    ])
  })

  it('a second order joins the running export; a later one replaces the old files', async () => {
    const answers = await Promise.all([
      admin.does(orderPersonalDataExport, of()),
      admin.does(orderPersonalDataExport, of()),
    ])
    expect(answers[0]).toEqual(answers[1])
    await writes()
    const [first] = (await admin.does(getPersonalDataExport, of())).export?.files ?? []

    const again = await admin.does(orderPersonalDataExport, of())

    expect(again).toMatchObject({ state: 'running', files: [] })
    const key = /\/public\/([^?]+)/.exec(first?.link ?? '')?.[1]
    expect(await queuedRemovalsOf(testApp, key ?? '')).toBe(1)
  })

  it('an export expires after a day: the list shows it at once, a job deletes the files', async () => {
    await admin.does(orderPersonalDataExport, of())
    await writes()
    const id = await exportId()
    const made = (await admin.does(getPersonalDataExport, of())).export
    expect(Date.parse(made?.expiresAt ?? '')).toBe(testApp.now().getTime() + 86_400_000)
    const jobs = await queuedJobs(testApp, 'personalData.expire')
    expect(jobs.at(-1)?.runAt.toISOString()).toBe(made?.expiresAt)

    testApp.pass(86_400)
    admin = await testApp.signIn(admin.email) // the session has expired

    expect(await admin.does(getPersonalDataExport, of())).toEqual({ export: null })
    await runs(expirePersonalDataExportJob, id)
    expect(await exportId()).toBe(0)
    const key = /\/public\/([^?]+)/.exec(made?.files[0]?.link ?? '')?.[1]
    expect(await queuedRemovalsOf(testApp, key ?? '')).toBe(1)
  })

  it('a large export is split into several zips that hold each file once', async () => {
    for (const name of ['um.pdf', 'dois.pdf', 'três.pdf'])
      await postForm(testApp, admin, `/messages/${ticketId}`, [
        ['body', ''],
        ['medias', pdf, name],
      ])

    await admin.does(orderPersonalDataExport, of())
    await writes({ bytes: pdf.length + 1, files: 100 })

    const links = ((await admin.does(getPersonalDataExport, of())).export?.files ?? []).map(
      ({ link }) => link,
    )
    expect(links).toHaveLength(2)
    expect(links[1]).toContain(`dados-pessoais-${contactId}-2.zip`)
    const names = (await Promise.all(links.map(unzipped))).flatMap((files) => Object.keys(files))
    expect(names.map((name) => name.replace(/\d+-/, ''))).toEqual([
      'dados.json',
      'dados.html',
      'arquivos/um.pdf',
      'arquivos/dois.pdf',
      'arquivos/três.pdf',
    ])
  })

  it('an export of 300 MB streams: only a few pieces are in memory at a time', async () => {
    for (const name of ['um.pdf', 'dois.pdf', 'três.pdf'])
      await postForm(testApp, admin, `/messages/${ticketId}`, [
        ['body', ''],
        ['medias', pdf, name],
      ])
    const piece = new Uint8Array(65_536)
    const piecesOfFilm = 1_600
    const flow = { read: 0, written: 0, ahead: 0 }
    function* film() {
      for (let at = 0; at < piecesOfFilm; at++) {
        flow.read += piece.length
        yield piece
      }
    }
    const store = {
      ...testApp.store,
      open: async () => ({
        sizeBytes: piecesOfFilm * piece.length,
        stream: () => Readable.from(film(), { objectMode: false, highWaterMark: piece.length }),
      }),
      put: async (...[companyId, content, limitOf]: Parameters<typeof testApp.store.put>) => {
        for await (const written of content as AsyncIterable<Uint8Array>) {
          flow.written += written.length
          flow.ahead = Math.max(flow.ahead, flow.read - flow.written)
        }
        return { ...(await testApp.store.put(companyId, pdf, limitOf)), sizeBytes: flow.written }
      },
    }
    await admin.does(orderPersonalDataExport, of())

    await runs(writePersonalDataExportJob(store), await exportId())

    const all = 3 * piecesOfFilm * piece.length
    expect(flow.read).toBe(all)
    expect(flow.written).toBeGreaterThan(all)
    expect(flow.ahead).toBeLessThan(16 * piece.length)
    expect((await admin.does(getPersonalDataExport, of())).export?.files[0]?.sizeBytes).toBe(flow.written)
  }, 60_000)

  it('a missing file is named as missing, and the export holds the rest', async () => {
    await postForm(testApp, admin, `/messages/${ticketId}`, [
      ['body', ''],
      ['medias', pdf, 'sumiu.pdf'],
    ])
    const { media } = await testApp
      .table('messages')
      .get<{ media: { key: string } }>({ ticket_id: ticketId, media: not(null) })
    await testApp.store.remove(media.key)

    await admin.does(orderPersonalDataExport, of())
    await writes()

    const files = await unzipped((await admin.does(getPersonalDataExport, of())).export?.files[0]?.link ?? '')
    const name = Object.keys(files).find((path) => path.endsWith('sumiu.pdf.txt'))
    expect(textOf(files[name ?? ''])).toBe('Este arquivo não está mais guardado.')
  })

  it('O5 erasing a contact during or after the export deletes the zips', async () => {
    await admin.does(orderPersonalDataExport, of())
    await writes()
    const made = (await admin.does(getPersonalDataExport, of())).export
    await admin.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })

    await admin.does(eraseContact, { ...of(), body: { confirmation: 'Tia <b>Zélia</b>' } })

    expect(await exportId()).toBe(0)
    const key = /\/public\/([^?]+)/.exec(made?.files[0]?.link ?? '')?.[1]
    expect(await queuedRemovalsOf(testApp, key ?? '')).toBe(1)
  })

  it('O5 a contact erased during the writing leaves no file', async () => {
    await admin.does(orderPersonalDataExport, of())
    const id = await exportId()
    const stored: string[] = []
    const store = {
      ...testApp.store,
      put: async (...given: Parameters<typeof testApp.store.put>) => {
        const put = await testApp.store.put(...given)
        stored.push(put.key)
        await testApp.table('personal_data_exports').delete({ id })
        return put
      },
    }

    await runs(writePersonalDataExportJob(store), id)

    expect(stored).toHaveLength(1)
    expect(await testApp.store.open(stored[0] ?? '')).toBeNull()
  })

  it('a merge moves the zips to the remaining contact', async () => {
    const otherTicket = await fixture.company.hears({
      over: fixture.numbers.sales,
      from: fixture.newNumber(),
    })
    const other = (await admin.does(getTicket, { params: { ticketId: otherTicket } })).contactId
    await admin.does(orderPersonalDataExport, { params: { contactId: other } })
    await admin.does(orderPersonalDataExport, of())

    const kept = await admin.does(mergeContacts, { params: { contactId, otherContactId: other } })

    const ofBoth = { contact_id: [contactId, other], company_id: fixture.company.id }
    const left = await testApp.table('personal_data_exports').find(ofBoth, ['contact_id'])
    expect(left).toEqual([{ contact_id: kept.id }])
  })

  it('an export interrupted by a stop runs again; after repeated failures it can be reordered', async () => {
    await admin.does(orderPersonalDataExport, of())
    const id = await exportId()
    const job = writePersonalDataExportJob(testApp.store)

    await expect(runs(job, id, 1, AbortSignal.abort())).rejects.toThrow()
    expect((await admin.does(getPersonalDataExport, of())).export?.state).toBe('running')
    await runs(job, id, 6)

    expect((await admin.does(getPersonalDataExport, of())).export?.state).toBe('failed')
    expect((await admin.does(orderPersonalDataExport, of())).state).toBe('running')
  })
})

it('O5 every table that names a person is exported, or listed as holding no data of its own', async () => {
  const tables = await tableNames(testApp, ['contact_id', 'author_contact_id', 'phone', 'number'])

  const exported = [
    'campaign_opt_outs',
    'campaign_shipping',
    'campaign_writings',
    'contact_addresses',
    'contact_import_rows',
    'contact_list_items',
    'contacts',
    'message_reactions',
    'messages',
    'schedules',
    'ticket_notes',
    'tickets',
  ]
  const nothing = [
    'bot_conversations', // the position in a menu
    'cell', // the number of the installation
    'companies', // the company's own phone
    'connections', // the company's own number
    'outbox', // queued items are rows of messages too
    'personal_data_exports',
    'reply_windows', // until when one may write to the contact
    'support_contact', // the platform's own
  ]
  expect(tables).toEqual([...exported, ...nothing].sort())
})
