import { expect, it } from 'vitest'
import { readPollContent } from './poll'

it('reads the question of a poll and its choices', () => {
  expect(readPollContent('📊 Que dia?\n• sábado\n• domingo')).toEqual({
    question: 'Que dia?',
    choices: ['sábado', 'domingo'],
  })
})

it.each([
  'Que dia?\n• sábado\n• domingo',
  '📊 Vendas de hoje',
  '📊 Que dia?\n• sábado\n• domingo\nou outro',
  '',
])('reads %j as a text', (body) => expect(readPollContent(body)).toBeUndefined())
