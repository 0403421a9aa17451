import { createSubscription, getCheckout, getInvoice, listInvoices } from '@balcao/contract/billing'
import type { InvoiceId } from '@balcao/domain/ids'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/test-app'
import { renewFreeCompanies } from './make-invoices'
import { aDebtor, makeInvoices, payer } from './testing/payers'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const due = (companyId: number, day: string) =>
  testApp.table('companies').update({ id: companyId }, { due_date: day })

it('INVOICE-01 INVOICE-08 INVOICE-07 the job makes the next invoice with plan, value and due date', async () => {
  const { company, admin, invoiceId } = await aDebtor(testApp, '2026-12-05')

  const { invoices, count, hasMore } = await admin.does(listInvoices)

  expect({ invoices, count, hasMore }).toEqual({
    invoices: [
      {
        id: invoiceId,
        detail: admin.user.company.plan?.name,
        value: 99.9,
        dueDate: '2026-12-05',
        status: 'open',
        attention: null,
        createdAt: testApp.now().toISOString(),
        updatedAt: testApp.now().toISOString(),
      },
    ],
    count: 1,
    hasMore: false,
  })
  expect(await admin.does(getInvoice, { params: { invoiceId } })).toEqual(invoices[0])
  expect(await testApp.table('invoices').count({ company_id: company.id })).toBe(1)
})

it.each([
  ['19 days away', '2026-12-09', 1],
  ['20 days away', '2026-12-10', 0],
  ['past', '2026-10-01', 1],
])('INVOICE-08 a due date %s (%s) makes %i', async (_, day, made) => {
  const { id } = await testApp.company()
  await due(id, day)

  await makeInvoices(testApp)

  expect(await testApp.table('invoices').count({ company_id: id })).toBe(made)
})

it('INVOICE-08 repeated and concurrent runs make one invoice, and the next follows a paid one', async () => {
  const { id } = await testApp.company()
  await due(id, '2026-11-25')

  await Promise.all([makeInvoices(testApp), makeInvoices(testApp), makeInvoices(testApp)])
  await makeInvoices(testApp)
  const first = await testApp.table('invoices').count({ company_id: id })
  await testApp.table('invoices').update({ company_id: id }, { status: 'paid', paid_at: testApp.now() })
  await makeInvoices(testApp)

  expect([first, await testApp.table('invoices').count({ company_id: id })]).toEqual([1, 2])
})

it('INVOICE-08 an inactive company and one with a free plan owe nothing', async () => {
  const [off, free] = [await testApp.company(), await testApp.company({ plan: { value: 0 } })]
  for (const { id } of [off, free]) await due(id, '2026-11-25')
  await testApp.table('companies').update({ id: off.id }, { is_active: false })

  await makeInvoices(testApp)

  expect(await testApp.table('invoices').count({ company_id: [off.id, free.id] })).toBe(0)
})

it('INVOICE-08 COMPANY-06 a yearly invoice costs twelve months and shows that in its detail', async () => {
  const [year, english] = [await testApp.company(), await testApp.company({ plan: { value: 33.33 } })]
  await testApp
    .table('companies')
    .update({ id: [year.id, english.id] }, { recurrence: 'ANUAL', due_date: '2026-12-05' })
  await testApp.table('companies').update({ id: english.id }, { language: 'en' })

  await makeInvoices(testApp)

  const plan = year.admin.user.company.plan?.name
  expect((await year.admin.does(listInvoices)).invoices).toMatchObject([
    { detail: `${plan} · 12 meses`, value: 1198.8 },
  ])
  expect((await english.admin.does(listInvoices)).invoices).toMatchObject([
    { detail: expect.stringMatching(/ · 12 months$/), value: 399.96 },
  ])
  const charge = await year.admin.does(createSubscription, { body: { ...payer } })
  expect(charge.valor.original).toBe('1198.80')
  expect((await year.admin.does(getCheckout)).months).toBe(12)
})

