import {
  cancelInvoice,
  confirmPayment,
  createSubscription,
  listInvoices,
  listPlatformInvoices,
  markPaymentHandled,
  saveSupportContact,
  simulatePayment,
} from '@balcao/contract/billing'
import { extendCompanyDueDate, listAllCompanies } from '@balcao/contract/companies'
import { getSessionUser, listUsers } from '@balcao/contract/people'
import { deletePlan } from '@balcao/contract/plans'
import { listQueues } from '@balcao/contract/queues'
import type { InvoiceId, PlanId } from '@balcao/domain/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PixFailure, type PixPayment, type PixWebhookRequest } from '../../outside/pix/port'
import { sandboxPix } from '../../outside/pix/sandbox-pix'
import { staticPix } from '../../outside/pix/static-pix'
import { createLog } from '../../platform/log'
import { like, not } from '../../platform/testing/table-rows'
import { errorBody } from '../../testing/error-body'
import { failWrites } from '../../testing/failing-writes'
import { openOwnTestApp, type Person, type TestApp } from '../../testing/test-app'
import { send } from '../../testing/valid-requests'
import { createPlanWithAllModules } from '../plans/create-plan'
import { pollPayments } from './payment-notices'
import {
  aDebtor,
  logInToPay,
  makeInvoices,
  noticeOf,
  openInvoices,
  payer,
  pays,
  standing,
  subscription,
  tell,
} from './testing/payers'

const bank = sandboxPix('a secret of these tests')
let testApp: TestApp
let owner: Person
beforeAll(async () => {
  testApp = await openOwnTestApp({ payments: bank })
  owner = (await testApp.company({ isSuper: true })).admin
})
beforeEach(async () => {
  await testApp.table('pix_charges').delete()
})
afterAll(() => testApp.close())

const aPlan = (name: string, value = 249.5): Promise<PlanId> =>
  testApp.app.workplace.withPlatform('a plan for a test', (work) =>
    createPlanWithAllModules(work, { name, users: 60, connections: 10, queues: 60, value }),
  )

