import { describe, expect, it, vi } from 'vitest'
import { parseWhatsappTextSlowly as readByHand } from './plain-whatsapp-reader.fixture'
import { parseWhatsappText, textWithoutFormatting } from './whatsapp-text'

const words = (text: string) => ({ kind: 'words', text })

describe('the formatting marks of WhatsApp', () => {
  it.each([
    ['plain text', 'Bom dia!', [words('Bom dia!')]],
    ['bold', 'o *preço* é', [words('o '), { kind: 'bold', inside: [words('preço')] }, words(' é')]],
    ['italic', '_já volto_', [{ kind: 'italic', inside: [words('já volto')] }]],
    ['strike', '~100~ 90', [{ kind: 'strike', inside: [words('100')] }, words(' 90')]],
    [
      'one within the other',
      '*_Ana_:*',
      [{ kind: 'bold', inside: [{ kind: 'italic', inside: [words('Ana')] }, words(':')] }],
    ],
    ['a block over lines', '```a\nb```', [{ kind: 'block', text: 'a\nb' }]],
    ['code in a line', 'use `npm ci`', [words('use '), { kind: 'code', text: 'npm ci' }]],
    ['marks within code stay as they are', '`*a*`', [{ kind: 'code', text: '*a*' }]],
    ['an unclosed mark', '*preço', [words('*preço')]],
    ['a mark inside a word', 'a*b*c', [words('a*b*c')]],
    ['a sum', '2 * 3 * 4', [words('2 * 3 * 4')]],
    ['a mark that closes in another line', '*a\nb*', [words('*a\nb*')]],
    [
      'a link, without the full stop after it',
      'Veja https://exemplo.com.br/a_b_c.',
      [
        words('Veja '),
        { kind: 'link', text: 'https://exemplo.com.br/a_b_c', address: 'https://exemplo.com.br/a_b_c' },
        words('.'),
      ],
    ],
    [
      'a link without its scheme',
      'www.ipe.com.br',
      [{ kind: 'link', text: 'www.ipe.com.br', address: 'https://www.ipe.com.br' }],
    ],
    ['a link of another kind is never one', 'javascript:alert(1)', [words('javascript:alert(1)')]],
    ['a lone scheme', 'https:// é', [words('https:// é')]],
    ['a scheme with nothing but full stops', 'www...', [words('www...')]],
    ['HTML remains text', '<b>oi</b>', [words('<b>oi</b>')]],
  ])('%s', (_, text, expected) => {
    expect(parseWhatsappText(text)).toEqual(expected)
  })
})

it('a quote has the text without the marks', () => {
  expect(textWithoutFormatting('*Ana _Lima_:*\n`oi` https://x.com.br')).toBe('Ana Lima:\noi https://x.com.br')
})

/** Marks and words in every combination; reproducible by the seed. */
function randomText(seed: number): string {
  const parts = [
    '*',
    '_',
    '~',
    '`',
    '```',
    ' ',
    '\n',
    'a',
    'é1',
    '.',
    '(',
    ')',
    'http://a',
    'www.b',
    '"',
    '😀',
  ]
  let state = seed + 1
  return Array.from({ length: 40 }, () => {
    state = (state * 48_271) % 2_147_483_647
    return parts[state % parts.length]
  }).join('')
}

it('reads every text as the plain reader does', () => {
  for (let seed = 0; seed < 3_000; seed++) {
    const text = randomText(seed)
    expect(parseWhatsappText(text), text).toEqual(readByHand(text))
  }
})

const hostile = {
  'marks that never close': (length: number) => '*a '.repeat(length / 3),
  'marks that close far away': (length: number) => `${'*_~a '.repeat(length / 5)}a*_~`,
  'punctuation behind a link': (length: number) => `http://a${'.'.repeat(length - 9)}a`,
  'links within marks': (length: number) => '*www.-*-'.repeat(length / 8),
  'fences within marks': (length: number) => '*```a*-'.repeat(length / 7),
  'code that never closes': (length: number) => '`a\n'.repeat(length / 3),
  'backticks alone': (length: number) => '`'.repeat(length),
}

describe.each(Object.entries(hostile))('%s', (_, text) => {
  it('are read in a number of steps that is linear in their length', () => {
    const steps = (length: number) => {
      const reads = vi.spyOn(String.prototype, 'charAt')
      parseWhatsappText(text(length))
      const count = reads.mock.calls.length
      reads.mockRestore()
      return count
    }

    expect(steps(4_000)).toBeLessThan(2.2 * steps(2_000))
    expect(steps(4_000)).toBeLessThan(4_000 * 20)
  })

  it('are read to the end at the maximum length of a message', () => {
    const whole = text(65_535)

    expect(JSON.stringify(parseWhatsappText(whole)).length).toBeGreaterThan(whole.length / 8)
  })
})
