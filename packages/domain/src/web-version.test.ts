import { describe, expect, test } from 'vitest'
import {
  chooseWhatsappWebVersion,
  compareWhatsappWebVersions,
  parseWhatsappWebVersion,
  whatsappWebVersionInScript,
  whatsappWebVersionOfRevision,
  whatsappWebVersionText,
} from './web-version'

describe('parseWhatsappWebVersion', () => {
  test.each([
    ['2.3000.1043857760', [2, 3000, 1043857760]],
    ['2.3000.1', [2, 3000, 1]],
    ['2.3000.4294967295', [2, 3000, 4294967295]],
    ['2.3000.4294967296', null], // more than 32 bits
    ['2.3000.9999999999', null],
    ['2.3000.10438577600', null],
    ['2.3000.0', null],
    ['2.3000.0123', null],
    ['2.2413.51', null],
    ['3.3000.1043857760', null],
    ['2.3000', null],
    ['2.3000.1043857760.1', null],
    ['2.3000.-1', null],
    ['2.3000.1e9', null],
    ['2.3000.1043857760\n', null],
    [' 2.3000.1043857760', null],
    ['automatic', null],
    ['', null],
  ])('reads %j as %j', (text, version) => {
    expect(parseWhatsappWebVersion(text)).toEqual(version)
  })

  test('a version survives being written and read', () => {
    const version = [2, 3000, 1043857760] as const
    expect(whatsappWebVersionText(version)).toBe('2.3000.1043857760')
    expect(parseWhatsappWebVersion(whatsappWebVersionText(version))).toEqual(version)
  })
})

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 32])(
  'no release has the revision %d',
  (revision) => {
    expect(whatsappWebVersionOfRevision(revision)).toBeNull()
  },
)

test.each([
  ['2.3000.1043857760', '2.3000.1043857760', 0],
  ['2.3000.1043857759', '2.3000.1043857760', -1],
  ['2.3000.1043857760', '2.3000.999999999', 1],
])('%s against %s compares by number, not by text', (one, other, sign) => {
  expect(Math.sign(compareWhatsappWebVersions(parsed(one), parsed(other)))).toBe(sign)
})

const parsed = (text: string) => parseWhatsappWebVersion(text) ?? ([0, 0, 0] as const)

describe('whatsappWebVersionInScript', () => {
  const version = [2, 3000, 1046000000]

  test.each([
    ['JSON', '{"server_revision":1,"client_revision":1046000000,"tier":"x"}', version],
    ['JSON inside a text', String.raw`"{\"client_revision\":1046000000,\"x\":1}"`, version],
    ['a number as text', '{"client_revision": "1046000000"}', version],
    ['an object of a script', 'self.s={client_revision: 1046000000}', version],
    ['the first of two', '"client_revision":1046000000,"client_revision":1', version],
    ['more digits than a release has', '"client_revision":10460000001', null],
    ['absurdly many digits', `"client_revision":${'9'.repeat(500)}`, null],
    ['a number beyond 32 bits', '"client_revision":9999999999', null],
    ['no number', '"client_revision":null', null],
    ['a negative number', '"client_revision":-1', null],
    ['zero', '"client_revision":0', null],
    ['another name', '"server_revision":1046000000', null],
    ['a page in place of the script', '<!doctype html><title>Error</title>', null],
    ['nothing', '', null],
  ])('%s', (_, script, found) => {
    expect(whatsappWebVersionInScript(script)).toEqual(found)
  })
})

test.each([
  ['a fixed version', [2, 3000, 7], [2, 3000, 9], { version: [2, 3000, 7], source: 'fixed' }],
  [
    'automatic, with one looked up',
    'automatic',
    [2, 3000, 9],
    { version: [2, 3000, 9], source: 'looked-up' },
  ],
  ['automatic, with none', 'automatic', null, { version: [2, 3000, 8], source: 'shipped' }],
] as const)('%s decides the claimed version', (_, setting, lookedUp, claimed) => {
  expect(chooseWhatsappWebVersion({ setting, lookedUp, shipped: [2, 3000, 8] })).toEqual(claimed)
})
