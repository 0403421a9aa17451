import {
  type ContactImportView,
  cancelContactImport,
  getContactImportReport,
  listContactImports,
  startContactImport,
} from '@balcao/contract/contact-imports'
import { deleteContact, listContacts } from '@balcao/contract/contacts'
import { getTicket } from '@balcao/contract/tickets'
import type { ContactId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { purgeOldImports } from '../../processes/housekeeping/start-housekeeping'
import { errorBody } from '../../testing/error-body'
import { postForm } from '../../testing/post-form'
import { openTestApp, type Person, type TestApp, type TestCompany } from '../../testing/test-app'
import { storeReportedNames } from '../contacts/reported-names'
import { carryOutContactImportJob, importNextContactRows } from './carry-out-import'

let testApp: TestApp
let company: TestCompany
let davi: Person
let ana: Person
let stranger: Person
beforeAll(async () => {
  testApp = await openTestApp()
  company = await testApp.company()
  davi = await company.person('Davi', { profile: 'supervisor' })
  ana = await company.person('Ana')
  stranger = (await testApp.company()).admin
})
afterAll(() => testApp.close())

type Row = readonly (string | number)[]
const bytes = (rows: readonly Row[], bookType: 'xlsx' | 'biff8' = 'xlsx') => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'Contatos')
  return new Uint8Array(write(book, { type: 'array', bookType }))
}
const header = ['Nome', 'Número', 'E-mail'] as const
async function posts(person: Person, file: Uint8Array | string, fields: Record<string, string> = {}) {
  const content = typeof file === 'string' ? new TextEncoder().encode(file) : file
  const named = Object.entries(fields)
  return postForm(testApp, person, '/contacts/import', [...named, ['file', content, 'lista.xlsx']])
}
const previews = async (rows: readonly Row[]): Promise<ContactImportView> =>
  (await posts(davi, bytes(rows), { preview: 'true' })).body
const starts = (it: ContactImportView, more: object = {}) =>
  davi.does(startContactImport, {
    params: { importId: it.id },
    body: { hasHeader: it.hasHeader, targets: it.targets, ...more },
  })
const nextRows = (it: ContactImportView) =>
  testApp.app.workplace.withCompany({ kind: 'system', name: 'test', companyId: company.id }, (work) =>
    importNextContactRows(work, it.id),
  )
const named = async (words: string) =>
  (await davi.does(listContacts, { query: { searchParam: words } })).contacts
/** The last page has the exact count. */
const isCount = async (words: string, count: number) => {
  const query = { searchParam: words, pageNumber: Math.ceil(count / limits.listPage) }
  const page = await davi.does(listContacts, { query })
  return page.count === count && !page.hasMore
}
const reportOf = async (it: ContactImportView) =>
  (await davi.does(getContactImportReport, { params: { importId: it.id } })).rows.map(({ row, outcome }) => [
    row,
    outcome,
  ])
const inboundOf = async (person: Person, end: string) =>
  (await person.received()).filter(({ channel }) => channel.endsWith(end)).map(({ payload }) => payload)
let numbers = 0
const newNumber = () => `55519${70_000_000 + ++numbers}`

