import * as calls from '@balcao/contract/file-lists'
import { liveChannel } from '@balcao/contract/live'
import type { FileListId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mp3, pdf } from '../../platform/files/sample-files.fixture'
import { not } from '../../platform/testing/table-rows'
import { errorBody } from '../../testing/error-body'
import { postForm } from '../../testing/post-form'
import { queuedJobs } from '../../testing/queued-jobs'
import { openTestApp, type Person, type TestApp, type TestCompany } from '../../testing/test-app'

let testApp: TestApp
let company: TestCompany
let admin: Person
let ana: Person
let stranger: Person
beforeAll(async () => {
  testApp = await openTestApp()
  company = await testApp.company()
  admin = company.admin
  ana = await company.person('Ana', { profile: 'supervisor' })
  stranger = (await testApp.company()).admin
})
afterAll(() => testApp.close())

let lists = 0
const form = (change: object = {}) => ({ name: `Tabelas ${++lists}`, message: 'Seguem.', ...change })
const create = (change: object = {}) => admin.does(calls.createFileList, { body: form(change) })
const of = ({ id }: { id: FileListId }) => ({ params: { fileListId: id } })
const upload = (id: number, parts: Parameters<typeof postForm>[3], person = admin) =>
  postForm(testApp, person, `/files/uploadList/${id}`, parts)
const fetched = (url: string | null) => testApp.app.http.inject({ method: 'GET', url: url ?? '/none' })
async function keysOf(...ids: readonly number[]): Promise<string[]> {
  const rows = await testApp
    .table('file_list_options')
    .find<{ media: { key: string } }>({ id: ids, media: not(null) }, ['media'])
  return rows.map(({ media }) => media.key)
}
/** The files that jobs are about to remove. */
async function removedFiles(): Promise<string[]> {
  const jobs = await queuedJobs<{ keys: string[] }>(testApp, 'files.remove')
  return jobs.filter(({ companyId }) => companyId === company.id).flatMap(({ payload }) => payload.keys)
}
const eventsOf = async (person: Person) =>
  (await person.received())
    .filter((it) => it.channel === liveChannel.fileList(company.id))
    .map((it) => it.payload)

