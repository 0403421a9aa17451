import { afterEach, expect, it } from 'vitest'
import { forgetTexts, keepText, keptText } from './kept-texts'

afterEach(forgetTexts)

it('stores a text for each ticket, until it is empty or all are forgotten', () => {
  keepText(1, 'Chega na sexta')
  keepText(2, 'Bom dia')

  keepText(2, '  ')

  expect([keptText(1), keptText(2), keptText(3)]).toEqual(['Chega na sexta', '', ''])
  forgetTexts()
  expect(keptText(1)).toBe('')
})

it.each(['', 'null', '[1]', '{"1":7}', '{'])('ignores the invalid value %j', (stored) => {
  sessionStorage.setItem('drafts', stored)

  expect(keptText(1)).toBe('')
})

it('stores a note and a message of a ticket separately', () => {
  keepText(1, 'Chega na sexta')
  keepText(1, 'Prefere aos sábados', 'note')

  expect([keptText(1), keptText(1, 'note')]).toEqual(['Chega na sexta', 'Prefere aos sábados'])
  forgetTexts()
  expect([keptText(1), keptText(1, 'note')]).toEqual(['', ''])
})
