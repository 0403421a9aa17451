import { describe, expect, it } from 'vitest'
import { aQuickMessage } from '../../../testing/ticket-makers'
import { findQuickAnswers, quickAnswerLabel, quickAnswerSearchText } from './find-answers'

describe('CONVO-11 the searched text', () => {
  it.each([
    ['', undefined],
    ['/', undefined],
    ['/p', 'p'],
    ['/prazo de', 'prazo de'],
    ['oi /p', undefined],
    [' /p', undefined],
  ])('%j', (input, wanted) => {
    expect(quickAnswerSearchText(input)).toBe(wanted)
  })
})

describe('CONVO-11 the found answers', () => {
  const answers = [
    aQuickMessage({ shortcode: 'frete', message: 'O prazo do frete é de 10 dias.' }),
    aQuickMessage({ shortcode: 'meuprazo', message: 'Já vejo.' }),
    aQuickMessage({ shortcode: 'prazo', message: 'Dez dias.' }),
    aQuickMessage({ shortcode: 'açaí', message: 'Temos.' }),
  ]

  it.each([
    ['prazo', ['prazo', 'meuprazo', 'frete']],
    ['ACAI', ['açaí']],
    ['É de 10', ['frete']],
    ['nada', []],
  ])('%s: shortcodes that begin with it, that contain it, then texts', (wanted, found) => {
    expect(findQuickAnswers(answers, wanted).map(({ shortcode }) => shortcode)).toEqual(found)
  })
})

describe('CONVO-12 a label', () => {
  it.each([
    ['of 36 characters is cut at 35', 'x'.repeat(31), `/a - ${'x'.repeat(30)}…`],
    ['of fewer is complete', 'Oi, tudo bem?', '/a - Oi, tudo bem?'],
    ['is one line', 'Oi\n\ntudo', '/a - Oi tudo'],
    ['does not cut an emoji in two', '😀'.repeat(40), `/a - ${'😀'.repeat(30)}…`],
  ])('%s', (_, message, label) => {
    expect(quickAnswerLabel(aQuickMessage({ shortcode: 'a' }), message)).toBe(label)
  })

  it('of exactly 35 characters has no ellipsis', () => {
    expect(quickAnswerLabel(aQuickMessage({ shortcode: 'a' }), 'x'.repeat(30))).toHaveLength(35)
  })

  it('of a file without text is its name', () => {
    const answer = aQuickMessage({ shortcode: 'tabela', message: '', isMedia: true, mediaName: 'precos.pdf' })

    expect(quickAnswerLabel(answer, answer.message)).toBe('/tabela - precos.pdf')
  })
})