it('INVOICE-08 an open invoice follows a change of plan, not of the price of its plan', async () => {
  const { company, admin, invoiceId } = await aDebtor(testApp)
  const dear = await testApp.company({ plan: { value: 500 } })
  const give = (planId?: number) => testApp.table('companies').update({ id: company.id }, { plan_id: planId })
  await testApp.table('plans').update({ id: admin.user.company.plan?.id }, { value: 1000 })
  await makeInvoices(testApp)
  const same = await admin.does(getInvoice, { params: { invoiceId } })
  await give(dear.admin.user.company.plan?.id)

  const { valor } = await admin.does(createSubscription, { body: { ...payer, invoiceId } })
  const atOnce = await admin.does(getInvoice, { params: { invoiceId } })
  await testApp.table('companies').update({ id: company.id }, { recurrence: 'BIMESTRAL' })
  await makeInvoices(testApp)
  const byJob = await admin.does(getInvoice, { params: { invoiceId } })

  expect(same.value).toBe(99.9)
  expect([valor.original, atOnce.value, atOnce.detail]).toEqual([
    '500.00',
    500,
    dear.admin.user.company.plan?.name,
  ])
  expect(byJob.value).toBe(1000)
})

it('INVOICE-08 AUTH-08 a free plan renews itself once, with a live event', async () => {
  const free = await testApp.company({ plan: { value: 0 } })
  const paying = await testApp.company()
  for (const { id } of [free, paying]) await due(id, '2026-11-19')
  const renew = () => renewFreeCompanies(testApp.app.workplace)

  await Promise.all([renew(), renew()])

  const dates = await testApp.table('companies').find({ id: [free.id, paying.id] }, ['due_date'])
  expect(dates).toEqual([{ due_date: '2026-12-20' }, { due_date: '2026-11-19' }])
  expect(await free.admin.received()).toMatchObject([{ channel: `company-${free.id}-company` }])
})

it('INVOICE-07 lists are newest first, paged by twenty, and searched by detail or id', async () => {
  const { company, admin, invoiceId } = await aDebtor(testApp)
  const at = testApp.now()
  const paid = {
    company_id: company.id,
    value: 10,
    status: 'paid',
    paid_at: at,
    created_at: at,
    updated_at: at,
  }
  const days = Array.from({ length: 24 }, (_, n) => n + 1)
  await testApp
    .table('invoices')
    .insertMany(days.map((day) => ({ ...paid, detail: `Mensalidade ${day}`, due_date: `2024-01-${day}` })))

  const [one, two] = [
    await admin.does(listInvoices, { query: { pageNumber: '1' } }),
    await admin.does(listInvoices, { query: { pageNumber: '2' } }),
  ]
  const ids = [...one.invoices, ...two.invoices].map(({ id }) => id)
  const found = await admin.does(listInvoices, { query: { searchParam: 'mensalidade 24' } })
  const byId = await admin.does(listInvoices, { query: { searchParam: String(invoiceId) } })

  expect([one.invoices.length, one.hasMore, two.invoices.length, two.hasMore]).toEqual([20, true, 5, false])
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
  expect(found.invoices.map(({ detail }) => detail)).toEqual(['Mensalidade 24'])
  // The name of the test's plan may contain these digits too.
  expect(byId.invoices.map(({ id }) => id)).toContain(invoiceId)
})

it('INVOICE-07 T2 invoices are visible to admins of their own company only', async () => {
  const { company, invoiceId } = await aDebtor(testApp)
  const other = await testApp.company()
  const attendant = await company.person('Ana')

  const foreign = await other.admin.call(getInvoice, { params: { invoiceId } })
  const missing = await other.admin.call(getInvoice, { params: { invoiceId: 2_000_000_000 as InvoiceId } })

  expect((await other.admin.does(listInvoices)).invoices).toEqual([])
  expect([foreign.status, foreign.body]).toEqual([404, missing.body])
  expect((await attendant.call(listInvoices)).status).toBe(403)
})
