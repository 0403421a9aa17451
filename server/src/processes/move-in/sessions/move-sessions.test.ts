import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopConnection } from '@balcao/contract/connections'
import type { ConnectionId } from '@balcao/domain/ids'
import type { ImportedWhatsappSession } from '@balcao/whatsapp/moved-session'
import { madeSession } from '@balcao/whatsapp/testing/made-session'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { loadSessionKeys } from '../../../features/connections/session-keys'
import type { RowValues } from '../../../platform/testing/table-rows'
import { openTestApp, type TestApp } from '../../../testing/test-app'
import { moveIn, switchOverMoveIn } from '../move'
import { openSourceDatabase } from '../source-database'
import { type MoveBench, openMoveBench } from '../testing/move-in-bench'
import { movedCompanyId } from '../testing/moved-rows'
import { storeAsFolder, storeAsTicketz, storeAsWhaticket } from '../testing/stored-forms'
import { createWhaticketSource, type SourceFixture } from '../testing/whaticket-source'
import { whaticket } from '../whaticket/whaticket'
import { type MovedSessionResult, moveSessions } from './move-sessions'
import { sessionReportSentence } from './session-report'
import { readSessionsFromDatabase } from './sessions-in-database'
import { parseKeyFileName, readSessionFromFolder } from './sessions-in-folder'
import { watchSessions } from './watch-sessions'

let testApp: TestApp
let last = 0
const closing: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  await testApp.close()
})

const nextPhone = () => `55519777${String(++last).padStart(5, '0')}`

/** A moved company of one connection, whose session the source keeps in this form. Its source is its own. */
async function movedCompany(form: 'ticketz' | 'whaticket', session: ImportedWhatsappSession | null) {
  const source = await createWhaticketSource(form)
  const name = `Loja ${++last}`
  await source.add({
    Plans: [{ id: 1, name: 'Plano', users: 5, connections: 2, queues: 4, value: 9 }],
    Companies: [{ id: 1, name, status: true, planId: 1 }],
    Whatsapps: [{ id: 4, name: 'Balcão da loja', isDefault: true, companyId: 1 }],
  })
  if (session !== null) await (form === 'ticketz' ? storeAsTicketz : storeAsWhaticket)(source, 4, session)
  const bench = await openMoveBench(testApp, {
    url: source.url,
    product: whaticket,
    mapping: { companies: { '1': { move: true, name } }, emails: {} },
    name: name.replace(' ', '-'),
  })
  closing.push(
    () => source.drop(),
    () => bench.close(),
  )
  await bench.with((order) => moveIn(order))
  const companyId = await movedCompanyId(testApp, name)
  const { id } = await testApp.table('connections').get<{ id: ConnectionId }>({ company_id: companyId })
  return { source, bench, name, id, companyId }
}

interface Asked {
  readonly bench: MoveBench
  readonly source: SourceFixture
}

function moveFromDatabase(
  { bench, source }: Asked,
  {
    pause = async () => undefined,
    isOldServerStopped = true,
  }: { pause?: () => Promise<void>; isOldServerStopped?: boolean } = {},
): Promise<readonly MovedSessionResult[]> {
  const { workplace } = bench
  return moveSessions({
    ...{ workplace, dataKeys: testApp.dataKeys, pause, isOldServerStopped },
    read: () =>
      bench.with(async ({ name }) => {
        const snapshot = await openSourceDatabase(source.url)
        return readSessionsFromDatabase({ workplace, name, source: snapshot, product: whaticket }).finally(
          () => snapshot.close(),
        )
      }),
  })
}

async function keysOf(connectionId: ConnectionId) {
  const columns = ['type', 'id']
  return testApp
    .table('connection_keys')
    .find<{ type: string; id: string }>({ connection_id: connectionId }, columns)
}

async function connectionOf(connectionId: ConnectionId) {
  const columns = ['number', 'status', 'desired_state', 'cause']
  return testApp.table('connections').get({ id: connectionId }, columns)
}

const untouched = { number: null, status: 'DISCONNECTED', desired_state: 'link', cause: 'stopped' }

