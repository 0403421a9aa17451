import {
  getAccountOfPasswordLink,
  getForgottenPasswordOptions,
  mailPasswordLink,
  requestPasswordLink,
  setPasswordByLink,
} from '@balcao/contract/password-links'
import { createUser, getSessionUser as getMe } from '@balcao/contract/people'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { carryOutJobs, type MailServer, openMailServer } from '../../testing/mail-server'
import {
  goodPassword,
  openOwnTestApp,
  openTestApp,
  publicUrlOfMails,
  type TestApp,
  type TestCompany,
} from '../../testing/test-app'
import { maxPasswordLinksOfCompanyPerDay, maxPasswordLinksPerHour } from './password-links'

const newPassword = 'outra senha boa'
const hour = 3_600

let mailServer: MailServer
let testApp: TestApp
let shop: TestCompany
beforeAll(async () => {
  mailServer = await openMailServer()
  testApp = await openOwnTestApp({ mailer: mailServer.mailer }) // limits of addresses
})
afterAll(async () => {
  await testApp.close()
  await mailServer.close()
})
beforeEach(async () => {
  testApp.pass(hour)
  shop = await testApp.company()
  mailServer.mails.splice(0)
})

async function visitorCalls(
  { path, method }: { path: string; method: string },
  body: unknown,
  address = '203.0.113.7',
) {
  const answer = await testApp.app.http.inject({
    method: method as 'POST',
    url: path,
    remoteAddress: address,
    ...(method === 'GET'
      ? {}
      : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return { status: answer.statusCode, body: answer.json() }
}
const asks = (email: string, address?: string) => visitorCalls(requestPasswordLink, { email }, address)
const logIn = async (email: string, password: string) =>
  (await visitorCalls({ path: '/auth/login', method: 'POST' }, { email, password })).status

/** The token of the last mail to this address. */
async function tokenTo(email: string): Promise<string> {
  await carryOutJobs(testApp, 'auth.mailPasswordLink')
  const mail = mailServer.mails.findLast(({ to }) => to.includes(email))
  return new RegExp(`${publicUrlOfMails}/new-password#(\\S+)`).exec(mail?.text ?? '')?.[1] ?? ''
}

describe('a forgotten password', () => {
  it('a link in a mail sets a new one: it works once, and all sessions end', async () => {
    const ana = await shop.person('Ana')
    for (let wrong = 0; wrong < 10; wrong++) await logIn(ana.email, 'esquecida')

    expect((await asks(ana.email.toUpperCase())).status).toBe(200)
    const token = await tokenTo(ana.email)
    const shown = await visitorCalls(getAccountOfPasswordLink, { token })
    const set = await visitorCalls(setPasswordByLink, { token, password: newPassword })

    expect(mailServer.mails[0]).toMatchObject({ from: 'inbox@example.com', to: [ana.email] })
    expect(mailServer.mails[0]?.text).toContain(`sua conta em ${ana.user.company.name}`)
    expect(shown.body).toEqual({ name: 'Ana', email: ana.email, isInvitation: false })
    expect(set.status).toBe(200)
    expect((await ana.call(getMe)).status).toBe(401)
    expect(await logIn(ana.email, goodPassword)).toBe(401)
    expect(await logIn(ana.email, newPassword)).toBe(200)
    const again = await visitorCalls(setPasswordByLink, { token, password: 'mais uma senha' })
    expect([again.status, again.body.error]).toEqual([400, 'ERR_PASSWORD_LINK'])
    expect(
      await testApp
        .table('audit_entries')
        .find({ company_id: shop.id, act: 'user.changed' }, ['detail', 'user_name', 'address']),
    ).toEqual([
      {
        detail: { fields: 'password', because: 'forgotten' },
        user_name: 'Ana',
        address: '203.0.113.7',
      },
    ])
  })

  it('of two calls with one link at once, one sets the password', async () => {
    await asks(shop.admin.email)
    const token = await tokenTo(shop.admin.email)

    const both = await Promise.all(
      ['a primeira', 'a segunda'].map((password) => visitorCalls(setPasswordByLink, { token, password })),
    )

    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('an unknown e-mail gets the same answer, and no mail', async () => {
    const known = await asks(shop.admin.email)
    const unknown = await asks('ninguem@example.com')

    expect(unknown).toEqual(known)
    await carryOutJobs(testApp, 'auth.mailPasswordLink')
    expect(mailServer.mails.map(({ to }) => to)).toEqual([[shop.admin.email]])
  })

  it('counts three links an hour for an account, known or not, and twenty for an address', async () => {
    const statuses = async (email: string) => {
      const all = []
      for (let nth = 0; nth <= maxPasswordLinksPerHour.account; nth++)
        all.push((await asks(email, `203.0.113.${20 + nth}`)).status)
      return all
    }

    expect(await statuses(shop.admin.email)).toEqual([200, 200, 200, 429])
    expect(await statuses('ninguem@example.com')).toEqual([200, 200, 200, 429])
    testApp.pass(hour)
    expect((await asks(shop.admin.email)).status).toBe(200)
    const others = []
    for (let nth = 0; nth <= maxPasswordLinksPerHour.address; nth++)
      others.push((await asks(`outra${nth}@example.com`, '203.0.113.99')).status)
    expect(others.filter((status) => status === 429)).toHaveLength(1)
  })

  it('a link that is late, altered, of another account or of a changed account is refused', async () => {
    const bia = await shop.person('Bia')
    const read = async (token: string) => (await visitorCalls(getAccountOfPasswordLink, { token })).body.error
    await asks(shop.admin.email)
    await asks(bia.email)
    const own = await tokenTo(shop.admin.email)
    const other = await tokenTo(bia.email)
    const [kind, company, , expiry, signature] = own.split('.')

    expect(await read([kind, company, bia.id, expiry, signature].join('.'))).toBe('ERR_PASSWORD_LINK')
    expect(await read([kind, company, shop.admin.id, Number(expiry) + 60, signature].join('.'))).toBe(
      'ERR_PASSWORD_LINK',
    )
    for (const odd of [
      '',
      'x',
      '..',
      'a'.repeat(299),
      '\u0000',
      `${own}.`,
      own.replace(/^\w+/, 'invitation'),
    ])
      expect((await visitorCalls(getAccountOfPasswordLink, { token: odd })).status).toBe(400)
    await testApp.table('users').update({ id: bia.id }, { email: `nova.${bia.email}` })
    expect(await read(other)).toBe('ERR_PASSWORD_LINK')
    expect(await read(own)).toBeUndefined()
    testApp.pass(hour + 1)
    expect(await read(own)).toBe('ERR_PASSWORD_LINK')
  })

  it('a mail that the server refused for good is not tried again; one that it may take later is', async () => {
    const carla = await shop.person('Carla')
    await asks(carla.email)
    mailServer.refuseNext(550)
    await carryOutJobs(testApp, 'auth.mailPasswordLink')
    await asks(carla.email)
    mailServer.refuseNext(451)

    await expect(carryOutJobs(testApp, 'auth.mailPasswordLink')).rejects.toThrow('451')

    expect(mailServer.refused).toEqual([expect.stringContaining('550')])
    expect(mailServer.mails).toEqual([])
  })
})

describe('a second step', () => {
  it('keeps its counted wrong codes through a new password, so that a mailbox buys no more of them', async () => {
    const { admin } = shop
    const login = { company_id: shop.id, user_id: admin.id, sealed_secret: Buffer.of(0), last_step: 0 }
    await testApp.table('two_step_logins').insert({ ...login, confirmed_at: testApp.now() })
    for (let wrong = 0; wrong < 10; wrong++) await logIn(admin.email, 'esquecida')
    await asks(admin.email)
    await visitorCalls(setPasswordByLink, { token: await tokenTo(admin.email), password: newPassword })

    expect(await logIn(admin.email, newPassword)).toBe(429)
  })
})

describe('an invitation', () => {
  const form = () => ({ name: 'Nova', email: `nova.${Math.random()}@example.com`, password: 'sorteada' })

  it('comes with the new user, in the act that creates them, and lets them choose their password', async () => {
    const user = await shop.admin.does(createUser, { body: { ...form(), invite: true } })
    const token = await tokenTo(user.email)
    testApp.pass(6 * 24 * hour)

    const shown = await visitorCalls(getAccountOfPasswordLink, { token })
    await visitorCalls(setPasswordByLink, { token, password: newPassword })

    expect(shown.body).toEqual({ name: 'Nova', email: user.email, isInvitation: true })
    expect(await logIn(user.email, newPassword)).toBe(200)
  })

  it('an admin mails another one; agents, support and other companies may not', async () => {
    const davi = await shop.person('Davi')
    const neighbour = await testApp.company()
    const params = { userId: davi.id }

    await shop.admin.does(mailPasswordLink, { params })

    expect(await tokenTo(davi.email)).not.toBe('')
    expect((await davi.call(mailPasswordLink, { params })).error).toBe('ERR_NO_PERMISSION')
    expect((await neighbour.admin.call(mailPasswordLink, { params })).error).toBe('ERR_NO_USER_FOUND')
    expect(
      await testApp
        .table('audit_entries')
        .find({ company_id: shop.id, act: 'user.linkMailed' }, ['subject_name']),
    ).toEqual([{ subject_name: 'Davi' }])
  })

  it('is that of a forgotten password once the user has come in', async () => {
    const eva = await shop.person('Eva')
    const kinds = []
    for (const seenAt of [null, testApp.now()]) {
      await testApp.table('users').update({ id: eva.id }, { last_seen_at: seenAt })
      await shop.admin.does(mailPasswordLink, { params: { userId: eva.id } })
      kinds.push((await tokenTo(eva.email)).split('.')[0])
    }

    expect(kinds).toEqual(['invitation', 'forgotten'])
  })

  it('a company sends fifty links a day', async () => {
    const { id, admin } = await testApp.company({ plan: { users: 100 } })
    const invite = (nth: number) =>
      admin.call(createUser, {
        body: { ...form(), email: `convite${nth}.${id}@example.com`, invite: true },
      })
    const errors = []
    for (let nth = 0; nth <= maxPasswordLinksOfCompanyPerDay; nth++) errors.push((await invite(nth)).error)

    expect(errors.filter((error) => error !== undefined)).toEqual(['ERR_TOO_MANY_ATTEMPTS'])
    const last = `convite${maxPasswordLinksOfCompanyPerDay}.${id}@example.com`
    expect(await testApp.table('users').count({ email: last })).toBe(0)
  })

  it('an admin of the company can’t mail a super user a link', async () => {
    const platform = await testApp.company({ isSuper: true })
    const admin = await platform.person('Outra', { profile: 'admin' })

    const refused = await admin.call(mailPasswordLink, { params: { userId: platform.admin.id } })

    expect(refused.error).toBe('ERR_NO_PERMISSION')
  })
})

describe('an installation without mail', () => {
  it('says so, names the contact of the platform, and creates no invited user', async () => {
    const without = await openTestApp()
    const { admin } = await without.company()
    const visit = (path: string, body?: unknown) =>
      without.app.http.inject({
        method: body === undefined ? 'GET' : 'POST',
        url: path,
        ...(body === undefined
          ? {}
          : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })

    const help = await visit(getForgottenPasswordOptions.path)
    const asked = await visit(requestPasswordLink.path, { email: admin.email })
    const email = 'convidada@example.com'
    const invited = await admin.call(createUser, {
      body: { name: 'Nova', email, password: 'sorteada', invite: true },
    })
    const mailed = await admin.call(mailPasswordLink, { params: { userId: admin.id } })

    expect(help.json().sendsMail).toBe(false)
    expect([asked.json().error, invited.error, mailed.error]).toEqual(
      Array.from({ length: 3 }, () => 'ERR_MAIL_OFF'),
    )
    expect(await without.table('users').count({ email })).toBe(0)
    await without.close()
  })
})
