import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import { expect, onTestFinished, test, vi } from 'vitest'
import { limitJobsPerCompany, pollRoundRobin } from './worker-pools'

test('one idle worker polls for due jobs; finding one makes the next idle worker poll', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const events = new EventEmitter()
  const looked: string[] = []
  const idle = new Set(['first', 'second', 'third'])
  const workers = [...idle].map((name) => ({
    nudge: () => {
      if (!idle.has(name)) return false
      looked.push(name)
      return true
    },
  }))
  const stop = pollRoundRobin(events as WorkerEvents, 1000) // of which it uses these three
  for (const worker of workers) events.emit('worker:create', { worker })

  vi.advanceTimersByTime(1000)
  expect(looked).toEqual(['first'])

  idle.delete('first')
  events.emit('job:start', {})
  expect(looked).toEqual(['first', 'second'])

  events.emit('worker:release', { worker: workers[1] })
  vi.advanceTimersByTime(1000)
  expect(looked).toEqual(['first', 'second', 'third'])

  stop()
  vi.advanceTimersByTime(5000)
  expect(looked).toHaveLength(3)
})

test('the jobs of a company in all processes count together', async () => {
  const one = new Map([[12, 1]])
  const elsewhere = new Map([
    ['1', one],
    ['2', new Map([...one, [13, 1]])],
  ])
  const told: unknown[] = []
  const { events, forbiddenFlags } = limitJobsPerCompany(2, {
    set: (...change) => told.push(change),
    elsewhere: (key) => elsewhere.get(key) ?? new Map(),
    keysElsewhere: () => elsewhere.keys(),
  })
  const job = { payload: { companyId: 1 } }

  expect(await forbiddenFlags()).toEqual(['company 2'])
  events.emit('job:start', { job } as never)
  expect((await forbiddenFlags()).sort()).toEqual(['company 1', 'company 2'])
  events.emit('job:complete', { job } as never)

  expect(told).toEqual([
    ['1', 1],
    ['1', null],
  ])
})
