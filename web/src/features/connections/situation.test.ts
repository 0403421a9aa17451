import type { ConnectionCause } from '@balcao/domain/connections'
import { describe, expect, it } from 'vitest'
import { texts } from '../../testing/all-texts'
import { aConnection } from '../../testing/makers'
import { situationOf } from './situation'

const now = Date.parse('2026-11-20T12:00:00Z')
const justNow = '2026-11-20T11:59:55Z'
const longAgo = '2026-11-20T11:59:00Z'

describe('what a connection offers', () => {
  it.each([
    ['CONN-10 waiting for its QR', aConnection({ status: 'qrcode' }), ['showQr']],
    ['CONN-11 unlinked on the phone', down('unlinked-on-phone'), ['newQr', 'tryAgain']],
    ['CONN-11 opened elsewhere', down('opened-elsewhere'), ['tryAgain', 'newQr']],
    ['CONN-11 blocked by WhatsApp', down('banned'), ['tryAgain', 'newQr']],
    ['CONN-11 logged out by an admin', { ...down('stopped'), number: null }, ['newQr', 'tryAgain']],
    ['CONN-11 stopped, still linked', down('stopped'), ['tryAgain', 'newQr']],
    ['CONN-12 connected', aConnection({ status: 'CONNECTED' }), ['disconnect']],
    ['CONN-12 linking', aConnection({ status: 'PAIRING' }), ['disconnect']],
    ['CONN-12 without contact', aConnection({ status: 'TIMEOUT' }), ['tryAgain', 'disconnect']],
    ['CONN-13 just begun', aConnection({ status: 'OPENING', since: justNow }), ['connecting']],
    [
      'connecting for too long, whatever changed since',
      aConnection({ status: 'OPENING', since: longAgo, updatedAt: justNow }),
      ['connecting', 'stop'],
    ],
  ])('%s', (_, connection, acts) => {
    expect(situationOf(connection, now).acts).toEqual(acts)
  })

  it('says why for every cause, in words that exist', () => {
    const causes: ConnectionCause[] = [
      'network',
      'qr-not-scanned',
      'opened-elsewhere',
      'unlinked-on-phone',
      'banned',
      'version-refused',
      'multi-device-missing',
      'restricted',
      'stopped',
      'storage',
    ]

    const sentences = causes.map((cause) => situationOf({ ...down(cause), number: null }, now).sentence)

    const known = Object.keys(Object(texts.pt?.connections?.cause))
    expect(sentences).toEqual(causes.map((cause) => `cause.${cause}`))
    expect(known).toEqual(expect.arrayContaining(causes))
  })

  it('a number that goes on trying because the keys cannot be stored says so, and not that WhatsApp is away', () => {
    const connection = aConnection({ status: 'TIMEOUT', cause: 'storage' })

    expect(situationOf(connection, now).sentence).toBe('cause.storage')
  })
})

function down(cause: ConnectionCause) {
  return aConnection({ status: 'DISCONNECTED', cause })
}
