import { describe, expect, it } from 'vitest'
import { excerptAroundMatch, matchRangesOf } from './excerpts'

describe('marks of search terms in a text', () => {
  it.each([
    ['Quero um SOFÁ', 'sofa', ['SOFÁ']],
    ['Sofa\u0301 cinza', 'sofá', ['Sofa\u0301']],
    ['a caixa, a capa', 'ca', ['ca', 'ca']],
    ['Größe M', 'grosse', ['Größe']],
    ['Größe M', 'gros', ['Größ']],
    ['😀 bom dia 😀', 'dia 😀', ['dia 😀']],
    ['100% algodão', '0%', ['0%']],
    ['nada', 'sofa', []],
    ['nada', '  ', []],
  ])('in %j for %j', (text, words, expected) => {
    expect(matchRangesOf(text, words).map(([from, until]) => text.slice(from, until))).toEqual(expected)
  })

  it("thousands of repetitions in a customer's text do not slow the search down", () => {
    expect(matchRangesOf('abc'.repeat(21_000), 'ABC')).toHaveLength(21_000)
  })
})

describe('an excerpt', () => {
  it('is the whole text where that is short, on one line', () => {
    expect(excerptAroundMatch('Bom dia!\n\nTem  sofá?', 'sofa')).toEqual({
      excerpt: 'Bom dia! Tem sofá?',
      marks: [[13, 17]],
    })
  })

  it('begins with a whole word a little before the match, and has a few lines at most', () => {
    const { excerpt, marks } = excerptAroundMatch(
      `${'palavra '.repeat(200)}girassol ${'outra '.repeat(200)}`,
      'girassol',
    )

    expect(excerpt).toMatch(/^…palavra palavra (palavra )?girassol outra.*…$/)
    expect(excerpt.length).toBeLessThan(170)
    expect(marks.map(([from, until]) => excerpt.slice(from, until))).toEqual(['girassol'])
  })

  it('never splits a character', () => {
    const { excerpt } = excerptAroundMatch('😀'.repeat(300), '😀')

    expect(excerpt).toBe(`${'😀'.repeat(160)}…`)
  })
})
