import { logOutConnection, requestNewQr, retryConnection, stopConnection } from '@balcao/contract/connections'
import { listMessages, type MessageView, retryMessage, sendMessage } from '@balcao/contract/messages'
import { getTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { memoryKeyStore } from '@balcao/whatsapp/testing/memory-key-store'
import { steppedClock } from '@balcao/whatsapp/testing/stepped-clock'
import type { Fault } from '@balcao/whatsapp-simulator/faults'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadSessionKeys } from '../features/connections/session-keys'
import { type FaultFixture, openFaultFixture } from './fault-fixture'
import { type SimulatedWhatsapp, startWhatsapp } from './simulated-whatsapp'
import { openOwnTestApp, type TestApp } from './test-app'
import { until } from './until'

// The table of faults (docs/features/connections.md), end to end: from WhatsApp's behaviour, through the real driver
// and the whole app, to the status with its cause on the admin's page, and the possible remedy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const clock = steppedClock()
let whatsapp: SimulatedWhatsapp
let testApp: TestApp
beforeAll(async () => {
  whatsapp = await startWhatsapp({ clock })
  const testAppClock = { now: () => new Date(clock.now()), after: clock.after }
  testApp = await openOwnTestApp({ gateway: whatsapp.gateway, clock: testAppClock })
  await testApp.app.startRoles()
})
afterAll(async () => {
  await testApp?.close()
  await whatsapp?.closeTidily()
})

async function aLinkedNumber(): Promise<FaultFixture> {
  const fixture = await openFaultFixture(testApp, whatsapp, clock)
  await fixture.link()
  return fixture
}

interface FaultRow {
  readonly name: string
  readonly faults: readonly Fault[]
  /** The final status, or the intermediate one of a fault that needs no remedy. */
  readonly leadsTo: { readonly status: string; readonly cause: string | null }
  /** The time limit from the table, in seconds. */
  readonly seconds: number
  readonly mends: 'by itself' | 'try again' | 'new QR'
}

const refused = (reason: number): Fault[] => [{ kind: 'refuseLogin', reason }, { kind: 'drop' }]
const trying = { status: 'OPENING', cause: 'network' }
const over = (cause: string) => ({ status: 'DISCONNECTED', cause })
const away: Fault = { kind: 'offline', milliseconds: 3_600_000 }

const rows: readonly FaultRow[] = [
  {
    name: 'a dropped socket (428)',
    faults: [{ kind: 'drop' }],
    leadsTo: trying,
    seconds: 30,
    mends: 'by itself',
  },
  ...[408, 503].map((code) => ({
    name: `${code}`,
    faults: [{ kind: 'streamError', code } as const],
    leadsTo: trying,
    seconds: 30,
    mends: 'by itself' as const,
  })),
  {
    name: 'a network that stays away',
    faults: [away],
    leadsTo: { status: 'TIMEOUT', cause: 'network' },
    seconds: 70,
    mends: 'try again',
  },
  {
    name: '401',
    faults: [{ kind: 'unlink' }],
    leadsTo: over('unlinked-on-phone'),
    seconds: 30,
    mends: 'new QR',
  },
  { name: '403', faults: refused(403), leadsTo: over('banned'), seconds: 30, mends: 'try again' },
  { name: '405', faults: refused(405), leadsTo: over('version-refused'), seconds: 30, mends: 'try again' },
  {
    name: '411',
    faults: refused(411),
    leadsTo: over('multi-device-missing'),
    seconds: 30,
    mends: 'try again',
  },
  { name: '428', faults: refused(428), leadsTo: over('login-refused'), seconds: 30, mends: 'try again' },
  {
    name: 'an identity check, and a refused login after it',
    faults: [{ kind: 'challenge', check: 'PASSKEY' }, ...refused(503)],
    leadsTo: over('identity-check'),
    seconds: 30,
    mends: 'try again',
  },
  {
    name: '440',
    faults: [{ kind: 'replace' }],
    leadsTo: over('opened-elsewhere'),
    seconds: 30,
    mends: 'try again',
  },
]

