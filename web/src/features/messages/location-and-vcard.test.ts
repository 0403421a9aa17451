import { describe, expect, it } from 'vitest'
import { readLocationContent, readVcards, textAfterVcards } from './location-and-vcard'

describe('shared places and people', () => {
  it.each([
    [
      'CONVO-07 picture, link and description',
      'data:image/png;base64,AAA|https://maps.google.com/?q=1,2|Loja Centro',
      {
        picture: 'data:image/png;base64,AAA',
        link: 'https://maps.google.com/?q=1,2',
        description: 'Loja Centro',
      },
    ],
    [
      'CONVO-07 the description may be missing',
      '|https://maps.google.com/?q=1,2',
      { picture: undefined, link: 'https://maps.google.com/?q=1,2', description: '' },
    ],
    [
      'no link but https is opened',
      '|javascript:alert(1)|Aqui',
      { picture: undefined, link: undefined, description: 'Aqui' },
    ],
    [
      'no picture of a foreign server is fetched',
      'https://x.com/a.png||',
      { picture: undefined, link: undefined, description: '' },
    ],
  ])('%s', (_, body, expected) => {
    expect(readLocationContent(body)).toEqual(expected)
  })

  it('CONVO-08 a card gives its name and its WhatsApp number', () => {
    const card = [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'FN:Rui Farias',
      'TEL;type=HOME:+55 51 3333-4444',
      'item1.TEL;waid=5551998742210:+55 51 99874-2210',
      'END:VCARD',
    ].join('\n')

    expect(readVcards(card)).toEqual([{ name: 'Rui Farias', number: '+55 51 99874-2210' }])
  })

  it('a name on a card cannot change the writing direction', () => {
    const card = 'BEGIN:VCARD\nFN:Rui\u202e0500\nTEL:+55 51\u202e 98874\nEND:VCARD'

    expect(readVcards(card)).toEqual([{ name: 'Rui 0500', number: '+55 51 98874' }])
  })

  it('reads cards without an end once, not once for each beginning', () => {
    expect(readVcards('BEGIN:VCARD\n'.repeat(5_000))).toHaveLength(1)
  })

  it('reads the text behind the last card: that the message was cut', () => {
    expect(textAfterVcards('BEGIN:VCARD\nFN:Ana\nEND:VCARD\n✂️ [cortada]')).toBe('✂️ [cortada]')
    expect(textAfterVcards('FN:Ana')).toBe('')
  })

  it('reads several cards in sequence', () => {
    const card = (name: string, number: string) => `BEGIN:VCARD\nFN:${name}\nTEL:${number}\nEND:VCARD`

    expect(readVcards(`${card('Silva\\, Rui', '1')}\n${card('Bia', '2')}`)).toEqual([
      { name: 'Silva, Rui', number: '1' },
      { name: 'Bia', number: '2' },
    ])
  })
})