describe.each(['ticketz', 'whaticket'] as const)('a session in the database of %s', (form) => {
  it('moves with all its keys, sealed, into the connection that its own became', async () => {
    const phone = nextPhone()
    const moved = await movedCompany(form, madeSession(phone))

    const results = await moveFromDatabase(moved)

    expect(results).toMatchObject([{ connectionId: moved.id, outcome: { kind: 'moved', phone } }])
    expect(await connectionOf(moved.id)).toEqual({
      number: phone,
      status: 'OPENING',
      desired_state: 'link',
      cause: null,
    })
    expect(await keysOf(moved.id)).toEqual([
      { type: 'creds', id: 'creds' },
      { type: 'device-list', id: '5551988880001' },
      { type: 'pre-key', id: '30' },
      { type: 'session', id: '5551988880001.0' },
    ])
    const creds = await moved.bench.workplace.readCompany(
      { kind: 'system', name: 'test', companyId: moved.companyId as never },
      (work) =>
        loadSessionKeys(
          { ...work, companyId: moved.companyId as never },
          testApp.dataKeys,
          moved.id,
          'creds',
          ['creds'],
        ),
    )
    expect(JSON.parse(creds.get('creds') ?? '')).toMatchObject({ me: { id: `${phone}:7@s.whatsapp.net` } })
  })

  it('moves once: repeated, nothing changes, also after WhatsApp has unlinked it', async () => {
    const moved = await movedCompany(form, madeSession(nextPhone()))
    await moveFromDatabase(moved)
    await testApp.table('connection_keys').delete({ connection_id: moved.id })
    const unlinked = { number: null, status: 'DISCONNECTED', cause: 'unlinked-on-phone' }
    await testApp.table('connections').update({ id: moved.id }, unlinked)

    const results = await moveFromDatabase(moved)

    expect(results).toMatchObject([{ outcome: { kind: 'moved-before' } }])
    expect(await keysOf(moved.id)).toEqual([])
  })

  it('writes nothing of a session that is incomplete, and names what it lacks', async () => {
    const whole = madeSession(nextPhone())
    const { account: _, noiseKey: __, ...creds } = whole.creds as Record<string, unknown>
    const moved = await movedCompany(form, { ...whole, creds })

    const [result] = await moveFromDatabase(moved)

    expect(result?.outcome).toEqual({ kind: 'incomplete', missing: ['noiseKey', 'account'] })
    expect(await keysOf(moved.id)).toEqual([])
    expect(await connectionOf(moved.id)).toEqual(untouched)
    expect(sessionReportSentence({ ...(result as MovedSessionResult), news: null })).toMatch(
      /^Balcão da loja \(connection \d+\): not moved, its credentials lack the key of its connection \(noiseKey\), .*Link it anew/,
    )
  })

  it('refuses a server whose keys change between the two looks', async () => {
    const moved = await movedCompany(form, madeSession(nextPhone()))
    const other = madeSession(nextPhone())
    const pause = () => (form === 'ticketz' ? storeAsTicketz : storeAsWhaticket)(moved.source, 4, other)

    await expect(moveFromDatabase(moved, { pause })).rejects.toThrow(
      'The old server still runs: keys of Balcão da loja have just changed.',
    )
    expect(await keysOf(moved.id)).toEqual([])
  })

  it('refuses a database that something else uses', async () => {
    const moved = await movedCompany(form, madeSession(nextPhone()))
    const url = new URL(moved.source.url)
    url.searchParams.set('application_name', 'ticketz-backend')
    const old = new pg.Client({ connectionString: url.href })
    await old.connect()

    await expect(moveFromDatabase(moved)).rejects.toThrow('its database is used by ticketz-backend')
    await old.end()
    expect(await keysOf(moved.id)).toEqual([])
  })

  it('asks the operator to say that the old server is stopped', async () => {
    const moved = await movedCompany(form, madeSession(nextPhone()))

    await expect(moveFromDatabase(moved, { isOldServerStopped: false })).rejects.toThrow(
      '--old-server-is-stopped',
    )
    expect(await keysOf(moved.id)).toEqual([])
  })

  it('names numbers that were not linked, or are no JSON', async () => {
    const unlinked = await movedCompany(form, null)
    const broken = await movedCompany(form, null)
    await broken.source.table('Whatsapps').update({}, { session: '{"creds":' })

    expect(await moveFromDatabase(unlinked)).toMatchObject([{ outcome: { kind: 'not-linked' } }])
    expect(await moveFromDatabase(broken)).toMatchObject([{ outcome: { kind: 'unreadable' } }])
  })
})

