import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getConnection, retryConnection, stopConnection } from '@balcao/contract/connections'
import type { ConnectionId } from '@balcao/domain/ids'
import { makeCompanion } from '@balcao/whatsapp-simulator/testing/companion'
import { useMultiFileAuthState as openAuthFolder } from 'baileys'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { moreThan } from '../../platform/testing/table-rows'
import type { Workplace } from '../../platform/work'
import { type SimulatedWhatsapp, startWhatsapp } from '../../testing/simulated-whatsapp'
import { openOwnTestApp, runningClock, type TestApp, type TestCompany } from '../../testing/test-app'
import { until } from '../../testing/until'
import { exportSessionToFolder, readLinkedNumbers } from './hand-over'

// Generous, because real handshakes and decryption run on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

const shop = '5551999990000'

let whatsapp: SimulatedWhatsapp
let testApp: TestApp
let place: string
beforeEach(async () => {
  whatsapp = await startWhatsapp()
  testApp = await openOwnTestApp({ gateway: whatsapp.gateway, clock: runningClock })
  place = await mkdtemp(join(tmpdir(), 'balcao move-out '))
})
afterEach(async () => {
  await testApp.close()
  await whatsapp.closeTidily()
  await rm(place, { recursive: true })
})

/** A linked number that has received a message of a customer. */
async function linked() {
  const phone = whatsapp.simulator.createPhone({ phone: shop, name: 'Loja da Ana' })
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  await testApp.app.startRoles()
  await until('a QR is shown', async () => (await seen(company, connectionId)).qrcode !== '')
  await phone.scanQr((await seen(company, connectionId)).qrcode)
  await until('connected', async () => (await seen(company, connectionId)).status === 'CONNECTED')
  const contact = whatsapp.simulator.createContact({ phone: '5511911112222', name: 'Carla' })
  await contact.sendText(shop, 'antes')
  await until('it has come', async () => (await bodies(company)).length === 1)
  return { company, connectionId, contact, folder: join(place, 'sessão') }
}

const seen = ({ admin }: TestCompany, connectionId: ConnectionId) =>
  admin.does(getConnection, { params: { connectionId } })
const bodies = async ({ id }: TestCompany) =>
  (await testApp.table('messages').find<{ body: string }>({ company_id: id, from_me: false }, ['body'])).map(
    ({ body }) => body,
  )
const keysLeft = (connectionId: ConnectionId) =>
  testApp.table('connection_keys').count({ connection_id: connectionId })

async function stops(company: TestCompany, connectionId: ConnectionId): Promise<void> {
  await company.admin.does(stopConnection, { params: { connectionId } })
  await until('the lease is free', async () => {
    const held = { connection_id: connectionId, expires_at: moreThan(new Date()) }
    return (await testApp.table('connection_leases').count(held)) === 0
  })
}

const hands = (
  connectionId: ConnectionId,
  folder: string,
  workplace: Pick<Workplace, 'withCompany' | 'withPlatform'> = testApp.app.workplace,
) => exportSessionToFolder({ workplace, dataKeys: testApp.dataKeys, connectionId, folder })

test('Baileys opens the folder and reads the next message of a customer; the session is gone here', async () => {
  const { company, connectionId, contact, folder } = await linked()
  await stops(company, connectionId)
  expect(await testApp.app.workplace.withPlatform('test', readLinkedNumbers)).toMatchObject([
    { id: connectionId, name: 'Loja', number: shop, cause: 'stopped' },
  ])

  expect(await hands(connectionId, folder)).toMatchObject({ name: 'Loja' })

  const { state, saveCreds } = await openAuthFolder(folder)
  const companion = makeCompanion(whatsapp.simulator, { auth: state })
  companion.connect()
  companion.socket.ev.on('creds.update', () => void saveCreds())
  await companion.opened()
  await contact.sendText(shop, 'depois')
  await until('it is decrypted', async () =>
    companion.upserts.some(({ message }) => message.message?.conversation === 'depois'),
  )
  expect(companion.qrs).toEqual([])
  expect(whatsapp.simulator.stats.retriesFromProduct).toBe(0)
  expect(await bodies(company)).toEqual(['antes'])
  expect(await keysLeft(connectionId)).toBe(0)
  expect(await seen(company, connectionId)).toMatchObject({ status: 'DISCONNECTED', cause: 'stopped' })
  const audited = { act: 'connection.handedOver', subject_id: connectionId }
  expect(await testApp.table('audit_entries').count(audited)).toBe(1)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, 'creds.json'))).mode & 0o777).toBe(0o600)
  const names = await readdir(folder)
  expect(names.some((name) => /^pre-key-\d+\.json$/.test(name))).toBe(true)
  expect(names.filter((name) => name.startsWith('sent-message') || name.startsWith('device-cache'))).toEqual(
    [],
  )

  await company.admin.does(retryConnection, { params: { connectionId } })
  await until('a new QR is shown', async () => (await seen(company, connectionId)).qrcode !== '')
  companion.socket.end(undefined)
})

