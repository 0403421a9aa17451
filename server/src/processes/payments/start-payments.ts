import { enqueueInvoiceMails } from '../../features/billing/mail-invoices'
import { makeDueInvoices, renewFreeCompanies } from '../../features/billing/make-invoices'
import { pollPayments } from '../../features/billing/payment-notices'
import type { PixProvider } from '../../outside/pix/port'
import type { Clock } from '../../platform/clock'
import type { Log } from '../../platform/log'
import type { Workplace } from '../../platform/work'
import { type RepeatedTask, repeatTask } from '../repeat-task'

export interface PaymentsDependencies {
  readonly workplace: Workplace
  readonly provider: PixProvider | null
  /** The public address, at which the provider notifies us. Undefined: payments are only polled. */
  readonly publicUrl: string | undefined
  readonly sendsMail: boolean
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'warn'>
}

/** How often due invoices are looked for. A short pause lets a new company pay within a minute. */
const invoices = { firstMs: 5_000, everyMs: 60_000 }
const asking = { firstMs: 10_000, everyMs: 60_000 }
const webhookPath = '/subscription/webhook'

export function startPayments(parts: PaymentsDependencies): RepeatedTask {
  const { workplace, provider, log } = parts
  const all = [repeatTask(parts, invoices, 'invoices could not be made', () => makeInvoices(parts))]
  if (provider !== null) {
    const ask = (stopping?: AbortSignal) => pollPayments(workplace, provider, log, stopping)
    all.push(repeatTask(parts, asking, 'payments could not be asked for', ask))
  }
  void announceWebhook(parts)

  return {
    async stop() {
      await Promise.all(all.map((rounds) => rounds.stop()))
    },
  }
}

async function makeInvoices({ workplace, sendsMail, log }: PaymentsDependencies): Promise<void> {
  await renewFreeCompanies(workplace)
  const made = await workplace.withPlatform('invoices that are due', makeDueInvoices)
  if (made > 0) log.info({ made }, 'invoices were made')
  if (sendsMail) await enqueueInvoiceMails(workplace)
}

async function announceWebhook({ provider, publicUrl, log }: PaymentsDependencies): Promise<void> {
  if (provider?.announceWebhook === undefined || publicUrl === undefined) return
  try {
    await provider.announceWebhook(`${publicUrl}${webhookPath}`)
  } catch (err) {
    // The failure is only logged, because polling finds the payments too, but later.
    log.warn({ err }, 'the provider of payments does not know where to notify us')
  }
}
