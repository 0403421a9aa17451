import { expect, it } from 'vitest'
import { nearestFirst } from './nearest-first'

it('who is named so comes before whose messages say so, in the quick switch', () => {
  const found = ['Jonas Petry', 'Camila Amaral', 'Condomínio Márcia', 'Tamara', 'Marina Duarte', 'Márcio Luz']

  expect(nearestFirst(found, ' mar', (name) => name)).toEqual([
    'Marina Duarte',
    'Márcio Luz',
    'Condomínio Márcia',
    'Camila Amaral',
    'Tamara',
    'Jonas Petry',
  ])
})
