import { describe, expect, test } from 'vitest'
import {
  backoffMs,
  type CloseCode,
  type Happening,
  nextTick,
  retriesShown,
  type Supervision,
  supervise,
  unsupervised,
} from './connection-supervision'

const start = 1_000_000

/** A connection to which things happen one after the other, on a clock of its own. */
function aConnection() {
  let state: Supervision = unsupervised
  let now = start
  const orders: string[] = []
  const connection = {
    orders,
    state: () => state,
    shown: () => ({ status: state.status, cause: state.cause, retries: retriesShown(state) }),
    secondsPassed: () => (now - start) / 1000,
    happens(...happenings: Happening[]) {
      for (const happening of happenings) {
        const step = supervise(state, happening, { now, chance: 0.5 })
        state = step.next
        if (step.order !== 'nothing') orders.push(step.order)
      }
      return connection
    },
    /** Lets so many seconds go by, waking at each moment that was asked for. */
    passes(seconds: number) {
      const until = now + seconds * 1000
      for (let moment = nextTick(state); moment !== null && moment <= until; moment = nextTick(state)) {
        now = Math.max(now, moment)
        connection.happens({ kind: 'tick' })
      }
      now = until
      return connection
    },
  }
  return connection
}

const started: Happening = { kind: 'started' }
const opened: Happening = { kind: 'opened' }
const code: Happening = { kind: 'codeShown', lifetimeMs: 20_000 }
const closed = (with_: CloseCode): Happening => ({ kind: 'closed', code: with_ })

test('CONN-08 a start is OPENING and connects', () => {
  const connection = aConnection().happens(started)

  expect(connection.shown()).toEqual({ status: 'OPENING', cause: null, retries: 0 })
  expect(connection.orders).toEqual(['connect'])
})

describe('linking', () => {
  test('CONN-29 three codes nobody scans end in DISCONNECTED', () => {
    const connection = aConnection().happens(started, code, code)
    const afterTwo = connection.shown()
    const afterThree = connection.happens(code).shown()

    connection.passes(20)

    expect([afterTwo.retries, afterThree.retries]).toEqual([1, 2])
    expect(connection.shown()).toEqual({ status: 'DISCONNECTED', cause: 'qr-not-scanned', retries: 3 })
    expect(connection.orders).toEqual(['connect', 'hangUp'])
    expect(nextTick(connection.state())).toBeNull()
  })

  test('CONN-29 codes cut short by the network count as unused', () => {
    const connection = aConnection().happens(started)

    for (let round = 0; round < 3; round += 1) connection.happens(code, closed(428)).passes(5)

    expect(connection.shown()).toEqual({ status: 'DISCONNECTED', cause: 'qr-not-scanned', retries: 3 })
  })

  test('a code may wait longer than an attempt may last', () => {
    const connection = aConnection().happens(started, { kind: 'codeShown', lifetimeMs: 60_000 }).passes(59)

    expect(connection.shown().status).toBe('qrcode')
  })

  test('letters being typed are not counted as codes, and expire', () => {
    const connection = aConnection().happens(started, code, { kind: 'lettersAsked' }, code, code, code, code)
    const whileTyping = connection.shown()

    connection.passes(160)

    expect(whileTyping).toEqual({ status: 'qrcode', cause: null, retries: 0 })
    expect(connection.shown().cause).toBe('qr-not-scanned')
  })

  test('a scan is PAIRING, its 515 OPENING at once, and then CONNECTED', () => {
    const connection = aConnection().happens(started, code, { kind: 'scanned' })
    const scanned = connection.shown().status
    const restarted = connection.happens(closed(515)).shown().status

    connection.happens(opened)

    expect([scanned, restarted, connection.shown().status]).toEqual(['PAIRING', 'OPENING', 'CONNECTED'])
    expect(connection.orders).toEqual(['connect', 'connect'])
    expect(connection.secondsPassed()).toBe(0)
  })
})

describe('codes that end it', () => {
  test.each([
    [440, 'opened-elsewhere', false, ['connect']],
    [401, 'unlinked-on-phone', true, ['connect', 'forget']],
    [403, 'banned', false, ['connect']],
    [405, 'version-refused', false, ['connect']],
    [411, 'multi-device-missing', false, ['connect']],
  ] as const)('%i stops as %s', (reason, cause, unlinked, orders) => {
    const connection = aConnection().happens(started, opened, closed(reason)).passes(3600)

    expect(connection.shown()).toMatchObject({ status: 'DISCONNECTED', cause })
    expect(connection.state().unlinked).toBe(unlinked)
    expect(connection.orders).toEqual(orders)
  })
})

