import {
  cancelCampaign,
  getCampaign,
  restartCampaign,
  startCampaign,
  updateCampaign,
} from '@balcao/contract/campaigns'
import { retryMessage } from '@balcao/contract/messages'
import type { CampaignId, CompanyId } from '@balcao/domain/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { aCampaignDesk, type CampaignDesk } from '../../features/campaigns/testing/campaign-desk'
import { createLog } from '../../platform/log'
import type { Workplace } from '../../platform/work'
import { changePlanOf } from '../../testing/company-plan'
import { openOwnTestApp, type TestApp } from '../../testing/test-app'
import { purgeProcessedQueueRows } from '../housekeeping/purge-queues'
import { sendDueCampaignMessages } from './run-campaigns'

let testApp: TestApp
let desk: CampaignDesk
/** The random numbers, in order, and the default after them. */
let chances: number[] = []
const chance = vi.spyOn(Math, 'random').mockImplementation(() => chances.shift() ?? 0.45)
beforeAll(async () => {
  testApp = await openOwnTestApp() // runner
}, 60_000)
beforeEach(async () => {
  chances = []
  desk = await aCampaignDesk(testApp)
})
afterAll(async () => {
  chance.mockRestore()
  await testApp.close()
})

const at = (campaignId: CampaignId) => ({ params: { campaignId } })
const secondsSince = (start: Date, rows: readonly { created_at: Date }[]) =>
  rows.map(({ created_at: then }) => (then.getTime() - start.getTime()) / 1000)

describe('the pace of sending', () => {
  test('CAMP-28 a hundred contacts with 20/20/60: 10 seconds each, 60 after every 20', async () => {
    const start = testApp.now()
    await desk.running({ list: await desk.list(100) })

    // each random number is 0.45: ten seconds
    await desk.runOut({ everySeconds: 10, mostLooks: 300 })

    const expected = Array.from({ length: 100 }, (_, nth) => Math.floor(nth / 3) * 80 + (nth % 3) * 10)
    expect(secondsSince(start, await desk.sent())).toEqual(expected)
  }, 60_000)

  test('CAMP-28 a short pause is random, up to the set seconds', async () => {
    await desk.pace(20, 0, 60)
    const start = testApp.now()
    await desk.running({ list: await desk.list(30) })

    await desk.runOut()

    const seconds = secondsSince(start, await desk.sent())
    const pauses = seconds.slice(1).map((one, nth) => one - (seconds[nth] ?? 0))
    expect(seconds).toHaveLength(30)
    expect(new Set(pauses)).toEqual(new Set([10]))
  }, 60_000)

  test('CAMP-28 two campaigns of a connection share its pace; another connection has its own', async () => {
    await desk.pace(20, 0, 0)
    const other = await desk.connected('Filial')
    const start = testApp.now()
    const first = await desk.running({ name: 'Primeira', message1: 'um', list: await desk.list(6) })
    await desk.running({ name: 'Segunda', message1: 'dois', list: await desk.list(6) })
    await desk.running({ name: 'Filial', message1: 'três', list: await desk.list(6), over: other })

    await desk.runOut({ everySeconds: 5, mostLooks: 60 })

    const here = await desk.sent(desk.shop)
    expect(secondsSince(start, here)).toEqual(Array.from({ length: 12 }, (_, nth) => nth * 10))
    expect(here.map(({ body }) => body).slice(0, 4)).toEqual(['um', 'dois', 'um', 'dois'])
    expect(secondsSince(start, await desk.sent(other))).toEqual([0, 10, 20, 30, 40, 50])
    expect(await desk.status(first)).toBe('FINALIZADA')
  }, 60_000)

  test('a campaign that starts right after another continues the pace of the connection', async () => {
    await desk.pace(20, 0, 0)
    await desk.running({ list: await desk.list(1) })
    await desk.look()
    await desk.ticks(await desk.sent())

    testApp.pass(3)
    await desk.running({ list: await desk.list(1) })
    await desk.look()
    const early = await desk.sent()
    testApp.pass(7)
    await desk.look()

    expect([early.length, (await desk.sent()).length]).toEqual([1, 2])
  })

  test('no further message is sent until WhatsApp acknowledges the one before', async () => {
    await desk.pace(0, 0, 0)
    await desk.running({ list: await desk.list(3) })

    await desk.look()
    testApp.pass(300)
    await desk.look()
    await desk.look()

    expect(await desk.sent()).toHaveLength(1)
  })

  test('no message while disconnected, for a closed company or with campaigns switched off', async () => {
    const waits = async (set: (id: CompanyId, mayRun: boolean) => Promise<unknown>) => {
      const own = await aCampaignDesk(testApp)
      await own.running({})
      await set(own.company.id, false)
      await own.look()
      const meanwhile = (await own.sent()).length
      await set(own.company.id, true)
      await own.look()
      return [meanwhile, (await own.sent()).length]
    }
    const { table } = testApp
    const connections = (id: CompanyId, connected: boolean) =>
      table('connections').update({ company_id: id }, { status: connected ? 'CONNECTED' : 'OPENING' })
    const company = (id: CompanyId, isActive: boolean) =>
      table('companies').update({ id }, { is_active: isActive })
    const dueDate = (id: CompanyId, paid: boolean) =>
      table('companies').update({ id }, { due_date: paid ? '2030-01-31' : '2002-09-15' })
    const module = (id: CompanyId, isOn: boolean) => changePlanOf(testApp, id, { use_campaigns: isOn })

    for (const change of [connections, company, dueDate, module]) expect(await waits(change)).toEqual([0, 1])
  })

  test('CAMP-06 the company that runs the installation sends after its due date too', async () => {
    const own = await aCampaignDesk(testApp)
    await testApp.table('users').update({ id: own.admin.id }, { is_super: true })
    await testApp.table('companies').update({ id: own.company.id }, { due_date: '2020-01-01' })
    const soon = new Date(testApp.now().getTime() + 10_000).toISOString()
    const planned = await own.campaign({ scheduledAt: soon })

    testApp.pass(10)
    await own.look()

    expect(await own.admin.does(getCampaign, at(planned))).toMatchObject({ status: 'EM_ANDAMENTO' })
    expect(await own.sent()).toHaveLength(1)
  })
})

