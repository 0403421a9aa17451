import { createSubscription, listInvoices, paymentWebhook, simulatePayment } from '@balcao/contract/billing'
import { endpointCallUrl } from '@balcao/contract/client'
import type { InvoiceId, PlanId } from '@balcao/domain/ids'
import type { PixWebhookRequest } from '../../../outside/pix/port'
import { goodPassword, type Person, type TestApp, type TestCompany } from '../../../testing/test-app'
import { makeDueInvoices } from '../make-invoices'

/** The fields of the checkout's step Dados. */
export const payer = {
  firstName: 'Ana',
  lastName: 'Lima',
  address2: 'Rua dos Andradas, 1001',
  city: 'Porto Alegre',
  zipcode: '90010-150',
  country: 'Brasil',
} as const

export const makeInvoices = (testApp: TestApp) =>
  testApp.app.workplace.withPlatform('invoices for a test', makeDueInvoices)

export const subscription = (invoiceId: InvoiceId, change: { plan?: PlanId; firstName?: string } = {}) => ({
  body: { ...payer, invoiceId, ...change },
})

/** A company with an open invoice of R$ 99,90, due on this day. */
export async function aDebtor(
  testApp: TestApp,
  dueDate = '2026-12-05',
): Promise<{ company: TestCompany; admin: Person; invoiceId: InvoiceId }> {
  const company = await testApp.company()
  await testApp.rows('update companies set due_date = $2 where id = $1', [company.id, dueDate])
  await makeInvoices(testApp)
  const [invoice] = await testApp.rows<{ id: InvoiceId }>('select id from invoices where company_id = $1', [
    company.id,
  ])
  if (invoice === undefined) throw new Error('no invoice was made')
  return { company, admin: company.admin, invoiceId: invoice.id }
}

/** The notice that the sandbox bank would send if this Pix were paid. */
export async function noticeOf(admin: Person, txid: string): Promise<PixWebhookRequest> {
  return admin.does(simulatePayment, { body: { txid } })
}

/** An unauthenticated call of the webhook. */
export async function tell(testApp: TestApp, { hmac, pix }: PixWebhookRequest, more: object = {}) {
  const answer = await testApp.app.http.inject({
    method: 'POST',
    url: endpointCallUrl(paymentWebhook, { query: { hmac } }),
    payload: { pix, ...more },
  })
  return { status: answer.statusCode, body: answer.json() }
}

export async function pays(testApp: TestApp, admin: Person, invoiceId: InvoiceId): Promise<string> {
  const { txid } = await admin.does(createSubscription, subscription(invoiceId))
  await tell(testApp, await noticeOf(admin, txid))
  return txid
}

export async function standing(testApp: TestApp, companyId: number) {
  const [row] = await testApp.rows<{ due_date: string; plan: string; invoices: string[]; charges: string[] }>(
    `select due_date::text, (select name from plans p where p.id = plan_id) as plan,
       array(select status from invoices i where i.company_id = c.id order by id) as invoices,
       array(select state from pix_charges g where g.company_id = c.id order by created_at, txid) as charges
     from companies c where id = $1`,
    [companyId],
  )
  return row
}

export const openInvoices = async (admin: Person) =>
  (await admin.does(listInvoices)).invoices.filter(({ status }) => status === 'open')

export const logInToPay = (testApp: TestApp, email: string, paying: boolean) =>
  testApp.app.http.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { email, password: goodPassword, ...(paying && { paying }) },
  })
