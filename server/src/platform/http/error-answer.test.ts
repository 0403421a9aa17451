import { type ErrorTextLanguage, errorTexts } from '@balcao/contract/error-message'
import { type ErrorCode, errorCodes, specificationErrorCodes } from '@balcao/contract/errors'
import { describe, expect, it } from 'vitest'
import { Refusal, refuse } from '../refusal'
import { errorAnswer, preferredTextLanguage } from './error-answer'

const codes = Object.keys(errorCodes) as ErrorCode[]
const languages = Object.keys(errorTexts) as ErrorTextLanguage[]

/** A value for each datum of the code. */
function dataOf(code: ErrorCode): Record<string, unknown> {
  return Object.fromEntries(errorCodes[code].data.map((name) => [name, `a ${name}`]))
}

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)

describe.each(languages)('WIRE-trap-21 ERR-36 in %s', (language) => {
  it.each(codes)('%s has a text, and its answer contains it unless the documents name the code', (code) => {
    const data = dataOf(code)

    const { status, body } = errorAnswer(new Refusal(code, data), language)

    expect([status, body.error]).toEqual([errorCodes[code].status, code])
    expect(body.data ?? {}).toEqual(data)
    if (specificationErrorCodes.has(code)) expect(body).not.toHaveProperty('message')
    else expect(body.message).toMatch(/^[^_{}]{10,}$/)
  })

  it('a text uses only data of its code, also in its variants', () => {
    const lacking = Object.entries(errorTexts[language]).flatMap(([key, text]) => {
      const known = codes.filter((code) => key === code || key.startsWith(`${code}_`))
      const code = known.toSorted((a, b) => b.length - a.length)[0]
      const data: readonly (string | undefined)[] = code === undefined ? [] : errorCodes[code].data
      return placeholders(text).filter((name) => !data.includes(name))
    })

    expect(lacking).toEqual([])
  })
})

it('ERR-06 the codes of the documents are the 24 of their list', () => {
  expect(specificationErrorCodes.size).toBe(24)
  expect([...specificationErrorCodes].filter((code) => !codes.includes(code))).toEqual([])
})

it.each([
  ['the kind of a limit selects the text', refuse('ERR_PLAN_LIMIT', { what: 'users', limit: 3 }), 'usuários'],
  ['a number is filled in', refuse('ERR_PLAN_LIMIT', { what: 'users', limit: 3 }), ': 3.'],
  [
    'a day is written as people write it',
    refuse('ERR_PLAN_PAID_AHEAD', { from: '2027-01-05' }),
    '05/01/2027',
  ],
  [
    'a kind without a text of its own takes the general one',
    refuse('ERR_PLAN_LIMIT', { what: 'chairs', limit: 3 }),
    'O limite do seu plano',
  ],
])('WIRE-trap-21 %s', (_, refusal, words) => {
  expect(errorAnswer(refusal).body.message).toContain(words)
})

it.each([
  ['words of a form', new Refusal('ERR_VALIDATION', { field: 'name' }, 'Required')],
  ['the ticket as JSON', new Refusal('ERR_OTHER_OPEN_TICKET', {}, '{"id":1}')],
])('WIRE-trap-21 %s in `error` needs no message', (_, refusal) => {
  expect(errorAnswer(refusal).body).not.toHaveProperty('message')
})

it('ERR-06 the answer to a bug reveals nothing', () => {
  expect(errorAnswer(new Error('secret'), 'en')).toEqual({
    status: 500,
    body: { error: 'Internal server error' },
  })
})

it.each([
  [undefined, 'pt'],
  ['', 'pt'],
  ['*', 'pt'],
  ['fr-FR, de', 'pt'],
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
  ['en-US,en;q=0.9,pt;q=0.8', 'en'],
  ['fr, ES-419;q=0.5', 'es'],
  ['english', 'pt'],
  ['constructor', 'pt'],
])('the language of Accept-Language %j is %s', (header, language) => {
  expect(preferredTextLanguage(header)).toBe(language)
})