describe('SUBSCR-11 a payment notice of the provider', () => {
  it('RT-20 pays the invoice, renews the company by a month, and reaches all its users', async () => {
    const { company, admin, invoiceId } = await aDebtor(testApp, '2026-12-05')
    const attendant = await company.person('Ana')
    const stranger = await testApp.company()
    await Promise.all([admin, attendant, stranger.admin].map((one) => one.received()))
    const { txid } = await admin.does(createSubscription, subscription(invoiceId))

    const answer = await tell(testApp, await noticeOf(admin, txid))

    expect(answer).toEqual({ status: 200, body: { ok: true } })
    expect(await standing(testApp, company.id)).toMatchObject({
      due_date: '2027-01-05',
      invoices: ['paid'],
      charges: ['paid'],
    })
    const { company: renewed } = await admin.does(getSessionUser)
    const said = {
      channel: `company-${company.id}-payment`,
      payload: { action: 'CONCLUIDA', company: renewed, invoiceId },
    }
    expect(renewed.dueDate).toBe('2027-01-06T02:59:59.999Z')
    expect(await admin.received()).toEqual([said])
    expect(await attendant.received()).toEqual([said])
    expect(await stranger.admin.received()).toEqual([])
  })

  it('repeated and concurrent, changes nothing', async () => {
    const { company, admin, invoiceId } = await aDebtor(testApp, '2026-12-05')
    const { txid } = await admin.does(createSubscription, subscription(invoiceId))
    const notice = await noticeOf(admin, txid)

    const answers = await Promise.all([1, 2, 3, 4].map(() => tell(testApp, notice)))
    const after = await standing(testApp, company.id)
    answers.push(await tell(testApp, notice))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(after).toMatchObject({ due_date: '2027-01-05', invoices: ['paid'], charges: ['paid'] })
    expect(await standing(testApp, company.id)).toEqual(after)
    expect((await admin.received()).filter(({ channel }) => channel.endsWith('-payment'))).toHaveLength(1)
  })

  it('counts from today in the company’s time zone when the company is late', async () => {
    const { company, admin, invoiceId } = await aDebtor(testApp, '2026-11-25')
    await testApp
      .table('companies')
      .update({ id: company.id }, { due_date: '2026-11-01', recurrence: 'TRIMESTRAL' })
    // At noon in UTC the date on Kiritimati is the next day, which is when the three months start.
    await testApp.table('companies').update({ id: company.id }, { time_zone: 'Pacific/Kiritimati' })
    const { token } = (await logInToPay(testApp, admin.email, true)).json()

    const { body } = await send(testApp, createSubscription, subscription(invoiceId), token)
    await tell(testApp, bank.play((body as { txid: string }).txid, 299.7))

    expect((await standing(testApp, company.id))?.due_date).toBe('2027-02-21')
  })

  it('SUBSCR-01 sets the chosen plan and sends it live', async () => {
    const { company, admin, invoiceId } = await aDebtor(testApp)
    const plan = await aPlan('Ouro')
    await admin.received()

    const { txid } = await admin.does(createSubscription, subscription(invoiceId, { plan }))
    await tell(testApp, await noticeOf(admin, txid))

    expect((await standing(testApp, company.id))?.plan).toBe('Ouro')
    expect((await admin.does(listInvoices)).invoices[0]).toMatchObject({ detail: 'Ouro', value: 249.5 })
    expect((await admin.received()).map(({ channel }) => channel.replace(/^company-\d+-/, ''))).toEqual([
      'plan',
      'payment',
    ])
  })

  it('PLAN-09 sets the chosen plan even when the company outgrew it, and flags it for a person', async () => {
    const { company, admin, invoiceId } = await aDebtor(testApp)
    const plan = await aPlan('Justo')
    const { txid } = await admin.does(createSubscription, subscription(invoiceId, { plan }))
    await testApp.table('plans').update({ id: plan }, { users: 1 })
    await company.person('Ana')

    await tell(testApp, await noticeOf(admin, txid))

    expect((await standing(testApp, company.id))?.plan).toBe('Justo')
    expect((await admin.does(listInvoices)).invoices[0]).toMatchObject({
      status: 'paid',
      attention: 'exceeds',
    })
  })

  it('retains the company’s plan when the chosen plan was deleted meanwhile', async () => {
    const { company, admin, invoiceId } = await aDebtor(testApp, '2026-12-05')
    const before = await standing(testApp, company.id)
    const plan = await aPlan('Passageiro')
    const { txid } = await admin.does(createSubscription, subscription(invoiceId, { plan }))

    await owner.does(deletePlan, { params: { planId: plan } })
    await tell(testApp, await noticeOf(admin, txid))

    expect(await standing(testApp, company.id)).toMatchObject({
      due_date: '2027-01-05',
      plan: before?.plan,
      invoices: ['paid'],
    })
  })

  it('for a second Pix of a paid invoice renews nothing and waits for a person', async () => {
    const { company, admin, invoiceId } = await aDebtor(testApp, '2026-12-05')
    const one = await admin.does(createSubscription, subscription(invoiceId))
    const other = await admin.does(
      createSubscription,
      subscription(invoiceId, { plan: await aPlan('Prata') }),
    )
    const notices = [await noticeOf(admin, one.txid), await noticeOf(admin, other.txid)]

    await Promise.all(notices.map((notice) => tell(testApp, notice)))

    const after = await standing(testApp, company.id)
    expect(after).toMatchObject({ due_date: '2027-01-05', invoices: ['paid'] })
    expect([...(after?.charges ?? [])].sort()).toEqual(['paid', 'surplus'])
    const { invoices } = await owner.does(listPlatformInvoices, {
      query: { searchParam: one.txid.toLowerCase() },
    })
    expect(invoices.map(({ charges }) => charges.map(({ txid }) => txid).sort())).toEqual([
      [one.txid, other.txid].sort(),
    ])
    expect(invoices.find(({ id }) => id === invoiceId)?.charge?.state).toBe('surplus')
    const waiting = async () =>
      (await owner.does(listPlatformInvoices, { query: { status: 'attention' } })).invoices.map(
        ({ id }) => id,
      )
    const before = await waiting()
    const own = (await admin.does(listInvoices)).invoices[0]
    const stranger = await admin.call(markPaymentHandled, { params: { invoiceId } })
    await owner.does(markPaymentHandled, { params: { invoiceId } })
    expect([before, own?.attention, stranger.status]).toEqual([[invoiceId], 'surplus', 403])
    expect(await waiting()).toEqual([])
    const ofInvoices = { company_id: company.id, act: like('invoice.%') }
    const trail = await testApp.table('audit_entries').find(ofInvoices, ['act'])
    expect(trail.map(({ act }) => act)).toEqual(['invoice.paid', 'invoice.paidTwice', 'invoice.handled'])
  })
})

