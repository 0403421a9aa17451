import { eraseContact, updateContact } from '@balcao/contract/contacts'
import { getMoveOut, orderMoveOut } from '@balcao/contract/move-out'
import { listTickets } from '@balcao/contract/tickets'
import { moveOutTexts } from '@balcao/domain/move-out-texts'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { pdf } from '../../platform/files/sample-files.fixture'
import type { JobKind } from '../../platform/jobs'
import { refuse } from '../../platform/refusal'
import { not } from '../../platform/testing/table-rows'
import { aFullCompany, type FullCompany } from '../../testing/full-company'
import { postForm } from '../../testing/post-form'
import { queuedRemovalsOf } from '../../testing/queued-jobs'
import { tableNames } from '../../testing/stored-rows'
import { goodPassword, openTestApp, type Person, type TestApp } from '../../testing/test-app'
import { exportedRowKinds, exportedRowStatements } from './exported-rows.queries'
import { moveOutReadme } from './move-out-readme'
import { expireMoveOutJob } from './order-move-out'
import { copyFileToHistory } from './testing/history-message'
import { tablesNotExported } from './testing/tables-not-exported'
import { writeMoveOutJob } from './write-move-out'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

let full: FullCompany
let admin: Person
beforeEach(async () => {
  full = await aFullCompany(testApp)
  admin = full.admin
})

const order = { body: { password: goodPassword } }
const read = async () => (await admin.does(getMoveOut)).export
const moveOuts = () =>
  testApp.table('move_outs').find<{ id: number; file_keys: string[] }>({ company_id: full.company.id })
const moveOutId = async () => {
  const [row] = await moveOuts()
  return row?.id ?? 0
}
const runs = (kind: JobKind, id: number, attempt = 1, stopping = new AbortController().signal) =>
  kind.carryOut(
    {
      companyId: full.company.id,
      act: (act) =>
        testApp.app.workplace.withCompany(
          { kind: 'system', name: kind.task, companyId: full.company.id },
          act,
        ),
      attempt,
      stopping,
    },
    { moveOutId: id },
  )
const writes = async (limits?: Parameters<typeof writeMoveOutJob>[1]) =>
  runs(writeMoveOutJob(testApp.store, limits), await moveOutId())
const unzipped = async (link = '') =>
  unzipSync(new Uint8Array((await testApp.app.http.inject({ method: 'GET', url: link })).rawPayload))
const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)
const linesOf = (bytes: Uint8Array | undefined) =>
  textOf(bytes)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
const withFile = () =>
  postForm(testApp, full.user, `/messages/${full.ticketId}`, [
    ['body', 'segue a nota'],
    ['medias', pdf, '../nota fiscal.pdf'],
  ])
const removalsOf = (link = '') => queuedRemovalsOf(testApp, /\/public\/([^?]+)/.exec(link)?.[1] ?? 'none')

