import type { DeliveryId, WebhookId } from '@balcao/domain/ids'
import {
  type DeliveryState,
  deliveryRetryDelayMs,
  type WebhookOffReason,
  webhookCooldownMs,
  webhookFailureStateAfter,
  webhookLimits,
} from '@balcao/domain/webhooks'
import { z } from 'zod'
import type { DataKeys } from '../../platform/encryption'
import { type CompanyJobContext, type JobKind, jobKind } from '../../platform/jobs'
import type { MediaLinkSigner } from '../../platform/media-links'
import type { CompanyWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { ownCompanyOrNull } from '../companies/companies.read'
import { companyPlan, modulesOfPlan } from '../plans/plans.read'
import { callWebhook, type WebhookCallDependencies, type WebhookCallOutcome } from './call-webhook'
import { publicDeliveryId, webhookBody } from './webhook-body'
import {
  countWaitingDeliveries,
  type DeliveryContentRow,
  deliveriesDueNext,
  deliverWebhookTaskName,
  deliveryContents,
  failWaitingDeliveries,
  saveDeliveryResults,
} from './webhook-deliveries.queries'
import { decryptWebhookSecret } from './webhook-secret'
import { webhookChanged } from './webhooks.events'
import {
  lockWebhook,
  saveWebhookCallResult,
  switchWebhookOff,
  type WebhookRow,
  webhookById,
} from './webhooks.queries'

export interface WebhookDeliveryDependencies extends WebhookCallDependencies {
  readonly dataKeys: DataKeys
  readonly links: MediaLinkSigner
}

/** Calls at once, before their results are stored. After a crash, at most this many are repeated. */
const callsAtOnce = 8
/** After this many batches the job enqueues itself again, so that other webhooks get the worker. */
const roundsOfAJob = 25
const unpaidPauseMs = 3_600_000

interface Batch {
  readonly url: string
  readonly secret: string
  readonly calls: readonly {
    readonly told: DeliveryContentRow
    readonly name: string
    readonly body: string | null
  }[]
}
/** The next batch of deliveries. If none is due, `until` is when the next one will be; null: no delivery waits. */
type Round = Batch | { readonly until: Date | null }

type DeliveryOutcome = Omit<WebhookCallOutcome, 'failure'> & {
  readonly failure: WebhookCallOutcome['failure'] | 'nothing-left'
  readonly told: DeliveryContentRow
}

/** Delivers a webhook's events; its jobs run one after another. A crash repeats the calls without a stored result. */
export function deliverWebhookJob(parts: WebhookDeliveryDependencies): JobKind {
  return jobKind({
    task: deliverWebhookTaskName,
    workerPool: 'webhooks',
    payload: z.object({ webhookId: z.number().int() }),
    async carryOut(company, payload) {
      const webhookId = payload.webhookId as WebhookId // The payload's schema has checked that this is an id.
      let hasCalled = false
      for (let rounds = 0; rounds < roundsOfAJob && !company.stopping.aborted; rounds++) {
        const round = await company.act((work) => nextRound(work, webhookId, parts))
        if ('until' in round) {
          await company.act(async (work) => {
            if (hasCalled) work.record(webhookChanged, { webhookId })
            if (round.until !== null) enqueueWebhookDeliveryJob(work, webhookId, round.until)
          })
          return
        }
        const outcomes = await Promise.all(round.calls.map((call) => outcomeOf(company, parts, round, call)))
        // The process stops and aborts the calls. They don't count as failures, because the next start repeats them.
        if (company.stopping.aborted) break
        await company.act((work) => recordResults(work, webhookId, outcomes))
        hasCalled = true
      }
      await company.act(async (work) => {
        enqueueWebhookDeliveryJob(work, webhookId, work.now)
        work.record(webhookChanged, { webhookId })
      })
    },
  })
}

/** Enqueues the delivery job of a webhook; the job key replaces an earlier job. */
export function enqueueWebhookDeliveryJob(
  work: Pick<CompanyWork, 'companyId' | 'enqueue'>,
  webhookId: WebhookId,
  runAt: Date,
): void {
  const name = `webhook ${work.companyId} ${webhookId}`
  work.enqueue({ task: deliverWebhookTaskName, payload: { webhookId }, runAt, key: name, queue: name })
}

async function nextRound(
  work: CompanyWork,
  webhookId: WebhookId,
  parts: WebhookDeliveryDependencies,
): Promise<Round> {
  const [row, plan, company, waiting] = await Promise.all([
    work.db.row(webhookById, { id: webhookId }),
    companyPlan(work),
    ownCompanyOrNull(work),
    work.db.one(countWaitingDeliveries, { webhookId, limit: webhookLimits.backlog + 1 }),
  ])
  if (row === null || !row.is_active) return { until: null }
  const off = reasonToStop(modulesOfPlan(plan).has('useExternalApi'), waiting.count)
  if (off !== null) {
    if (off === 'backlog') await work.db.run(failWaitingDeliveries, { webhookId, failure: 'dropped' })
    await switchOffWebhook(work, row, off)
    return { until: null }
  }
  const isPaid = company?.closes_at == null || company.closes_at >= work.now
  if (!company?.is_active || !isPaid) return { until: new Date(work.now.getTime() + unpaidPauseMs) }

  // A receiver that keeps failing gets one call at a time.
  const limit = webhookCooldownMs(row.failures) > 0 ? 1 : callsAtOnce
  const next = await work.db.rows(deliveriesDueNext, { webhookId, limit })
  if (next[0] === undefined) return { until: null }
  const rest = row.rests_until ?? work.now
  const earliest = next[0].next_try_at > rest ? next[0].next_try_at : rest
  if (earliest > work.now) return { until: earliest }
  const due = next.filter(({ next_try_at: at }) => at <= work.now).map(({ id }) => id)
  return batchOf(work, row, due, parts)
}

function reasonToStop(isInPlan: boolean, waiting: number): WebhookOffReason | null {
  if (!isInPlan) return 'not-in-plan'
  return waiting > webhookLimits.backlog ? 'backlog' : null
}

async function batchOf(
  work: CompanyWork,
  row: WebhookRow,
  due: readonly DeliveryId[],
  { dataKeys, links }: WebhookDeliveryDependencies,
): Promise<Batch> {
  const { companyId } = work
  const deliveries = await work.db.rows(deliveryContents, { ids: due })
  const calls = deliveries.map((one) => ({
    told: one,
    name: publicDeliveryId(companyId, one.id),
    body: webhookBody(companyId, one, links),
  }))
  return { url: row.url, secret: decryptWebhookSecret(work, row, dataKeys), calls }
}

async function outcomeOf(
  { stopping }: CompanyJobContext,
  parts: WebhookCallDependencies,
  { url, secret }: Batch,
  { told, name, body }: Batch['calls'][number],
): Promise<DeliveryOutcome> {
  if (body === null) {
    const calledAt = parts.clock.now()
    return { told, calledAt, milliseconds: 0, status: null, failure: 'nothing-left', answer: null }
  }
  const call = { url, secret, name, event: told.event, attempt: told.attempts + 1, body }
  return { told, ...(await callWebhook(parts, call, stopping)) }
}

async function recordResults(
  work: CompanyWork,
  webhookId: WebhookId,
  outcomes: readonly DeliveryOutcome[],
): Promise<void> {
  const row = await work.db.row(lockWebhook, { id: webhookId })
  if (row === null) return
  const after = outcomes.map((outcome) => webhookActAfter(work.now, outcome))
  await work.db.run(saveDeliveryResults, {
    ids: outcomes.map(({ told }) => told.id),
    states: after.map(({ state }) => state),
    nextTries: after.map(({ nextTry }) => nextTry),
    calledAt: outcomes.map(({ calledAt }) => calledAt),
    milliseconds: outcomes.map(({ milliseconds }) => milliseconds),
    statuses: outcomes.map(({ status }) => status),
    failures: outcomes.map(({ failure }) => failure),
    answers: outcomes.map(({ answer }) => answer),
  })
  const standing = webhookFailureStateAfter(
    row.failures,
    outcomes.map(({ failure }) => failure),
  )
  const restMs = webhookCooldownMs(standing.failures)
  const restsUntil = restMs === 0 ? null : new Date(work.now.getTime() + restMs)
  const lastFailure = outcomes.at(-1)?.failure ?? null
  await work.db.run(saveWebhookCallResult, {
    id: webhookId,
    failures: standing.failures,
    restsUntil,
    lastFailure,
    at: work.now,
  })
  if (standing.off !== null && row.is_active) await switchOffWebhook(work, row, standing.off)
}

function webhookActAfter(
  now: Date,
  { failure, told }: DeliveryOutcome,
): { state: DeliveryState; nextTry: Date | null } {
  if (failure === null) return { state: 'delivered', nextTry: null }
  const pauseMs = failure === 'nothing-left' ? null : deliveryRetryDelayMs(told.attempts + 1)
  if (pauseMs === null) return { state: 'failed', nextTry: null }
  return { state: 'waiting', nextTry: new Date(now.getTime() + pauseMs) }
}

/** Switches a webhook off after failures. Admins see a notice until one of them saves or deletes the webhook. */
async function switchOffWebhook(
  work: CompanyWork,
  { id, name }: WebhookRow,
  reason: WebhookOffReason,
): Promise<void> {
  await work.db.run(switchWebhookOff, { id, reason, at: work.now })
  await recordAudit(work, { act: 'webhook.switchedOff', subject: { id, name }, detail: { reason } })
  work.record(webhookChanged, { webhookId: id })
}
