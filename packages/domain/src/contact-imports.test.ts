import { describe, expect, it } from 'vitest'
import { type ColumnTarget, contactFromRow, guessColumnTargets, isHeaderRow } from './contact-imports'

describe('the target of a column, by its title', () => {
  it.each<[string[], ColumnTarget[]]>([
    [
      ['Nome', 'Número', 'E-mail'],
      ['name', 'number', 'email'],
    ],
    [
      ['name', 'number', 'email'],
      ['name', 'number', 'email'],
    ],
    [
      ['CELULAR', 'Nome completo', 'Cidade', ''],
      ['number', 'name', 'extra', 'ignore'],
    ],
    [
      ['Telefone', 'WhatsApp', 'Correo electrónico'],
      ['number', 'extra', 'email'],
    ],
    [
      ['constructor', '__proto__'],
      ['extra', 'extra'],
    ],
  ])('CONTACT-18 %j', (header, expected) => {
    expect(guessColumnTargets(header)).toEqual(expected)
  })

  it('CONTACT-18 a first row with a phone number is no header', () => {
    expect(isHeaderRow(['Nome', 'Número'])).toBe(true)
    expect(isHeaderRow(['Lívia', '(51) 98765-0001'])).toBe(false)
    expect(isHeaderRow(['Loja 2', '2026'])).toBe(true)
  })
})

describe('the person that a row describes', () => {
  const columns = [
    { title: 'Nome', target: 'name' },
    { title: 'Número', target: 'number' },
    { title: 'E-mail', target: 'email' },
    { title: 'Cidade', target: 'extra' },
    { title: 'Obs', target: 'ignore' },
  ] as const
  const row = (...cells: string[]) => contactFromRow(cells, columns)

  it('CONTACT-02 CONTACT-03 CONTACT-18 has a name, a number with its country, an e-mail and further data', () => {
    expect(row(' Lívia  Prado ', '(51) 98765-0001', 'Livia@Exemplo.com', 'Porto Alegre', 'x')).toEqual({
      phone: '5551987650001',
      name: { name: 'Lívia Prado', source: 'typed' },
      email: 'livia@exemplo.com',
      extraInfo: [{ name: 'Cidade', value: 'Porto Alegre' }],
    })
  })

  it('CONTACT-18 the number replaces a missing name, and short rows lack the later columns', () => {
    expect(row('', '+351 912 345 678')).toEqual({
      phone: '351912345678',
      name: null,
      email: '',
      extraInfo: [],
    })
  })

  it.each([
    ['noNumber', ['Lívia', '']],
    ['wrongNumber', ['Lívia', '98765']],
    ['wrongNumber', ['Lívia', '5551987650001 / 5551987650002']],
    ['wrongNumber', ['Lívia', '=HYPERLINK("x")']],
    ['wrongName', ['L', '51987650001']],
    ['wrongName', ['L'.repeat(51), '51987650001']],
    ['wrongEmail', ['Lívia', '51987650001', 'livia']],
    ['wrongEmail', ['Lívia', '51987650001', `${'a'.repeat(250)}@b.co`]],
  ] as const)('CONTACT-18 or is refused: %s', (outcome, cells) => {
    expect(row(...cells)).toBe(outcome)
  })
})
