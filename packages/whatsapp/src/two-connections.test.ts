import { afterEach, expect, test } from 'vitest'
import { aShop, type Shop, textTo } from './testing/shop'

const shops: Shop[] = []
afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.closeTidily()
})

test('two connections of one process talk to one customer at once, with separate units of work', async () => {
  const first = await aShop()
  const second = await aShop({ sharing: first })
  shops.push(second, first)
  const ana = first.simulator.createContact({ phone: '5551988880001', name: 'Ana' })
  const numbers = Array.from({ length: 40 }, (_, number) => String(number).padStart(2, '0'))

  await Promise.all(
    [first, second].map(async (shop) => {
      const { link } = await shop.startLinked()
      const phone = shop.phone.phone
      const theirs = (async () => {
        for (const number of numbers) await ana.sendText(phone, `deles ${number}`)
      })()
      for (const number of numbers) await link.send(textTo(ana, `3EB0${phone}${number}`, `nossa ${number}`))
      await theirs
      await shop.untilMessages(numbers.length)
      await shop.simulator.until('all shown', () => ana.arrivals(phone).length === numbers.length)
    }),
  )

  expect(first.simulator.stats).toMatchObject({ retriesFromProduct: 0, retriesByContacts: 0, nacks: {} })
})