test('a connection that is in use, or was never linked, is refused and stays as it is', async () => {
  const { company, connectionId, folder } = await linked()
  const other = await company.connection('Nunca vinculada')
  await company.admin.does(stopConnection, { params: { connectionId: other } })

  await expect(hands(connectionId, folder)).rejects.toThrow('It is in use')
  await expect(hands(other, folder)).rejects.toThrow(/no linked session|still ending/)
  await expect(hands(999_999 as ConnectionId, folder)).rejects.toThrow('There is no connection 999999.')

  expect(await readdir(place)).toEqual([])
  expect((await seen(company, connectionId)).status).toBe('CONNECTED')
})

test('a folder with files is refused, and the session stays', async () => {
  const { company, connectionId } = await linked()
  await stops(company, connectionId)

  await expect(hands(connectionId, tmpdir())).rejects.toThrow('has files in it')

  expect(await keysLeft(connectionId)).toBeGreaterThan(0)
  await company.admin.does(retryConnection, { params: { connectionId } })
  await until('connected', async () => (await seen(company, connectionId)).status === 'CONNECTED')
})

test('a kill before the keys are deleted leaves the session here; the command may be repeated', async () => {
  const { company, connectionId, folder } = await linked()
  await stops(company, connectionId)
  const killedAtTheEnd = (commits: boolean): Pick<Workplace, 'withCompany' | 'withPlatform'> => ({
    withPlatform: testApp.app.workplace.withPlatform,
    async withCompany(actor, act) {
      const left = await keysLeft(connectionId)
      const result = await testApp.app.workplace.withCompany(actor, async (work) => {
        const done = await act(work)
        if (done === true && !commits) throw new Error('killed')
        return done
      })
      if (left > 0 && (await keysLeft(connectionId)) === 0) throw new Error('killed')
      return result
    },
  })

  await expect(hands(connectionId, folder, killedAtTheEnd(false))).rejects.toThrow('killed')
  expect(await keysLeft(connectionId)).toBeGreaterThan(0)
  expect(await readdir(place)).not.toContain('sessão')
  await expect(hands(connectionId, folder, killedAtTheEnd(true))).rejects.toThrow('killed')
  expect(await keysLeft(connectionId)).toBe(0)
  await hands(connectionId, folder)

  expect(await readdir(place)).toEqual(['sessão'])
  expect(await readdir(folder)).toContain('creds.json')
})

test('an admin who starts the connection meanwhile keeps the session', async () => {
  const { company, connectionId, folder } = await linked()
  await stops(company, connectionId)
  const { workplace } = testApp.app
  let acts = 0
  const busy: Pick<Workplace, 'withCompany' | 'withPlatform'> = {
    withPlatform: workplace.withPlatform,
    async withCompany(actor, act) {
      if (++acts === 2) await company.admin.does(retryConnection, { params: { connectionId } })
      return workplace.withCompany(actor, act)
    },
  }

  await expect(hands(connectionId, folder, busy)).rejects.toThrow('An admin has changed the connection')

  expect(await readdir(place)).toEqual([])
  await until('connected', async () => (await seen(company, connectionId)).status === 'CONNECTED')
})
