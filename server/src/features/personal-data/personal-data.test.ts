import { Readable } from 'node:stream'
import { createContactList, createContactListItem } from '@balcao/contract/contact-lists'
import { eraseContact, mergeContacts, updateContact } from '@balcao/contract/contacts'
import { createNote } from '@balcao/contract/notes'
import { getPersonalData, orderPersonalData } from '@balcao/contract/personal-data'
import { createSchedule } from '@balcao/contract/schedules'
import { getTicket, updateTicket } from '@balcao/contract/tickets'
import type { ContactId, TicketId } from '@balcao/domain/ids'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pdf } from '../../platform/files/sample-files.fixture'
import type { JobKind } from '../../platform/jobs'
import { postForm } from '../../testing/post-form'
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
  await testApp.rows(
    `insert into bot_talks (company_id, ticket_id, transcripts)
     select company_id, ticket_id, jsonb_build_object(min(id)::text, 'o que ela falou')
     from messages where ticket_id = $1 group by 1, 2`,
    [ticketId],
  )
  await testApp.rows(
    `update messages set raw_content = '{"type":"x"}' where ticket_id = $1 and not from_me`,
    [ticketId],
  )
  await testApp.rows(
    `insert into ticket_events (company_id, ticket_id, kind, at, rating) values ($1, $2, 'rated', now(), 3)`,
    [fixture.company.id, ticketId],
  )
  await testApp.rows(
    `insert into message_reactions (company_id, message_id, contact_id, emoji, at)
     select company_id, max(id), contact_id, '❤️', now() from messages where ticket_id = $1 group by 1, 3`,
    [ticketId],
  )
  await testApp.rows(
    `insert into campaign_writings (company_id, contact_id, campaign_name, name, number, phone, written_at)
     select company_id, contact_id, 'Natal', 'Zélia da campanha', value, value, now()
     from contact_addresses where contact_id = $1 and kind = 'phone'`,
    [contactId],
  )
}

