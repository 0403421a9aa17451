import { expect, onTestFinished, test, vi } from 'vitest'
import WebSocket from 'ws'
import { boundedStanzaBacklog, stanzaBacklogLimits } from './backlog'
import { systemClock } from './clock'
import { aShop } from './testing/shop'

function open(limits = { stanzas: 4, bytes: 1_000 }) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const wire = {
    isPaused: false,
    pause() {
      wire.isPaused = true
    },
    resume() {
      wire.isPaused = false
    },
  }
  return { wire, backlog: boundedStanzaBacklog(wire, systemClock, limits) }
}

test('above the limit of stanzas the wire is paused, at half of it it is resumed', () => {
  const { wire, backlog } = open()

  const handled = Array.from({ length: 5 }, () => backlog.arrived(1))

  expect(wire.isPaused).toBe(true)
  for (const done of handled.slice(0, 2)) done()
  expect(wire.isPaused).toBe(true)
  handled[2]?.()
  expect(wire.isPaused).toBe(false)
})

test('above the limit of bytes the wire is paused', () => {
  const { wire, backlog } = open()

  const first = backlog.arrived(600)
  expect(wire.isPaused).toBe(false)
  backlog.arrived(500)

  expect(wire.isPaused).toBe(true)
  first()
  expect(wire.isPaused).toBe(false)
})

test('a stanza is counted once, however often its handling is reported', () => {
  const { wire, backlog } = open({ stanzas: 1, bytes: 1_000 })
  const done = backlog.arrived(1)
  done()
  done()
  backlog.arrived(1)
  expect(wire.isPaused).toBe(false)

  backlog.arrived(1)

  expect(wire.isPaused).toBe(true)
})

test('without progress for a second the wire is resumed: handling may wait for later data', () => {
  const { wire, backlog } = open()
  const handled = Array.from({ length: 5 }, () => backlog.arrived(1))

  vi.advanceTimersByTime(999)
  expect(wire.isPaused).toBe(true)
  vi.advanceTimersByTime(1)
  expect(wire.isPaused).toBe(false)
  backlog.arrived(1)
  expect(wire.isPaused).toBe(false)

  handled[0]?.()

  expect(wire.isPaused).toBe(true)
})

test('with progress it stays paused for longer than a second', () => {
  const { wire, backlog } = open({ stanzas: 8, bytes: 1_000 })
  const handled = Array.from({ length: 9 }, () => backlog.arrived(1))

  vi.advanceTimersByTime(600)
  handled[0]?.()
  vi.advanceTimersByTime(600)

  expect(wire.isPaused).toBe(true)
})

test('a flood of one customer pauses the socket, and all of it arrives in order', async () => {
  const pause = vi.spyOn(WebSocket.prototype, 'pause')
  const resume = vi.spyOn(WebSocket.prototype, 'resume')
  onTestFinished(() => void vi.restoreAllMocks())
  const shop = await aShop()
  onTestFinished(() => shop.closeTidily())
  await shop.startLinked()
  const ana = shop.simulator.createContact({ phone: '5551988880001', name: 'Ana' })
  const texts = Array.from({ length: 2 * stanzaBacklogLimits.stanzas }, (_, number) => `mensagem ${number}`)

  for (const text of texts) await ana.sendText(shop.phone.phone, text)
  await shop.store.until('all arrived', () => shop.store.entries.length === texts.length)

  const messages = await shop.inboundMessages()
  expect(messages.map(({ content }) => content)).toEqual(texts.map((text) => ({ kind: 'text', text })))
  expect(pause).toHaveBeenCalled()
  expect(resume).toHaveBeenCalledTimes(pause.mock.calls.length)
  expect(shop.simulator.stats).toMatchObject({ retriesFromProduct: 0, nacks: {} })
})
