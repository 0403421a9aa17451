import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pollRoundRobin } from './worker-pools'

test('one idle worker of a worker pool looks for what has fallen due, the next one when that finds a job, and none that has left', () => {
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
  const stop = pollRoundRobin(events as WorkerEvents, 1000) // of which it hears these three
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
