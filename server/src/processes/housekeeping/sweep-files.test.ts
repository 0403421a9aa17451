import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CompanyId } from '@balcao/domain/ids'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  test,
} from 'vitest'
import { openDiskFileStore } from '../../platform/files/disk-file-store'
import { type FileStore, platformFolderId } from '../../platform/files/file-store'
import * as samples from '../../platform/files/sample-files.fixture'
import { createLog } from '../../platform/log'
import { markAsMoved } from '../../testing/moved-company'
import { openOwnTestApp, type TestApp, type TestCompany } from '../../testing/test-app'
import { deleteUnreferencedFiles } from './sweep-files'
import { columnsNamedLikeFiles } from './testing/columns-of-files'
import { planOfReferences, storeFileMessages } from './testing/many-files'

const hour = 3_600_000
const anySize = () => Number.MAX_SAFE_INTEGER

let testApp: TestApp
let company: TestCompany
beforeAll(async () => {
  testApp = await openOwnTestApp() // sweeps
  company = await testApp.company()
  const connectionId = await company.connection('Loja')
  await company.hears({ over: connectionId, from: '5511911112222' })
})
afterAll(() => testApp.close())

let folder: string
let store: FileStore
const lines: string[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao sweep '))
  store = await openDiskFileStore({ folder, reserveBytes: 0 })
  lines.length = 0
})
afterEach(() => rm(folder, { recursive: true }))

/** Stores a file with a time that many hours ago. */
async function stored(hoursAgo: number, companyId: CompanyId = company.id): Promise<string> {
  const { key } = await store.put(companyId, samples.pdf, anySize)
  const [name = ''] = key.split('/').slice(1)
  const at = new Date(testApp.now().getTime() - hoursAgo * hour)
  await utimes(join(folder, String(companyId), name.slice(0, 2), name), at, at)
  return key
}

async function everyPart(): Promise<void> {
  const log = createLog({ level: 'info', isReadable: false, write: (line) => lines.push(line) })
  const begin = testApp.now().getTime()
  const parts = { workplace: testApp.app.workplace, store, log }
  // Runs all hourly parts at one time, so that no file ages meanwhile.
  for (let part = 0; part < 256; part++) {
    const fixed = { ...store, part: (id: CompanyId, _: number, before: Date) => store.part(id, part, before) }
    await deleteUnreferencedFiles({ ...parts, store: fixed }, new Date(begin))
  }
}

const isThere = async (key: string) => (await store.open(key)) !== null
const times = () => ({ created_at: testApp.now(), updated_at: testApp.now() })
const names = (column: string, key: string) =>
  testApp.table('messages').update({ company_id: company.id }, { media: { [column]: key } })

