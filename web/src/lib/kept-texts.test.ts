import { afterEach, expect, it } from 'vitest'
import { forgetTexts, storedText, storeText } from './kept-texts'

afterEach(forgetTexts)

it('stores a text for each ticket, until it is empty or all are forgotten', () => {
  storeText(1, 'Chega na sexta')
  storeText(2, 'Bom dia')

  storeText(2, '  ')

  expect([storedText(1), storedText(2), storedText(3)]).toEqual(['Chega na sexta', '', ''])
  forgetTexts()
  expect(storedText(1)).toBe('')
})

it.each(['', 'null', '[1]', '{"1":7}', '{'])('ignores the invalid value %j', (stored) => {
  sessionStorage.setItem('drafts', stored)

  expect(storedText(1)).toBe('')
})

it('stores a note and a message of a ticket separately', () => {
  storeText(1, 'Chega na sexta')
  storeText(1, 'Prefere aos sábados', 'note')

  expect([storedText(1), storedText(1, 'note')]).toEqual(['Chega na sexta', 'Prefere aos sábados'])
  forgetTexts()
  expect([storedText(1), storedText(1, 'note')]).toEqual(['', ''])
})