describe('trouble that passes', () => {
  test.each([408, 428, 500, 503])(
    '%i is OPENING, then TIMEOUT after a minute, and tried again for ever',
    (reason) => {
      const connection = aConnection().happens(started, opened, closed(reason))
      const atOnce = connection.shown()
      const afterMinute = connection.passes(60).shown()

      for (let round = 0; round < 50; round += 1) connection.happens(closed(reason)).passes(400)

      expect(atOnce).toEqual({ status: 'OPENING', cause: 'network', retries: 1 })
      expect(afterMinute).toMatchObject({ status: 'TIMEOUT', cause: 'network' })
      expect(connection.shown()).toMatchObject({ status: 'TIMEOUT', cause: 'network' })
      expect(connection.orders.filter((order) => order === 'connect').length).toBeGreaterThan(50)
    },
  )

  test('an attempt that answers nothing for thirty seconds is given up and tried again', () => {
    const connection = aConnection().happens(started).passes(30)
    const givenUp = connection.shown()

    connection.passes(2)

    expect(givenUp).toEqual({ status: 'OPENING', cause: 'network', retries: 1 })
    expect(connection.orders).toEqual(['connect', 'hangUp', 'connect'])
  })

  test('a store that refuses is a cause of its own, and tried again', () => {
    const connection = aConnection().happens(started, opened, closed('storage'))

    expect(connection.shown()).toEqual({ status: 'OPENING', cause: 'storage', retries: 1 })
    expect(connection.passes(2).orders).toEqual(['connect', 'connect'])
  })

  test('failures are forgotten after one minute of calm, not before', () => {
    const connection = aConnection().happens(started, closed(428)).passes(2).happens(opened)
    const before = connection.passes(59).shown().retries

    const after = connection.passes(1).shown().retries

    expect([before, after]).toEqual([1, 0])
  })

  test('a server that knows only 515 is not asked in a circle', () => {
    const connection = aConnection().happens(started)

    for (let round = 0; round < 5; round += 1) connection.happens(closed(515))

    expect(connection.orders).toHaveLength(4)
    expect(connection.shown().cause).toBe('network')
  })
})

describe('restrictions', () => {
  test.each([463, 429])(
    '%i on a message keeps the connection and names the cause until one is taken',
    (reason) => {
      const connection = aConnection().happens(started, opened, { kind: 'refused', code: reason })
      const restricted = connection.shown()

      connection.happens({ kind: 'accepted' })

      expect(restricted).toMatchObject({ status: 'CONNECTED', cause: 'restricted' })
      expect(connection.shown()).toMatchObject({ status: 'CONNECTED', cause: null })
    },
  )

  test('another refusal is a matter of that message alone', () => {
    const connection = aConnection().happens(started, opened, { kind: 'refused', code: 479 })

    expect(connection.shown().cause).toBeNull()
  })
})

test('a stop hangs up, and nothing happens afterwards', () => {
  const connection = aConnection()
    .happens(started, opened, { kind: 'stopped' }, closed(428), code)
    .passes(3600)

  expect(connection.shown()).toMatchObject({ status: 'DISCONNECTED', cause: 'stopped' })
  expect(connection.orders).toEqual(['connect', 'hangUp'])
})

test('a log-out forgets the keys', () => {
  const connection = aConnection().happens(started, opened, { kind: 'loggedOut' })

  expect(connection.state()).toMatchObject({ status: 'DISCONNECTED', cause: 'stopped', unlinked: true })
  expect(connection.orders).toEqual(['connect', 'forget'])
})

test('waits double from one second to five minutes, a quarter more or less', () => {
  const waits = [1, 2, 3, 9, 10, 1000].map((failures) => backoffMs(failures, 0.5))

  expect(waits).toEqual([1000, 2000, 4000, 256_000, 300_000, 300_000])
  expect(backoffMs(4, 0)).toBe(6000)
  expect(backoffMs(4, 1)).toBe(10_000)
  expect(backoffMs(1, 0)).toBe(1000)
})