test('two commands at once move a session once', async () => {
  const moved = await movedCompany('ticketz', madeSession(nextPhone()))

  const both = await Promise.all([moveFromDatabase(moved), moveFromDatabase(moved)])

  const kinds = both.flat().map(({ outcome }) => outcome.kind)
  expect(kinds.filter((kind) => kind === 'moved')).toHaveLength(1)
  expect(await keysOf(moved.id)).toHaveLength(4)
})

test('a killed command has moved nothing of the session', async () => {
  const moved = await movedCompany('ticketz', madeSession(nextPhone()))
  const { workplace } = moved.bench
  const dying: MoveBench['workplace'] = {
    ...workplace,
    withCompany: (actor, act) =>
      workplace.withCompany(actor, async (work) => {
        await act(work)
        throw new Error('killed')
      }),
  }

  await expect(moveFromDatabase({ ...moved, bench: { ...moved.bench, workplace: dying } })).rejects.toThrow(
    'killed',
  )
  expect(await keysOf(moved.id)).toEqual([])
  expect(await connectionOf(moved.id)).toEqual(untouched)
  expect(await moveFromDatabase(moved)).toMatchObject([{ outcome: { kind: 'moved' } }])
})

test('a number that another connection holds, of any company, is not moved', async () => {
  const phone = nextPhone()
  const session = madeSession(phone)
  await moveFromDatabase(await movedCompany('ticketz', session))
  const second = await movedCompany('whaticket', session)

  expect(await moveFromDatabase(second)).toMatchObject([{ outcome: { kind: 'number-in-use', phone } }])
  expect(await keysOf(second.id)).toEqual([])
})

describe('a folder of Baileys', () => {
  const folders: string[] = []
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

  async function folderOf(session: ImportedWhatsappSession) {
    const folder = await mkdtemp(join(tmpdir(), 'baileys-'))
    folders.push(folder)
    await storeAsFolder(folder, session)
    return folder
  }

  async function place() {
    const company = await testApp.company()
    /** As after Stop on the connections page: a new connection shows a QR at once. */
    const stopped = async (name: string) => {
      const connectionId = await company.connection(name)
      await company.admin.does(stopConnection, { params: { connectionId } })
      return connectionId
    }
    const connectionId = await stopped('Loja')
    const bench = await openMoveBench(testApp, {
      ...{ url: 'postgres://nowhere', product: whaticket, mapping: { companies: {}, emails: {} } },
    })
    closing.push(() => bench.close())
    const move = (folder: string, into = connectionId, pause = () => Promise.resolve()) =>
      moveSessions({
        workplace: bench.workplace,
        dataKeys: testApp.dataKeys,
        isOldServerStopped: true,
        pause,
        read: () => readSessionFromFolder(bench.workplace, folder, into),
      })
    return { company, connectionId, stopped, move }
  }

  it('moves into the named connection', async () => {
    const { connectionId, move } = await place()
    const phone = nextPhone()

    expect(await move(await folderOf(madeSession(phone)))).toMatchObject([
      { outcome: { kind: 'moved', phone } },
    ])
    expect((await keysOf(connectionId)).map(({ type }) => type)).toEqual([
      'creds',
      'device-list',
      'pre-key',
      'session',
    ])
  })

  it('moves into one connection only', async () => {
    const { stopped, move } = await place()
    const folder = await folderOf(madeSession(nextPhone()))
    await move(folder)

    expect(await move(folder, await stopped('Filial'))).toMatchObject([
      { outcome: { kind: 'number-in-use' } },
    ])
  })

  it('moves into no connection that has keys, or that runs', async () => {
    const { company, connectionId, move } = await place()
    const folder = await folderOf(madeSession(nextPhone()))
    await testApp.table('connection_keys').insert({
      ...{ company_id: company.id, connection_id: connectionId, updated_at: new Date() },
      ...{ type: 'creds', id: 'creds', value: '' },
    })

    expect(await move(folder)).toMatchObject([{ outcome: { kind: 'has-session' } }])
    const running = await company.connection('Filial')
    expect(await move(folder, running)).toMatchObject([{ outcome: { kind: 'runs' } }])
    const official = await company.connection('Oficial', [], 'cloud')
    expect(await move(folder, official)).toMatchObject([{ outcome: { kind: 'other-provider' } }])
  })

  it('is refused while its files change, without credentials, and for no connection', async () => {
    const { move } = await place()
    const folder = await folderOf(madeSession(nextPhone()))
    const writes = () => writeFile(join(folder, 'session-5551988880001.0.json'), '{"_sessions":{"a":1}}')

    await expect(move(folder, undefined, writes)).rejects.toThrow('keys of Loja have just changed')
    await expect(move(join(folder, '..'))).rejects.toThrow('There is no creds.json')
    await expect(move(folder, 999_999_999 as ConnectionId)).rejects.toThrow(
      'There is no connection 999999999.',
    )
  })

  it('has keys by the names of their files', () => {
    expect(
      [
        'pre-key-12.json',
        'session-5551988880001.0.json',
        'sender-key-120363041@g.us--5551988880001--0.json',
        'sender-key-5551-140@g.us--123_1--2.json',
        'sender-key-memory-120363041@g.us.json',
        'app-state-sync-key-AAA__B+c=.json',
        'lid-mapping-123_reverse.json',
      ].map((name) => [parseKeyFileName(name)?.type, parseKeyFileName(name)?.id]),
    ).toEqual([
      ['pre-key', '12'],
      ['session', '5551988880001.0'],
      ['sender-key', '120363041@g.us::5551988880001::0'],
      ['sender-key', '5551-140@g.us::123_1::2'],
      ['sender-key-memory', '120363041@g.us'],
      ['app-state-sync-key', 'AAA/B+c='],
      ['lid-mapping', '123_reverse'],
    ])
    expect(parseKeyFileName('creds.json')).toBeNull()
  })
})

