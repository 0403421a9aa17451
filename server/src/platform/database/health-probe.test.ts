import { expect, test } from 'vitest'
import { createHealthProbe } from './health-probe'

/** A database whose answers the test controls. */
function scriptedDatabase() {
  const waiting: { answer(): void; fail(): void }[] = []
  let asked = 0
  return {
    asked: () => asked,
    probe() {
      asked += 1
      return new Promise<void>((resolve, reject) =>
        waiting.push({ answer: resolve, fail: () => reject(new Error('refused')) }),
      )
    },
    next: () => waiting.shift(),
  }
}

const patient = { timeoutMs: 60_000, freshMs: 60_000 }

test('callers share one probe, and later callers reuse its answer', async () => {
  const database = scriptedDatabase()
  const answers = createHealthProbe(database.probe, patient)

  const together = Promise.all([answers(), answers(), answers()])
  database.next()?.answer()

  expect(await together).toEqual([true, true, true])
  expect(await answers()).toBe(true)
  expect(database.asked()).toBe(1)
})

test('a database that does not answer in time is down for all callers, with one probe', async () => {
  const database = scriptedDatabase()
  const answers = createHealthProbe(database.probe, { timeoutMs: 5, freshMs: 60_000 })

  expect(await Promise.all([answers(), answers()])).toEqual([false, false])
  expect(await answers()).toBe(false)
  expect(database.asked()).toBe(1)
  database.next()?.answer()
  await Promise.resolve()

  expect(await answers()).toBe(true)
})

test('a database that refuses is down, and the next caller probes again', async () => {
  const database = scriptedDatabase()
  const answers = createHealthProbe(database.probe, patient)
  const first = answers()
  database.next()?.fail()
  expect(await first).toBe(false)

  const second = answers()
  database.next()?.answer()

  expect(await second).toBe(true)
})
