import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { carryOutJobs, type MailServer, openMailServer } from '../../testing/mail-server'
import { openOwnTestApp, publicUrlOfMails, type TestApp, type TestCompany } from '../../testing/test-app'
import { enqueueInvoiceMails } from './mail-invoices'
import { makeDueInvoices } from './make-invoices'

const day = 24 * 3_600

let mailServer: MailServer
let testApp: TestApp
let shop: TestCompany
beforeAll(async () => {
  mailServer = await openMailServer()
  testApp = await openOwnTestApp({ mailer: mailServer.mailer }) // invoices of all companies
})
afterAll(async () => {
  await testApp.close()
  await mailServer.close()
})
beforeEach(async () => {
  await testApp.table('invoices').update({}, { status: 'cancelled' })
  mailServer.mails.splice(0)
  shop = await testApp.company({ plan: { value: 99.9 } })
  await testApp.table('companies').update({ id: shop.id }, { due_date: '2026-12-01', email: null })
  await testApp.app.workplace.withPlatform('test', makeDueInvoices)
})

const order = () => enqueueInvoiceMails(testApp.app.workplace)
const mailed = async () => {
  await carryOutJobs(testApp, 'billing.mailInvoice') // orders one for each recipient
  await carryOutJobs(testApp, 'billing.mailInvoice')
  return mailServer.mails.splice(0)
}

it('a new invoice is mailed once to the address of the company, in its language', async () => {
  await testApp.table('companies').update({ id: shop.id }, { email: 'caixa@example.com', language: 'en' })

  await order()
  await order()
  const mails = await mailed()

  expect(mails.map(({ to }) => to)).toEqual([['caixa@example.com']])
  for (const part of ['R$99.90', '12/1/26', `${publicUrlOfMails}/financeiro`])
    expect(mails[0]?.text).toContain(part)
})

it('a company without an address gets it at those of its admins', async () => {
  await shop.person('Atendente')
  const other = await shop.person('Sócia', { profile: 'admin' })

  await order()

  expect((await mailed()).map(({ to }) => to)).toEqual([[shop.admin.email], [other.email]])
})

it('two runs at once order one mail', async () => {
  await Promise.all([order(), order()])

  expect(await mailed()).toHaveLength(1)
})

it('an invoice that is paid meanwhile, and one older than three days, get no mail', async () => {
  await order()
  const ofShop = { company_id: shop.id }
  await testApp.table('invoices').update(ofShop, { status: 'paid', paid_at: testApp.now() })
  expect(await mailed()).toEqual([])

  await testApp.table('invoices').update(ofShop, { status: 'open', paid_at: null, mail_ordered_at: null })
  testApp.pass(4 * day)
  await order()
  expect(await mailed()).toEqual([])
})