describe('SUBSCR-11 E3 a notice changes nothing', () => {
  it('without the right signature, or with another amount under a right one', async () => {
    const { company, admin, invoiceId } = await aDebtor(testApp)
    const { txid } = await admin.does(createSubscription, subscription(invoiceId))
    const before = await standing(testApp, company.id)
    const { hmac, pix } = await noticeOf(admin, txid)

    const forged = [
      await tell(testApp, { hmac: '', pix }),
      await tell(testApp, { hmac: sandboxPix('another').play(txid, 99.9).hmac, pix }),
      await tell(testApp, { hmac, pix: pix.map((one) => ({ ...one, valor: '0.01' })) }),
      await tell(testApp, { hmac: '', pix: [] }, { evento: 'teste_webhook', status: 'CONCLUIDA' }),
    ]

    for (const { status, body } of forged)
      expect([status, body]).toEqual([403, errorBody('ERR_PAYMENT_SIGNATURE')])
    expect(await standing(testApp, company.id)).toEqual(before)
  })

  it('when the amount differs by a cent; the platform’s owner sees it and may confirm it', async () => {
    const { company, admin, invoiceId } = await aDebtor(testApp, '2026-12-05')
    const { txid } = await admin.does(createSubscription, subscription(invoiceId))

    const answer = await tell(testApp, bank.play(txid, 99.89))

    expect(answer.status).toBe(200)
    expect(await standing(testApp, company.id)).toMatchObject({
      due_date: '2026-12-05',
      invoices: ['open'],
      charges: ['differs'],
    })
    const confirmed = await owner.does(confirmPayment, { params: { invoiceId }, body: { txid } })
    expect(confirmed).toMatchObject({
      status: 'paid',
      charge: { state: 'paid', amount: 99.9, paidAmount: 99.89 },
    })
    const { end_to_end_id: proof } = await testApp.table('pix_charges').get()
    expect(proof).not.toBeNull()
    expect((await standing(testApp, company.id))?.due_date).toBe('2027-01-05')
  })

  it('of an unknown Pix, and answers success', async () => {
    const unknown = bank.play('FAT999XNADA', 99.9)
    const nameless = bank.play('', 5)

    expect(await tell(testApp, unknown)).toEqual({ status: 200, body: { ok: true } })
    expect(await tell(testApp, nameless)).toEqual({ status: 200, body: { ok: true } })
  })

  it.each([
    [{ pix: 'all of it' }],
    [{ pix: [{ txid: { $ne: '' } }] }],
    [{ pix: [null] }],
    [{ pix: [{ txid: 'FAT1\u0000' }] }],
    [[]],
  ])('written as %j', async (payload) => {
    const answer = await testApp.app.http.inject({ method: 'POST', url: '/subscription/webhook', payload })

    expect([400, 403]).toContain(answer.statusCode)
  })
})

