import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Workplace } from '../../platform/work'
import { openTestApp, type TestApp } from '../../testing/test-app'
import { moveIn } from './move'
import { manyRows } from './testing/many-rows'
import { type MoveBench, openMoveBench } from './testing/move-in-bench'
import { createWhaticketSource, type SourceFixture } from './testing/whaticket-source'
import { whaticket } from './whaticket/whaticket'

/** For a measurement: `MOVE_IN_MESSAGES=100000` prints how long the move took. */
const measured = Number(process.env.MOVE_IN_MESSAGES ?? 0)
const messages = measured || 6_000

let testApp: TestApp
let source: SourceFixture
let bench: MoveBench
beforeAll(async () => {
  testApp = await openTestApp()
  source = await createWhaticketSource('whaticket')
  await source.run(manyRows(messages, 'none'))
  const mapping = { companies: { '1': { move: true, name: 'Loja Grande' } }, emails: {} }
  bench = await openMoveBench(testApp, { url: source.url, product: whaticket, mapping })
}, 300_000)
afterAll(async () => {
  await bench.close()
  await source.drop()
})

/** Once it is to die, an act has written all its rows and is killed before its commit. */
function dyingWorkplace(workplace: Workplace, isDying: () => boolean): Workplace {
  return {
    ...workplace,
    withCompany: (actor, act) =>
      workplace.withCompany(actor, async (work) => {
        const result = await act(work)
        if (isDying()) throw new Error('killed')
        return result
      }),
  }
}

test('a move that is killed five times moves every row once, and its counts equal the source', async () => {
  const startedAt = performance.now()
  for (let kill = 1; kill <= 5; kill++) {
    let share = 0
    await expect(
      bench.with((order) =>
        moveIn({
          ...order,
          workplace: dyingWorkplace(order.workplace, () => share >= kill / 6),
          progress: ({ rowsDone, rowsTotal }) => {
            share = rowsDone / rowsTotal
          },
        }),
      ),
    ).rejects.toThrow('killed')
  }
  await bench.with((order) => moveIn(order))
  const seconds = (performance.now() - startedAt) / 1_000
  if (measured > 0) process.stdout.write(`${messages} messages moved in ${seconds.toFixed(1)} s\n`)

  const tickets = Math.ceil(messages / 50)
  const [counted] = await testApp.rows(
    `select (select count(*)::int from messages m where m.company_id = c.id) as messages,
       (select count(distinct whatsapp_id)::int from messages m where m.company_id = c.id) as distinct_messages,
       (select count(*)::int from contacts m where m.company_id = c.id) as contacts,
       (select count(*)::int from tickets t where t.company_id = c.id) as tickets,
       (select count(*)::int from ticket_events e where e.company_id = c.id) as events,
       (select sum(finished)::int from daily_figures f where f.company_id = c.id) as finished,
       (select count(*)::int from tickets t where t.company_id = c.id and t.last_message_id is null) as without_summary
     from companies c where c.name = 'Loja Grande'`,
  )
  expect(counted).toEqual({
    messages,
    distinct_messages: messages,
    contacts: Math.ceil(tickets / 2),
    tickets,
    events: tickets * 4,
    finished: tickets,
    without_summary: 0,
  })
}, 3_600_000)
