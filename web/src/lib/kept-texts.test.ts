import { afterEach, expect, it } from 'vitest'
import { removeDraftTexts, storeDraftText, storedDraftText } from './kept-texts'

afterEach(removeDraftTexts)

it('stores a text for each ticket, until it is empty or all are forgotten', () => {
  storeDraftText(1, 'Chega na sexta')
  storeDraftText(2, 'Bom dia')

  storeDraftText(2, '  ')

  expect([storedDraftText(1), storedDraftText(2), storedDraftText(3)]).toEqual(['Chega na sexta', '', ''])
  removeDraftTexts()
  expect(storedDraftText(1)).toBe('')
})

it.each(['', 'null', '[1]', '{"1":7}', '{'])('ignores the invalid value %j', (stored) => {
  sessionStorage.setItem('drafts', stored)

  expect(storedDraftText(1)).toBe('')
})

it('stores a note and a message of a ticket separately', () => {
  storeDraftText(1, 'Chega na sexta')
  storeDraftText(1, 'Prefere aos sábados', 'note')

  expect([storedDraftText(1), storedDraftText(1, 'note')]).toEqual(['Chega na sexta', 'Prefere aos sábados'])
  removeDraftTexts()
  expect([storedDraftText(1), storedDraftText(1, 'note')]).toEqual(['', ''])
})
