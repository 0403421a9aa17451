import { checkOfficialNumber, getOfficialNumber } from '@balcao/contract/official-numbers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeOfficial } from '../../testing/played-meta'
import { openOwnTestApp, type TestApp } from '../../testing/test-app'
import { type OfficialApi, OfficialSetUpProblem } from './official-api.port'

let testApp: TestApp
/** What Meta does when it is asked for the state of a number. */
let check: OfficialApi['check']
const state = {
  ...{ verifiedName: 'Loja da Ana', quality: 'GREEN', messagingLimit: 'TIER_1K', nameStatus: 'APPROVED' },
  ...{ tokenExpiresAt: null, appId: 'A' },
}
const notAsked = async (): Promise<never> => {
  throw new Error('not asked here')
}
beforeEach(async () => {
  testApp = await openOwnTestApp({
    officialApi: {
      namesIn: () => ({ phoneNumberIds: [], accountIds: [] }),
      split: () => ({ events: [], accountChanges: [], unread: [] }),
      isSigned: () => false,
      numbersOf: notAsked,
      subscribe: notAsked,
      check: (credentials) => check(credentials),
    },
  })
})
afterEach(() => testApp.close())

async function anOfficialNumber() {
  const company = await testApp.company()
  const connectionId = await company.connection('Oficial')
  const accountId = await makeOfficial(testApp, company, connectionId)
  return { company, params: { connectionId }, connectionId, accountId }
}

test('a check answers what the list of connections shows, and what only admins see', async () => {
  const { company, params, connectionId, accountId } = await anOfficialNumber()
  check = async () => state

  const checked = await company.admin.does(checkOfficialNumber, { params })

  const { tokenExpiresAt, appId: _, ...shown } = state
  expect(checked).toMatchObject({ ...shown, tokenExpiresAt, trouble: null })
  expect(checked).toMatchObject({ connectionId, accountId, phoneNumberId: 'P', verifyToken: 'V' })
  expect(await company.admin.does(getOfficialNumber, { params })).toEqual(checked)
  expect(JSON.stringify(checked)).not.toContain('appSecret')
})

test.each([
  ['described', async () => state],
  ['refused', () => Promise.reject(new OfficialSetUpProblem('token-wrong', ''))],
])('a number that is deleted while Meta is asked and was %s is not found', async (_, answer) => {
  const { company, params, connectionId } = await anOfficialNumber()
  check = async () => {
    await testApp.table('connections').delete({ id: connectionId })
    return answer()
  }

  expect((await company.admin.call(checkOfficialNumber, { params })).error).toBe('ERR_NO_WAPP_FOUND')
})

test('a check of another company’s number finds nothing', async () => {
  const { params } = await anOfficialNumber()
  const other = await testApp.company()
  check = notAsked

  expect((await other.admin.call(checkOfficialNumber, { params })).error).toBe('ERR_NO_WAPP_FOUND')
})
