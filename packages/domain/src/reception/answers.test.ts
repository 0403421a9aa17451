import { expect, test } from 'vitest'
import { parseCustomerAnswer } from './answers'

test.each<[string, number]>([
  ['1', 1],
  ['*[ 1 ]* - Vendas', 1],
  ['[ 1 ] - Vendas', 1],
  ['1 - Vendas', 1],
  ['1-Vendas', 1],
  ['1 – Vendas', 1],
  ['1) Vendas', 1],
  ['1. Vendas', 1],
  ['1: Vendas', 1],
  ['1️⃣ - Vendas', 1],
  ['12 - Financeiro e cobrança', 12],
  ['opção 1', 1],
  ['Opção: 1.', 1],
  ['a opção um', 1],
  ['opcao 2 - Suporte', 2],
  ['opción dos', 2],
  ['the option 3', 3],
  ['número 4', 4],
  ['onze', 11],
  ['Doze', 12],
  ['catorze', 14],
  ['quatorze', 14],
  ['dezesseis', 16],
  ['dieciséis', 16],
  ['twenty', 20],
  ['vinte e um', 21],
  ['veintidós', 22],
  ['treinta y tres', 33],
  ['thirty-four', 34],
])('BOT-03 “%s” is the number %i', (text, number) => {
  expect(parseCustomerAnswer(text)).toMatchObject({ kind: 'number', number })
})

test.each([
  '3 estrelas',
  '2ª via',
  '2.ª via',
  '10-11',
  '5 - 6 pessoas',
  '7 de setembro',
  '1 ou 2',
  'um e dois',
  'vinte e vinte',
  'dois pares',
  'opção',
  'opções',
  '11988887777 - Bia',
  '1) Quero um sofá\n2) Quero uma mesa',
])('BOT-03 “%s” is no number', (text) => {
  expect(parseCustomerAnswer(text).kind).toBe('words')
})

test('a text of the greatest length is plain text, and only its beginning is parsed', () => {
  // Matching the wrapping over the whole text would take seconds: the dots are followed by a letter.
  const letter = `1${'.'.repeat(65_534)}a`

  expect(parseCustomerAnswer(letter)).toEqual({ kind: 'words', words: '1' })
  expect(parseCustomerAnswer(`${' '.repeat(30_000)}1${'\n'.repeat(30_000)}`)).toMatchObject({
    kind: 'number',
    number: 1,
  })
})
