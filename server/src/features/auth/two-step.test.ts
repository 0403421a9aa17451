import { afterAll, beforeAll, expect, test } from 'vitest'
import { like } from '../../platform/testing/table-rows'
import { errorBody } from '../../testing/error-body'
import { goodPassword, openTestServer, type Person, type TestServer } from './testing/test-server'
import { totpCodeOfStep, totpStepAt } from './totp'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** Decodes the secret like an app on a phone. */
function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
const codeOf = (secret: string, drift = 0) =>
  totpCodeOfStep(bytesOf(secret), totpStepAt(server.now()) + drift)
/** A code that is wrong at the current time. */
const wrongCode = (secret: string) => {
  const right = [-1, 0, 1].map((drift) => codeOf(secret, drift))
  return ['111111', '222222', '333333', '444444'].find((code) => !right.includes(code)) ?? ''
}
const logIn = (email: string, code?: string, password = goodPassword) =>
  server.call('POST', '/auth/login', {
    body: { email, password, ...(code !== undefined && { code }) },
    address: '203.0.113.9',
  })
const actsOf = async ({ user }: Person) => {
  const ofTwoStep = { company_id: user.companyId, act: like('twoStep.%') }
  const rows = await server.table('audit_entries').find(ofTwoStep, ['act'])
  return rows.map(({ act }) => act)
}

/** Switches the second step on and passes a minute, so that the current code is unused. */
async function switchedOn(person: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await person.call('POST', '/auth/two-step')
  const { secret } = begun.body
  const confirmed = await person.call('POST', '/auth/two-step/confirm', { code: codeOf(secret) })
  expect([begun.status, confirmed.status]).toEqual([200, 200])
  server.pass(60)
  return { secret, recoveryCodes: confirmed.body.recoveryCodes }
}

test('A6 switching on gives a secret and ten recovery codes, stored encrypted and hashed', async () => {
  const { admin } = await server.company()
  const path = `/users/${admin.id}/two-step`

  const begun = await admin.call('POST', '/auth/two-step')
  const again = await admin.call('POST', '/auth/two-step')
  const { secret, uri } = again.body
  const notYet = [(await admin.call('GET', path)).body, (await logIn(admin.email)).status]
  const person = await server.signIn(admin.email)
  const old = await person.call('POST', '/auth/two-step/confirm', { code: codeOf(begun.body.secret) })
  const right = await person.call('POST', '/auth/two-step/confirm', { code: ` ${codeOf(secret)} ` })
  const twice = await person.call('POST', '/auth/two-step/confirm', { code: codeOf(secret, 1) })
  const anew = await person.call('POST', '/auth/two-step')

  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(uri).toContain(`:${encodeURIComponent(admin.email)}?secret=${secret}&issuer=Balc%C3%A3o`)
  expect(notYet).toEqual([{ isOn: false, recoveryCodesLeft: 0 }, 200])
  expect([old.status, old.body]).toEqual([400, errorBody('ERR_TWO_STEP_CODE_WRONG')])
  expect(right.status).toBe(200)
  expect(new Set(right.body.recoveryCodes).size).toBe(10)
  for (const code of right.body.recoveryCodes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/)
  expect([twice.body, anew.body]).toEqual([errorBody('ERR_TWO_STEP_STATE'), errorBody('ERR_TWO_STEP_STATE')])
  expect((await person.call('GET', path)).body).toEqual({ isOn: true, recoveryCodesLeft: 10 })
  expect(await actsOf(admin)).toEqual(['twoStep.switchedOn'])

  const kept = await server.table('two_step_logins').get<{ sealed_secret: Buffer }>({ user_id: admin.id })
  expect(kept.sealed_secret.includes(bytesOf(secret))).toBe(false)
  const codes = await server.table('recovery_codes').find<{ code_hash: Buffer }>({ user_id: admin.id })
  expect(codes.map(({ code_hash }) => code_hash.length)).toEqual(Array(10).fill(32))
})

test('A6 a login asks for a code after the right password only, and accepts each code once', async () => {
  const { admin } = await server.company()
  const { secret } = await switchedOn(admin)

  const wrongPassword = await logIn(admin.email, codeOf(secret), 'outra senha')
  const without = await logIn(admin.email)
  const wrong = await logIn(admin.email, wrongCode(secret))
  const right = await logIn(admin.email, codeOf(secret))
  const replayed = await logIn(admin.email, codeOf(secret))
  const older = await logIn(admin.email, codeOf(secret, -1))
  const next = await logIn(admin.email, codeOf(secret, 1))
  server.pass(300)
  const late = await logIn(admin.email, codeOf(secret, -2))
  const early = await logIn(admin.email, codeOf(secret, 2))
  const drifting = await logIn(admin.email, codeOf(secret, -1))

  expect([wrongPassword.status, wrongPassword.body]).toEqual([401, errorBody('ERR_INVALID_CREDENTIALS')])
  expect([without.status, without.body, without.cookie]).toEqual([
    401,
    errorBody('ERR_TWO_STEP_CODE_REQUIRED'),
    null,
  ])
  expect([wrong.status, wrong.body, wrong.cookie]).toEqual([400, errorBody('ERR_TWO_STEP_CODE_WRONG'), null])
  expect([right.status, right.body.user.id]).toEqual([200, admin.id])
  expect([replayed, older, next, late, early, drifting].map(({ status }) => status)).toEqual([
    400, 400, 200, 400, 400, 200,
  ])
})

