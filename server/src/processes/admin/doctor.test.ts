import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../../platform/config'
import { like, type TableRows } from '../../platform/testing/table-rows'
import { openOwnTestApp, type TestApp, type TestCompany } from '../../testing/test-app'
import { type CheckedInstallation, checkInstallation, formatFindings } from './doctor'

let testApp: TestApp
let shop: TestCompany
let folder: string
let backups: TableRows
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-doctor-'))
  testApp = await openOwnTestApp() // the findings are about the whole installation
  shop = await testApp.company()
})
afterAll(async () => {
  await testApp.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  backups = testApp.table('backups')
  await backups.delete()
})

/** The outside world answers, with this clock. */
const worldAt = (at: () => Date) => async () => new Response(null, { headers: { date: at().toUTCString() } })

async function findings(change: Partial<CheckedInstallation> = {}) {
  const now = () => new Date() // the database's own clock is compared with it
  const all = await checkInstallation({
    config: loadConfig({ DATA_DIR: folder, DATABASE_URL: testApp.database.ownerUrl }),
    database: { ownerUrl: testApp.database.ownerUrl },
    isStopped: false,
    mailer: null,
    fetch: worldAt(now),
    now,
    ...change,
  })
  return { all, of: (about: string) => all.find((finding) => finding.about === about) }
}

