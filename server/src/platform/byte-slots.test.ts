import type { CompanyId } from '@balcao/domain/ids'
import { beforeEach, expect, it } from 'vitest'
import { type ByteSlots, createByteSlots } from './byte-slots'

const [one, other, third] = [1, 2, 3] as CompanyId[] as [CompanyId, CompanyId, CompanyId] // branding

let slots: ByteSlots
let begun: string[]
beforeEach(() => {
  slots = createByteSlots({ all: 100, perCompany: 60 })
  begun = []
})

/** An act that records its start, and ends when the test says so. */
function act(name: string, companyId: CompanyId, bytes: number, stop?: AbortSignal) {
  let resolve = () => {}
  const promise = new Promise<void>((end) => {
    resolve = end
  })
  const ended = slots.take(
    companyId,
    bytes,
    () => {
      begun.push(name)
      return promise
    },
    stop,
  )
  const end = () => {
    void resolve()
    return ended
  }
  return { end, ended }
}
const soon = () => new Promise<void>((resolve) => setImmediate(resolve))

it('a company gets at most its share, and another runs beside it', async () => {
  const first = act('a', one, 40)
  act('b', one, 40)
  act('c', other, 40)
  await soon()
  expect([begun, slots.held()]).toEqual([['a', 'c'], 80])

  await first.end()
  await soon()

  expect([begun, slots.held()]).toEqual([['a', 'c', 'b'], 80])
})

it('freed room is given to the company that holds the fewest bytes', async () => {
  act('a', one, 50)
  const second = act('b', other, 50)
  await soon()
  act('a again', one, 10)
  act('c', third, 45)
  await soon()
  expect(begun).toEqual(['a', 'b'])

  await second.end()
  await soon()

  expect(begun).toEqual(['a', 'b', 'c'])
})

it('an act larger than all room runs alone, and small ones cannot overtake it for ever', async () => {
  const first = act('small', one, 10)
  await soon()
  const large = act('large', other, 500)
  act('later', third, 10)
  await soon()
  expect(begun).toEqual(['small'])

  await first.end()
  await soon()
  expect(begun).toEqual(['small', 'large'])

  await large.end()
  await soon()
  expect(begun).toEqual(['small', 'large', 'later'])
})

it('a failing act frees its room', async () => {
  const failed = slots.take(one, 100, () => Promise.reject(new Error('no')))

  await expect(failed).rejects.toThrow('no')
  expect(slots.held()).toBe(0)
})

it('an aborted waiting act leaves the queue, and the next one gets its slot', async () => {
  const first = act('a', one, 90)
  const stop = new AbortController()
  const given = act('given up', other, 90, stop.signal)
  act('small', third, 10)
  await soon()
  expect(begun).toEqual(['a'])

  stop.abort(new Error('stopped'))

  await expect(given.ended).rejects.toThrow('stopped')
  await soon()
  expect(begun).toEqual(['a', 'small'])
  await first.end()
})
