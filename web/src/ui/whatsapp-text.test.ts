import { describe, expect, it } from 'vitest'
import { readWhatsappText, wordsAlone } from './whatsapp-text'

const words = (text: string) => ({ kind: 'words', text })

describe('the marks of WhatsApp', () => {
  it.each([
    ['plain words', 'Bom dia!', [words('Bom dia!')]],
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
    ['HTML stays words', '<b>oi</b>', [words('<b>oi</b>')]],
  ])('%s', (_, text, expected) => {
    expect(readWhatsappText(text)).toEqual(expected)
  })
})

it('a quote has the words without the marks', () => {
  expect(wordsAlone('*Ana _Lima_:*\n`oi` https://x.com.br')).toBe('Ana Lima:\noi https://x.com.br')
})
