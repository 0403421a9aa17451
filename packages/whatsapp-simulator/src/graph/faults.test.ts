import { afterEach, beforeEach, expect, it } from 'vitest'
import { ANA, aGraph, callerOf, type GraphTest } from '../testing/graph-client'

let test: GraphTest

beforeEach(async () => {
  test = await aGraph()
  test.graph.rules.retryAfterMs = 1
  test.ana.write(test.number.id, 'oi')
  await test.graph.webhooksSent()
  test.callback.received.length = 0
})

afterEach(() => test.end())

const message = { type: 'text', text: { body: 'Olá' }, biz_opaque_callback_data: 'our-1' }

it('cuts a send before Meta accepted it, and after', async () => {
  const { graph, ana, number, callback, send } = test
  graph.inflict({ kind: 'cutSend', moment: 'before' })
  graph.inflict({ kind: 'cutSend', moment: 'after' })

  await expect(send(message)).rejects.toThrow()
  const before = ana.seen(number.id).length
  await expect(send(message)).rejects.toThrow()
  await callback.until('the statuses', () => callback.statuses().length === 2)

  expect(before).toBe(0)
  expect(ana.seen(number.id)).toHaveLength(1)
  expect(callback.statuses()).toMatchObject([
    { status: 'sent', biz_opaque_callback_data: 'our-1' },
    { status: 'delivered' },
  ])
  expect(graph.faults()).toEqual([])
})

it('leaves a send without answer, before and after Meta accepted it', async () => {
  const { graph, ana, number, callback, token } = test
  graph.inflict({ kind: 'silenceSend', moment: 'before' })
  graph.inflict({ kind: 'silenceSend', moment: 'after' })
  const sendFor = (milliseconds: number) =>
    fetch(`${graph.url}/v26.0/${number.id}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messaging_product: 'whatsapp', to: ANA, ...message }),
      signal: AbortSignal.timeout(milliseconds),
    })

  await expect(sendFor(300)).rejects.toThrow()
  const before = ana.seen(number.id).length
  await expect(sendFor(2_000)).rejects.toThrow()
  await callback.until('the statuses', () => callback.statuses().length === 2)

  expect([before, ana.seen(number.id).length]).toEqual([0, 1])
})

it('answers the next sends with an error, and calls about media with another', async () => {
  const { graph, send, call, number } = test
  graph.inflict({ kind: 'refuse', calls: 'sends', code: 131016, retryAfterSeconds: 7, times: 2 })
  graph.inflict({ kind: 'refuse', calls: 'media', code: 131052 })

  const [one, two, three] = [await send(message), await send(message), await send(message)]
  const media = await call('POST', `${number.id}/media`, {})

  expect([one.status, one.body.error.code, one.headers.get('retry-after')]).toEqual([503, 131016, '7'])
  expect(two.status).toBe(503)
  expect(three.status).toBe(200)
  expect(media.body.error.code).toBe(131052)
})

it('fails an accepted message in a status', async () => {
  const { graph, send, callback } = test
  graph.inflict({ kind: 'failLater', code: 131049 })

  expect((await send(message)).status).toBe(200)
  await graph.webhooksSent()

  expect(callback.statuses()).toMatchObject([{ status: 'failed', errors: [{ code: 131049 }] }])
})

it('lets the statuses come before the answer', async () => {
  const { graph, send, callback } = test
  graph.inflict({ kind: 'statusesFirst' })
  let answered = false

  const sending = send(message).then(() => {
    answered = true
  })
  await callback.until('a status', () => callback.statuses().length > 0)
  const wasAnswered = answered
  await sending

  expect(wasAnswered).toBe(false)
})

it('repeats, swaps, delays and bundles webhooks', async () => {
  const { graph, app, ana, number, callback } = test
  const other = graph.addAccount({ appIds: [app.id] })
  const second = graph.addNumber({ accountId: other.id, displayNumber: '551155556666' })
  const texts = () => callback.messages().map(({ text }) => text.body)

  graph.inflict({ kind: 'repeatWebhook' })
  ana.write(number.id, 'twice')
  graph.inflict({ kind: 'swapWebhooks' })
  ana.write(number.id, 'second')
  ana.write(number.id, 'first')
  graph.inflict({ kind: 'delayWebhook', milliseconds: 20 })
  ana.write(number.id, 'later')
  ana.write(number.id, 'sooner')
  await callback.until('six', () => texts().length === 6)
  graph.inflict({ kind: 'bundleWebhooks', count: 3 })
  ana.write(number.id, 'a')
  ana.write(second.id, 'b')
  ana.write(number.id, 'c')
  await graph.webhooksSent()

  expect(texts()).toEqual(['twice', 'twice', 'first', 'second', 'sooner', 'later', 'a', 'c', 'b'])
  const last = callback.received.at(-1)
  expect(last?.isSigned).toBe(true)
  expect(last?.body.entry.map(({ changes }: { changes: unknown[] }) => changes.length)).toEqual([2, 1])
})

it('holds webhooks back, and repeats failed ones when asked', async () => {
  const { graph, ana, number, callback } = test
  graph.rules.retryAfterMs = 3_600_000
  graph.holdWebhooks(true)
  ana.write(number.id, 'um')
  const whileHeld = graph.pendingWebhooks
  callback.answers.push(500)
  graph.holdWebhooks(false)
  await graph.webhooksSent()
  const afterFailure = [callback.received.length, graph.pendingWebhooks]
  graph.repeatWebhooks()
  await graph.webhooksSent()

  expect(whileHeld).toBe(0)
  expect(afterFailure).toEqual([0, 1])
  expect(callback.messages()).toHaveLength(1)
})

it('tells changes of quality and limit, a locked account and unknown fields', async () => {
  const { graph, account, number, callback, send } = test
  number.setQuality('RED')
  number.setTier('TIER_2K')
  number.lockAccount(true)
  const locked = await send(message)
  graph.sendWebhook({ accountId: account.id, field: 'account_alerts', value: { anything: [1] } })
  await graph.webhooksSent()

  expect(locked.body.error.code).toBe(131031)
  expect(callback.changes()).toMatchObject([
    { field: 'phone_number_quality_update', value: { event: 'FLAGGED', current_limit: 'TIER_250' } },
    { field: 'phone_number_quality_update', value: { event: 'UPGRADE', current_limit: 'TIER_2K' } },
    { field: 'business_capability_update', value: { max_daily_conversations_per_business: 2000 } },
    { field: 'account_update', value: { event: 'ACCOUNT_RESTRICTION' } },
    { field: 'account_alerts', value: { anything: [1] } },
  ])
})

it('ends a token that is revoked', async () => {
  const { graph, token, number } = test

  graph.revokeToken(token)

  expect((await callerOf(graph, token)('GET', number.id)).body.error.code).toBe(190)
})