describe('a connection fault ends in a status with its cause and a remedy', () => {
  test.each(rows)('$name', async ({ faults, leadsTo, seconds, mends }) => {
    const fixture = await aLinkedNumber()
    const { company, connectionId, phone } = fixture
    const call = { params: { connectionId } }
    const began = clock.now()
    const beganToRun = performance.now()

    for (const fault of faults) phone.inflict(fault)
    const session = await fixture.untilReceived(
      `${leadsTo.status} ${leadsTo.cause}`,
      ({ status, cause }) => status === leadsTo.status && cause === leadsTo.cause,
    )

    // The test's clock runs with the machine's and is advanced, so the machine's own time is subtracted.
    const machineTook = performance.now() - beganToRun
    expect((Date.parse(session.updatedAt) - began - machineTook) / 1_000).toBeLessThanOrEqual(seconds)
    phone.inflict({ kind: 'offline', milliseconds: 0 })
    if (mends === 'try again') await company.admin.does(retryConnection, call)
    if (mends === 'new QR') {
      await company.admin.does(requestNewQr, call)
      await fixture.link()
    } else {
      await fixture.untilReceived('CONNECTED', ({ status }) => status === 'CONNECTED')
    }
    expect(await fixture.seen()).toMatchObject({ status: 'CONNECTED', cause: null, nextAttemptAt: null })
  })

  // The gateway stores only its last report: a quick login may replace the OPENING of the restart.
  test('515: it logs in again at once, and messages arrive', async () => {
    const fixture = await aLinkedNumber()
    const before = whatsapp.simulator.stats.connections

    fixture.phone.inflict({ kind: 'restart' })
    await until('it has logged in again', () => whatsapp.simulator.stats.connections > before)
    await fixture.openTicket()
    await until('it is connected', async () => (await fixture.seen()).status === 'CONNECTED')

    expect(await fixture.seen()).toMatchObject({ cause: null, nextAttemptAt: null })
  })

  test('a connection that retries without end can be stopped and logged out at any time', async () => {
    const fixture = await aLinkedNumber()
    const { company, connectionId, phone } = fixture
    const call = { params: { connectionId } }
    phone.inflict(away)
    await fixture.untilReceived('trying', ({ cause }) => cause === 'network')

    await company.admin.does(stopConnection, call)
    const stopped = await fixture.seen()
    phone.inflict({ kind: 'offline', milliseconds: 0 })
    await company.admin.does(retryConnection, call)
    await fixture.untilReceived('CONNECTED', ({ status }) => status === 'CONNECTED')
    phone.inflict(away)
    await fixture.untilReceived('trying', ({ cause }) => cause === 'network')
    await company.admin.does(logOutConnection, call)
    const loggedOut = await fixture.untilReceived('logged out', ({ status }) => status === 'DISCONNECTED')

    expect(stopped).toMatchObject({ status: 'DISCONNECTED', cause: 'stopped', number: phone.phone })
    expect(loggedOut).toMatchObject({ cause: 'stopped', number: null })
  })

  test('a hundred 440s cause at most 8 attempts in 10 minutes, and the admin sees the cause', async () => {
    const fixture = await aLinkedNumber()
    const before = whatsapp.simulator.stats.connections
    fixture.phone.inflict({ kind: 'replaceLogins', times: 100 })

    fixture.phone.drop()
    await fixture.untilReceived('the end', ({ status }) => status === 'DISCONNECTED')
    for (let minute = 0; minute < 10; minute += 1) {
      clock.advance(60_000)
      await testApp.app.delivery.settled()
    }

    expect(whatsapp.simulator.stats.connections - before).toBeLessThanOrEqual(8)
    expect(await fixture.seen()).toMatchObject({ status: 'DISCONNECTED', cause: 'opened-elsewhere' })
  })

  test('when a second program opens the connection, the first one sees it and can take it back', async () => {
    const fixture = await aLinkedNumber()
    const { company, connectionId } = fixture
    const copy = memoryKeyStore()
    await copy.open().commit(await keysOf(fixture), [])
    const lease = new AbortController()

    whatsapp.gateway.connect({
      name: 'copy',
      keys: copy.open(),
      leaseLost: lease.signal,
      report: () => undefined,
    })
    const first = await fixture.untilReceived('told', ({ status }) => status === 'DISCONNECTED')
    lease.abort()
    await company.admin.does(retryConnection, { params: { connectionId } })
    await fixture.untilReceived('CONNECTED', ({ status }) => status === 'CONNECTED')

    expect(first.cause).toBe('opened-elsewhere')
  })
})

/** The keys that a thief, or a copy of the data folder, would have. */
async function keysOf({ company, connectionId }: FaultFixture) {
  const names = await testApp
    .table('connection_keys')
    .find<{ type: string; id: string }>({ company_id: company.id, connection_id: connectionId }, [
      'type',
      'id',
    ])
  const actor = { kind: 'system', name: 'test', companyId: company.id } as const
  const types = [...new Set(names.map(({ type }) => type))]
  return testApp.app.workplace.withCompany(actor, async (work) => {
    const found = []
    for (const type of types) {
      const ids = names.filter((name) => name.type === type).map(({ id }) => id)
      const values = await loadSessionKeys(work, testApp.dataKeys, connectionId, type, ids)
      found.push(...[...values].map(([id, value]) => ({ type, id, value })))
    }
    return found
  })
}