describe('SUBSCR-11 no payment is lost', () => {
  it('when the notice is lost: the provider is queried each minute, then less often', async () => {
    const paid = new Map<string, PixPayment>()
    const asked: string[] = []
    const provider = {
      ...sandboxPix('a secret of this test'),
      ask: async (txid: string) => {
        asked.push(txid)
        return paid.get(txid) ?? null
      },
    }
    const deaf = await openOwnTestApp({ payments: provider })
    const look = () => pollPayments(deaf.app.workplace, provider, createLog({ level: 'silent' }))
    const { company, admin, invoiceId } = await aDebtor(deaf, '2026-12-05')
    const { txid } = await admin.does(createSubscription, subscription(invoiceId))

    await look()
    deaf.pass(60)
    await look()
    await look()
    const early = [...asked]
    paid.set(txid, { amount: 99.9, endToEndId: 'E1' })
    deaf.pass(7_200)
    await look()
    await look()

    expect(early).toEqual([txid])
    expect(await deaf.table('pix_charges').find({}, ['ask_at'])).toEqual([{ ask_at: null }])
    expect(asked).toEqual([txid, txid])
    expect(await standing(deaf, company.id)).toMatchObject({ due_date: '2027-01-05', charges: ['paid'] })
    await deaf.close()
  })

  it('while the provider is down: a Pix is queried each minute while valid, until it answers', async () => {
    let isDown = true
    const asked: string[] = []
    const provider = {
      ...sandboxPix('a secret of this test'),
      ask: async (txid: string) => {
        asked.push(txid)
        if (isDown) throw new PixFailure('the bank is closed')
        return null
      },
    }
    const deaf = await openOwnTestApp({ payments: provider })
    const look = () => pollPayments(deaf.app.workplace, provider, createLog({ level: 'silent' }))
    const { admin, invoiceId } = await aDebtor(deaf)
    await admin.does(createSubscription, subscription(invoiceId))
    const waits = () => deaf.table('pix_charges').count({ ask_at: not(null) })

    for (let minute = 0; minute < 3; minute++) {
      deaf.pass(60)
      await look()
    }
    const whileItLives = asked.length
    deaf.pass(9_000)
    await look()
    const afterAFailure = await waits()
    isDown = false
    deaf.pass(20_000)
    await look()

    expect([whileItLives, afterAFailure, await waits()]).toEqual([3, 1, 0])
    await deaf.close()
  })

  it('when the process crashes: the transaction rolls back, and a repeated notice completes it', async () => {
    const { company, admin, invoiceId } = await aDebtor(testApp, '2026-12-05')
    const { txid } = await admin.does(createSubscription, subscription(invoiceId))
    const notice = await noticeOf(admin, txid)
    // Crashes after the invoice and the Pix are written, before the company is.
    const restore = await failWrites(testApp, 'update of due_date', 'companies')

    const cut = await tell(testApp, notice)
    const between = await standing(testApp, company.id)
    await restore()
    const again = await tell(testApp, notice)

    expect([cut.status, again.status]).toEqual([500, 200])
    expect(between).toMatchObject({ due_date: '2026-12-05', invoices: ['open'], charges: ['open'] })
    expect(await standing(testApp, company.id)).toMatchObject({
      due_date: '2027-01-05',
      invoices: ['paid'],
      charges: ['paid'],
    })
  })
})

