import { describe, expect, test } from 'vitest'
import {
  displayedRetryCount,
  initialSupervisionState,
  nextSupervisionTick,
  reconnectBackoffMs,
  type SocketCloseCode,
  type SupervisionEvent,
  type SupervisionState,
  supervisionTransition,
} from './connection-supervision'

const start = 1_000_000

/** A connection under supervision with its own clock. Its methods apply one event after the other. */
function aConnection() {
  let state: SupervisionState = initialSupervisionState
  let now = start
  const orders: string[] = []
  const connection = {
    orders,
    state: () => state,
    shown: () => ({ status: state.status, cause: state.cause, retries: displayedRetryCount(state) }),
    secondsPassed: () => (now - start) / 1000,
    happens(...happenings: SupervisionEvent[]) {
      for (const happening of happenings) {
        const step = supervisionTransition(state, happening, { now, chance: 0.5 })
        state = step.next
        if (step.order !== 'nothing') orders.push(step.order)
      }
      return connection
    },
    /** Advances the clock by so many seconds and ticks at each requested moment. */
    passes(seconds: number) {
      const until = now + seconds * 1000
      for (
        let moment = nextSupervisionTick(state);
        moment !== null && moment <= until;
        moment = nextSupervisionTick(state)
      ) {
        now = Math.max(now, moment)
        connection.happens({ kind: 'tick' })
      }
      now = until
      return connection
    },
  }
  return connection
}

const started: SupervisionEvent = { kind: 'started' }
const opened: SupervisionEvent = { kind: 'opened' }
const code: SupervisionEvent = { kind: 'codeShown', lifetimeMs: 20_000 }
const closed = (
  with_: SocketCloseCode,
  more: Partial<Extract<SupervisionEvent, { kind: 'closed' }>> = {},
): SupervisionEvent => ({
  kind: 'closed',
  code: with_,
  isFromServer: false,
  hasNewVersion: false,
  isBeforeLogin: false,
  link: 'proven',
  ...more,
})

test('CONN-08 a start is OPENING and connects', () => {
  const connection = aConnection().happens(started)

  expect(connection.shown()).toEqual({ status: 'OPENING', cause: null, retries: 0 })
  expect(connection.orders).toEqual(['connect'])
})

test('a cause that its driver knows ends a connection until a new start', () => {
  const connection = aConnection().happens(started, opened, { kind: 'ended', cause: 'token-refused' })
  const ended = connection.shown()
  connection.passes(3_600)

  expect(ended).toEqual({ status: 'DISCONNECTED', cause: 'token-refused', retries: 0 })
  expect(connection.orders).toEqual(['connect', 'hangUp'])
  expect(connection.happens(started).shown().status).toBe('OPENING')
})

