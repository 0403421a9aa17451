import { expect, test } from 'vitest'
import {
  type ContactNameWithSource,
  type NameSource,
  nameAfterWhatsappReport,
  nameSources,
  nameWithStrongestSource,
} from './contact-name'

const called = (source: NameSource, name: string = source): ContactNameWithSource => ({ source, name })

const pairs = nameSources.flatMap((known, at) =>
  nameSources.map((reported, place) => [known, reported, place <= at] as const),
)
test.each(pairs)(
  'a name that is %s, then one that is %s: the newer one wins is %s',
  (known, reported, wins) => {
    expect(nameAfterWhatsappReport(called(known, 'before'), called(reported, 'after')).name).toBe(
      wins ? 'after' : 'before',
    )
  },
)

test('an empty name is no name', () => {
  expect(nameAfterWhatsappReport(called('stand-in', '5511911112222'), called('typed', ' ')).name).toBe(
    '5511911112222',
  )
})

test.each<[NameSource[], NameSource | null]>([
  [['push', 'phone-book', 'business'], 'phone-book'],
  [['stand-in', 'push'], 'push'],
  [['business', 'typed'], 'typed'],
  [[], null],
])('of %s the strongest is %s', (sources, strongest) => {
  expect(nameWithStrongestSource(sources.map((source) => called(source)))?.source ?? null).toBe(strongest)
})
