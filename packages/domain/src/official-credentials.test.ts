import { expect, test } from 'vitest'
import {
  credentialsKeyStoreKey,
  type OfficialCredentials,
  readOfficialCredentials,
} from './official-credentials'

const complete: OfficialCredentials = {
  ...{ accountId: '1', phoneNumberId: '2', token: 'T', appId: '3', appSecret: 'S', verifyToken: 'V' },
}
const { token: _, ...withoutToken } = complete
const { appId: __, ...withoutApp } = complete

test.each<[string, string | undefined, OfficialCredentials | null]>([
  ['complete', JSON.stringify(complete), complete],
  ['without the id of the app', JSON.stringify(withoutApp), { ...complete, appId: null }],
  ['without a token', JSON.stringify(withoutToken), null],
  ['with an empty secret', JSON.stringify({ ...complete, appSecret: '' }), null],
  ['no object', '"x"', null],
  ['no JSON', 'secret', null],
  ['not there', undefined, null],
])('reads stored credentials that are %s', async (_name, stored, expected) => {
  const load = async (type: string, ids: readonly string[]) => {
    expect([type, ids]).toEqual([credentialsKeyStoreKey.type, [credentialsKeyStoreKey.id]])
    return new Map(stored === undefined ? [] : [[credentialsKeyStoreKey.id, stored]])
  }
  expect(await readOfficialCredentials({ load })).toEqual(expected)
})
