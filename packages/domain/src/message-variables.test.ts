import { expect, it, test } from 'vitest'
import { companyTexts } from './company-texts'
import { fillVariables, unknownVariables } from './message-variables'

const facts = {
  name: 'Marina Duarte Lopes',
  number: '5551980000001',
  email: 'marina@exemplo.com',
  now: new Date('2026-03-05T02:04:09Z'), // 23:04:09 of the day before in São Paulo
  timeZone: 'America/Sao_Paulo',
}

test.each([
  ['name', 'Marina Duarte Lopes'],
  ['firstName', 'Marina'],
  ['ms', 'Boa noite'],
  ['protocol', '20260304230409'],
  ['date', '04/03/2026'],
  ['hour', '23:04:09'],
  ['number', '5551980000001'],
  ['email', 'marina@exemplo.com'],
])('GEN-18 GEN-19 {{%s}} is filled with %s', (variable, value) => {
  expect(fillVariables(`Olá {{${variable}}}!`, facts)).toBe(`Olá ${value}!`)
})

test.each([
  [0, 'Boa madrugada'],
  [5, 'Boa madrugada'],
  [6, 'Bom dia'],
  [11, 'Bom dia'],
  [12, 'Boa tarde'],
  [17, 'Boa tarde'],
  [18, 'Boa noite'],
  [23, 'Boa noite'],
])('GEN-19 at %i h the greeting of the day is %s', (hour, greeting) => {
  expect(companyTexts('pt').greetingAt(hour)).toBe(greeting)
})

it('GEN-19 midnight is hour 00, in the time zone of the company', () => {
  const midnight = { ...facts, now: new Date('2026-03-05T03:00:00Z') }
  expect(fillVariables('{{hour}} {{date}} {{ms}}', midnight)).toBe('00:00:00 05/03/2026 Boa madrugada')
})

it('several variables are filled, spaces inside the braces allowed', () => {
  expect(fillVariables('{{ms}}, {{ firstName }}! {{ms}}.', facts)).toBe('Boa noite, Marina! Boa noite.')
})

it('an unknown variable stays as written, also a property name that objects inherit', () => {
  const text = '{{desconto}} {name} {{}} {{toString}} {{constructor}}'
  expect(fillVariables(text, facts)).toBe(text)
})

it('a name that resembles a variable or a pattern is only a name', () => {
  expect(fillVariables('Oi {{name}}', { ...facts, name: '{{ms}} $& $1' })).toBe('Oi {{ms}} $& $1')
})

it('a contact without a name leaves the variable empty', () => {
  expect(fillVariables('Oi {{firstName}}', { ...facts, name: '  ' })).toBe('Oi ')
})

test.each([
  ['Olá {{firstName}}, são {{ hour }}', []],
  ['{{nome}} e {nome}, {{nome}}, { numero } {email}', ['{{nome}}']],
  ['{{ms}} {name}', ['{name}']],
  ['{} {{}} { a\nb } {uma frase inteira que alguém pôs entre chaves}', []],
  ['{constructor} {{constructor}}', ['{constructor}', '{{constructor}}']],
])('GEN-18 of %j nothing fills %j', (text, unknown) => {
  expect(unknownVariables(text)).toEqual(unknown)
})

test('CAMP-28 the company’s own variables work in one pair of braces and in two', () => {
  expect(unknownVariables('{ cupom }, {{cupom}}: {desconto}', ['cupom'])).toEqual(['{desconto}'])
})

const own = [
  { key: 'cupom', value: 'NATAL10' },
  { key: 'prazo', value: 'sexta, {nome}' },
  { key: 'name', value: 'não é o nome' },
  { key: 'nome', value: 'próprio' },
]
test.each([
  ['Oi, {nome}! {numero} {email}', [], 'Oi, Marina Duarte Lopes! 5551980000001 marina@exemplo.com'],
  ['{ nome }, {outra} {constructor} {}', [], 'Marina Duarte Lopes, {outra} {constructor} {}'],
  ['{{firstName}}: {cupom}, {{cupom}}', own, 'Marina: NATAL10, NATAL10'],
  ['até {prazo}', own.slice(0, 2), 'até sexta, Marina Duarte Lopes'],
  ['{{name}} {name} {nome}', own, 'Marina Duarte Lopes não é o nome próprio'],
])('GEN-18 CAMP-28 %j is filled', (text, variables, filled) => {
  expect(fillVariables(text, facts, variables)).toBe(filled)
})

test("CAMP-28 a contact's name is never filled as a template", () => {
  const person = { ...facts, name: '{cupom} {{email}}' }
  expect(fillVariables('{nome}', person, own.slice(0, 1))).toBe('{cupom} {{email}}')
})