describe('in the first minutes', () => {
  async function watched(change: RowValues) {
    const moved = await movedCompany('ticketz', madeSession(nextPhone()))
    const [result] = await moveFromDatabase(moved)
    await moved.bench.with((order) => switchOverMoveIn(order))
    await testApp.table('connections').update({ id: moved.id }, change)
    return { ...moved, result: result as MovedSessionResult }
  }

  /** Each look is two seconds later. */
  async function sentence({ bench, id, companyId, result }: Awaited<ReturnType<typeof watched>>) {
    let now = Date.now()
    const parts = {
      workplace: bench.workplace,
      now: () => new Date(now),
      pause: async (milliseconds: number) => {
        now += milliseconds
      },
    }
    const session = { companyId: companyId as never, connectionId: id, newestMessage: 0 }
    const news = await watchSessions(parts, [session], 300_000)
    return sessionReportSentence({ ...result, news: news.get(id) ?? null }).replace(/^.*?: /, '')
  }

  it('the report says that a number is connected, once it has been for a minute', async () => {
    const moved = await watched({ status: 'CONNECTED', status_since: new Date() })

    expect(await sentence(moved)).toBe('moved and connected. No message came while this command watched.')
  })

  it('the report says that WhatsApp refused the number', async () => {
    const moved = await watched({ status: 'DISCONNECTED', cause: 'unlinked-on-phone' })

    expect(await sentence(moved)).toBe(
      'moved, but WhatsApp refused it (401): the phone has removed this device. Link it anew with a QR.',
    )
  })

  it('the report says that the old server still runs', async () => {
    const moved = await watched({ status: 'DISCONNECTED', cause: 'opened-elsewhere' })

    expect(await sentence(moved)).toMatch(/^moved, but opened elsewhere \(440\): the old server still runs\./)
  })

  it('the report tells other ends, and what has not come to rest within five minutes', async () => {
    expect(await sentence(await watched({ status: 'DISCONNECTED', cause: 'banned' }))).toContain('(banned)')
    expect(await sentence(await watched({ status: 'OPENING' }))).toContain('Is Balcão running?')
  })

  it('a company that is not open yet connects at its switch', async () => {
    const moved = await movedCompany('ticketz', madeSession(nextPhone()))
    const [result] = await moveFromDatabase(moved)

    expect(await sentence({ ...moved, result: result as MovedSessionResult })).toBe(
      'moved. It connects when its company opens, at the switch.',
    )
  })
})
