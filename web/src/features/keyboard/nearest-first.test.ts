import { expect, it } from 'vitest'
import { sortBestMatchesFirst } from './api/find-places'

it('the quick switch ranks a matching name before matching messages', () => {
  const found = ['Jonas Petry', 'Camila Amaral', 'Condomínio Márcia', 'Tamara', 'Marina Duarte', 'Márcio Luz']

  expect(sortBestMatchesFirst(found, ' mar', (name) => name)).toEqual([
    'Marina Duarte',
    'Márcio Luz',
    'Condomínio Márcia',
    'Camila Amaral',
    'Tamara',
    'Jonas Petry',
  ])
})
