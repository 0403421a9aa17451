import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pollRoundRobin } from './worker-pools'

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
