import {
  type ConnectionStatus,
  type DisconnectionCause,
  disconnectionCauses,
  type LinkingStep,
} from '@balcao/domain/connections'
import { describe, expect, it } from 'vitest'
import { texts } from '../../testing/all-texts'
import { aConnection } from '../../testing/makers'
import { connectionSituationOf, isConnectionLinked, isPasskeyStep, shouldKeepQrDialogOpen } from './situation'
import { connectionSituationTextVariables } from './situation-words'

const now = Date.parse('2026-11-20T12:00:00Z')
const justNow = '2026-11-20T11:59:55Z'
const longAgo = '2026-11-20T11:59:00Z'

describe('the acts of a connection', () => {
  it.each([
    ['CONN-10 waiting for its QR', aConnection({ status: 'qrcode' }), ['showQr']],
    ['CONN-11 unlinked on the phone', down('unlinked-on-phone'), ['newQr', 'tryAgain']],
    ['CONN-11 opened elsewhere', down('opened-elsewhere'), ['tryAgain', 'newQr']],
    ['CONN-11 blocked by WhatsApp', down('banned'), ['tryAgain', 'newQr']],
    ['CONN-11 logged out by an admin', { ...down('stopped'), number: null }, ['newQr', 'tryAgain']],
    ['CONN-11 stopped, still linked', down('stopped'), ['tryAgain', 'newQr']],
    ['CONN-11 asked for its passkey', down('passkey-asked'), ['whatToDo', 'newQr', 'tryAgain']],
    ['CONN-11 the phone did not finish', down('phone-silent'), ['newQr', 'tryAgain']],
    ['CONN-11 linking refused', down('linking-refused'), ['newQr', 'tryAgain']],
    ['CONN-11 linking cut short', down('linking-interrupted'), ['newQr', 'tryAgain']],
    ['CONN-11 asked who it is', down('identity-check'), ['tryAgain', 'newQr']],
    ['CONN-11 its login refused', down('login-refused'), ['tryAgain', 'newQr']],
    ['CONN-11 version refused', down('version-refused'), ['tryAgain', 'newQr']],
    ['CONN-12 connected', aConnection({ status: 'CONNECTED' }), ['pause', 'disconnect']],
    [
      'connected and asked who it is: no log-out',
      aConnection({ status: 'CONNECTED', cause: 'identity-check' }),
      ['pause'],
    ],
    ['CONN-12 linking', aConnection({ status: 'PAIRING' }), ['disconnect']],
    ['CONN-12 linking, asked for its passkey', pairing('passkey'), ['whatToDo', 'disconnect']],
    ['CONN-12 linking, the phone has to finish', pairing('confirming'), ['whatToDo', 'disconnect']],
    ['CONN-12 without contact', aConnection({ status: 'TIMEOUT' }), ['tryAgain', 'pause', 'disconnect']],
    [
      'without contact after it was asked who it is: no log-out',
      aConnection({ status: 'TIMEOUT', cause: 'identity-check' }),
      ['tryAgain', 'pause'],
    ],
    [
      'without contact after its login was refused: no log-out',
      aConnection({ status: 'TIMEOUT', cause: 'login-refused' }),
      ['tryAgain', 'pause'],
    ],
    ['CONN-13 just begun', aConnection({ status: 'OPENING', since: justNow }), ['connecting']],
    [
      'connecting for too long, despite a later change',
      aConnection({ status: 'OPENING', since: longAgo, updatedAt: justNow }),
      ['connecting', 'pause'],
    ],
  ])('%s', (_, connection, acts) => {
    expect(connectionSituationOf(connection, now).acts).toEqual(acts)
  })

  it('every cause has a text', () => {
    const sentences = disconnectionCauses.map(
      (cause) => connectionSituationOf({ ...down(cause), number: null }, now).sentence,
    )

    const known = Object.keys(Object(texts.pt?.connections?.cause))
    expect(sentences).toEqual(disconnectionCauses.map((cause) => `cause.${cause}`))
    expect(known).toEqual(expect.arrayContaining([...disconnectionCauses]))
  })

  it('a code that was not scanned may have been refused for the version of WhatsApp Web', () => {
    const sentences = Object.values(texts).map((one) => Object(one.connections).cause['qr-not-scanned'])

    expect(sentences).toHaveLength(3)
    for (const sentence of sentences) expect(sentence).toContain('WhatsApp Web')
  })

  it('a failure to store the keys is not reported as an unreachable WhatsApp', () => {
    const connection = aConnection({ status: 'TIMEOUT', cause: 'storage' })

    expect(connectionSituationOf(connection, now).sentence).toBe('cause.storage')
  })
})