describe('the sweep of files', () => {
  it('deletes files without a reference a day after their storage, and logs it', async () => {
    const [orphan, young] = [await stored(25), await stored(23)]

    await everyPart()

    expect([await isThere(orphan), await isThere(young)]).toEqual([false, true])
    expect(lines.some((line) => line.includes('"removed":1'))).toBe(true)
  })

  it.each(['key', 'thumbnailKey', 'whatsappKey', 'compatibleKey'])(
    'keeps a file that a message references as its %s',
    async (name) => {
      const key = await stored(1_000)
      await names(name, key)

      await everyPart()

      expect(await isThere(key)).toBe(true)
    },
  )

  it("keeps referenced files of announcements in the platform's folder, and deletes others", async () => {
    const [named, unnamed] = [await stored(1_000, platformFolderId), await stored(1_000, platformFolderId)]
    const announcement = { title: 'a', text: 'b', media: { key: named } }
    await testApp.table('announcements').insert({ ...announcement, ...times() })

    await everyPart()

    expect([await isThere(named), await isThere(unnamed)]).toEqual([true, false])
  })

  it('keeps a file of a quick message', async () => {
    const key = await stored(1_000)
    const quickMessage = { company_id: company.id, shortcode: 'a', message: 'b', media: { key } }
    await testApp.table('quick_messages').insert({ ...quickMessage, ...times() })

    await everyPart()

    expect(await isThere(key)).toBe(true)
  })

  it("keeps a contact's picture", async () => {
    const key = await stored(1_000)
    await testApp.table('contacts').update({ company_id: company.id }, { picture_key: key })

    await everyPart()

    expect(await isThere(key)).toBe(true)
  })

  it('keeps the files of companies of another cell, which may share the bucket', async () => {
    const [elsewhere, moved] = [999_999 as CompanyId, (await testApp.company()).id] // no company has this id
    await markAsMoved(testApp, moved)
    const keys = [await stored(25, elsewhere), await stored(25, moved)]

    await everyPart()

    expect(await Promise.all(keys.map(isThere))).toEqual([true, true])
  })

  it("keeps the files in the platform's folder that all cells share", async () => {
    await testApp.table('cell').insert({ number: 0 })
    onTestFinished(async () => {
      await testApp.table('cell').delete()
    })
    const key = await stored(25, platformFolderId)

    await everyPart()

    expect(await isThere(key)).toBe(true)
  })

  it('deletes nothing when most files have no reference: the database is the wrong one', async () => {
    const keys = await Promise.all(Array.from({ length: 21 }, () => stored(25)))
    const onePart = { ...store, part: async () => keys as Awaited<ReturnType<FileStore['part']>> }
    const log = createLog({ level: 'info', isReadable: false, write: (line) => lines.push(line) })

    await deleteUnreferencedFiles({ workplace: testApp.app.workplace, store: onePart, log }, testApp.now())

    for (const key of keys) expect(await isThere(key)).toBe(true)
    expect(lines.some((line) => line.includes('"level":"error"') && line.includes('"unnamed":21'))).toBe(true)
  })

  it('processes another part each hour, and all in turn', async () => {
    const looked: number[] = []
    const noting = {
      ...store,
      companies: async () => [company.id],
      part: async (_: CompanyId, part: number) => {
        looked.push(part)
        return []
      },
    }
    const log = createLog({ level: 'silent' })

    for (let hours = 0; hours < 256; hours++)
      await deleteUnreferencedFiles(
        { workplace: testApp.app.workplace, store: noting, log },
        new Date(testApp.now().getTime() + hours * hour),
      )

    expect(new Set(looked).size).toBe(256)
  })
})

test('every column with file keys is read by the sweep, or listed as having none', async () => {
  const columns = await columnsNamedLikeFiles(testApp)

  const asked = [
    'announcements.media',
    'campaigns.media',
    'chat_messages.media',
    'contacts.picture_key',
    'file_list_options.media',
    'messages.media',
    'move_outs.file_keys',
    'personal_data_exports.file_keys',
    'quick_messages.media',
    'schedules.media',
  ]
  const noFiles = [
    'api_sends.idempotency_key',
    'backups.path',
    'contact_imports.file_name',
    'inbound_events.key',
    'messages.media_type',
    'platform_settings.key',
    'prompts.sealed_api_key',
    'prompts.sealed_voice_key',
    'queue_integrations.typebot_keyword_finish',
    'queue_integrations.typebot_keyword_restart',
    'settings.key',
    'users.profile',
  ]
  expect(columns.sort()).toEqual([...asked, ...noFiles].sort())
})

test('the sweep finds references by index, in a company with many messages', async () => {
  const large = await testApp.company()
  const connectionId = await large.connection('Loja')
  await large.hears({ over: connectionId, from: '5511911113333' })
  await storeFileMessages(testApp, large.id, 5_000)

  const text = await planOfReferences(testApp, large.id)

  expect(text).not.toContain('Seq Scan on messages')
  for (const index of ['file', 'thumbnail', 'whatsapp_file', 'compatible_file'])
    expect(text).toContain(`messages_by_${index} `)
})

test('a missing part is empty, and parts contain only files with our names', async () => {
  expect(await store.part(company.id, 7, testApp.now())).toEqual([])
  expect(await readdir(folder)).toContain('.incoming')
  expect(await store.companies()).toEqual([])
})