describe('the doctor', () => {
  it('checks everything, and changes nothing', async () => {
    const { all } = await findings()

    expect(all.map(({ about }) => about)).toEqual([
      'versions',
      'disk',
      'secrets',
      'database',
      'clock of the database',
      'migrations',
      'processes',
      'numbers',
      'jobs',
      'messages',
      'backups',
      'WhatsApp',
      'clock',
      'official API',
      'mail',
    ])
    expect(all.filter(({ text }) => text.startsWith('could not be read'))).toEqual([])
    expect(all.every(({ verdict, advice }) => (verdict === 'ok') === (advice === null))).toBe(true)
  })

  it('says that the database does not answer, and goes through the rest', async () => {
    const gone = await findings({ database: { ownerUrl: 'postgres://balcao@127.0.0.1:9/balcao' } })
    const none = await findings({ database: 'There is no Balcão in /data.' })

    expect(gone.of('database')).toMatchObject({ verdict: 'mend', text: 'ECONNREFUSED' })
    expect(none.of('database')).toMatchObject({ verdict: 'mend', text: 'There is no Balcão in /data.' })
    expect(gone.of('WhatsApp')?.verdict).toBe('ok')
  })

  it('says that there is no data folder', async () => {
    const config = loadConfig({ DATA_DIR: join(folder, 'nowhere') })

    expect((await findings({ config, database: 'There is no Balcão.' })).of('disk')).toMatchObject({
      verdict: 'mend',
      text: `there is no folder ${join(folder, 'nowhere')}`,
    })
  })

  it('names migrations that wait, and those of a newer version', async () => {
    const migrations = testApp.table('schema_migrations')
    await migrations.delete({ name: like('0023%') })
    expect((await findings()).of('migrations')).toMatchObject({
      verdict: 'look',
      text: expect.stringMatching(/^1 wait: 0023/),
    })
    for (const name of ['0023-move-ins.sql', '9999-later.sql']) await migrations.insert({ name })
    expect((await findings()).of('migrations')?.text).toBe('a newer version has made 9999-later.sql')
    await migrations.delete({ name: '9999-later.sql' })
  })

  it('names numbers that are down, and leaves out paused ones', async () => {
    const [up, paused] = [await shop.connection('Centro'), await shop.connection('Norte')]
    const set = (id: number, status: string, cause: string | null) =>
      testApp.table('connections').update({ id }, { status, cause })
    await set(up, 'CONNECTED', null)
    await set(paused, 'DISCONNECTED', 'stopped')
    expect((await findings()).of('numbers')).toMatchObject({ verdict: 'ok', text: '1 connected, 1 paused' })

    await set(await shop.connection('Sul'), 'DISCONNECTED', 'unlinked-on-phone')
    expect((await findings()).of('numbers')?.text).toBe(
      '1 connected, 1 paused, not connected: 1 unlinked-on-phone',
    )
  })

  it('finds jobs that no process takes', async () => {
    await testApp.app.workplace.withCompany(
      { kind: 'system', name: 'test', companyId: shop.id },
      async (work) => work.enqueue({ task: 'contacts.fetchPictures', payload: { contactIds: [] } }),
    )

    expect((await findings()).of('jobs')).toMatchObject({ verdict: 'mend' }) // due since the app's own clock
    expect((await findings({ isStopped: true })).of('jobs')?.verdict).toBe('ok')
  })

  it('tells when a backup was last restored for a check, and that the last check failed', async () => {
    const failure = '/mnt/a.backup: ENOSPC'
    const made = { path: '/mnt/a.backup', size_bytes: 1, missing_files: 0, is_scheduled: true }
    const times = { started_at: new Date(), finished_at: new Date(), content_at: new Date() }
    await backups.insert({ ...made, ...times, checked_at: '2026-11-20T03:00:00Z' })
    const restorable = (await findings()).of('backups')
    await backups.insert({ ...made, ...times, checked_at: '2026-11-27T03:00:00Z', check_failure: failure })

    const words = 'one was restored for a check at 2026-11-20T03:00:00.000Z'
    expect(restorable).toMatchObject({ verdict: 'ok', text: expect.stringContaining(words) })
    expect((await findings()).of('backups')).toMatchObject({
      verdict: 'mend',
      text: expect.stringContaining(`${words}; the last check failed: /mnt/a.backup: ENOSPC`),
    })

    await backups.update({ check_failure: failure }, { check_failure: null, check_skipped: 'no room' })
    expect((await findings()).of('backups')).toMatchObject({
      verdict: 'look',
      text: expect.stringContaining(`${words}; the last check was skipped: no room`),
    })
  })

  it('tells a failed backup and its reason', async () => {
    const at = new Date()
    await backups.insert({ started_at: at, finished_at: at, is_scheduled: true, failure: 'ENOSPC' })

    expect((await findings()).of('backups')?.text).toBe('none was made; the last attempt failed: ENOSPC')
  })

  it('finds a wrong clock, and a firewall', async () => {
    const late = await findings({ fetch: worldAt(() => new Date(Date.now() + 90_000)) })
    const closed = await findings({
      fetch: () =>
        Promise.reject(
          new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) }),
        ),
    })

    expect(late.of('clock')?.text).toMatch(/^this machine is (89|90|91) s behind$/)
    expect(closed.of('WhatsApp')).toMatchObject({
      verdict: 'mend',
      text: 'https://web.whatsapp.com/ does not answer: ENOTFOUND',
    })
  })

  it('finds secrets that others may read', async () => {
    const path = join(folder, 'secrets.json')
    await writeFile(path, '{}', { mode: 0o644 })
    expect((await findings()).of('secrets')?.advice).toBe(`Run: chmod 600 ${path}`)
    await chmod(path, 0o600)
    expect((await findings()).of('secrets')?.verdict).toBe('ok')
  })

  it('tells what the mail server answers', async () => {
    const mailer = {
      send: async () => undefined,
      check: () => Promise.reject(new Error('Invalid login')),
      close: () => undefined,
    }

    expect((await findings({ mailer })).of('mail')).toMatchObject({ verdict: 'mend', text: 'Invalid login' })
  })
})

it('the report has a line for each finding, and its advice below', () => {
  expect(
    formatFindings([
      { about: 'disk', verdict: 'look', text: '1 GB free', advice: 'Plan.' },
      { about: 'numbers', verdict: 'ok', text: '2 connected', advice: null },
    ]),
  ).toBe('look  disk     1 GB free\n               → Plan.\nok    numbers  2 connected')
})
