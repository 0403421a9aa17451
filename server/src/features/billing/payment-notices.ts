import type { CompanyId } from '@balcao/domain/ids'
import { PixFailure, type PixPayment, type PixProvider, type PixWebhookRequest } from '../../outside/pix/port'
import type { Log } from '../../platform/log'
import { refuse } from '../../platform/refusal'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { CompanyWork, Workplace } from '../../platform/work'
import { recordCompaniesChanged } from '../companies/record-companies-changed'
import { applyPayment } from './apply-payment'
import type { PaymentDependencies } from './begin-payment'
import {
  chargesDueForStatusQuery,
  pixChargeByTxid,
  postponeChargeStatusQuery,
  stopChargeStatusQueries,
  unsettledPixCharges,
} from './charges.queries'
import { notifyOwnersOfUndecidedPayments } from './notify-platform-owners'

type KnownCharge = { readonly txid: string; readonly company_id: CompanyId }
const maxQueriesPerRound = 100

/** Commits a notice's payments before it answers, because the provider repeats only until a success (SUBSCR-11). */
export async function handlePaymentWebhookNotice(
  workplace: Workplace,
  notice: PixWebhookRequest,
  { provider, log }: PaymentDependencies,
): Promise<void> {
  if (provider === null || !provider.isGenuine(notice)) throw refuse('ERR_PAYMENT_SIGNATURE')
  const txids = [...new Set(notice.pix.map(({ txid }) => txid))].filter(Boolean)
  if (txids.length === 0) return
  const known = await workplace.withPlatform('payments of a notice', ({ db }) =>
    db.rows(unsettledPixCharges, { txids }),
  )
  try {
    for (const charge of known)
      await applyToCharge(workplace, charge, await provider.proofOf(notice, charge.txid))
  } catch (error) {
    if (!(error instanceof PixFailure)) throw error
    log.warn({ err: error }, 'a payment could not be proved')
    throw refuse('ERR_PAYMENT_PROVIDER')
  }
}

/** Queries the provider for each charge that is due for a query, so that a lost notice loses no payment. */
export async function pollPayments(
  workplace: Workplace,
  provider: PixProvider,
  log: Pick<Log, 'warn'>,
  stopping?: AbortSignal,
): Promise<void> {
  const due = await workplace.withPlatform('payments to ask for', ({ db, now }) =>
    db.rows(chargesDueForStatusQuery, { provider: provider.name, now, limit: maxQueriesPerRound }),
  )
  for (const charge of due) {
    if (stopping?.aborted) return
    await pollPayment(workplace, provider, charge).catch((err) =>
      log.warn({ err, txid: charge.txid }, 'the provider of payments could not be queried'),
    )
  }
}

async function pollPayment(workplace: Workplace, provider: PixProvider, charge: KnownCharge): Promise<void> {
  const { txid, company_id } = charge
  // Commit before the query: a Pix whose query always fails must not block the others.
  await workplace.withCompany(systemActor(company_id), ({ db, now }) =>
    db.run(postponeChargeStatusQuery, { txid, now }),
  )
  const paid = await provider.ask(txid)
  if (paid === null)
    await workplace.withCompany(systemActor(company_id), ({ db, now }) =>
      db.run(stopChargeStatusQueries, { txid, now }),
    )
  else await applyToCharge(workplace, charge, paid)
}

async function applyToCharge(
  workplace: Workplace,
  { txid, company_id }: KnownCharge,
  paid: PixPayment | null,
): Promise<void> {
  if (paid === null) return
  const outcome = await workplace.withCompany(systemActor(company_id), (work) =>
    applyPayment(work, txid, paid),
  )
  await workplace.withPlatform('payments for a person', async (work) => {
    if (outcome === 'waits') await notifyOwnersOfUndecidedPayments(work)
    await recordCompaniesChanged(work)
  })
}

const systemActor = (companyId: CompanyId) => ({ kind: 'system', name: 'payments', companyId }) as const

/** Builds the notice that the sandbox bank would send to our webhook for a payment of this Pix. */
export async function buildSandboxWebhookNotice(
  { db }: Pick<CompanyWork, 'db'>,
  txid: string,
  provider: PixProvider | null,
): Promise<{ hmac: string; pix: PixWebhookRequest['pix'][number][] }> {
  if (provider?.play === undefined) throw refuse('ERR_NO_PAYMENT_PROVIDER')
  const charge = rowOrRefuse(await db.row(pixChargeByTxid, { txid }), 'ERR_NO_INVOICE_FOUND')
  const { hmac, pix } = provider.play(txid, charge.amount)
  return { hmac, pix: [...pix] }
}
