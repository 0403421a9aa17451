import { QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeQueryClient } from './query-client'

/** A mounted query whose answers the test gives one by one. */
function shownQuery() {
  const client = makeQueryClient()
  const answers: ((words: string) => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  })
  onTestFinished(observer.subscribe(() => undefined))
  const answer = async (at: number, words: string) => {
    await vi.waitFor(() => expect(answers.length).toBeGreaterThan(at))
    answers[at]?.(words)
    await vi.waitFor(() => expect(client.getQueryData(['list'])).toBe(words))
  }
  return { client, answers, answer }
}

test('RT-19 a first fetch that events overtook is repeated once', async () => {
  const { client, answers, answer } = shownQuery()
  void client.invalidateQueries({ queryKey: ['list'] })
  void client.invalidateQueries({ queryKey: ['list'] })

  await answer(0, 'before the event')
  await answer(1, 'after the event')

  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(answers).toHaveLength(2)
})

test('RT-19 an event that changes a list during its first fetch is applied to the answer', async () => {
  const { client, answers } = shownQuery()
  client.setQueryData<string>(['list'], (known) => known && `${known} and the event`)

  await vi.waitFor(() => expect(answers).toHaveLength(1))
  answers[0]?.('the answer')

  await vi.waitFor(() => expect(client.getQueryData(['list'])).toBe('the answer and the event'))
  expect(answers).toHaveLength(1)
})

test('RT-19 events during a later fetch are applied in order to the older answer', async () => {
  const { client, answers, answer } = shownQuery()
  await answer(0, 'known')
  void client.invalidateQueries({ queryKey: ['list'] })
  await vi.waitFor(() => expect(answers).toHaveLength(2))

  for (const event of ['one', 'two']) client.setQueryData<string>(['list'], (known) => `${known}, ${event}`)
  expect(client.getQueryData(['list'])).toBe('known, one, two')
  answers[1]?.('older')

  await vi.waitFor(() => expect(client.getQueryData(['list'])).toBe('older, one, two'))
  expect(answers).toHaveLength(2)
})

test('a first fetch without an event is not repeated', async () => {
  const { client, answers, answer } = shownQuery()

  await answer(0, 'all of it')

  expect(client.isFetching()).toBe(0)
  expect(answers).toHaveLength(1)
})

test('an event replaces a later fetch by a new one', async () => {
  const { client, answers, answer } = shownQuery()
  await answer(0, 'known')
  void client.invalidateQueries({ queryKey: ['list'] })
  await vi.waitFor(() => expect(answers).toHaveLength(2))

  void client.invalidateQueries({ queryKey: ['list'] })
  await answer(2, 'newest')
  answers[1]?.('older')

  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(client.getQueryData(['list'])).toBe('newest')
})