describe('WhatsApp limits the connection', () => {
  test.each([
    [463, 'ERR_WAPP_MSG_RESTRICTED'],
    [429, 'ERR_WAPP_MSG_TOO_MANY'],
  ])(
    'CAMP-05 a %s pauses both campaigns of its connection at once, and no other campaign',
    async (code, reason) => {
      await desk.pace(0, 0, 0)
      const elsewhere = await desk.connected('Filial')
      const first = await desk.running({ list: await desk.list(10) })
      const second = await desk.running({ list: await desk.list(10) })
      const third = await desk.running({ list: await desk.list(3), over: elsewhere })
      for (let contact = 0; contact < 4; contact++) {
        await desk.look()
        await desk.ticks((await desk.sent()).slice(-2))
      }
      await desk.look()
      const before = await desk.sent(desk.shop)

      await desk.refuses(before.at(-1) as NonNullable<(typeof before)[0]>, code)
      for (let more = 0; more < 3; more++) {
        testApp.pass(60)
        await desk.look()
      }

      expect(await desk.sent(desk.shop)).toHaveLength(before.length)
      const paused = await testApp
        .table('campaigns')
        .find({ company_id: desk.company.id }, ['id', 'status', 'paused_because'])
      expect(paused).toEqual([
        { id: first, status: 'EM_ANDAMENTO', paused_because: reason },
        { id: second, status: 'EM_ANDAMENTO', paused_because: reason },
        { id: third, status: expect.any(String), paused_because: null },
      ])
      expect(await desk.admin.does(getCampaign, at(first))).toMatchObject({ pausedBecause: reason })
    },
  )

  test('CAMP-07 a restart resends the refused message under its id; no contact gets two', async () => {
    await desk.pace(0, 0, 0)
    const id = await desk.running({ list: await desk.list(3) })
    await desk.look()
    const [refused] = await desk.sent()
    if (refused === undefined) throw new Error('nothing left')
    await desk.refuses(refused, 463)
    const meanwhile = await desk.states(id)

    await desk.admin.does(restartCampaign, at(id))
    await desk.look()
    const again = await desk.sent()
    await desk.ticks(again)
    await desk.runOut({ mostLooks: 10 })

    expect(meanwhile[0]).toMatchObject({ state: 'failed', reason: 'ERR_WAPP_MSG_RESTRICTED' })
    expect(again.map(({ whatsapp_id }) => whatsapp_id)).toEqual([refused.whatsapp_id])
    expect((await desk.states(id)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
    expect(await desk.status(id)).toBe('FINALIZADA')
    expect(await desk.sent()).toHaveLength(3)
  })

  test.each([
    ['the same day', 0],
    ['days later, when its order is purged', 3],
  ])(
    'CAMP-07 cancelled, then restarted over a new connection %s, it sends the message once',
    async (_, pause) => {
      await desk.pace(0, 0, 0)
      const elsewhere = await desk.connected('Filial')
      const id = await desk.running({ list: await desk.list(2) })
      await desk.look()
      const [refused] = await desk.sent()
      if (refused === undefined) throw new Error('nothing left')
      await desk.refuses(refused, 463)
      await desk.admin.does(cancelCampaign, at(id))
      if (pause > 0) {
        testApp.pass(pause)
        await purgeProcessedQueueRows(testApp.app.workplace)
      }
      await desk.admin.does(updateCampaign, { ...at(id), body: { whatsappId: elsewhere } })
      await desk.admin.does(restartCampaign, at(id))

      await desk.look()
      const again = await desk.sent()
      await desk.ticks(again)
      await desk.runOut({ mostLooks: 10 })

      expect(again).toMatchObject([
        { whatsapp_id: refused.whatsapp_id, connection_id: elsewhere, priority: refused.priority },
      ])
      expect(await desk.sent(desk.shop)).toEqual([])
      expect(await desk.sent(elsewhere)).toHaveLength(2)
      expect((await desk.states(id)).map(({ state }) => state)).toEqual(['sent', 'sent'])
      expect(await desk.status(id)).toBe('FINALIZADA')
    },
  )

  test('another refusal fails only this contact and its files; *try again* sends the message', async () => {
    await desk.pace(0, 0, 0)
    const id = await desk.running({ list: await desk.list(2) })
    await desk.look()
    const [first] = await desk.sent()
    if (first === undefined) throw new Error('nothing left')

    await desk.refuses(first, 479)
    await desk.look()
    await desk.ticks((await desk.sent()).slice(1))
    const finished = await desk.states(id)
    await desk.admin.does(retryMessage, { params: { messageId: first.id } })
    await desk.ticks([first])

    expect(finished).toMatchObject([{ state: 'failed', reason: 'ERR_SENDING_WAPP_MSG' }, { state: 'sent' }])
    expect((await desk.states(id)).map(({ state }) => state)).toEqual(['sent', 'sent'])
    expect(await desk.status(id)).toBe('FINALIZADA')
  })
})

describe('stopping and resuming', () => {
  test('CAMP-06 cancelling clears the outbox, and the contact is pending again', async () => {
    await desk.pace(0, 0, 0)
    const id = await desk.running({ list: await desk.list(3) })
    await desk.look()
    await desk.ticks(await desk.sent())
    await desk.look()

    await desk.admin.does(cancelCampaign, at(id))
    testApp.pass(60)
    await desk.look()

    expect(await desk.status(id)).toBe('CANCELADA')
    expect((await desk.states(id)).map(({ state }) => state)).toEqual(['sent', 'pending', 'pending'])
    const left = await desk.sent()
    expect(left).toHaveLength(1)
  })

  test('CAMP-06 a message being sent is not cancelled, and its contact gets no second one', async () => {
    await desk.pace(0, 0, 0)
    const id = await desk.running({ list: await desk.list(2) })
    await desk.look()
    await testApp
      .table('outbox')
      .update({ company_id: desk.company.id }, { state: 'sending', begun_at: testApp.now() })

    await desk.admin.does(cancelCampaign, at(id))
    await desk.ticks(await desk.sent())
    await desk.admin.does(restartCampaign, at(id))
    await desk.runOut({ mostLooks: 10 })

    const numbers = (await desk.sent()).map(({ number }) => number)
    expect(numbers).toHaveLength(2)
    expect(new Set(numbers).size).toBe(2)
    expect(await desk.status(id)).toBe('FINALIZADA')
  })

  test('CAMP-07 a restart sends only to contacts without a message and to new list items', async () => {
    await desk.pace(0, 0, 0)
    const list = await desk.list(4)
    const id = await desk.running({ list })
    await desk.look()
    await desk.ticks(await desk.sent())
    await desk.admin.does(cancelCampaign, at(id))
    await testApp.table('contact_list_items').insert({
      company_id: desk.company.id,
      contact_list_id: list,
      name: 'Nova',
      number: '5551988887777',
      phone: '5551988887777',
      email: '',
      is_whatsapp_valid: true,
      checked_at: testApp.now(),
      is_check_due: false,
      created_at: testApp.now(),
      updated_at: testApp.now(),
    })

    await desk.admin.does(restartCampaign, at(id))
    await desk.runOut({ mostLooks: 12 })

    const numbers = (await desk.sent()).map(({ number }) => number)
    expect(numbers).toHaveLength(5)
    expect(new Set(numbers).size).toBe(5)
    expect(numbers).toContain('5551988887777')
  })

  test('CAMP-05 two processes that run at once send to each contact once', async () => {
    await desk.pace(0, 0, 0)
    await desk.running({ list: await desk.list(5) })

    for (let round = 0; round < 5; round++) {
      await Promise.all([desk.look(), desk.look(), desk.look()])
      await desk.ticks((await desk.sent()).slice(-1))
    }

    const numbers = (await desk.sent()).map(({ number }) => number)
    expect([numbers.length, new Set(numbers).size]).toEqual([5, 5])
  })
})

it('CAMP-05 ends when all contacts are done; later delivery and read acks still count', async () => {
  await desk.pace(0, 0, 0)
  const id = await desk.running({ list: await desk.list(3) })

  await desk.runOut({ mostLooks: 8 })
  const sent = await desk.sent()
  await desk.ticks(sent.slice(0, 2), 2)
  await desk.ticks(sent.slice(0, 1), 3)

  expect(await desk.admin.does(getCampaign, at(id))).toMatchObject({
    status: 'FINALIZADA',
    completedAt: expect.any(String),
    counts: { total: 3, valid: 3, sent: 1, delivered: 1, read: 1, shipped: 3, pending: 0 },
  })
})

test('CAMP-05 with failures and three crashes within an act a campaign ends without repeats', async () => {
  await desk.pace(0, 0, 0)
  const id = await desk.running({ list: await desk.list(60) })
  let acts = 0
  const deaths = new Set([15, 62, 101])
  const { workplace } = testApp.app
  const dying: Workplace = {
    ...workplace,
    withCompany: (actor, act) =>
      workplace.withCompany(actor, async (work) => {
        const value = await act(work)
        acts += 1
        if (deaths.has(acts)) throw new Error('the server dies before it commits')
        return value
      }),
  }
  const parts = { workplace: dying, store: testApp.store, log: createLog({ level: 'silent' }) }

  let known = 0
  for (let rounds = 0; rounds < 90; rounds++) {
    await sendDueCampaignMessages(parts)
    const fresh = (await desk.sent()).slice(known)
    for (const message of fresh) {
      known += 1
      if (known % 10 === 0) await desk.refuses(message, 479)
      else await desk.ticks([message])
    }
    testApp.pass(fresh.length === 0 ? 60 : 1)
  }

  const numbers = (await desk.sent()).map(({ number }) => number)
  expect([numbers.length, new Set(numbers).size]).toEqual([60, 60])
  const row = await testApp
    .table('campaigns')
    .get({ id }, ['status', 'total_count', 'sent_count', 'failed_count'])
  expect(row).toEqual({ status: 'FINALIZADA', total_count: 60, sent_count: 54, failed_count: 6 })
}, 60_000)

test('CAMP-05 a large list is prepared in seconds, with a constant number of statements', async () => {
  const contacts = Number(process.env.CAMPAIGN_CONTACTS ?? 5_000)
  const list = await desk.list(contacts)
  const id = await desk.campaign({ list })

  const begun = performance.now()
  const started = await desk.admin.does(startCampaign, at(id))
  const seconds = (performance.now() - begun) / 1000

  expect(started.counts).toMatchObject({ total: contacts, valid: contacts, pending: contacts })
  if (process.env.CAMPAIGN_CONTACTS !== undefined) process.stdout.write(`${contacts} in ${seconds} s\n`)
  expect(seconds).toBeLessThan(10)
}, 60_000)