describe('the platform’s owner', () => {
  it('SUBSCR-11 confirms payments over the static key by hand, once, with or without a Pix', async () => {
    const hand = await openOwnTestApp({
      payments: staticPix({ key: 'k@b.example', receiver: 'B', city: 'Recife' }),
    })
    const boss = (await hand.company({ isSuper: true })).admin
    const [one, two] = [await aDebtor(hand, '2026-12-05'), await aDebtor(hand, '2026-12-05')]
    const { txid, provider, calendario } = await one.admin.does(
      createSubscription,
      subscription(one.invoiceId),
    )
    const confirm = (invoiceId: InvoiceId, of = '') =>
      boss.call(confirmPayment, { params: { invoiceId }, body: { txid: of } })

    const wrong = await confirm(two.invoiceId, txid)
    const both = await Promise.all([confirm(one.invoiceId, txid), confirm(one.invoiceId, txid)])
    const plain = await confirm(two.invoiceId)

    expect([provider, calendario.expiracao, wrong.status]).toEqual(['static', null, 404])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(plain.body).toMatchObject({ status: 'paid', charge: null, company: { id: two.company.id } })
    for (const { company } of [one, two])
      expect(await standing(hand, company.id)).toMatchObject({ due_date: '2027-01-05', invoices: ['paid'] })
    const trail = await hand
      .table('audit_entries')
      .find({ act: 'invoice.confirmed' }, ['company_id', 'user_name', 'subject_id'])
    expect(trail).toEqual(
      [one, two].map(({ company, invoiceId }) => ({
        company_id: company.id,
        user_name: 'Admin',
        subject_id: invoiceId,
      })),
    )
    await hand.close()
  })

  it('SUBSCR-01 SUBSCR-11 confirming without a Pix sets the plan of the invoice and leaves a free plan', async () => {
    const { admin, id } = await testApp.company({ plan: { value: 0 }, dueDate: '2036-12-05' })
    const { invoiceId } = await admin.does(createSubscription, {
      body: { ...payer, plan: await aPlan('Pago à mão') },
    })
    await admin.received()

    await owner.does(confirmPayment, { params: { invoiceId }, body: { txid: '' } })

    expect(await standing(testApp, id)).toMatchObject({
      plan: 'Pago à mão',
      due_date: '2027-01-20', // one month of the free plan, and the paid month
      invoices: ['paid'],
    })
    expect((await admin.received()).map(({ channel }) => channel.replace(/^company-\d+-/, ''))).toEqual([
      'plan',
      'payment',
    ])
  })

  it('SUBSCR-11 confirming an old invoice of a company on a free plan leaves that plan', async () => {
    const { company, invoiceId } = await aDebtor(testApp, '2026-12-05')
    const free = await aPlan('Cortesia', 0)
    await testApp.table('companies').update({ id: company.id }, { plan_id: free })

    await owner.does(confirmPayment, { params: { invoiceId }, body: { txid: '' } })

    expect(await standing(testApp, company.id)).toMatchObject({
      plan: 'Cortesia',
      due_date: '2027-01-05',
      invoices: ['paid'],
    })
  })

  it('alone lists and confirms invoices of all companies, by status and name', async () => {
    const { company, admin, invoiceId } = await aDebtor(testApp)
    const { txid } = await admin.does(createSubscription, subscription(invoiceId))
    const { name } = await testApp.table('companies').get<{ name: string }>({ id: company.id }, ['name'])

    const { invoices, count } = await owner.does(listPlatformInvoices, {
      query: { searchParam: name.toUpperCase(), status: 'open' },
    })
    const none = await owner.does(listPlatformInvoices, { query: { searchParam: name, status: 'paid' } })
    const refused = [
      await admin.call(listPlatformInvoices),
      await admin.call(confirmPayment, { params: { invoiceId }, body: { txid: '' } }),
      await admin.call(saveSupportContact, { body: { name: 'Eu', email: null, phone: null } }),
    ]
    const missing = await owner.call(confirmPayment, {
      params: { invoiceId: 2_000_000_000 as InvoiceId },
      body: { txid: '' },
    })

    expect([count, none.count]).toEqual([1, 0])
    expect(invoices).toMatchObject([
      { id: invoiceId, company: { id: company.id, name }, charge: { txid, state: 'open', amount: 99.9 } },
    ])
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
    expect([missing.status, missing.error]).toEqual([404, 'ERR_NO_INVOICE_FOUND'])
  })

  it('SUBSCR-14 saves the support contact, which every session shows', async () => {
    const { admin } = await testApp.company()
    const contact = { name: 'Suporte Balcão', email: 'suporte@balcao.example', phone: null }

    await owner.does(saveSupportContact, { body: { ...contact, phone: ' ' } })

    expect((await admin.does(getSessionUser)).company.supportContact).toEqual(contact)
  })
})

