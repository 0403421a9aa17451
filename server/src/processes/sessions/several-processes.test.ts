import type { ConnectionId } from '@balcao/domain/ids'
import type { WhatsappGateway } from '@balcao/whatsapp/gateway'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { moreThan } from '../../platform/testing/table-rows'
import { playedGateway } from '../../testing/played-gateway'
import { type SimulatedWhatsapp, startWhatsapp } from '../../testing/simulated-whatsapp'
import {
  type AppBeside,
  openOwnTestApp,
  runningClock,
  type TestApp,
  type TestCompany,
} from '../../testing/test-app'
import { until } from '../../testing/until'

// Generous, because real processes share a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

let testApp: TestApp
let whatsapp: SimulatedWhatsapp | null = null
beforeEach(async () => {
  testApp = await openOwnTestApp({ isShared: true, roles: ['api'], clock: runningClock })
})
afterEach(async () => {
  await testApp.close()
  await whatsapp?.closeTidily()
  whatsapp = null
})

/** A further process that runs sessions. */
const join = (gateway: WhatsappGateway) => testApp.startBeside({ roles: ['sessions'], gateway })

/** The death of a process: its links, its connections to the database and its claim end, and it does nothing more. */
async function kill({ app, kill: cutClaim }: AppBeside): Promise<void> {
  app.cutDatabase()
  await cutClaim()
}

/** The processes of the valid leases, by connection. */
async function holders(): Promise<ReadonlyMap<ConnectionId, number>> {
  const rows = await testApp
    .table('connection_leases')
    .find<{ connection_id: ConnectionId; holder: string }>({ expires_at: moreThan(new Date()) })
  return new Map(rows.map(({ connection_id, holder }) => [connection_id, Number(holder)]))
}

const countOf = async ({ node }: AppBeside) =>
  [...(await holders()).values()].filter((holder) => holder === node.id).length

describe('numbers of several companies', () => {
  /** WhatsApp for all processes, which notes when a number is opened while it is open. */
  function whatsappOfAll() {
    const open = new Set<string>()
    const openedTwice: string[] = []
    const gateway = (): WhatsappGateway => {
      const played = playedGateway()
      return {
        ...played,
        connect(options) {
          const { name, leaseLost } = options
          if (open.has(name)) openedTwice.push(name)
          open.add(name)
          leaseLost.addEventListener('abort', () => open.delete(name))
          const link = played.connect(options)
          return {
            ...link,
            async stop() {
              await link.stop()
              open.delete(name)
            },
          }
        },
      }
    }
    return { gateway, openedTwice }
  }

  async function connections(companies: number, each: number) {
    const all: { company: TestCompany; ids: ConnectionId[] }[] = []
    for (let n = 0; n < companies; n++) {
      const company = await testApp.company()
      const ids: ConnectionId[] = []
      for (let m = 0; m < each; m++) ids.push(await company.connection(`Loja ${m}`))
      all.push({ company, ids })
    }
    return all
  }

  test('are shared by company between two processes; after a death the other has all of them', async () => {
    const { gateway, openedTwice } = whatsappOfAll()
    const all = await connections(6, 2)
    const [one, two] = [await join(gateway()), await join(gateway())]
    await until('they see each other', () => one.node.others().length === 2 && two.node.others().length === 2)

    await Promise.all([one.app.startRoles(), two.app.startRoles()])

    await until('all are taken', async () => (await holders()).size === 12)
    const found = await holders()
    for (const { ids } of all) expect(new Set(ids.map((id) => found.get(id))).size).toBe(1)
    expect(new Set(found.values())).toEqual(new Set([one.node.id, two.node.id]))

    await kill(one)

    await until('the other has all', async () => (await countOf(two)) === 12)
    expect(openedTwice).toEqual([])
  })

  test('move to a new process one company at a time, and stay there', async () => {
    const { gateway, openedTwice } = whatsappOfAll()
    await connections(6, 2)
    const one = await join(gateway())
    await one.app.startRoles()
    await until('all are connected', async () => {
      return (await testApp.table('connections').count({ status: 'CONNECTED' })) === 12
    })

    const two = await join(gateway())
    await two.app.startRoles()

    await until('the new one has some', async () => (await countOf(two)) === 2)
    await until('the first one has looked again', async () => (await countOf(one)) === 10)
    expect(await countOf(two)).toBe(2)
    expect(openedTwice).toEqual([])
  })

  test('leave a draining process, which takes no new one and answers calls', async () => {
    const { gateway, openedTwice } = whatsappOfAll()
    await connections(4, 1)
    const one = await join(gateway())
    await one.app.startRoles()
    await until('one has all', async () => (await countOf(one)) === 4)
    const two = await join(gateway())
    await two.app.startRoles()
    await until('they see each other', () => one.node.others().length === 2 && two.node.others().length === 2)

    one.app.announceStop()

    await until('the other has all', async () => (await countOf(two)) === 4)
    const [added] = await connections(1, 1)
    await until('the new number is taken', async () => (await holders()).size === 5)
    expect((await holders()).get(added?.ids[0] as ConnectionId)).toBe(two.node.id)
    expect((await one.app.http.inject({ url: '/health' })).statusCode).toBe(200)
    expect((await one.app.http.inject({ url: '/ready' })).statusCode).toBe(503)
    await one.stop()
    expect(await countOf(two)).toBe(5)
    expect(openedTwice).toEqual([])
  })
})

describe('a linked number', () => {
  const shop = '5551999990000'
  /** A number that the first process has linked, and a second process beside it. */
  async function linked() {
    whatsapp = await startWhatsapp()
    const { simulator, gateway } = whatsapp
    const company = await testApp.company()
    const id = await company.connection('Loja')
    const owner = await join(gateway)
    await owner.app.startRoles()
    const view = async () => {
      const { app } = testApp
      const headers = { authorization: `Bearer ${company.admin.token}` }
      return (await app.http.inject({ url: `/whatsapp/${id}`, headers })).json()
    }
    await until('a QR is shown', async () => (await view()).qrcode !== '')
    const phone = simulator.createPhone({ phone: shop, name: 'Loja da Ana' })
    await phone.scanQr((await view()).qrcode)
    await until('it is connected', async () => (await view()).status === 'CONNECTED')
    const other = await join(gateway)
    await other.app.startRoles()
    await until('they see each other', () => owner.node.others().length === 2)
    const customer = simulator.createContact({ phone: '5511911112222', name: 'Carla' })
    const bodies = async () =>
      (await testApp.table('messages').find<{ body: string }>({}, ['body'])).map(({ body }) => body)
    return { owner, other, customer, bodies, holder: async () => (await holders()).get(id) }
  }

  test.each([
    ['is killed', kill],
    ['drains', async ({ app }: AppBeside) => app.announceStop()],
    ['stops', ({ stop }: AppBeside) => stop()],
  ])('gets every message once, in order, when its process %s', async (_, ends) => {
    const { owner, other, customer, bodies, holder } = await linked()
    for (let n = 1; n <= 10; n++) await customer.sendText(shop, `mensagem ${n}`)
    await until('some are in', async () => (await bodies()).length > 0)

    const ending = ends(owner)
    for (let n = 11; n <= 20; n++) await customer.sendText(shop, `mensagem ${n}`)
    await ending

    await until('the other process has it', async () => (await holder()) === other.node.id)
    await until('all are in', async () => (await bodies()).length >= 20)
    expect(await bodies()).toEqual(Array.from({ length: 20 }, (_, n) => `mensagem ${n + 1}`))
  })
})