describe('file lists', () => {
  it('FILE-01 FILE-06 a list is created with its fields and options, and reaches all users live', async () => {
    await Promise.all([ana.received(), stranger.received()])
    const options = [{ name: 'Preços', path: '', mediaType: '' }, { name: 'Cores' }]

    const made = await create({ name: ' Verão ', message: 'Segue a tabela.', options, userId: ana.id })

    const times = { createdAt: testApp.now().toISOString(), updatedAt: testApp.now().toISOString() }
    const empty = { path: null, mediaType: null, file: null, mimetype: null, sizeBytes: null, ...times }
    expect(made).toEqual({
      id: expect.any(Number),
      name: 'Verão',
      message: 'Segue a tabela.',
      options: [
        { id: expect.any(Number), name: 'Preços', ...empty },
        { id: expect.any(Number), name: 'Cores', ...empty },
      ],
      userId: admin.id,
      ...times,
    })
    expect((await ana.call(calls.getFileList, of(made))).body).toEqual(made)
    const [inbound] = await ana.received()
    expect([inbound?.channel, inbound?.alsoOn, inbound?.payload]).toEqual([
      `company${company.id}-file`,
      [`company-${company.id}-file`],
      { action: 'create', files: made },
    ])
    expect(await eventsOf(stranger)).toEqual([])
  })

  it.each([
    [{ name: 'ab' }, 'nome muito curto'],
    [{ name: '  ' }, 'Obrigatório'],
    [{ message: ' ' }, 'Obrigatório'],
  ])('FILE-03 %o is refused: %s', async (change, words) => {
    const { status, error } = await admin.call(calls.createFileList, { body: form(change) })

    expect([status, error]).toEqual([400, words])
  })

  it('FILE-01 a list has at most fifty options, through its form and through uploads', async () => {
    const { max } = limits.fileList.options
    const options = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `arquivo ${n}` }))
    const full = await create({ options: options(max) })

    const [more, upon] = [
      await admin.call(calls.createFileList, { body: form({ options: options(max + 1) }) }),
      await upload(full.id, [['files', pdf, 'a.pdf']]),
    ]

    expect(full.options.map(({ name }) => name)).toEqual(options(max).map(({ name }) => name))
    expect(more.status).toBe(400)
    expect([upon.status, upon.body]).toEqual([
      400,
      errorBody('ERR_TOO_MANY', { what: 'fileListOptions', limit: max }),
    ])
  })

  it('FILE-06 a change leaves omitted fields, reorders the options and deletes omitted ones', async () => {
    const { id, name, options } = await create({ options: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] })
    const [a, b, c] = options.map((option) => option.id)
    await upload(id, [
      ['files', pdf, 'a.pdf'],
      ['id', String(a)],
      ['files', pdf, 'c.pdf'],
      ['id', String(c)],
    ])
    const [gone, kept] = [await keysOf(Number(a)), await keysOf(Number(c))]
    await admin.received()

    const body = { options: [{ id: c, name: 'C' }, { name: 'nova' }, { id: b, name: 'b' }] }
    const changed = await admin.does(calls.updateFileList, { ...of({ id }), body })

    expect([changed.name, changed.message]).toEqual([name, 'Seguem.'])
    expect(changed.options.map((option) => [option.name, option.file])).toEqual([
      ['C', 'c.pdf'],
      ['nova', null],
      ['b', null],
    ])
    expect([changed.options[0]?.id, changed.options[2]?.id]).toEqual([c, b])
    expect(await removedFiles()).toEqual(expect.arrayContaining(gone))
    expect(await removedFiles()).not.toEqual(expect.arrayContaining(kept))
    expect((await fetched(changed.options[0]?.path ?? null)).statusCode).toBe(200)
    expect(await eventsOf(admin)).toEqual([{ action: 'update', files: changed }])
  })

  it('FILE-02 FILE-06 RT-23 deleting a list removes its files; a second deletion finds no list', async () => {
    const { id } = await create()
    const { body } = await upload(id, [['files', pdf, 'a.pdf']])
    const keys = await keysOf(body.options[0].id)
    await ana.received()

    const [first, second] = [
      await admin.call(calls.deleteFileList, of({ id })),
      await admin.call(calls.deleteFileList, of({ id })),
    ]

    expect([first.status, second.status, second.error]).toEqual([200, 404, 'ERR_NO_FILE_LIST_FOUND'])
    expect(await removedFiles()).toEqual(expect.arrayContaining(keys))
    expect(await eventsOf(ana)).toEqual([{ action: 'delete', fileId: id }])
    expect(await testApp.table('audit_entries').count({ act: 'fileList.deleted', subject_id: id })).toBe(1)
  })

  it('FILE-06 a name is unique within a company, also for concurrent requests', async () => {
    const name = 'Catálogo'
    const make = (person: Person, written = name) =>
      person.call(calls.createFileList, { body: form({ name: written }) })

    const answers = await Promise.all([make(admin), make(admin, 'CATÁLOGO')])
    const other = await create()
    const renamed = await admin.call(calls.updateFileList, { ...of(other), body: { name } })

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect([renamed.status, renamed.error]).toEqual([400, 'ERR_RATING_NAME_ALREADY_EXISTS'])
    expect((await make(stranger)).status).toBe(200)
  })

  it('FILE-02 FILE-05 the list is searched by name and paged, with and without a trailing slash', async () => {
    const { admin: reader } = await testApp.company()
    for (let n = 10; n < 31; n++)
      await reader.does(calls.createFileList, { body: form({ name: `Coleção ${n}` }) })
    const list = (query: object) => reader.does(calls.listFileLists, { query })

    const [first, second, found] = [
      await list({}),
      await list({ pageNumber: 2 }),
      await list({ searchParam: 'colecao 12' }),
    ]
    const withSlash = await testApp.app.http.inject({
      method: 'GET',
      url: '/files/',
      headers: { authorization: `Bearer ${reader.token}` },
    })

    expect([first.files.length, first.count, first.hasMore]).toEqual([20, 21, true])
    expect([second.files.map(({ name }) => name), second.hasMore]).toEqual([['Coleção 30'], false])
    expect(found.files.map(({ name }) => name)).toEqual(['Coleção 12'])
    expect(withSlash.json().count).toBe(21)
  })
})