describe('a fault in sending', () => {
  test.each([463, 429])(
    '%i: restricted until a message is accepted, shown on the connection and the message',
    async (code) => {
      const fixture = await aLinkedNumber()
      const { company, contact, phone } = fixture
      const ticketId = await fixture.openTicket()
      phone.refuseNext(code)

      await company.admin.does(sendMessage, { params: { ticketId }, body: { body: 'Temos sim' } })
      const restricted = await fixture.untilReceived('restricted', ({ cause }) => cause === 'restricted')
      await until('it is said on the message', async () => (await lastOf(fixture, ticketId)).failure !== null)
      const failed = await lastOf(fixture, ticketId)
      const listed = await company.admin.does(getTicket, { params: { ticketId } })
      await company.admin.does(retryMessage, { params: { messageId: failed.id } })
      const free = await fixture.untilReceived('free again', ({ cause }) => cause === null)

      expect(restricted.status).toBe('CONNECTED')
      expect(failed).toMatchObject({ failure: expect.any(String), ack: 0 })
      expect(listed.lastMessageFailed).toBe(true)
      expect(free.status).toBe('CONNECTED')
      await until('it is sent', async () => (await lastOf(fixture, ticketId)).ack >= 1)
      expect(await lastOf(fixture, ticketId)).toMatchObject({ failure: null })
      expect(await company.admin.does(getTicket, { params: { ticketId } })).toMatchObject({
        lastMessageFailed: false,
      })
      expect(contact.arrivals(phone.phone)).toMatchObject([{ displays: 1 }])
    },
  )

  test('after a lost acknowledgement the message is sent again, and is shown once', async () => {
    const fixture = await aLinkedNumber()
    const ticketId = await fixture.openTicket()
    fixture.phone.inflict({ kind: 'loseAcks' })

    await fixture.company.admin.does(sendMessage, { params: { ticketId }, body: { body: 'Temos sim' } })
    await until('it has left', () => fixture.contact.arrivals(fixture.phone.phone).length === 1)
    await until('it is acknowledged', async () => {
      clock.advance(1_000)
      return (await lastOf(fixture, ticketId)).ack >= 1
    })

    expect(fixture.contact.arrivals(fixture.phone.phone)).toMatchObject([{ displays: 1 }])
    expect((await lastOf(fixture, ticketId)).failure).toBeNull()
  })
})

describe('faulty deliveries lead to a correct conversation', () => {
  test.each<{ name: string; fault: Fault; sent: string[]; expected: string[] }>([
    {
      name: 'twice',
      fault: { kind: 'repeatNext', times: 3 },
      sent: ['um', 'dois', 'três'],
      expected: ['um', 'dois', 'três'],
    },
    {
      name: 'out of order',
      fault: { kind: 'swapNext' },
      sent: ['um', 'dois', 'três'],
      expected: ['dois', 'um', 'três'],
    },
    {
      name: 'late',
      fault: { kind: 'slow', milliseconds: 300 },
      sent: ['um', 'dois'],
      expected: ['um', 'dois'],
    },
    {
      name: 'undecryptable at first',
      fault: { kind: 'spoilNext' },
      sent: ['um', 'dois'],
      expected: ['um', 'dois'],
    },
    {
      name: 'with a clock a day ahead',
      fault: { kind: 'skew', milliseconds: 86_400_000 },
      sent: ['um', 'dois'],
      expected: ['um', 'dois'],
    },
    {
      name: 'with a clock an hour behind',
      fault: { kind: 'skew', milliseconds: -3_600_000 },
      sent: ['um', 'dois'],
      expected: ['um', 'dois'],
    },
  ])('$name', async ({ fault, sent, expected }) => {
    const fixture = await aLinkedNumber()
    const ticketId = await fixture.openTicket()
    fixture.phone.inflict(fault)

    for (const text of sent) await fixture.contact.sendText(fixture.phone.phone, text)
    const bodies = async () => (await messagesOf(fixture, ticketId)).map(({ body }) => body).slice(1)
    await until('all stand there', async () => {
      const here = await bodies()
      return sent.every((text) => here.includes(text))
    })

    expect((await bodies()).toSorted()).toEqual(expected.toSorted())
    if (fault.kind !== 'spoilNext') expect(await bodies()).toEqual(expected)
  })
})

test('a correction and a deletion that overtake their messages are applied on arrival', async () => {
  const fixture = await aLinkedNumber()
  const ticketId = await fixture.openTicket()
  const shop = fixture.phone.phone
  const shown = async () =>
    (await messagesOf(fixture, ticketId)).slice(1).map(({ body, isDeleted }) => ({ body, isDeleted }))

  for (const change of [
    (id: string) => fixture.contact.editMessage(shop, id, 'às 15h'),
    (id: string) => fixture.contact.deleteMessage(shop, id),
  ]) {
    fixture.phone.inflict({ kind: 'swapNext' })
    await change(await fixture.contact.sendText(shop, 'às 14h'))
  }
  await until('both are changed', async () => {
    const [edited, deleted] = await shown()
    return edited?.body === 'às 15h' && deleted?.isDeleted === true
  })

  expect(await shown()).toMatchObject([{ body: 'às 15h', isDeleted: false }, { isDeleted: true }])
})

async function messagesOf({ company }: FaultFixture, ticketId: TicketId): Promise<readonly MessageView[]> {
  return (await company.admin.does(listMessages, { params: { ticketId } })).messages
}

async function lastOf(fixture: FaultFixture, ticketId: TicketId): Promise<MessageView> {
  const last = (await messagesOf(fixture, ticketId)).at(-1)
  if (last === undefined) throw new Error('the conversation is empty')
  return last
}