describe('in one call', () => {
  it.each(['xlsx', 'biff8'] as const)(
    'CONTACT-17 CONTACT-18 a file (%s) becomes contacts, skips known numbers and sends a reload',
    async (kind) => {
      const [known, fresh, old] = [newNumber(), newNumber(), newNumber()]
      const oldSpelling = old.replace(/^(5551)9/, '$1')
      await posts(davi, bytes([header, ['Já Existe', known], ['Nono Dígito', old]]))
      await ana.received()

      const rows = [
        header,
        ['Lívia Prado', Number(fresh), 'Livia@Exemplo.com'],
        ['Outra', known],
        ['Repetida', fresh],
        ['Sem nono dígito', oldSpelling],
        ['', newNumber()],
        ['Sem número', ''],
        ['Curto', '123'],
        ['E-mail errado', newNumber(), 'livia'],
      ]
      const { status, body } = await posts(davi, bytes(rows, kind))

      expect([status, body.message, body.state]).toEqual([200, 'contacts imported', 'done'])
      expect(body).toMatchObject({ rows: 8, done: 8, created: 2, known: 3, wrong: 3, userName: 'Davi' })
      expect(await named(fresh)).toMatchObject([
        { name: 'Lívia Prado', number: fresh, email: 'livia@exemplo.com' },
      ])
      expect(await named(known)).toMatchObject([{ name: 'Já Existe' }])
      expect(await named('Nono Dígito')).toHaveLength(1)
      expect(await reportOf(body)).toEqual([
        [1, null], // the header row
        [2, 'created'],
        [3, 'known'],
        [4, 'known'],
        [5, 'known'],
        [6, 'created'],
        [7, 'noNumber'],
        [8, 'wrongNumber'],
        [9, 'wrongEmail'],
      ])
      expect(await inboundOf(ana, '-contact')).toEqual([{ action: 'reload' }])
      await testApp.table('contacts').delete({ company_id: company.id })
    },
  )

  it('CONTACT-18 a text file is a list too, and formulas in it are plain text', async () => {
    const number = newNumber()

    const { body } = await posts(davi, `nome;telefone;obs\r\n=1+1;${number};=cmd|' /C calc'!A0\r\n`)

    expect(body).toMatchObject({ created: 1, wrong: 0 })
    expect(await named(number)).toMatchObject([
      { name: '=1+1', extraInfo: [{ name: 'obs', value: "=cmd|' /C calc'!A0" }] },
    ])
  })

  it("CONTACT-18 without a file the phone's address book is imported under its own names", async () => {
    const number = newNumber()
    const names = [
      {
        chat: { kind: 'person', phone: number, lid: null } as const,
        name: 'Tia Nena',
        source: 'phone-book' as const,
      },
      {
        chat: { kind: 'person', phone: '15551230000', lid: null } as const,
        name: 'Bob',
        source: 'business' as const,
      },
    ]
    const system = { kind: 'system', name: 'test', companyId: company.id } as const
    await testApp.app.workplace.withCompany(system, (work) =>
      storeReportedNames(work, { kind: 'names', names }),
    )

    const first = await postForm(testApp, davi, '/contacts/import', [])
    const again = await postForm(testApp, davi, '/contacts/import', [])

    expect(first.body).toMatchObject({ source: 'phone-book', rows: 1, created: 1 })
    expect(again.body).toMatchObject({ created: 0, known: 1 })
    expect(await named(number)).toMatchObject([{ name: 'Tia Nena' }])
    expect(await testApp.table('contacts').get({ company_id: company.id, number }, ['name_source'])).toEqual({
      name_source: 'phone-book',
    })
  })

  it('CONTACT-18 a deleted contact is restored, and a later message belongs to it', async () => {
    const connection = await company.connection('Loja', [await company.queue('Vendas')])
    const number = newNumber()
    await posts(davi, bytes([header, ['Volta', number]]))
    const [contact] = await named('Volta')
    await company.admin.does(deleteContact, { params: { contactId: contact?.id ?? 0 } })

    const { body } = await posts(davi, bytes([header, ['Voltou', number]]))
    const ticketId = await company.hears({ over: connection, from: number, name: 'apelido' })

    expect(body).toMatchObject({ created: 1, known: 0 })
    expect((await ana.does(listContacts, { query: { searchParam: number } })).count).toBe(1)
    expect((await company.admin.does(getTicket, { params: { ticketId } })).contact).toMatchObject({
      id: contact?.id,
      name: 'Voltou',
    })
  })
})

