import { describe, expect, it } from 'vitest'
import { keyFromJson } from './key-json'
import { convertImportedSession, usersInImportedSession } from './moved-session'
import { madeSession } from './testing/made-session'

describe('a conversion', () => {
  const old = madeSession('5551999990000')

  it('asks for what a login needs, and names what is missing', () => {
    const lacking = (change: object) => {
      const converted = convertImportedSession(
        { ...old, creds: { ...(old.creds as object), ...change } },
        new Map(),
      )
      return 'missing' in converted ? converted.missing : []
    }

    expect(lacking({})).toEqual([])
    expect(lacking({ me: undefined })).toEqual(['me'])
    expect(lacking({ me: { id: '5551999990000@s.whatsapp.net' } })).toEqual(['me'])
    expect(lacking({ noiseKey: undefined, registrationId: 'x' })).toEqual(['noiseKey', 'registrationId'])
    expect(lacking({ account: undefined })).toEqual(['account'])
    const another = convertKeyPair(7)
    expect(lacking({ signedIdentityKey: { ...another, public: Buffer.alloc(32, 1) } })).toEqual([
      'signedIdentityKey',
      'account',
    ])
    for (const creds of [null, 'text', [], 7, {}])
      expect(convertImportedSession({ creds, keys: [] }, new Map())).toEqual({
        missing: ['me', 'noiseKey', 'signedIdentityKey', 'registrationId', 'account'],
      })
  })

  it('never gives an id of a pre-key out twice', () => {
    const counters = (change: object, ids: readonly string[] = []) => {
      const pair = (old.creds as { noiseKey: unknown }).noiseKey
      const keys = ids.map((id) => ({ type: 'pre-key', id, value: pair }))
      const converted = convertImportedSession(
        { creds: { ...(old.creds as object), ...change }, keys },
        new Map(),
      )
      if ('missing' in converted) throw new Error('it is complete')
      const creds = keyFromJson<Record<string, number>>(converted.keys[0]?.value ?? '{}')
      return [creds.nextPreKeyId, creds.firstUnuploadedPreKeyId, creds.accountSyncCounter]
    }

    expect(
      counters({ nextPreKeyId: 40, firstUnuploadedPreKeyId: 31, accountSyncCounter: 0 }, ['7', '29']),
    ).toEqual([40, 31, 1])
    expect(counters({ nextPreKeyId: 12, firstUnuploadedPreKeyId: 12 }, ['90'])).toEqual([91, 12, 1])
    const [next = 0, first] = counters({ nextPreKeyId: 1, firstUnuploadedPreKeyId: 1 })
    expect(next).toBeGreaterThan(10_000)
    expect(first).toBe(next)
  })

  it('makes a new signed pre-key under a higher id where the old one is broken', () => {
    const creds = { ...(old.creds as object), signedPreKey: { keyId: 4, signature: Buffer.alloc(64) } }

    const converted = convertImportedSession({ creds, keys: [] }, new Map())

    if ('missing' in converted) throw new Error('it is complete')
    expect(
      keyFromJson<{ signedPreKey: { keyId: number } }>(converted.keys[0]?.value ?? '').signedPreKey,
    ).toMatchObject({
      keyId: 5,
    })
  })

  it('drops keys that nothing can read', () => {
    const keys = [
      { type: 'pre-key', id: '1', value: { public: 'x', private: 'y' } },
      { type: 'session', id: '5551988880000@s.whatsapp.net:0', value: { _sessions: {} } },
      { type: 'session', id: '5551988880000.0', value: 'text' },
      { type: 'sender-key', id: 'nonsense', value: [] },
      { type: 'app-state-sync-key', id: 'AAAA', value: { fingerprint: 7 } },
      { type: 'sender-key-memory', id: 'g@g.us', value: {} },
      { type: 'signal-identity', id: '1', value: {} },
      { type: 'undefined', id: '1', value: {} },
    ]

    const converted = convertImportedSession({ creds: old.creds, keys }, new Map())

    if ('missing' in converted) throw new Error('it is complete')
    expect(converted.keys.map(({ type }) => type)).toEqual(['creds'])
    expect(usersInImportedSession({ creds: null, keys: old.keys })).toContain('5551988880001')
  })

  it('gives a LID that nothing knows the name of a number and of a LID', () => {
    const value = { _sessions: {}, version: 'v1' }
    const keys = [
      { type: 'session', id: '123456789012345.3', value },
      { type: 'session', id: '987654321098765.0', value },
      { type: 'session', id: '5551988880009.0', value },
    ]

    const converted = convertImportedSession(
      { creds: old.creds, keys },
      new Map([
        ['5551988880009', '456456456456456'],
        ['987654321098765', '987654321098765'],
      ]),
    )

    if ('missing' in converted) throw new Error('it is complete')
    expect(
      converted.keys
        .slice(1)
        .map(({ type, id }) => `${type} ${id}`)
        .toSorted(),
    ).toEqual([
      'device-list 123456789012345',
      'lid-mapping 456456456456456_reverse',
      'lid-mapping 5551988880009',
      'session 123456789012345.3',
      'session 123456789012345_1.3',
      'session 456456456456456_1.0',
      'session 987654321098765_1.0',
    ])
  })
})

function convertKeyPair(byte: number) {
  return { private: Buffer.alloc(32, byte), public: Buffer.alloc(32, byte) }
}
