import { expect, test } from 'vitest'
import { firstRefreshSecret, nextRefreshSecret, wasRefreshSecretOfSession } from './refresh-token'

const tokenKey = 'a key of this test alone'
const sessionId = '0197f0a2-0000-7000-8000-000000000001'

test('A3 each secret of a session is recognised after any number of rotations', () => {
  let secret = firstRefreshSecret(tokenKey, sessionId)
  const given = [secret]
  for (let rotation = 0; rotation < 3_000; rotation++) {
    secret = nextRefreshSecret(tokenKey, { sessionId, secret })
    given.push(secret)
  }

  expect(new Set(given).size).toBe(given.length)
  expect(given.filter((one) => !/^[\w-]{43}$/.test(one))).toEqual([])
  expect(given.filter((one) => !wasRefreshSecretOfSession(tokenKey, { sessionId, secret: one }))).toEqual([])
})

test('A3 a hundred wrong secrets cost less than following one secret for 2,000 rotations', () => {
  let secret = firstRefreshSecret(tokenKey, sessionId)
  const wrong = 'a'.repeat(43)

  const following = millisecondsOf(2_000, () => {
    secret = nextRefreshSecret(tokenKey, { sessionId, secret })
  })
  const refusing = millisecondsOf(100, () => {
    wasRefreshSecretOfSession(tokenKey, { sessionId, secret: wrong })
  })

  expect(wasRefreshSecretOfSession(tokenKey, { sessionId, secret: wrong })).toBe(false)
  expect(refusing).toBeLessThan(following)
})

test('A3 a secret with another mark, of another session or under another key is not recognised', () => {
  const secret = firstRefreshSecret(tokenKey, sessionId)
  const otherSession = '0197f0a2-0000-7000-8000-000000000002'
  const changed = `${secret.slice(0, 30)}${secret[30] === 'A' ? 'B' : 'A'}${secret.slice(31)}`

  expect(wasRefreshSecretOfSession(tokenKey, { sessionId, secret: changed })).toBe(false)
  expect(wasRefreshSecretOfSession(tokenKey, { sessionId: otherSession, secret })).toBe(false)
  expect(wasRefreshSecretOfSession('another key of this test', { sessionId, secret })).toBe(false)
})

function millisecondsOf(times: number, act: () => void): number {
  const start = performance.now()
  for (let turn = 0; turn < times; turn++) act()
  return performance.now() - start
}