describe('with a preview', () => {
  it('CONTACT-17 shows columns without importing; each column then gets its target, with progress', async () => {
    const number = newNumber()
    const rows = [
      ['Quem', 'Fone', 'Cidade', 'Segredo'],
      ['Rosa', number, 'Canela', 'x'],
    ]

    const shown = await previews(rows)
    expect(shown).toMatchObject({ state: 'preview', rows: 1, done: 0, hasHeader: true })
    expect(shown.columns[2]).toEqual({ title: 'Cidade', samples: ['Canela'] })
    expect(shown.targets).toEqual(['extra', 'number', 'extra', 'extra'])
    expect(await named('Rosa')).toEqual([])
    await davi.received()
    await ana.received()

    const begun = await starts(shown, { targets: ['name', 'number', 'extra', 'ignore'] })
    expect(begun).toMatchObject({ state: 'running', done: 0 })
    await nextRows(shown)

    expect(await named('Rosa')).toMatchObject([{ number, extraInfo: [{ name: 'Cidade', value: 'Canela' }] }])
    const [latest] = await davi.does(listContactImports)
    expect(latest).toMatchObject({ id: shown.id, state: 'done', created: 1 })
    expect(await inboundOf(davi, '-contactImport')).toEqual([
      { action: 'update', import: begun },
      { action: 'update', import: latest },
    ])
    expect(await inboundOf(ana, '-contactImport')).toEqual([])
  })

  it('without a header every row is a person, and extra data is named by its column letter', async () => {
    const number = newNumber()
    const shown = await previews([['Zilda', number, 'Gramado']])
    expect(shown).toMatchObject({ hasHeader: false, rows: 1, targets: ['ignore', 'ignore', 'ignore'] })

    await starts(shown, { targets: ['name', 'number', 'extra'] })
    await nextRows(shown)

    expect(await named('Zilda')).toMatchObject([{ extraInfo: [{ name: 'C', value: 'Gramado' }] }])
  })

  it('an import needs a number column, starts once, and after cancelling imports no more rows', async () => {
    const list = [header, ...Array.from({ length: 300 }, (_, n) => [`Cancelado ${n}`, newNumber()])]
    const shown = await previews(list)
    const of = { params: { importId: shown.id } }
    const begin = (targets: ContactImportView['targets']) =>
      davi.call(startContactImport, { ...of, body: { hasHeader: true, targets } })

    const without = await begin(['name', 'ignore', 'email'])
    await starts(shown)
    await nextRows(shown)
    const again = await begin(shown.targets)
    const cancelled = await davi.does(cancelContactImport, of)
    await nextRows(shown)
    const late = await davi.call(cancelContactImport, of)

    expect([without.status, without.error]).toEqual([400, 'ERR_IMPORT_NO_NUMBER'])
    expect([again.status, again.error]).toEqual([409, 'ERR_IMPORT_STATE'])
    expect(cancelled).toMatchObject({ state: 'cancelled', done: 250, created: 250 })
    expect([late.status, late.error]).toEqual([409, 'ERR_IMPORT_STATE'])
    expect(await isCount('Cancelado', 250)).toBe(true)
  })

  it('an abandoned preview leaves no rows or files, and the next list replaces it', async () => {
    const replaced = await previews([header, ['Trocada', newNumber()]])
    const shown = await previews([header, ['Ninguém', newNumber()]])

    await davi.does(cancelContactImport, { params: { importId: shown.id } })

    const imports = [replaced.id, shown.id]
    expect(await testApp.table('contact_import_rows').count({ import_id: imports })).toBe(0)
    for (let part = 0; part < 256; part++) {
      expect(await testApp.store.part(company.id, part, new Date(Date.now() + 60_000))).toEqual([])
    }
  })
})

