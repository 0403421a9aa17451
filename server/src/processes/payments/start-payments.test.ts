import { createSubscription } from '@balcao/contract/billing'
import { expect, it } from 'vitest'
import { aDebtor, standing, subscription } from '../../features/billing/testing/payers'
import { sandboxPix } from '../../outside/pix/sandbox-pix'
import { createLog } from '../../platform/log'
import { manualTimers } from '../../testing/manual-timers'
import { openOwnTestApp } from '../../testing/test-app'
import { until } from '../../testing/until'
import { startPayments } from './start-payments'

it('INVOICE-08 SUBSCR-11 rounds create invoices and check payments, and register our address', async () => {
  const addresses: string[] = []
  const provider = {
    ...sandboxPix('a secret of this test'),
    ask: async () => ({ amount: 99.9, endToEndId: 'E1' }),
    announceWebhook: async (address: string) => {
      addresses.push(address)
      throw new Error('no answer')
    },
  }
  const testApp = await openOwnTestApp({ payments: provider })
  const { company, admin, invoiceId } = await aDebtor(testApp, '2026-12-05')
  await admin.does(createSubscription, subscription(invoiceId))
  const late = await testApp.company()
  await testApp.table('companies').update({ id: late.id }, { due_date: '2026-11-25' })
  testApp.pass(60)
  const timers = manualTimers(testApp.now)

  const payments = startPayments({
    workplace: testApp.app.workplace,
    provider,
    sendsMail: false,
    publicUrl: 'https://inbox.example',
    clock: timers,
    log: createLog({ level: 'silent' }),
  })
  timers.fire()
  await until('both rounds are planned again', () => timers.waiting() === 2)
  const made = await testApp.table('invoices').find({ company_id: late.id }, ['status'])
  await payments.stop()

  expect(made).toEqual([{ status: 'open' }])
  expect(await standing(testApp, company.id)).toMatchObject({ due_date: '2027-01-05', charges: ['paid'] })
  expect(addresses).toEqual(['https://inbox.example/subscription/webhook'])
  expect(timers.waiting()).toBe(0)
  await testApp.close()
})