describe('AUTH-09 an expired company', () => {
  it('lets only its admin sign in to pay, and the refusal names the support contact', async () => {
    const { company, admin } = await aDebtor(testApp)
    const attendant = await company.person('Ana')
    await testApp.table('companies').update({ id: company.id }, { due_date: '2026-11-19' })
    const contact = { name: 'Otávio', email: 'ajuda@balcao.example.com', phone: null }
    await owner.does(saveSupportContact, { body: contact })

    const refusals = [
      await logInToPay(testApp, admin.email, false),
      await logInToPay(testApp, attendant.email, false),
      await logInToPay(testApp, attendant.email, true),
    ].map((answer) => [answer.statusCode, answer.json(), answer.cookies])
    const session = await logInToPay(testApp, admin.email, true)

    expect(refusals).toEqual(
      [1, 0, 0].map((mayPay) => [
        403,
        errorBody('ERR_SUBSCRIPTION_EXPIRED', {
          dueDate: '2026-11-19',
          mayPay,
          support: 'Otávio · ajuda@balcao.example.com',
        }),
        [],
      ]),
    )
    expect([session.statusCode, session.json().user.id]).toEqual([200, admin.id])
  })

  it('A5 gives its admin invoices and payment only, no socket, and full access once paid', async () => {
    const { company, admin, invoiceId } = await aDebtor(testApp, '2026-11-25')
    await testApp.table('companies').update({ id: company.id }, { due_date: '2026-11-19' })
    const { token } = (await logInToPay(testApp, admin.email, true)).json()
    const subscriber = () => testApp.app.gate.subscriberFor({ accessToken: token, refreshCookie: null })
    const queues = async () => (await send(testApp, listQueues, {}, token)).status

    const shut = [await queues(), (await send(testApp, listUsers, {}, token)).status, await subscriber()]
    const invoices = await send(testApp, listInvoices, {}, token)
    const { body } = await send(testApp, createSubscription, subscription(invoiceId), token)
    const { txid } = body as { txid: string }
    const notice = await send(testApp, simulatePayment, { body: { txid } }, token)
    await tell(testApp, notice.body as PixWebhookRequest)

    expect(shut).toEqual([403, 403, null])
    expect(invoices.body).toMatchObject({ invoices: [{ id: invoiceId, status: 'open' }] })
    expect(await queues()).toBe(200)
    expect(await subscriber()).toMatchObject({ userId: admin.id })
    expect((await standing(testApp, company.id))?.due_date).toBe('2026-12-20')
  })
})

it('INVOICE-08 after a payment no invoice is open until the next one is due', async () => {
  const { admin, invoiceId } = await aDebtor(testApp, '2026-12-05')

  await pays(testApp, admin, invoiceId)

  expect(await openInvoices(admin)).toEqual([])
})