describe('linking', () => {
  test('CONN-29 three codes without a scan end in DISCONNECTED', () => {
    const connection = aConnection().happens(started, code, code)
    const afterTwo = connection.shown()
    const afterThree = connection.happens(code).shown()

    connection.passes(20)

    expect([afterTwo.retries, afterThree.retries]).toEqual([1, 2])
    expect(connection.shown()).toEqual({ status: 'DISCONNECTED', cause: 'qr-not-scanned', retries: 3 })
    expect(connection.orders).toEqual(['connect', 'hangUp'])
    expect(nextSupervisionTick(connection.state())).toBeNull()
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

describe('requests of WhatsApp while linking', () => {
  const linking = () => aConnection().happens(started, code)
  const renewed: SupervisionEvent = { kind: 'codeRenewed', lifetimeMs: 60_000 }
  const atLinking = { link: 'none', isFromServer: true } as const
  const seen = (connection: ReturnType<typeof aConnection>) => {
    const { status, step, cause } = connection.state()
    return { status, step, cause }
  }

  test('CONN-29 a renewed code asks for another scan, lives anew, and is not counted', () => {
    const connection = linking().happens(code, renewed, renewed).passes(59)
    const again = { ...seen(connection), retries: connection.shown().retries }

    connection.happens(code).passes(20)

    expect(again).toEqual({ status: 'qrcode', step: 'scan-again', cause: null, retries: 1 })
    expect(connection.shown()).toMatchObject({ status: 'DISCONNECTED', retries: 3 })
  })

  test('letters are a step; after a refusal or a withdrawal the codes continue', () => {
    const refused = linking().happens({ kind: 'lettersAsked' }, { kind: 'lettersRefused' })
    const withdrawn = linking().happens({ kind: 'lettersAsked' }, { kind: 'lettersWithdrawn' })

    expect(seen(linking().happens({ kind: 'lettersAsked' })).step).toBe('letters')
    expect(seen(refused)).toMatchObject({ status: 'qrcode', step: 'letters-refused' })
    expect(seen(withdrawn)).toMatchObject({ status: 'qrcode', step: 'letters-withdrawn' })
    expect(seen(refused.happens(code)).step).toBe('scan')
    expect(seen(linking().happens({ kind: 'lettersWithdrawn' })).step).toBe('scan')
  })

  test('exhausted codes end the linking, unless letters wait to be typed', () => {
    const typing = linking().happens({ kind: 'lettersAsked' }, { kind: 'codesEnded' })

    expect(linking().happens({ kind: 'codesEnded' }).shown().cause).toBe('qr-not-scanned')
    const waitingForLetters = seen(typing)
    expect(waitingForLetters).toMatchObject({ status: 'qrcode', step: 'letters' })
    expect(seen(typing.happens({ kind: 'lettersWithdrawn' })).cause).toBe('qr-not-scanned')
  })

  test('a phone that does not finish within two minutes of its letters counts as silent', () => {
    const connection = linking().happens({ kind: 'lettersAsked' }, { kind: 'lettersTaken' }).passes(119)
    const before = seen(connection)

    connection.passes(1)

    expect(before).toEqual({ status: 'PAIRING', step: 'confirming', cause: null })
    expect(seen(connection)).toEqual({ status: 'DISCONNECTED', step: null, cause: 'phone-silent' })
    expect(connection.orders).toEqual(['connect', 'hangUp'])
  })

  test('a passkey request hides the codes, waits ten minutes, and is not retried', () => {
    const connection = linking().happens({ kind: 'passkeyAsked' }, code, renewed).passes(599)
    const before = seen(connection)

    connection.passes(3600)

    expect(before).toEqual({ status: 'PAIRING', step: 'passkey', cause: null })
    expect(seen(connection)).toEqual({ status: 'DISCONNECTED', step: null, cause: 'passkey-asked' })
    expect(connection.orders).toEqual(['connect', 'hangUp'])
  })

  test('a repeated passkey request does not restart its ten minutes', () => {
    const connection = linking().happens({ kind: 'passkeyAsked' }).passes(599)

    connection.happens({ kind: 'passkeyAsked' }).passes(1)

    expect(seen(connection).cause).toBe('passkey-asked')
  })

  test.each(['lettersAsked', 'lettersRefused', 'lettersTaken', 'lettersWithdrawn'] as const)(
    'a change of the letters (%s) does not hide a passkey request',
    (kind) => {
      const connection = linking().happens({ kind: 'lettersAsked' }, { kind: 'passkeyAsked' }, { kind })

      expect(seen(connection)).toMatchObject({ status: 'PAIRING', step: 'passkey' })
      expect(connection.passes(600).shown().cause).toBe('passkey-asked')
      expect(connection.orders).toEqual(['connect', 'hangUp'])
    },
  )

  test('letters that WhatsApp withdraws while the phone finishes are no longer valid', () => {
    const taken = () => linking().happens({ kind: 'lettersAsked' }, { kind: 'lettersTaken' })
    const withCodes = taken().happens({ kind: 'lettersWithdrawn' })
    const refused = taken().happens({ kind: 'lettersRefused' })
    const withoutCodes = taken().happens({ kind: 'codesEnded' }, { kind: 'lettersWithdrawn' })

    expect(seen(withCodes)).toMatchObject({ status: 'qrcode', step: 'letters-withdrawn' })
    expect(seen(withCodes.happens(code)).step).toBe('scan')
    expect(withoutCodes.shown().cause).toBe('qr-not-scanned')
    expect(seen(refused)).toMatchObject({ status: 'qrcode', step: 'letters-refused' })
  })

  test('letters typed wrongly can be replaced while the phone finishes', () => {
    const connection = linking().happens({ kind: 'lettersAsked' }, { kind: 'lettersTaken' })

    connection.happens({ kind: 'lettersAsked' }).passes(130)

    expect(seen(connection)).toMatchObject({ status: 'qrcode', step: 'letters' })
  })

  test('while the phone finishes, a network failure is retried and a close by WhatsApp is not', () => {
    const confirming = () => linking().happens({ kind: 'lettersAsked' }, { kind: 'lettersTaken' })

    expect(
      confirming()
        .happens(closed(428, { link: 'none' }))
        .shown().cause,
    ).toBe('network')
    expect(confirming().happens(closed(503, atLinking)).shown().cause).toBe('phone-silent')
  })

  test('linking after a passkey request continues as after a scan', () => {
    const connection = linking().happens({ kind: 'passkeyAsked' }, { kind: 'scanned' }, closed(515), opened)

    expect(seen(connection)).toEqual({ status: 'CONNECTED', step: null, cause: null })
  })

  test.each([
    [400, 'linking-refused'],
    [401, 'linking-refused'],
    [428, 'linking-refused'],
    [403, 'banned'],
    [405, 'version-refused'],
  ] as const)('a registration that WhatsApp refuses with %i stops as %s', (reason, cause) => {
    const connection = aConnection().happens(started, closed(reason, atLinking)).passes(3600)

    expect(connection.shown()).toMatchObject({ status: 'DISCONNECTED', cause })
    expect(connection.orders).toEqual(['connect'])
  })

  test('401 on a link that never logged in clears it as interrupted', () => {
    const connection = aConnection().happens(started, closed(401, { isFromServer: true, link: 'new' }))

    expect(connection.state()).toMatchObject({ cause: 'linking-interrupted', unlinked: true })
    expect(connection.orders).toEqual(['connect', 'forget'])
  })
})

describe('checks of a linked number', () => {
  const fromServer = { isFromServer: true } as const
  const challenged = () => aConnection().happens(started, opened, { kind: 'challenged' })

  test('428 from WhatsApp stops without a retry', () => {
    const connection = aConnection().happens(started, closed(428, fromServer)).passes(3600)

    expect(connection.shown()).toMatchObject({ status: 'DISCONNECTED', cause: 'login-refused' })
    expect(connection.orders).toEqual(['connect'])
  })

  test('an identity check keeps the connection, and a restriction does not hide it', () => {
    const connection = challenged().happens({ kind: 'refused', code: 463 }, { kind: 'accepted' })

    expect(connection.shown()).toMatchObject({ status: 'CONNECTED', cause: 'identity-check' })
  })

  test('after an identity check WhatsApp may close once; a refused attempt is the last', () => {
    const refused = closed(503, fromServer)
    const once = challenged().happens(refused).passes(2)
    const tried = once.orders.length
    const byServer = once.happens(refused).passes(3600)
    const byNetwork = challenged().happens(closed(428)).passes(2).happens(opened)
    const restarted = challenged().happens(refused).passes(2).happens(opened)

    expect(tried).toBe(2)
    expect(byServer.shown()).toMatchObject({ status: 'DISCONNECTED', cause: 'identity-check' })
    expect(byServer.orders).toEqual(['connect', 'connect'])
    expect(byNetwork.shown()).toMatchObject({ status: 'CONNECTED', cause: 'identity-check' })
    expect(restarted.shown()).toMatchObject({ status: 'CONNECTED', cause: 'identity-check' })
  })

  test('eight silently closed logins in a row reduce the retries to one an hour', () => {
    const silent = closed(428, { isBeforeLogin: true })
    const connection = aConnection().happens(started)
    for (let round = 0; round < 8; round += 1) connection.happens(silent).passes(300)
    const before = connection.orders.length
    const shown = connection.shown()

    connection.happens(silent).passes(3000)
    const meanwhile = connection.orders.length
    connection.passes(600)

    expect(shown).toMatchObject({ cause: 'login-refused' })
    expect([meanwhile - before, connection.orders.length - before]).toEqual([0, 1])
    expect(connection.happens(opened).shown()).toMatchObject({ status: 'CONNECTED', cause: null })
  })

  test('a refused version is retried only when another can be claimed', () => {
    const same = aConnection().happens(started, opened, closed(405, fromServer)).passes(3600)
    const newer = aConnection().happens(started, opened, closed(405, { ...fromServer, hasNewVersion: true }))

    expect(same.orders).toEqual(['connect'])
    expect(newer.shown()).toMatchObject({ status: 'OPENING', cause: 'version-refused' })
    expect(newer.passes(2).orders).toEqual(['connect', 'connect'])
  })

  test('a new start clears the identity check', () => {
    const connection = challenged().happens({ kind: 'stopped' }, started, opened)

    expect(connection.shown()).toMatchObject({ status: 'CONNECTED', cause: null })
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
    '%i is OPENING, then TIMEOUT after a minute, and retried without limit',
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

  test('an attempt without an answer for thirty seconds is aborted and retried', () => {
    const connection = aConnection().happens(started).passes(30)
    const givenUp = connection.shown()

    connection.passes(2)

    expect(givenUp).toEqual({ status: 'OPENING', cause: 'network', retries: 1 })
    expect(connection.orders).toEqual(['connect', 'hangUp', 'connect'])
  })

  test('a store that refuses is a cause of its own, and is retried', () => {
    const connection = aConnection().happens(started, opened, closed('storage'))

    expect(connection.shown()).toEqual({ status: 'OPENING', cause: 'storage', retries: 1 })
    expect(connection.passes(2).orders).toEqual(['connect', 'connect'])
  })

  test('failures are reset after one minute of calm, not before', () => {
    const connection = aConnection().happens(started, closed(428)).passes(2).happens(opened)
    const before = connection.passes(59).shown().retries

    const after = connection.passes(1).shown().retries

    expect([before, after]).toEqual([1, 0])
  })

  test('a server that only answers 515 does not cause a loop of attempts', () => {
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

  test('another refusal concerns that message alone', () => {
    const connection = aConnection().happens(started, opened, { kind: 'refused', code: 479 })

    expect(connection.shown().cause).toBeNull()
  })
})

test('a stop closes the socket, and later events change nothing', () => {
  const connection = aConnection()
    .happens(started, opened, { kind: 'stopped' }, closed(428), code)
    .passes(3600)

  expect(connection.shown()).toMatchObject({ status: 'DISCONNECTED', cause: 'stopped' })
  expect(connection.orders).toEqual(['connect', 'hangUp'])
})

test('a log-out deletes the keys', () => {
  const connection = aConnection().happens(started, opened, { kind: 'loggedOut' })

  expect(connection.state()).toMatchObject({ status: 'DISCONNECTED', cause: 'stopped', unlinked: true })
  expect(connection.orders).toEqual(['connect', 'forget'])
})

test('waits double from one second to five minutes, plus or minus a quarter', () => {
  const waits = [1, 2, 3, 9, 10, 1000].map((failures) => reconnectBackoffMs(failures, 0.5))

  expect(waits).toEqual([1000, 2000, 4000, 256_000, 300_000, 300_000])
  expect(reconnectBackoffMs(4, 0)).toBe(6000)
  expect(reconnectBackoffMs(4, 1)).toBe(10_000)
  expect(reconnectBackoffMs(1, 0)).toBe(1000)
})
