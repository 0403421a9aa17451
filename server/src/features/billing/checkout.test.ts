import { createSubscription, getCheckout } from '@balcao/contract/billing'
import type { CompanyId, PlanId } from '@balcao/domain/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PixFailure } from '../../outside/pix/port'
import { sandboxPix } from '../../outside/pix/sandbox-pix'
import { changePlanOf } from '../../testing/company-plan'
import { errorBody } from '../../testing/error-body'
import { rowTexts, tableNames } from '../../testing/stored-rows'
import { openOwnTestApp, type Person, type TestApp } from '../../testing/test-app'
import { send } from '../../testing/valid-requests'
import { createPlanWithAllModules } from '../plans/create-plan'
import {
  aDebtor,
  logInToPay,
  noticeOf,
  openInvoices,
  payer,
  pays,
  standing,
  subscription,
  tell,
} from './testing/payers'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openOwnTestApp() // platform
})
afterAll(() => testApp.close())

let plans = 0
const aPlan = (size: object = {}): Promise<PlanId> =>
  testApp.app.workplace.withPlatform('a plan for a test', (work) =>
    createPlanWithAllModules(work, {
      name: `Profissional ${++plans}`,
      users: 60,
      connections: 10,
      queues: 60,
      value: 249.5,
      ...size,
    }),
  )

it('SUBSCR-05 SUBSCR-07 SUBSCR-04 returns a Pix for the invoice, with its code and amount', async () => {
  const { admin, invoiceId } = await aDebtor(testApp)

  const charge = await admin.does(createSubscription, subscription(invoiceId))

  expect(charge).toEqual({
    invoiceId,
    txid: expect.stringMatching(new RegExp(`^FAT${invoiceId}X[0-9A-F]{10}$`)),
    status: 'ATIVA',
    calendario: { criacao: testApp.now().toISOString(), expiracao: 3600 },
    valor: { original: '99.90' },
    qrcode: {
      qrcode: expect.stringContaining(`05${String(charge.txid.length).padStart(2, '0')}${charge.txid}`),
    },
    provider: 'sandbox',
  })
})

it('SUBSCR-05 COMPANY-02 the payer’s data is stored and shown in the next checkout', async () => {
  const { company, admin, invoiceId } = await aDebtor(testApp)

  await admin.does(createSubscription, subscription(invoiceId))

  expect(await admin.does(getCheckout)).toEqual({
    provider: 'sandbox',
    planId: admin.user.company.plan?.id,
    months: 1,
    billing: {
      name: 'Ana Lima',
      address: payer.address2,
      city: 'Porto Alegre',
      state: '',
      zipcode: '90010-150',
    },
  })
  expect(
    await testApp
      .table('companies')
      .find({ id: company.id }, ['billing_name', 'address_street', 'address_city', 'address_zip_code']),
  ).toEqual([
    {
      billing_name: 'Ana Lima',
      address_street: payer.address2,
      address_city: 'Porto Alegre',
      address_zip_code: '90010-150',
    },
  ])
})

it('SUBSCR-06 price, users and connections of the request have no effect in any format', async () => {
  const { admin, invoiceId } = await aDebtor(testApp)
  const plan = JSON.stringify({ title: 'Completo', planId: admin.user.company.plan?.id, price: 0.01 })

  const charge = await admin.does(createSubscription, {
    body: { ...payer, invoiceId, plan, price: '0.01', users: '999', connections: [999] },
  })

  expect(charge.valor.original).toBe('99.90')
})

it('SUBSCR-06 card numbers are accepted and stored neither in the database nor in the log', async () => {
  const { admin, invoiceId } = await aDebtor(testApp)
  const card = { nameOnCard: 'ANA CANARIO LIMA', cardNumber: '4111111111111111', cvv: 'cvv-canario-73915' }

  const answer = await testApp.app.http.inject({
    method: 'POST',
    url: '/subscription',
    headers: { authorization: `Bearer ${admin.token}` },
    payload: { ...payer, ...card, invoiceId, useAddressForPaymentDetails: 'yes' },
  })
  const refused = await testApp.app.http.inject({
    method: 'POST',
    url: '/subscription',
    headers: { authorization: `Bearer ${admin.token}` },
    payload: { ...card, invoiceId, country: 'Portugal' },
  })

  expect([answer.statusCode, refused.statusCode]).toEqual([200, 400])
  const dumps: string[] = []
  for (const table of await tableNames(testApp)) dumps.push(...(await rowTexts(testApp, table)))
  const everything = [...dumps, ...testApp.log, answer.body, refused.body].join('\n')
  for (const secret of Object.values(card)) expect(everything).not.toContain(secret)
  expect(everything).toContain('Rua dos Andradas')
})