describe('permissions and invalid files', () => {
  it('CONTACT-20 only admins and supervisors of the company import', async () => {
    const shown = await previews([header, ['Minha', newNumber()]])
    const of = { params: { importId: shown.id } }
    const body = { hasHeader: true, targets: shown.targets }

    const byUser = await posts(ana, bytes([header]))
    const strangers = [
      await stranger.call(startContactImport, { ...of, body }),
      await stranger.call(getContactImportReport, of),
      await stranger.call(cancelContactImport, of),
    ]

    expect([byUser.status, byUser.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(strangers.map(({ status, error }) => [status, error])).toEqual(
      strangers.map(() => [404, 'ERR_NO_IMPORT_FOUND']),
    )
    expect(await stranger.does(listContactImports)).toEqual([])
  })

  it.each([
    ['kind', '%PDF-1.7 folheto'],
    ['broken', 'nome;número\n"aberta;51'],
    ['empty', ' ; ; \n'],
  ])('CONTACT-17 C5 a file that is %s is refused with the reason and not stored', async (what, file) => {
    const { status, body } = await posts(davi, file)

    expect([status, body]).toEqual([400, errorBody('ERR_IMPORT_FILE', { what })])
    expect(await testApp.store.part(company.id, 0, new Date(Date.now() + 60_000))).toEqual([])
  })

  it('CONTACT-18 a list without a number column is refused in one call', async () => {
    const { status, body } = await posts(davi, 'nome;cidade\nRosa;Canela\n')

    expect([status, body.error]).toEqual([400, 'ERR_IMPORT_NO_NUMBER'])
  })

  it('O4 an import has an audit entry without its people', async () => {
    const { body } = await posts(davi, bytes([header, ['Discreta', newNumber()]]))

    const entries = await testApp
      .table('audit_entries')
      .find({ act: 'contacts.imported', subject_id: body.id })
    expect(entries).toHaveLength(1)
    expect(JSON.stringify(entries)).not.toContain('Discreta')
  })
})

describe('crashes and concurrent runs', () => {
  it('rows of a failed transaction are retried, and two runners import each row once', async () => {
    const people = Array.from({ length: 700 }, (_, n) => [`Corrida ${n}`, newNumber()])
    const shown = await previews([header, ...people])
    await starts(shown)
    const system = { kind: 'system', name: 'test', companyId: company.id } as const

    const killed = testApp.app.workplace.withCompany(system, async (work) => {
      await importNextContactRows(work, shown.id)
      throw new Error('killed before the commit')
    })
    await expect(killed).rejects.toThrow('killed')
    const runner = async () => {
      while (!(await nextRows(shown)));
    }
    await Promise.all([runner(), runner()])

    const [done] = await davi.does(listContactImports)
    expect(done).toMatchObject({ state: 'done', rows: 700, done: 700, created: 700, known: 0 })
    expect(await isCount('Corrida', 700)).toBe(true)
  })

  it('a stopping process leaves the rest to the next one, and five failures end the import', async () => {
    const shown = await previews([header, ['Interrompida', newNumber()]])
    await starts(shown)
    const { workplace } = testApp.app
    const system = { kind: 'system', name: 'test', companyId: company.id } as const
    const carriesOut = (attempt: number, stopping: AbortSignal) =>
      carryOutContactImportJob.carryOut(
        {
          companyId: company.id,
          act: (act) => workplace.withCompany(system, act),
          attempt,
          stopping,
        },
        { importId: shown.id },
      )
    const state = async () => (await davi.does(listContactImports))[0]?.state
    const key = `company ${company.id} contact import ${shown.id}`
    const orders = () => testApp.table('graphile_worker._private_jobs').count({ key })

    await testApp.table('graphile_worker._private_jobs').delete({ key })
    await carriesOut(1, AbortSignal.abort())
    expect([await state(), await orders()]).toEqual(['running', 1])
    await carriesOut(6, new AbortController().signal)
    expect(await state()).toBe('failed')
    await carriesOut(1, new AbortController().signal)

    expect(await named('Interrompida')).toEqual([])
  })

  it('two concurrent lists of the same people create each contact once', async () => {
    const people = Array.from({ length: 400 }, (_, n) => [`Gêmea ${n}`, newNumber()])
    const one = await previews([header, ...people])
    await starts(one)
    const other = await previews([header, ...people.toReversed()])
    await starts(other)
    const run = async (it: ContactImportView) => {
      while (!(await nextRows(it)));
    }

    await Promise.all([run(one), run(other)])

    expect(await isCount('Gêmea', 400)).toBe(true)
    const ofCompany = { company_id: company.id }
    const contacts = await testApp.table('contacts').find<{ id: ContactId }>(ofCompany, ['id'])
    const addresses = await testApp
      .table('contact_addresses')
      .find<{ contact_id: ContactId }>(ofCompany, ['contact_id'])
    const reachable = new Set(addresses.map(({ contact_id }) => contact_id))
    expect(contacts.filter(({ id }) => !reachable.has(id))).toEqual([])
  })

  it('O5 old reports are deleted after a month and previews after a day', async () => {
    const [report] = await davi.does(listContactImports)
    const preview = await previews([header, ['Esquecida', newNumber()]])
    const imports = [report?.id, preview.id]
    const left = async () => {
      const rows = await testApp.table('contact_imports').find<{ id: number }>({ id: imports }, ['id'])
      return rows.map(({ id }) => id)
    }
    const ages = (hours: number) =>
      testApp
        .table('contact_imports')
        .update({ id: imports }, { created_at: new Date(testApp.now().getTime() - hours * 3_600_000) })

    await ages(23)
    await purgeOldImports(testApp.app.workplace)
    expect(await left()).toEqual(imports)
    await ages(25)
    await purgeOldImports(testApp.app.workplace)
    expect(await left()).toEqual([report?.id])
    await ages(31 * 24)
    await purgeOldImports(testApp.app.workplace)

    expect(await left()).toEqual([])
    expect(await testApp.table('contact_import_rows').count({ import_id: imports })).toBe(0)
  })
})
