import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Company, type House, openHouse } from '../auth/testing/town-by-path'
import { createTag } from './tags.verbs'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

function giveTags({ id }: Company, names: readonly string[]): Promise<void> {
  return house.workplace.withCompany({ kind: 'house', name: 'test', companyId: id }, async (work) => {
    for (const name of names) await createTag(work, { name, color: '#aabbcc', isKanban: name === 'Quadro' })
  })
}

test('TAG-07 tags of the company are found by a part of their name, without regard to case and accents', async () => {
  const company = await house.company()
  const stranger = await house.company()
  await giveTags(company, ['Urgente', 'Orçamento', 'Quadro'])
  await giveTags(stranger, ['Urgentíssimo'])

  const all = await company.admin.call('GET', '/tags/list')
  const some = await company.admin.call('GET', '/tags/list?searchParam=ORCA')

  expect(all.body.map(({ name, kanban }: { name: string; kanban: number }) => [name, kanban])).toEqual([
    ['Orçamento', 0],
    ['Quadro', 1],
    ['Urgente', 0],
  ])
  expect(some.body).toEqual([{ id: expect.any(Number), name: 'Orçamento', color: '#aabbcc', kanban: 0 }])
})