it('SUBSCR-05 empty payer fields are taken from the company', async () => {
  const { admin, company, invoiceId } = await aDebtor(testApp)
  const kept = () =>
    testApp
      .table('companies')
      .find({ id: company.id }, [
        'billing_name',
        'address_street',
        'address_city',
        'address_state',
        'address_zip_code',
      ])
  await admin.does(createSubscription, { body: { ...payer, invoiceId } })
  const before = await kept()
  const empty = { firstName: '', lastName: '', address2: '', city: null, state: '', zipcode: '', country: '' }

  const answers = [
    await admin.call(createSubscription, { body: { ...empty, invoiceId } }),
    await admin.call(createSubscription, { body: { invoiceId } }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await kept()).toEqual(before)
})

it.each(['Portugal', 'brasil'])(
  'SUBSCR-03 ERR-37 an unsupported country, as %s, is invalid and not missing',
  async (country) => {
    const { admin, invoiceId } = await aDebtor(testApp)

    const { status, body } = await admin.call(createSubscription, {
      body: { ...payer, invoiceId, country },
    } as unknown as Parameters<Person['call']>[1])

    expect([status, body]).toEqual([400, { error: 'Invalid country', data: { field: 'country' } }])
  },
)

it('SUBSCR-01 a checkout without an invoice creates one for the chosen plan, and payment sets the plan', async () => {
  const { admin, id } = await testApp.company({ plan: { value: 0 }, dueDate: '2026-12-05' })
  const plan = await aPlan()
  const begin = (chosen?: PlanId) => admin.call(createSubscription, { body: { ...payer, plan: chosen } })

  const free = await begin()
  const both = await Promise.all([begin(plan), begin(plan)])
  const [one, other] = both.map(({ body }) => body)
  await tell(testApp, await noticeOf(admin, one?.txid ?? ''))

  expect([free.status, free.error]).toEqual([404, 'ERR_NO_PLAN_FOUND'])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(one?.invoiceId).toBe(other?.invoiceId)
  expect(one?.valor.original).toBe('249.50')
  expect(await standing(testApp, id)).toMatchObject({ plan: `Profissional ${plans}`, invoices: ['paid'] })
})

it('SUBSCR-01 AUTH-09 an admin who signs in to pay without an invoice creates one', async () => {
  const { admin, id } = await testApp.company()
  await testApp.table('companies').update({ id }, { due_date: '2026-11-19' })
  const { token } = (await logInToPay(testApp, admin.email, true)).json()

  const { status, body } = await send(testApp, createSubscription, { body: { ...payer } }, token)

  expect([status, body]).toEqual([200, expect.objectContaining({ valor: { original: '99.90' } })])
})

describe('SUBSCR-01 another plan', () => {
  it('SUBSCR-06 costs its current price, not the price of the request', async () => {
    const { admin, invoiceId } = await aDebtor(testApp)
    const plan = await aPlan()

    const charge = await admin.does(createSubscription, subscription(invoiceId, { plan }))

    expect(charge.valor.original).toBe('249.50')
  })

  it('must allow what the company has already', async () => {
    const { company, admin, invoiceId } = await aDebtor(testApp)
    const plan = await aPlan({ users: 1 })
    await company.person('Ana')

    const answer = await admin.call(createSubscription, subscription(invoiceId, { plan }))

    expect([answer.status, answer.body]).toEqual([
      400,
      errorBody('ERR_PLAN_TOO_SMALL', { what: 'users', present: 2, limit: 1 }),
    ])
  })

  it('SUBSCR-11 a dearer plan is refused while more than one payment lies ahead', async () => {
    const { company, admin, invoiceId } = await aDebtor(testApp, '2026-12-05')
    const plan = await aPlan()
    const begin = (chosen?: PlanId) => admin.call(createSubscription, { body: { ...payer, plan: chosen } })
    await pays(testApp, admin, invoiceId)
    const ahead = await begin()
    await tell(testApp, await noticeOf(admin, ahead.body?.txid ?? ''))

    const dearer = await begin(plan)
    const invoices = await openInvoices(admin)
    await testApp.table('companies').update({ id: company.id }, { due_date: '2026-12-20' })
    const inTime = await begin(plan)

    expect([dearer.status, dearer.body]).toEqual([
      409,
      errorBody('ERR_PLAN_PAID_AHEAD', { from: '2027-01-05' }), // paid until 2027-02-05
    ])
    expect(invoices).toEqual([])
    expect([inTime.status, inTime.body?.valor.original]).toEqual([200, '249.50'])
  })

  it('SUBSCR-11 leaving a free plan with a distant due date carries over one month at most', async () => {
    const { admin, id } = await testApp.company({ plan: { value: 0 }, dueDate: '2036-12-05' })
    const plan = await aPlan()

    const begun = await admin.call(createSubscription, { body: { ...payer, plan } })
    await tell(testApp, await noticeOf(admin, begun.body?.txid ?? ''))

    expect([begun.status, begun.body?.valor.original]).toEqual([200, '249.50'])
    expect(await standing(testApp, id)).toMatchObject({
      plan: `Profissional ${plans}`,
      due_date: '2027-01-20', // 2026-11-20, plus one month of the free plan and the paid month
      invoices: ['paid'],
    })
  })

  it.each([
    ['its plan gets a price', (id: CompanyId) => changePlanOf(testApp, id, { value: 10 })],
    [
      'it gets a cheap plan',
      (id: CompanyId, cheap: PlanId) => testApp.table('companies').update({ id }, { plan_id: cheap }),
    ],
  ])(
    'SUBSCR-11 a Pix from the time of the free plan carries over no years when %s first',
    async (_, change) => {
      const { admin, id } = await testApp.company({ plan: { value: 0 }, dueDate: '2036-12-05' })
      const cheap = await aPlan({ value: 10 })
      const { txid } = await admin.does(createSubscription, { body: { ...payer, plan: await aPlan() } })
      const notice = await noticeOf(admin, txid)

      await change(id, cheap)
      await tell(testApp, notice)

      expect(await standing(testApp, id)).toMatchObject({
        plan: `Profissional ${plans}`,
        due_date: '2027-01-20',
        invoices: ['paid'],
      })
    },
  )

  it.each([50, 99.9])(
    'SUBSCR-11 a plan that costs no more, here R$ %d, carries over all months paid ahead',
    async (value) => {
      const { admin, id } = await testApp.company({ dueDate: '2027-06-05' })

      const { txid } = await admin.does(createSubscription, {
        body: { ...payer, plan: await aPlan({ value }) },
      })
      await tell(testApp, await noticeOf(admin, txid))

      expect(await standing(testApp, id)).toMatchObject({
        plan: `Profissional ${plans}`,
        due_date: '2027-07-05',
      })
    },
  )

  it('a free, hidden or unknown plan is not found', async () => {
    const { admin, invoiceId } = await aDebtor(testApp)
    const [free, hidden] = [await aPlan({ value: 0 }), await aPlan()]
    await testApp.table('plans').update({ id: hidden }, { is_public: false })

    for (const plan of [free, hidden, 2_000_000_000 as PlanId]) {
      const { status, error } = await admin.call(createSubscription, subscription(invoiceId, { plan }))
      expect([status, error]).toEqual([404, 'ERR_NO_PLAN_FOUND'])
    }
  })
})

it('SUBSCR-07 reopening the checkout returns the same Pix until it is about to expire', async () => {
  const { admin, invoiceId } = await aDebtor(testApp)
  const ask = async () => (await admin.does(createSubscription, subscription(invoiceId))).txid

  const [first, again] = [await ask(), await ask()]
  const charges = testApp.table('pix_charges')
  const { expires_at } = await charges.get<{ expires_at: Date }>({ txid: first }, ['expires_at'])
  await charges.update({ txid: first }, { expires_at: new Date(expires_at.getTime() - 56 * 60_000) })
  const later = await ask()

  expect(again).toBe(first)
  expect(later).not.toBe(first)
})

it('SUBSCR-04 T2 an invoice that is foreign, missing or paid gets no Pix', async () => {
  const { admin, invoiceId } = await aDebtor(testApp)
  const other = await aDebtor(testApp)
  await pays(testApp, other.admin, other.invoiceId)

  const foreign = await admin.call(createSubscription, subscription(other.invoiceId))
  const paid = await other.admin.call(createSubscription, subscription(other.invoiceId))
  const attendant = await (await other.company.person('Bia')).call(
    createSubscription,
    subscription(invoiceId),
  )

  expect([foreign.status, foreign.error]).toEqual([404, 'ERR_NO_INVOICE_FOUND'])
  expect([paid.status, paid.error]).toEqual([409, 'ERR_INVOICE_PAID'])
  expect(attendant.status).toBe(403)
})

it('SUBSCR-07 a provider failure is reported, and the next try continues with the same Pix', async () => {
  const asked: string[] = []
  const bank = sandboxPix('a secret of this test')
  const shaky = await openOwnTestApp({
    payments: {
      ...bank,
      charge: async (asking) => {
        asked.push(asking.txid)
        if (asked.length === 1) throw new PixFailure('the bank is closed')
        return bank.charge(asking)
      },
    },
  })
  const { admin, invoiceId } = await aDebtor(shaky)

  const failed = await admin.call(createSubscription, subscription(invoiceId))
  const charge = await admin.does(createSubscription, subscription(invoiceId))
  await shaky.close()

  expect([failed.status, failed.error]).toEqual([502, 'ERR_PAYMENT_PROVIDER'])
  expect(asked).toEqual([charge.txid, charge.txid])
})

it('SUBSCR-04 the checkout shows when the platform takes no payments', async () => {
  const quiet = await openOwnTestApp({ payments: null })
  const { admin, invoiceId } = await aDebtor(quiet)

  const { status, error } = await admin.call(createSubscription, subscription(invoiceId))
  const { provider } = await admin.does(getCheckout)
  await quiet.close()

  expect([status, error, provider]).toEqual([409, 'ERR_NO_PAYMENT_PROVIDER', null])
})