const exportId = async () => {
  const [row] = await testApp.rows<{ id: number }>(
    'select id from personal_data_exports where contact_id = $1 and company_id = $2',
    [contactId, fixture.company.id],
  )
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

    const ordered = await admin.does(orderPersonalData, of())
    await writes()
    const { export: made } = await admin.does(getPersonalData, of())

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
    const audit = await testApp.rows(
      `select from audit_entries where act = 'contact.dataExported' and subject_id = $1`,
      [contactId],
    )
    expect(audit).toHaveLength(1)
  })

  it('T6 an export holds no data of another person or of another company', async () => {
    await fixture.company.hears({
      over: fixture.numbers.sales,
      from: fixture.newNumber(),
      text: 'sou outra pessoa',
    })
    const other = await openTicketFixture(testApp)
    await other.company.hears({ over: other.numbers.sales, from, text: 'em outra empresa' })

    await admin.does(orderPersonalData, of())
    await writes()
    const { export: made } = await admin.does(getPersonalData, of())

    const files = await unzipped(made?.files[0]?.link ?? '')
    expect(Object.values(files).map(textOf).join()).not.toMatch(/outra pessoa|outra empresa/)
    expect(JSON.parse(textOf(files['dados.json'])).messages).toHaveLength(1)
  })

  it('only admins of the company may export, and only people, not groups', async () => {
    const davi = await fixture.company.person(`Davi ${contactId}`, { profile: 'supervisor' })
    await testApp.rows('update contacts set is_group = true where id = $1 and company_id = $2', [
      contactId,
      fixture.company.id,
    ])

    const answers = [
      await davi.call(orderPersonalData, of()),
      await davi.call(getPersonalData, of()),
      await fixture.stranger.call(orderPersonalData, of()),
      await fixture.stranger.call(getPersonalData, of()),
      await admin.call(orderPersonalData, of()),
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
      admin.does(orderPersonalData, of()),
      admin.does(orderPersonalData, of()),
    ])
    expect(answers[0]).toEqual(answers[1])
    await writes()
    const [first] = (await admin.does(getPersonalData, of())).export?.files ?? []

    const again = await admin.does(orderPersonalData, of())

    expect(again).toMatchObject({ state: 'running', files: [] })
    const key = /\/public\/([^?]+)/.exec(first?.link ?? '')?.[1]
    expect(await removalsOf(key ?? '')).toBe(1)
  })

  it('an export expires after a day: the list shows it at once, a job deletes the files', async () => {
    await admin.does(orderPersonalData, of())
    await writes()
    const id = await exportId()
    const made = (await admin.does(getPersonalData, of())).export
    expect(Date.parse(made?.expiresAt ?? '')).toBe(testApp.now().getTime() + 86_400_000)
    const jobs = await testApp.rows<{ run_at: Date }>(
      `select run_at from graphile_worker.jobs where task_identifier = 'personalData.expire'
       order by id desc limit 1`,
    )
    expect(jobs[0]?.run_at.toISOString()).toBe(made?.expiresAt)

    testApp.pass(86_400)
    admin = await testApp.signIn(admin.email) // the session has expired

    expect(await admin.does(getPersonalData, of())).toEqual({ export: null })
    await runs(expirePersonalDataExportJob, id)
    expect(await exportId()).toBe(0)
    const key = /\/public\/([^?]+)/.exec(made?.files[0]?.link ?? '')?.[1]
    expect(await removalsOf(key ?? '')).toBe(1)
  })

  it('a large export is split into several zips that hold each file once', async () => {
    for (const name of ['um.pdf', 'dois.pdf', 'três.pdf'])
      await postForm(testApp, admin, `/messages/${ticketId}`, [
        ['body', ''],
        ['medias', pdf, name],
      ])

    await admin.does(orderPersonalData, of())
    await writes({ bytes: pdf.length + 1, files: 100 })

    const links = ((await admin.does(getPersonalData, of())).export?.files ?? []).map(({ link }) => link)
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
    await admin.does(orderPersonalData, of())

    await runs(writePersonalDataExportJob(store), await exportId())

    const all = 3 * piecesOfFilm * piece.length
    expect(flow.read).toBe(all)
    expect(flow.written).toBeGreaterThan(all)
    expect(flow.ahead).toBeLessThan(16 * piece.length)
    expect((await admin.does(getPersonalData, of())).export?.files[0]?.sizeBytes).toBe(flow.written)
  }, 60_000)

  it('a missing file is named as missing, and the export holds the rest', async () => {
    await postForm(testApp, admin, `/messages/${ticketId}`, [
      ['body', ''],
      ['medias', pdf, 'sumiu.pdf'],
    ])
    const [row] = await testApp.rows<{ key: string }>(
      `select media ->> 'key' as key from messages where ticket_id = $1 and media is not null`,
      [ticketId],
    )
    await testApp.store.remove(row?.key ?? '')

    await admin.does(orderPersonalData, of())
    await writes()

    const files = await unzipped((await admin.does(getPersonalData, of())).export?.files[0]?.link ?? '')
    const name = Object.keys(files).find((path) => path.endsWith('sumiu.pdf.txt'))
    expect(textOf(files[name ?? ''])).toBe('Este arquivo não está mais guardado.')
  })

  it('O5 erasing a contact during or after the export deletes the zips', async () => {
    await admin.does(orderPersonalData, of())
    await writes()
    const made = (await admin.does(getPersonalData, of())).export
    await admin.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })

    await admin.does(eraseContact, { ...of(), body: { confirmation: 'Tia <b>Zélia</b>' } })

    expect(await exportId()).toBe(0)
    const key = /\/public\/([^?]+)/.exec(made?.files[0]?.link ?? '')?.[1]
    expect(await removalsOf(key ?? '')).toBe(1)
  })

  it('O5 a contact erased during the writing leaves no file', async () => {
    await admin.does(orderPersonalData, of())
    const id = await exportId()
    const stored: string[] = []
    const store = {
      ...testApp.store,
      put: async (...given: Parameters<typeof testApp.store.put>) => {
        const put = await testApp.store.put(...given)
        stored.push(put.key)
        await testApp.rows('delete from personal_data_exports where id = $1', [id])
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
    await admin.does(orderPersonalData, { params: { contactId: other } })
    await admin.does(orderPersonalData, of())

    const kept = await admin.does(mergeContacts, { params: { contactId, otherContactId: other } })

    const left = await testApp.rows<{ contact_id: number }>(
      'select contact_id from personal_data_exports where contact_id in ($1, $2) and company_id = $3',
      [contactId, other, fixture.company.id],
    )
    expect(left).toEqual([{ contact_id: kept.id }])
  })

  it('an export interrupted by a stop runs again; after repeated failures it can be reordered', async () => {
    await admin.does(orderPersonalData, of())
    const id = await exportId()
    const job = writePersonalDataExportJob(testApp.store)

    await expect(runs(job, id, 1, AbortSignal.abort())).rejects.toThrow()
    expect((await admin.does(getPersonalData, of())).export?.state).toBe('running')
    await runs(job, id, 6)

    expect((await admin.does(getPersonalData, of())).export?.state).toBe('failed')
    expect((await admin.does(orderPersonalData, of())).state).toBe('running')
  })
})

const removalsOf = async (key: string) =>
  (
    await testApp.rows(
      `select from graphile_worker._private_jobs where payload::text like '%' || $1 || '%'
       and payload::text like '%keys%'`,
      [key],
    )
  ).length

it('O5 every table that names a person is exported, or listed as holding no data of its own', async () => {
  const tables = await testApp.rows<{ name: string }>(`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('contact_id', 'author_contact_id', 'phone', 'number')
    order by 1`)

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
  expect(tables.map(({ name }) => name)).toEqual([...exported, ...nothing].sort())
})