describe('files of a list', () => {
  it('FILE-07 in the field order of existing clients the n-th file belongs to the n-th id and name', async () => {
    const { id, options } = await create({ options: [{ name: 'Preços' }, { name: 'Jingle' }] })
    await ana.received()

    const { status, body } = await upload(id, [
      ['fileId', String(id)],
      ['typeArch', 'fileList'],
      ['files', mp3, 'jingle.mp3'],
      ['mediaType', 'video/mp4'],
      ['name', 'Jingle'],
      ['id', String(options[1]?.id)],
      ['files', pdf, 'preços.pdf'],
      ['mediaType', 'application/pdf'],
      ['name', 'Preços'],
      ['id', String(options[0]?.id)],
    ])

    expect([status, body.mensagem]).toEqual([200, 'Arquivos atualizados'])
    expect(body.options).toMatchObject([
      {
        id: options[0]?.id,
        name: 'Preços',
        file: 'preços.pdf',
        mediaType: 'application',
        sizeBytes: pdf.length,
      },
      { id: options[1]?.id, name: 'Jingle', file: 'jingle.mp3', mediaType: 'audio' },
    ])
    for (const { path } of body.options) expect((await fetched(path)).statusCode).toBe(200)
    expect(await eventsOf(ana)).toMatchObject([{ action: 'update', files: { options: [{}, {}] } }])
  })

  it('FILE-07 a new file replaces the old one, and a file without an id is added under its name', async () => {
    const { id } = await create()
    const first = await upload(id, [['files', pdf, 'velha.pdf']])
    const [option] = first.body.options
    const before = await keysOf(option.id)

    const { body } = await upload(id, [
      ['files', mp3, 'nova.mp3'],
      ['id', String(option.id)],
      ['files', pdf, 'cores.pdf'],
      ['id', ''],
      ['name', ''],
      ['name', 'Cores'],
    ])

    expect(body.options.map((it: { name: string; file: string }) => [it.name, it.file])).toEqual([
      ['velha.pdf', 'nova.mp3'],
      ['Cores', 'cores.pdf'],
    ])
    expect(await removedFiles()).toEqual(expect.arrayContaining(before))
  })

  it('FILE-07 an upload without a file, for a foreign option or for one twice stores nothing', async () => {
    const [list, other] = [await create(), await create({ options: [{ name: 'alheia' }] })]
    const alien = String(other.options[0]?.id)
    const own = (await upload(list.id, [['files', pdf, 'a.pdf']])).body
    const id = String(own.options[0].id)

    const answers = [
      await upload(list.id, [['typeArch', 'fileList']]),
      await upload(list.id, [
        ['files', mp3, 'a.mp3'],
        ['id', alien],
      ]),
      await upload(list.id, [
        ['files', mp3, 'a.mp3'],
        ['id', id],
        ['files', mp3, 'b.mp3'],
        ['id', id],
      ]),
    ]

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [400, 'ERR_UPLOAD_EMPTY'],
      [404, 'ERR_NO_FILE_LIST_FOUND'],
      [404, 'ERR_NO_FILE_LIST_FOUND'],
    ])
    expect((await admin.does(calls.getFileList, of(list))).options[0]?.file).toBe('a.pdf')
    expect((await admin.does(calls.getFileList, of(other))).options[0]?.file).toBe(null)
  })
})

describe('permissions for file lists', () => {
  it('PERM-16 SHELL-20 all users read them, and only admins change them', async () => {
    const list = await create()
    const acts = [
      await ana.call(calls.createFileList, { body: form() }),
      await ana.call(calls.updateFileList, { ...of(list), body: { message: 'x' } }),
      await ana.call(calls.deleteFileList, of(list)),
    ]
    const file = await upload(list.id, [['files', pdf, 'a.pdf']], ana)

    expect(acts.map(({ status, error }) => [status, error])).toEqual(
      acts.map(() => [403, 'ERR_NO_PERMISSION']),
    )
    expect([file.status, file.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect((await ana.does(calls.listFileLists, {})).files).toContainEqual(list)
  })

  it('another company finds no list', async () => {
    const list = await create()
    const answers = [
      await stranger.call(calls.getFileList, of(list)),
      await stranger.call(calls.updateFileList, { ...of(list), body: { name: 'Minha' } }),
      await stranger.call(calls.deleteFileList, of(list)),
    ]
    const file = await upload(list.id, [['files', pdf, 'a.pdf']], stranger)

    expect([...answers.map(({ error }) => error), file.body.error]).toEqual(
      Array(4).fill('ERR_NO_FILE_LIST_FOUND'),
    )
    expect((await admin.call(calls.getFileList, of(list))).body).toEqual(list)
  })
})
