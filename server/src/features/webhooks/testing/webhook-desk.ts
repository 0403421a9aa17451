import type { IncomingMessage, ServerResponse } from 'node:http'
import { createWebhook, type WebhookForm, type WebhookView, webhookPayload } from '@balcao/contract/webhooks'
import type { WebhookId } from '@balcao/domain/ids'
import { type FakeInternet, startFakeInternet } from '../../../platform/egress/scripted-internet.fixture'
import { queryPlanOf } from '../../../testing/query-plan'
import { openOwnTestApp, type Person, type TestApp } from '../../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../../tickets/testing/ticket-fixture'
import { deliverWebhookTaskName } from '../webhook-deliveries.queries'

/** How the fake receiver answers. */
export type Manners =
  | { readonly status: number; readonly body?: string; readonly location?: string }
  | 'silent'
  | 'hangs up'

/** A call as the receiver got it. */
export interface Told {
  readonly host: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a stranger's view of JSON, of which tests name what they expect
  readonly body: any
}

/** A company with webhooks, and a fake receiver of their calls. */
export interface WebhookDesk {
  readonly testApp: TestApp
  readonly fixture: TicketFixture
  readonly internet: FakeInternet
  /** Returns and clears the calls received since the last request, in order. */
  told(): readonly Told[]
  behave(manners: Manners | ((call: Told) => Manners)): void
  webhook(form?: Partial<WebhookForm>, by?: Person): Promise<{ webhook: WebhookView; secret: string }>
  /** Runs due jobs until none is left. `dying`: the process ends between the calls and the write of their results. */
  works(how?: 'to the end' | 'dying'): Promise<void>
  /** Makes everything that waits due this many seconds earlier. The clock stays, so no session expires. */
  waits(seconds: number): Promise<void>
  /** Seconds until the next job of this webhook; null: none is queued. */
  secondsToNext(id: WebhookId): Promise<number | null>
  close(): Promise<void>
}

export async function openWebhookDesk(): Promise<WebhookDesk> {
  let manners: Manners | ((call: Told) => Manners) = { status: 200, body: 'ok' }
  const told: Told[] = []
  const internet = await startFakeInternet(
    (request, response) => void answer(request, response),
    async (name) => [name === 'private.example' ? '10.0.0.7' : '93.184.216.34'],
  )
  const testApp = await openOwnTestApp({ outside: { webhooks: internet.client } })
  const fixture = await openTicketFixture(testApp)
  const job = testApp.app.features
    .flatMap(({ jobs = [] }) => jobs)
    .find(({ task }) => task === deliverWebhookTaskName)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const text = Buffer.concat(parts).toString()
    const one: Told = {
      host: String(request.headers.host),
      url: String(request.url),
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ),
      text,
      body: JSON.parse(text),
    }
    webhookPayload.strict().parse(one.body) // the documented schema
    told.push(one)
    const how = typeof manners === 'function' ? manners(one) : manners
    if (how === 'silent') return
    if (how === 'hangs up') request.socket.destroy()
    else {
      response.writeHead(how.status, how.location === undefined ? {} : { location: how.location })
      response.end(how.body ?? '')
    }
  }

  async function jobDue(): Promise<{ companyId: number; payload: unknown } | undefined> {
    const [row] = await testApp.rows<{ payload: { companyId: number; payload: unknown } }>(
      `delete from graphile_worker._private_jobs where id = (
         select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier = $1 and j.run_at <= $2 order by j.run_at, j.id limit 1
       ) returning payload`,
      [deliverWebhookTaskName, testApp.now()],
    )
    return row?.payload
  }

  return {
    testApp,
    fixture,
    internet,
    told: () => told.splice(0),
    behave: (how) => {
      manners = how
    },
    webhook: (form = {}, by = fixture.company.admin) =>
      by.does(createWebhook, {
        body: { name: 'Estoque', url: 'http://erp.example/balcao', events: ['message.received'], ...form },
      }),
    async works(how = 'to the end') {
      for (let due = await jobDue(); due !== undefined; due = await jobDue()) {
        let acts = 0
        const companyId = due.companyId as TicketFixture['company']['id'] // the server wrote the payload
        const carriedOut = job?.carryOut(
          {
            companyId,
            attempt: 1,
            stopping: new AbortController().signal,
            act(act) {
              acts += 1
              if (how === 'dying' && acts === 2) throw new Error('the process died')
              return testApp.app.workplace.withCompany(
                { kind: 'system', name: deliverWebhookTaskName, companyId },
                act,
              )
            },
          },
          due.payload,
        )
        if (how === 'to the end') await carriedOut
        else await carriedOut?.catch(() => undefined) // the simulated death rejects
      }
    },
    async waits(seconds) {
      const earlier = `- make_interval(secs => $1)`
      await testApp.rows(`update webhook_deliveries set next_try_at = next_try_at ${earlier}`, [seconds])
      await testApp.rows(`update webhooks set rests_until = rests_until ${earlier}`, [seconds])
      await testApp.rows(`update graphile_worker._private_jobs set run_at = run_at ${earlier}`, [seconds])
    },
    async secondsToNext(id) {
      const [row] = await testApp.rows<{ run_at: Date }>(
        'select run_at from graphile_worker._private_jobs where key = $1',
        [`company ${fixture.company.id} webhook ${fixture.company.id} ${id}`],
      )
      return row === undefined ? null : (row.run_at.getTime() - testApp.now().getTime()) / 1000
    },
    async close() {
      await testApp.close()
      await internet.close()
    },
  }
}

/** PostgreSQL's plan for the log of a webhook's failed deliveries. */
export async function planOfFailedDeliveries(
  { testApp, fixture }: WebhookDesk,
  webhookId: WebhookId,
): Promise<string> {
  await testApp.rows('analyze webhook_deliveries')
  return queryPlanOf(
    testApp,
    `select id from webhook_deliveries where company_id = $1 and webhook_id = $2 and state = 'failed'
     order by id desc limit 31`,
    [fixture.company.id, webhookId],
  )
}