it('a deliberate pause is no fault: its pill is neutral', () => {
  const [paused, loggedOut] = [down('stopped'), { ...down('stopped'), number: null }]

  expect([paused, loggedOut].map((one) => connectionSituationOf(one, now).tone)).toEqual(['idle', 'bad'])
})

describe('a cause after which Balcão retries automatically', () => {
  it.each<[ConnectionStatus, DisconnectionCause]>([
    ['TIMEOUT', 'login-refused'],
    ['OPENING', 'identity-check'],
    ['TIMEOUT', 'identity-check'],
    ['OPENING', 'version-refused'],
    ['TIMEOUT', 'version-refused'],
  ])('CONN-11 shows the time of the next try, or that one is running: %s %s', (status, cause) => {
    const waits = aConnection({ status, cause, nextAttemptAt: '2026-11-20T13:00:00Z' })
    const tries = aConnection({ status, cause, nextAttemptAt: null })

    const contexts = [waits, tries].map((one) => connectionSituationTextVariables(one, now).context)
    expect(contexts).toEqual(['next', 'trying'])
    expect(connectionSituationOf(waits, now).sentence).toBe(`cause.${cause}`)
    for (const { connections } of Object.values(texts)) {
      const sentences = Object(Object(connections).cause)
      expect(sentences[`${cause}_next`]).toContain('{{next}}')
      expect(sentences[`${cause}_trying`]).not.toContain('{{next}}')
    }
  })

  it('CONN-11 asks the person for a try once Balcão has given up', () => {
    expect(connectionSituationTextVariables(down('login-refused'), now).context).toBeUndefined()
  })
})

describe('the link of a number', () => {
  it.each<[string, boolean, ReturnType<typeof aConnection>]>([
    ['connected', true, aConnection()],
    ['paused', true, down('stopped')],
    ['opened elsewhere', true, down('opened-elsewhere')],
    ['its login refused', true, down('login-refused')],
    ['asked who it is', true, down('identity-check')],
    ['without a number', false, { ...down('stopped'), number: null }],
    ['removed on the phone', false, down('unlinked-on-phone')],
    ['a new code without a scan', false, down('qr-not-scanned')],
    ['a new linking that ended at the passkey', false, down('passkey-asked')],
    ['a new code on show', false, aConnection({ status: 'qrcode' })],
  ])('%s: there is one to lose: %s', (_, expected, connection) => {
    expect(isConnectionLinked(connection)).toBe(expected)
  })
})

describe('CONN-14 a dialog without its QR', () => {
  it.each<[string, boolean, ReturnType<typeof aConnection>]>([
    ['while another code is on its way', true, aConnection({ status: 'OPENING' })],
    ['while letters are valid', true, waiting('letters')],
    ['after the letters were withdrawn', true, waiting('letters-withdrawn')],
    ['while the phone has to finish', true, pairing('confirming')],
    ['while the passkey is asked for', true, pairing('passkey')],
    ['after linking failed', true, down('phone-silent')],
    ['when WhatsApp is away', true, aConnection({ status: 'TIMEOUT', cause: 'network' })],
    ['with the scan', false, pairing(null)],
    ['with the connection', false, aConnection({ status: 'CONNECTED' })],
    ['when an admin paused it', false, down('stopped')],
  ])('%s stays open: %s', (_, expected, connection) => {
    expect(shouldKeepQrDialogOpen(connection)).toBe(expected)
  })

  it('mentions the passkey while it is requested and after that, and at no other time', () => {
    const asked = [pairing('passkey'), down('passkey-asked')].map(isPasskeyStep)
    const others = [pairing('confirming'), down('phone-silent'), waiting('scan')].map(isPasskeyStep)

    expect([...asked, ...others]).toEqual([true, true, false, false, false])
  })
})

function pairing(step: LinkingStep | null) {
  return aConnection({ status: 'PAIRING', step })
}

function waiting(step: LinkingStep) {
  return aConnection({ status: 'qrcode', step })
}

function down(cause: DisconnectionCause) {
  return aConnection({ status: 'DISCONNECTED', cause })
}
