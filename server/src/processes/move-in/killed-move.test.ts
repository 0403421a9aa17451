import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Workplace } from '../../platform/work'
import { openTestApp, type TestApp } from '../../testing/test-app'
import { moveIn } from './move'
import { manyRows } from './testing/many-rows'
import { type MoveBench, openMoveBench } from './testing/move-in-bench'
import { dashboardSumsOf, movedCompanyId, movedRows } from './testing/moved-rows'
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
  const companyId = await movedCompanyId(testApp, 'Loja Grande')
  const moved = movedRows(testApp, companyId)
  const ids = await moved.find('messages', ['whatsapp_id'])
  expect({
    messages: ids.length,
    distinctMessages: new Set(ids.map(({ whatsapp_id }) => whatsapp_id)).size,
    contacts: await moved.count('contacts'),
    tickets: await moved.count('tickets'),
    events: await moved.count('ticket_events'),
    finished: (await dashboardSumsOf(testApp, companyId)).finished,
    withoutSummary: await moved.count('tickets', { last_message_id: null }),
  }).toEqual({
    messages,
    distinctMessages: messages,
    contacts: Math.ceil(tickets / 2),
    tickets,
    events: tickets * 4,
    finished: tickets,
    withoutSummary: 0,
  })
}, 3_600_000)