describe('a cancelled invoice', () => {
  const cancel = (invoiceId: InvoiceId) => ({ params: { invoiceId } })
  const trailOf = async (companyId: number) => {
    const entries = testApp.table('audit_entries')
    const trail = await entries.find<{ act: string }>({ company_id: companyId }, ['act', 'user_name'])
    return trail.filter(({ act }) => act.startsWith('invoice.') || act === 'company.extended')
  }
  const waitingPaymentsOf = async (person: Person) =>
    (await person.received())
      .filter(({ channel }) => channel.endsWith('-waitingPayments'))
      .map(({ payload }) => payload)

  it('O4 is cancelled by the owner once, stays cancelled for its period, and takes no payment', async () => {
    const { company, admin, invoiceId } = await aDebtor(testApp)
    const byAdmin = await admin.call(cancelInvoice, cancel(invoiceId))

    const cancelled = await owner.does(cancelInvoice, cancel(invoiceId))
    const again = await owner.call(cancelInvoice, cancel(invoiceId))
    const confirmed = await owner.call(confirmPayment, { ...cancel(invoiceId), body: { txid: '' } })
    const checkout = await admin.call(createSubscription, subscription(invoiceId))
    await makeInvoices(testApp)

    expect(cancelled.status).toBe('cancelled')
    expect([byAdmin, again, confirmed, checkout].map(({ error }) => error)).toEqual([
      'ERR_NO_PERMISSION',
      'ERR_INVOICE_CANCELLED',
      'ERR_INVOICE_CANCELLED',
      'ERR_INVOICE_CANCELLED',
    ])
    expect((await standing(testApp, company.id))?.invoices).toEqual(['cancelled'])
    expect(await trailOf(company.id)).toEqual([{ act: 'invoice.cancelled', user_name: owner.user.name }])
    // The next period owes again, and an early payment is possible.
    await testApp.table('companies').update({ id: company.id }, { due_date: '2026-12-06' })
    await makeInvoices(testApp)
    expect((await standing(testApp, company.id))?.invoices).toEqual(['cancelled', 'open'])
  })

  it('E3 a later payment renews nothing, waits for a person, and reaches the owner live', async () => {
    const { company, admin, invoiceId } = await aDebtor(testApp, '2026-12-05')
    const { txid } = await admin.does(createSubscription, subscription(invoiceId))
    const notice = await noticeOf(admin, txid)
    await owner.does(cancelInvoice, cancel(invoiceId))
    await testApp.app.delivery.settled()
    await owner.received()
    await admin.received()

    await tell(testApp, notice)

    expect(await standing(testApp, company.id)).toMatchObject({
      due_date: '2026-12-05',
      invoices: ['cancelled'],
      charges: ['surplus'],
    })
    expect((await admin.does(listInvoices)).invoices[0]?.attention).toBe('cancelled')
    expect(await waitingPaymentsOf(owner)).toEqual([{ action: 'update', count: 1 }])
    expect(await waitingPaymentsOf(admin)).toEqual([])
    await owner.does(markPaymentHandled, cancel(invoiceId))
    expect(await waitingPaymentsOf(owner)).toEqual([{ action: 'update', count: 0 }])
    expect((await trailOf(company.id)).map(({ act }) => act)).toEqual([
      'invoice.cancelled',
      'invoice.paidAfterCancel',
      'invoice.handled',
    ])
  })

  it.each([
    ['settle', 'paid', 'invoice.confirmed'],
    ['cancel', 'cancelled', 'invoice.cancelled'],
    ['keep', 'open', null],
  ] as const)('an extension may %s the open invoice: %s', async (openInvoice, status, act) => {
    const { company, invoiceId } = await aDebtor(testApp, '2026-12-05')
    const kept = (await owner.does(listAllCompanies)).find(({ id }) => id === company.id)
    expect(kept?.openInvoice).toEqual({ id: invoiceId, value: 99.9 })

    const extended = await owner.does(extendCompanyDueDate, {
      params: { companyId: company.id },
      body: { dueDate: '2026-12-05', openInvoice },
    })

    expect(await standing(testApp, company.id)).toMatchObject({ due_date: '2027-01-05', invoices: [status] })
    expect(extended.openInvoice === null).toBe(openInvoice !== 'keep')
    const acts = (await trailOf(company.id)).map((entry) => entry.act)
    expect(acts).toEqual(act === null ? ['company.extended'] : [act, 'company.extended'])
  })
})
