import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listConnections, stopConnection } from '@balcao/contract/connections'
import type { ConnectionId, WhatsappMessageId } from '@balcao/domain/ids'
import type { ImportedWhatsappSession } from '@balcao/whatsapp/moved-session'
import { startOldServer } from '@balcao/whatsapp/testing/old-server'
import type { SimulatedContact } from '@balcao/whatsapp-simulator/contact'
import type { SimulatedPhone } from '@balcao/whatsapp-simulator/phone'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type SimulatedWhatsapp, startWhatsapp } from '../../../testing/simulated-whatsapp'
import { openOwnTestApp, runningClock, type TestApp, type TestCompany } from '../../../testing/test-app'
import { until } from '../../../testing/until'
import { type MoveBench, openMoveBench } from '../testing/move-in-bench'
import { storeAsFolder } from '../testing/stored-forms'
import { whaticket } from '../whaticket/whaticket'
import { moveSessions } from './move-sessions'
import { sessionReportSentence } from './session-report'
import { readSessionFromFolder } from './sessions-in-folder'
import { watchSessions } from './watch-sessions'

// Generous, because real handshakes and decryption run on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

const customers = 10

let whatsapp: SimulatedWhatsapp
let testApp: TestApp
let bench: MoveBench
let folder: string
beforeEach(async () => {
  whatsapp = await startWhatsapp()
  testApp = await openOwnTestApp({ gateway: whatsapp.gateway, clock: runningClock })
  bench = await openMoveBench(testApp, {
    ...{ url: 'postgres://nowhere', product: whaticket, mapping: { companies: {}, emails: {} } },
  })
  folder = await mkdtemp(join(tmpdir(), 'baileys-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true })
  await bench.close()
  await testApp.close()
  await whatsapp.closeTidily()
})

interface Left {
  readonly phone: SimulatedPhone
  readonly people: readonly SimulatedContact[]
  readonly session: ImportedWhatsappSession
}

/** Customers wrote to the old server, which answered half of them, and was stopped. */
async function leftServer(): Promise<Left> {
  const { simulator } = whatsapp
  const phone = simulator.createPhone({ phone: '5551999990000', name: 'Loja da Ana' })
  const people = Array.from({ length: customers }, (_, at) =>
    simulator.createContact({ phone: `55519${88880000 + at}`, name: `Cliente ${at}` }),
  )
  const old = await startOldServer(whatsapp.gateway, (qr) => phone.scanQr(qr))
  for (const person of people) await person.sendText(phone.phone, 'antes')
  await until('the old server has read all', () => old.received >= customers)
  for (const [at, { phone: to, lid }] of people.entries())
    if (at % 2 === 0)
      await old.send({
        id: `3EB0AAAA${String(at).padStart(8, '0')}` as WhatsappMessageId,
        to: { kind: 'person', phone: to, lid: lid.split('@')[0] ?? null },
        content: { kind: 'text', text: 'resposta' },
        quoted: null,
      })
  const session = old.stop()
  await until('the old server is away', () => !phone.online)
  return { phone, people, session }
}

async function moved(session: ImportedWhatsappSession) {
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  await company.admin.does(stopConnection, { params: { connectionId } })
  await storeAsFolder(folder, session)
  const [result] = await moveSessions({
    workplace: bench.workplace,
    dataKeys: testApp.dataKeys,
    isOldServerStopped: true,
    pause: async () => undefined,
    read: () => readSessionFromFolder(bench.workplace, folder, connectionId),
  })
  if (result === undefined) throw new Error('there is one')
  return { company, connectionId, result }
}

function isConnected({ admin }: TestCompany) {
  return async () => (await admin.does(listConnections)).every(({ status }) => status === 'CONNECTED')
}

/** Five minutes pass at once, once the connection has come to rest. */
async function sentence({ company, connectionId, result }: Awaited<ReturnType<typeof moved>>) {
  let aheadMs = 0
  const parts = {
    workplace: bench.workplace,
    now: () => new Date(Date.now() + aheadMs),
    pause: async () => {
      aheadMs += 60_000
    },
  }
  const session = { companyId: company.id, connectionId, newestMessage: 0 }
  const news = await watchSessions(parts, [session], 300_000)
  return sessionReportSentence({ ...result, news: news.get(connectionId) ?? null }).replace(/^.*?: /, '')
}

async function bodies(connectionId: ConnectionId): Promise<string[]> {
  const messages = await testApp
    .table('messages')
    .find<{ body: string }>({ connection_id: connectionId, from_me: false }, ['body'])
  return messages.map(({ body }) => body).toSorted()
}

test('customers write on to a moved number: nothing is lost, nothing asked again, no new QR', async () => {
  const { phone, people, session } = await leftServer()
  await people[0]?.sendText(phone.phone, 'enquanto ninguém lia')
  const place = await moved(session)
  const { retriesFromProduct } = whatsapp.simulator.stats
  const codes: string[] = []
  const { devices } = phone

  await testApp.app.startRoles()
  await until('connected', async () => {
    const [seen] = await place.company.admin.does(listConnections)
    if (seen?.qrcode) codes.push(seen.qrcode)
    return isConnected(place.company)()
  })
  for (const [at, person] of people.entries())
    await person.sendText(phone.phone, `depois ${at}`, { addressing: at % 2 === 0 ? 'pn' : 'lid' })
  await until('all is here', async () => (await bodies(place.connectionId)).length >= customers + 1)

  const texts = [...people.map((_, at) => `depois ${at}`), 'enquanto ninguém lia']
  expect(await bodies(place.connectionId)).toEqual(texts.toSorted())
  expect(whatsapp.simulator.stats.retriesFromProduct).toBe(retriesFromProduct)
  expect(codes).toEqual([])
  expect(phone.devices).toEqual(devices)
  expect(await sentence(place)).toBe(
    `moved and connected. ${customers + 1} of ${customers + 1} messages that came meanwhile are readable.`,
  )
})

test('a number whose phone has removed the device must be linked anew', async () => {
  const { phone, session } = await leftServer()
  phone.inflict({ kind: 'unlink' })
  const place = await moved(session)

  await testApp.app.startRoles()
  await until('refused', async () => {
    const [seen] = await place.company.admin.does(listConnections)
    return seen?.cause === 'unlinked-on-phone'
  })

  expect(await sentence(place)).toContain('WhatsApp refused it (401)')
})

test('a number that the old server still runs is stopped at once, and says so', async () => {
  const { phone, session } = await leftServer()
  phone.inflict({ kind: 'replaceLogins', times: 5 })
  const place = await moved(session)

  await testApp.app.startRoles()
  await until('opened elsewhere', async () => {
    const [seen] = await place.company.admin.does(listConnections)
    return seen?.cause === 'opened-elsewhere'
  })

  expect(await sentence(place)).toContain('the old server still runs')
  const row = await testApp.table('connections').get({ id: place.connectionId }, ['status', 'retries'])
  expect(row).toEqual({ status: 'DISCONNECTED', retries: 0 })
})
