import { liveChannel } from '@balcao/contract/live'
import { getSessionUser, refreshAccessToken } from '@balcao/contract/people'
import { limits } from '@balcao/domain/limits'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fakeServer } from '../testing/fake-server'
import { FakeSocket } from '../testing/fake-socket'
import { aSessionUser, companyId } from '../testing/makers'
import { live, retryWhenReachable } from './live'
import { endSessionLocally, resumeSession } from './session'

const ana = aSessionUser()
const pending = { kind: 'tickets', status: 'pending' } as const
let socket: FakeSocket
let stop: () => void

beforeEach(async () => {
  vi.useFakeTimers()
  fakeServer()
    .on(getSessionUser, () => ana)
    .on(refreshAccessToken, () => ({ token: 'new', user: ana }))
  localStorage.setItem('token', 'old')
  localStorage.setItem('userId', String(ana.id))
  await resumeSession()
  socket = new FakeSocket()
  stop = live.start(socket.open)
})
afterEach(() => {
  endSessionLocally()
  stop()
  localStorage.clear()
  vi.useRealTimers()
})

/** Opens the next socket, with a question of a page before the subscriber. */
async function openAndAsk(): Promise<void> {
  const next = new FakeSocket()
  stop = live.start(next.open)
  const asking = live.subscriberOrPatience()
  next.subscribe()
  await asking
}

describe('the socket of a tab', () => {
  it('RT-25 sends the access token in the handshake', () => {
    expect(socket.tokens).toEqual(['old'])
  })

  it('RT-17 reports presence at once and every five minutes', () => {
    socket.subscribe()
    vi.advanceTimersByTime(limits.userStatusEvery)

    expect(socket.emitted).toEqual([['userStatus'], ['userStatus']])
  })

  it('RT-24 joins when the subscriber is added, not before', () => {
    onTestFinished(live.join(pending))
    expect(socket.emitted).toEqual([])

    socket.subscribe()

    expect(socket.emitted).toContainEqual(['joinTickets', 'pending'])
  })

  it('RT-24 two components with one view join once, and the last one leaves', () => {
    socket.subscribe()
    socket.emitted = []

    const leaveFirst = live.join(pending)
    const leaveSecond = live.join(pending)
    leaveFirst()
    expect(socket.emitted).toEqual([['joinTickets', 'pending']])
    leaveSecond()

    expect(socket.emitted).toEqual([
      ['joinTickets', 'pending'],
      ['leaveTickets', 'pending'],
    ])
  })

  it('RT-23 after a reconnect it joins again, and open lists are refetched', () => {
    const refetch = vi.fn()
    onTestFinished(live.onReconnected(refetch))
    onTestFinished(live.onBehind(refetch))
    onTestFinished(live.join(pending))
    socket.subscribe()
    expect(refetch).not.toHaveBeenCalled()
    socket.emitted = []

    socket.lose()
    socket.subscribe()

    expect(socket.emitted).toContainEqual(['joinTickets', 'pending'])
    expect(refetch).toHaveBeenCalledTimes(2)
  })

  it('questions wait for the subscriber, and are not repeated then', async () => {
    const askAgain = vi.fn()
    onTestFinished(live.onBehind(askAgain))
    const asked = vi.fn()
    const asking = live.subscriberOrPatience().then(asked)
    await vi.advanceTimersByTimeAsync(100)
    expect(asked).not.toHaveBeenCalled()

    socket.subscribe()

    await asking
    expect(askAgain).not.toHaveBeenCalled()
  })

  it('questions asked before a late subscriber are repeated once', async () => {
    const askAgain = vi.fn()
    onTestFinished(live.onBehind(askAgain))
    const asking = live.subscriberOrPatience()
    await vi.advanceTimersByTimeAsync(1_000)
    await asking
    expect(askAgain).not.toHaveBeenCalled()

    socket.subscribe()

    expect(askAgain).toHaveBeenCalledTimes(1)
  })

  it('closing is no loss: no reconnect, and the next person asks once', async () => {
    const askAgain = vi.fn()
    onTestFinished(live.onBehind(askAgain))
    socket.subscribe()

    endSessionLocally()
    stop()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(socket.tokens).toEqual(['old'])
    localStorage.setItem('userId', String(ana.id + 1))
    await openAndAsk()

    expect(askAgain).not.toHaveBeenCalled()
  })

  it('a person who stays while it is closed asks again at the next subscriber', async () => {
    const askAgain = vi.fn()
    onTestFinished(live.onBehind(askAgain))
    socket.subscribe()

    stop()
    await openAndAsk()

    expect(askAgain).toHaveBeenCalledTimes(1)
  })

  it('without a working socket nothing waits for it', async () => {
    const asking = live.subscriberOrPatience()

    socket.say('connect_error', new Error('a proxy'))

    await asking
  })

  it('RT-25 a refused handshake renews the token and reconnects', async () => {
    socket.active = false
    socket.say('connect_error', new Error('ERR_ACCESS_TOKEN'))
    await vi.advanceTimersByTimeAsync(1_000)

    await vi.waitFor(() => expect(socket.tokens).toEqual(['old', 'new']), { timeout: 20_000 })
  })

  it('RT-02 receives the channels of the own company until it unsubscribes', () => {
    const inbound = vi.fn()
    const stopListening = live.on('queue', inbound)

    socket.say(liveChannel.queue(companyId), { action: 'delete', queueId: 3 })
    stopListening()
    socket.say(liveChannel.queue(companyId), { action: 'delete', queueId: 4 })

    expect(inbound.mock.calls).toEqual([[{ action: 'delete', queueId: 3 }]])
  })

  it('runs an unreached call again after a pause while events arrive, else after the reconnect', async () => {
    const repeat = vi.fn()
    const repeatLater = retryWhenReachable(repeat)
    socket.subscribe()

    repeatLater()
    await vi.advanceTimersByTimeAsync(4_999)
    expect(repeat).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(repeat).toHaveBeenCalledTimes(1)

    socket.lose()
    repeatLater()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(repeat).toHaveBeenCalledTimes(1)
    socket.subscribe()
    expect(repeat).toHaveBeenCalledTimes(2)
  })
})