test('A6 one code in two concurrent logins is accepted once', async () => {
  const { admin } = await server.company()
  const { secret } = await switchedOn(admin)
  const code = codeOf(secret)

  const answers = await Promise.all([logIn(admin.email, code), logIn(admin.email, code)])

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('A6 a recovery code works once in any spelling, is audited, and is replaced by new ones', async () => {
  const { admin } = await server.company()
  const { secret, recoveryCodes } = await switchedOn(admin)
  const [first = '', second = ''] = recoveryCodes

  const entered = await logIn(admin.email, ` ${first.toUpperCase().replaceAll('-', ' ')} `)
  const again = await logIn(admin.email, first)
  const token = entered.body.token
  const left = await server.call('GET', `/users/${admin.id}/two-step`, { token })
  const renewed = await server.call('POST', '/auth/two-step/recovery-codes', {
    token,
    body: { password: goodPassword, code: codeOf(secret) },
  })
  const old = await logIn(admin.email, second)
  const fresh = await logIn(admin.email, renewed.body.recoveryCodes[0])

  expect([entered.status, again.status, old.status, fresh.status]).toEqual([200, 400, 400, 200])
  expect(left.body).toEqual({ isOn: true, recoveryCodesLeft: 9 })
  expect(renewed.body.recoveryCodes).toHaveLength(10)
  expect(await actsOf(admin)).toEqual([
    'twoStep.switchedOn',
    'twoStep.recoveryCodeUsed',
    'twoStep.recoveryCodesRenewed',
    'twoStep.recoveryCodeUsed',
  ])
})

test("A6 codes and recovery codes of another user's account are refused", async () => {
  const mine = await server.company()
  const theirs = await server.company()
  await switchedOn(mine.admin)
  const { secret, recoveryCodes } = await switchedOn(theirs.admin)

  const answers = [
    await logIn(mine.admin.email, recoveryCodes[0]),
    await logIn(mine.admin.email, codeOf(secret)),
  ]

  expect(answers.map(({ body }) => body.error)).toEqual(Array(2).fill('ERR_TWO_STEP_CODE_WRONG'))
})

test('A6 A2 wrong codes count as failures, and a login without a code does not', async () => {
  const { admin } = await server.company()
  const { secret } = await switchedOn(admin)

  for (let i = 0; i < 12; i++) expect((await logIn(admin.email)).status).toBe(401)
  for (let i = 0; i < 10; i++) expect((await logIn(admin.email, wrongCode(secret))).status).toBe(400)
  const closed = await logIn(admin.email, codeOf(secret))
  const inside = await server.call('POST', '/auth/two-step/switch-off', {
    body: { password: goodPassword, code: codeOf(secret) },
    token: admin.token,
    address: '203.0.113.9',
  })
  server.pass(15 * 60)
  const open = await logIn(admin.email, codeOf(secret))

  expect([closed.status, inside.status, open.status]).toEqual([429, 429, 200])
  const failed = { company_id: admin.user.companyId, act: 'login.failed' }
  expect(await server.table('audit_entries').count(failed)).toBe(10)
})

test('A6 switching off needs the own password and a code, and wrong ones are counted', async () => {
  const { admin } = await server.company()
  const off = (body: object) => admin.call('POST', '/auth/two-step/switch-off', body)
  const never = await off({ password: goodPassword, code: '000000' })
  const { secret, recoveryCodes } = await switchedOn(admin)

  const wrongPassword = await off({ password: 'outra senha', code: codeOf(secret) })
  const wrong = await off({ password: goodPassword, code: wrongCode(secret) })
  const right = await off({ password: goodPassword, code: codeOf(secret) })

  expect([never.body, wrongPassword.body, wrong.body]).toEqual([
    errorBody('ERR_TWO_STEP_STATE'),
    errorBody('ERR_PASSWORD_WRONG'),
    errorBody('ERR_TWO_STEP_CODE_WRONG'),
  ])
  expect([wrongPassword.status, right.status]).toEqual([400, 200])
  expect((await logIn(admin.email, recoveryCodes[0])).status).toBe(200)
  expect(await server.table('recovery_codes').count({ user_id: admin.id })).toBe(0)
  expect(await actsOf(admin)).toEqual(['twoStep.switchedOn', 'twoStep.switchedOff'])
})

test('A6 only an admin of the company resets the second step of another user', async () => {
  const company = await server.company()
  const stranger = await server.company()
  const ana = await company.person('Ana')
  const bia = await company.person('Bia')
  const path = `/users/${ana.id}/two-step`
  const nothing = await company.admin.call('DELETE', path)
  await switchedOn(ana)
  await switchedOn(company.admin)

  const refused = [
    await bia.call('DELETE', path),
    await bia.call('GET', path),
    await ana.call('DELETE', path),
    await stranger.admin.call('DELETE', path),
    await stranger.admin.call('GET', path),
    await company.admin.call('DELETE', `/users/${company.admin.id}/two-step`),
  ]
  const seen = await company.admin.call('GET', path)
  const closed = await logIn(ana.email)
  const done = await company.admin.call('DELETE', path)
  const open = await logIn(ana.email)

  expect(nothing.body).toEqual(errorBody('ERR_TWO_STEP_STATE'))
  expect(refused.map(({ body }) => body.error)).toEqual([
    'ERR_NO_PERMISSION',
    'ERR_NO_PERMISSION',
    'ERR_NO_PERMISSION',
    'ERR_NO_USER_FOUND',
    'ERR_NO_USER_FOUND',
    'ERR_OWN_ACCOUNT',
  ])
  expect(seen.body).toEqual({ isOn: true, recoveryCodesLeft: 10 })
  expect([closed.status, done.status, open.status]).toEqual([401, 200, 200])
  const trace = await server
    .table('audit_entries')
    .get({ company_id: company.id, act: 'twoStep.switchedOff' })
  expect(Object.values(trace)).toEqual(expect.arrayContaining([company.admin.id, ana.id, 'Ana']))
})