describe('all data of a company', () => {
  it('is a zip of rows by kind, their files under the paths that the rows name, and a README', async () => {
    await withFile()
    await admin.received()

    const ordered = await admin.does(orderMoveOut, order)
    await writes()
    const made = await read()

    expect(ordered).toMatchObject({ state: 'running', done: 0, files: [], userName: 'Admin' })
    expect(made).toMatchObject({ state: 'done', failure: null })
    expect(made?.done).toBe(made?.total)
    const events = (await admin.received()).filter(({ channel }) => channel.endsWith('-moveOut'))
    expect(events.at(-1)?.payload).toMatchObject({ action: 'update', state: 'done' })
    const files = await unzipped(made?.files[0]?.link)
    const names = exportedRowKinds.map(({ file }) => `${file}.jsonl`)
    expect(Object.keys(files).filter((name) => !name.startsWith('files/'))).toEqual(['README.md', ...names])
    expect(textOf(files['README.md'])).toContain('# Todos os dados de')
    const messages = linesOf(files['messages.jsonl'])
    const sent = messages.find(({ media }) => media !== null)
    expect(sent).toMatchObject({
      ticketId: full.ticketId,
      fromMe: true,
      media: { sizeBytes: pdf.length },
    })
    expect(sent.file).toMatch(/^files\/messages-\d+-nota fiscal\.pdf$/)
    expect(files[sent.file]).toEqual(new Uint8Array(pdf))
    expect(messages.find(({ body }) => body === 'segredo da casa')).toMatchObject({
      fromMe: false,
      file: null,
    })
    for (const name of ['contacts', 'tickets', 'notes', 'queues', 'users', 'chats', 'campaigns', 'audit'])
      expect(linesOf(files[`${name}.jsonl`]).length).toBeGreaterThan(0)
    const exported = { act: 'company.dataExported', company_id: full.company.id }
    expect(await testApp.table('audit_entries').count(exported)).toBe(1)
  })

  it('has the messages of the history and their files, whose ids are negative', async () => {
    await withFile()
    await copyFileToHistory(testApp, full.company.id, { id: -5, body: 'de antes' })

    await admin.does(orderMoveOut, order)
    await writes()

    const made = await read()
    const files = await unzipped(made?.files[0]?.link)
    const before = linesOf(files['messages.jsonl']).find(({ body }) => body === 'de antes')
    expect(before?.file).toMatch(/^files\/messages--5-nota fiscal\.pdf$/)
    expect(files[before?.file]).toEqual(new Uint8Array(pdf))
    expect(made?.done).toBe(made?.total)
  })

  it('has the fields that the README explains, in every language', async () => {
    await withFile()
    await admin.does(orderMoveOut, order)
    await writes()
    const files = await unzipped((await read())?.files[0]?.link)

    for (const language of ['pt-BR', 'en', 'es']) {
      const readme = moveOutReadme(moveOutTexts(language), { name: 'Loja', madeAt: testApp.now() })
      const parts = new Map(readme.split('\n## ').map((part) => [part.split('\n')[0], part]))
      for (const { file } of exportedRowKinds)
        for (const row of linesOf(files[`${file}.jsonl`]))
          for (const field of Object.keys(row))
            expect(parts.get(`${file}.jsonl`), `${file}.${field}`).toMatch(
              new RegExp(`\\| \`${field}\` \\| .{3,} \\|`),
            )
    }
  })

  it('has no secret, and no row of another company', async () => {
    const other = await aFullCompany(testApp)
    await testApp.table('contacts').update({ company_id: other.company.id }, { name: 'Estranha' })
    const own = { company_id: full.company.id }
    await testApp.table('settings').insert({ ...own, key: 'asaas', value: 'sealed-credential' })
    const users = await testApp.table('users').find<{ password_hash: string }>(own)
    const webhooks = await testApp.table('webhooks').find<{ sealed_secret: string }>(own)
    const connections = await testApp
      .table('connections')
      .find<{ token_hash: Buffer }>({ ...own, token_hash: not(null) })
    const secrets = [
      ...users.map(({ password_hash }) => password_hash),
      ...webhooks.map(({ sealed_secret }) => sealed_secret),
      ...connections.map(({ token_hash }) => token_hash.toString('hex')),
      'sealed-credential',
    ]
    await admin.does(orderMoveOut, order)
    await writes()

    const all = Object.values(await unzipped((await read())?.files[0]?.link))
      .map(textOf)
      .join()

    for (const secret of [...secrets, full.apiToken]) expect(all).not.toContain(secret)
    expect(secrets.length).toBeGreaterThan(3)
    expect(all).not.toContain('Estranha')
    expect(all).not.toContain('Suporte')
  })

  it('is in several zips and files where one would be too large, with each row and file once', async () => {
    for (let turn = 0; turn < 3; turn++) await withFile()
    await admin.does(orderMoveOut, order)

    await writes({ zipBytes: 2_000, partBytes: 300, rowsAtOnce: 1, countedAtOnce: 2, progressEvery: 3 })

    const made = await read()
    const zips = await Promise.all((made?.files ?? []).map(({ link }) => unzipped(link)))
    const names = zips.flatMap((zip) => Object.keys(zip))
    expect(zips.length).toBeGreaterThan(1)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => name.startsWith('files/messages-'))).toHaveLength(3)
    const parts = names.filter((name) => /^messages(-\d+)?\.jsonl$/.test(name))
    expect(parts.length).toBeGreaterThan(1)
    const ids = zips.flatMap((zip) => parts.flatMap((part) => linesOf(zip[part]).map(({ id }) => id)))
    const stored = await testApp.table('messages').count({ company_id: full.company.id })
    expect([ids.length, new Set(ids).size]).toEqual([stored, stored])
    expect(made?.done).toBe(made?.total)
  })

  it('tells of a file that is no longer kept', async () => {
    await withFile()
    await admin.does(orderMoveOut, order)
    const store = { ...testApp.store, open: async () => null }

    await runs(writeMoveOutJob(store), await moveOutId())

    const files = await unzipped((await read())?.files[0]?.link)
    const name = Object.keys(files).find((one) => one.startsWith('files/messages-')) ?? ''
    expect(name).toMatch(/nota fiscal\.pdf\.txt$/)
    expect(textOf(files[name])).toBe('Este arquivo não está mais guardado.')
  })
})

