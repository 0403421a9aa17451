import { afterAll, beforeAll, expect, it } from 'vitest'
import { aFullCompany, type FullCompany } from '../../testing/full-company'
import { openCell } from './cell-database'
import { moveCompany } from './move-company'
import { openTwoCells, type TwoCells } from './testing/two-cells'

let cells: TwoCells
let company: FullCompany
beforeAll(async () => {
  cells = await openTwoCells()
  company = await aFullCompany(cells.a)
  await aFullCompany(cells.b)
  await cells.b.rows(`update pix_charges set txid = txid || 'B'`)
})
afterAll(() => cells.close())

it('moves', async () => {
  const { a, b } = cells
  const from = await openCell('A', a.database.ownerUrl)
  const to = await openCell('B', b.database.ownerUrl)
  const t0 = performance.now()
  const result = await moveCompany({
    company: company.company.id,
    from,
    to,
    begins: (step) => console.log(Math.round(performance.now() - t0), step),
  })
  console.log(result)
  await from.close()
  await to.close()
  expect(result.stoppedMs).toBeLessThan(2_000)
}, 120_000)