describe('the order', () => {
  it('needs the password, and an admin who is no guest', async () => {
    const wrong = await admin.call(orderMoveOut, { body: { password: 'errada' } })
    const refused = [
      await full.supervisor.call(orderMoveOut, order),
      await full.user.call(orderMoveOut, order),
      await full.supervisor.call(getMoveOut),
    ]

    expect([wrong.status, wrong.error]).toEqual([400, 'ERR_PASSWORD_WRONG'])
    for (const { status, error } of refused) expect([status, error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(await read()).toBeNull()
  })

  it('is one: two at once get the same export, and another company sees none', async () => {
    const other = (await testApp.company()).admin

    const [one, two] = await Promise.all([admin.does(orderMoveOut, order), admin.does(orderMoveOut, order)])

    expect(two).toEqual(one)
    expect(await moveOuts()).toHaveLength(1)
    expect((await other.does(getMoveOut)).export).toBeNull()
  })

  it('is refused for a day after the last one; the next one deletes the old files', async () => {
    await admin.does(orderMoveOut, order)
    await writes()
    const first = await read()

    const today = await admin.call(orderMoveOut, order)
    testApp.pass(86_400)
    admin = await testApp.signIn(admin.email) // the session has expired
    const next = await admin.does(orderMoveOut, order)

    expect([today.status, today.error]).toEqual([409, 'ERR_MOVE_OUT_TODAY'])
    expect(next).toMatchObject({ state: 'running', files: [] })
    expect(await removalsOf(first?.files[0]?.link)).toBe(1)
  })

  it('expires after seven days', async () => {
    await admin.does(orderMoveOut, order)
    await writes()
    const [id, made] = [await moveOutId(), await read()]
    expect(Date.parse(made?.expiresAt ?? '') - testApp.now().getTime()).toBe(7 * 86_400_000)

    testApp.pass(7 * 86_400)
    admin = await testApp.signIn(admin.email)
    expect(await read()).toBeNull()
    await runs(expireMoveOutJob, id)

    expect(await moveOutId()).toBe(0)
    expect(await removalsOf(made?.files[0]?.link)).toBe(1)
  })
})

describe('the job', () => {
  it.each(['ERR_STORAGE_FULL', 'ERR_COMPANY_STORAGE_FULL'] as const)(
    'ends with %s where there is no room, and may be ordered again at once',
    async (code) => {
      await admin.does(orderMoveOut, order)
      const store = { ...testApp.store, put: () => Promise.reject(refuse(code)) }

      await runs(writeMoveOutJob(store), await moveOutId())

      expect(await read()).toMatchObject({ state: 'failed', failure: code })
      expect(await admin.does(orderMoveOut, order)).toMatchObject({ state: 'running', failure: null })
    },
  )

  it('announces the bytes of all files, so that a full disk refuses it before it writes', async () => {
    await withFile()
    await admin.does(orderMoveOut, order)
    const announced: (number | undefined)[] = []
    const store = {
      ...testApp.store,
      put: (...given: Parameters<typeof testApp.store.put>) => {
        announced.push(given[3]?.announcedBytes)
        return testApp.store.put(...given)
      },
    }

    await runs(writeMoveOutJob(store), await moveOutId())

    expect(announced).toEqual([pdf.length])
  })

  it('that was killed begins again and leaves no file of the first attempt', async () => {
    await admin.does(orderMoveOut, order)
    const id = await moveOutId()
    const stored: string[] = []
    const dying = {
      ...testApp.store,
      put: async (...given: Parameters<typeof testApp.store.put>) => {
        if (stored.length === 1) throw new Error('killed')
        const put = await testApp.store.put(...given)
        stored.push(put.key)
        return put
      },
    }

    await expect(runs(writeMoveOutJob(dying, { zipFiles: 5 }), id)).rejects.toThrow('killed')
    await writes()

    expect(await testApp.store.open(stored[0] ?? '')).toBeNull()
    const files = await unzipped((await read())?.files[0]?.link)
    expect(linesOf(files['company.jsonl'])).toHaveLength(1)
  })

  it('that runs twice finishes once, and the other one removes its files', async () => {
    await admin.does(orderMoveOut, order)

    await Promise.all([writes(), writes()])

    const made = await read()
    const [stored] = await moveOuts()
    expect(made?.files).toHaveLength(1)
    expect(await testApp.store.open(stored?.file_keys[0] ?? '')).not.toBeNull()
  })

  it('stops with the process, runs again, and gives up after repeated failures', async () => {
    await admin.does(orderMoveOut, order)
    const [id, job] = [await moveOutId(), writeMoveOutJob(testApp.store)]

    await expect(runs(job, id, 1, AbortSignal.abort())).rejects.toThrow()
    expect((await read())?.state).toBe('running')
    await runs(job, id, 6)

    expect(await read()).toMatchObject({ state: 'failed', failure: null })
  })

  it('O5 leaves no zip with an erased contact', async () => {
    await admin.does(orderMoveOut, order)
    await writes()
    const made = await read()
    const { tickets } = await admin.does(listTickets, { query: { showAll: 'true' } })
    expect(tickets.length).toBeGreaterThan(0)
    const params = { contactId: full.freeContactId }
    await admin.does(updateContact, { params, body: { name: 'Zélia' } })

    await admin.does(eraseContact, { params, body: { confirmation: 'Zélia' } })

    expect(await read()).toBeNull()
    expect(await removalsOf(made?.files[0]?.link)).toBe(1)
  })
})

test('every table of a company is exported, or left out for a reason', async () => {
  const tables = await tableNames(testApp, ['company_id'])
  const all = Object.values(exportedRowStatements)
    .map(({ text }) => text)
    .join('\n')

  const isExported = (name: string) => new RegExp(`(from|join) ${name} \\w`).test(all)
  for (const name of tables)
    expect([name, isExported(name) !== name in tablesNotExported]).toEqual([name, true])
  expect(Object.keys(tablesNotExported).filter((name) => !tables.includes(name))).toEqual([])
})

test('no exported field is a secret', () => {
  for (const { text } of Object.values(exportedRowStatements))
    expect(text).not.toMatch(/sealed|hash|secret|token(?!s)|api_key|recovery/)
})
