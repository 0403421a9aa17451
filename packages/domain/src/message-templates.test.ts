import { describe, expect, it } from 'vitest'
import {
  buttonsInMetaOrder,
  canUseFileInTemplateHeader,
  fillTemplate,
  hasEmptyTemplateSlot,
  isTemplateSlotEmpty,
  metaComponentsOfTemplateDraft,
  noTemplateValues,
  problemOfTemplateDraft,
  type TemplateDraft,
  templateExamplesOf,
  templatePartsOf,
  templateSlotsOf,
} from './message-templates'

const good: TemplateDraft = {
  name: 'aviso',
  language: 'pt_BR',
  category: 'UTILITY',
  header: null,
  sample: null,
  body: 'Olá, {{nome}}! Chegou o pedido {{pedido}}.',
  footer: '',
  buttons: [],
  examples: { ...noTemplateValues, body: { nome: 'Ana', pedido: '7' } },
}

describe('problemOfTemplateDraft', () => {
  it.each([
    [null, {}],
    ['name-form', { name: 'Aviso de envio' }],
    ['language-form', { language: 'português' }],
    ['header-text', { header: { kind: 'text', text: ' ' } }],
    ['header-long', { header: { kind: 'text', text: 'a'.repeat(61) } }],
    ['header-variables', { header: { kind: 'text', text: '{{a}} {{b}}' } }],
    ['header-sample', { header: { kind: 'image' } }],
    ['body-empty', { body: ' ' }],
    ['body-long', { body: 'a'.repeat(1_025) }],
    ['body-edge', { body: 'Oi {{nome}}' }],
    ['body-variables', { body: 'a {{x}}{{y}} .' }],
    ['variables-mixed', { body: 'Olá {{1}} e {{nome}} de novo' }],
    ['variables-name', { body: 'Olá {{Nome}} de novo' }],
    ['variables-order', { body: 'Olá {{2}} e {{1}} de novo' }],
    ['footer-long', { footer: 'a'.repeat(61) }],
    ['footer-variables', { footer: '{{1}}' }],
    ['example-missing', { examples: noTemplateValues }],
    ['buttons-many', { buttons: Array.from({ length: 11 }, () => ({ kind: 'quick_reply', text: 'Sim' })) }],
    ['button-text', { buttons: [{ kind: 'quick_reply', text: '' }] }],
    ['button-long', { buttons: [{ kind: 'quick_reply', text: 'a'.repeat(26) }] }],
    ['button-url', { buttons: [{ kind: 'url', text: 'Ver', url: 'loja' }] }],
    ['button-variable', { buttons: [{ kind: 'url', text: 'Ver', url: 'https://a.example/{{1}}/x' }] }],
    ['button-phone', { buttons: [{ kind: 'phone_number', text: 'Ligar', phone: 'casa' }] }],
    ['button-example', { buttons: [{ kind: 'copy_code', text: '' }] }],
    ['button-example', { buttons: [{ kind: 'url', text: 'Ver', url: 'https://a.example/{{1}}' }] }],
  ] as const)('%s', (problem, change) => {
    expect(problemOfTemplateDraft({ ...good, ...(change as Partial<TemplateDraft>) })).toBe(problem)
  })
})

it('the components of a draft read back as its parts and examples', () => {
  const draft: TemplateDraft = {
    ...good,
    header: { kind: 'text', text: 'Loja {{loja}}' },
    footer: 'Até logo',
    buttons: [
      { kind: 'quick_reply', text: 'Sim' },
      { kind: 'url', text: 'Ver', url: 'https://a.example/{{1}}' },
      { kind: 'phone_number', text: 'Ligar', phone: '551130000000' },
      { kind: 'copy_code', text: '' },
    ],
    examples: {
      header: { loja: 'Azul' },
      body: { nome: 'Ana', pedido: '7' },
      buttons: { 1: 'p7', 3: 'NATAL' },
    },
  }

  const components = metaComponentsOfTemplateDraft(draft)

  const { header, body, footer, buttons } = draft
  expect(templatePartsOf(components)).toEqual({ header, body, footer, buttons, unfillable: [] })
  expect(templateExamplesOf(components)).toEqual(draft.examples)
})

it('gives Meta quick replies first, each button with its own example', () => {
  const buttons: TemplateDraft['buttons'] = [
    { kind: 'url', text: 'Ver', url: 'https://a.example/{{1}}' },
    { kind: 'quick_reply', text: 'Sim' },
    { kind: 'copy_code', text: '' },
    { kind: 'quick_reply', text: 'Não' },
  ]
  const components = metaComponentsOfTemplateDraft({
    ...good,
    buttons,
    examples: { ...good.examples, buttons: { 0: 'p7', 2: 'NATAL' } },
  })

  expect(templatePartsOf(components).buttons).toEqual(buttonsInMetaOrder(buttons))
  expect(buttonsInMetaOrder(buttons).map(({ text }) => text)).toEqual(['Sim', 'Não', 'Ver', ''])
  expect(templateExamplesOf(components).buttons).toEqual({ 2: 'p7', 3: 'NATAL' })
})

describe('fillTemplate', () => {
  const parts = templatePartsOf([{ type: 'BODY', text: 'O {{2}} de {{1}} chegou' }])

  it('gives numbered variables in the order of their numbers', () => {
    expect(fillTemplate(parts, { ...noTemplateValues, body: { 1: 'Ana', 2: 'pedido' } }, false)).toEqual({
      text: 'O pedido de Ana chegou',
      components: [{ part: 'body', values: [{ text: 'Ana' }, { text: 'pedido' }] }],
    })
  })

  it('never reads a value of the object itself, and fills no variable of a value', () => {
    const odd = templatePartsOf([{ type: 'BODY', text: 'Oi {{constructor}} e {{a}}!' }])
    expect(fillTemplate(odd, { ...noTemplateValues, body: { a: '{{a}}' } }, true)).toBe('value-missing')
    expect(
      fillTemplate(odd, { ...noTemplateValues, body: { a: '{{a}}', constructor: '$&' } }, true),
    ).toMatchObject({
      text: 'Oi $& e {{a}}!',
    })
  })

  it.each([
    ['value-missing', { ...noTemplateValues, body: { 1: 'Ana' } }],
    ['too-long', { ...noTemplateValues, body: { 1: 'Ana', 2: 'x'.repeat(1_024) } }],
  ])('%s', (problem, values) => {
    expect(fillTemplate(parts, values, false)).toBe(problem)
  })

  it('refuses a template with parts that can not be filled here', () => {
    const strange = [
      null,
      7,
      { type: 'CAROUSEL' },
      { type: 'BUTTONS', buttons: [{ type: 'FLOW', text: 'a' }] },
    ]
    expect(templatePartsOf(strange).unfillable).toEqual(['', '', 'CAROUSEL', 'BUTTON FLOW'])
    expect(fillTemplate(templatePartsOf(strange), noTemplateValues, false)).toBe('unfillable')
  })
})

it('the variables to fill are those of header, body and buttons', () => {
  const parts = templatePartsOf([
    { type: 'BODY', text: 'Oi {{nome}}' },
    { type: 'HEADER', format: 'TEXT', text: '{{loja}}' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Sim' },
        { type: 'COPY_CODE', text: 'Copiar' },
      ],
    },
  ])
  expect(templateSlotsOf(parts)).toEqual([
    { part: 'header', key: 'loja', button: '' },
    { part: 'body', key: 'nome', button: '' },
    { part: 'buttons', key: '1', button: 'Copiar' },
  ])
})

it.each([
  [true, undefined],
  [true, ''],
  [true, ' \n '],
  [false, ' Ana '],
])('a variable lacks its value: %s for %j', (isMissing, written) => {
  const values = { ...noTemplateValues, body: written === undefined ? {} : { 1: written } }

  expect(isTemplateSlotEmpty(values, { part: 'body', key: '1' })).toBe(isMissing)
})

it('a variable that has the name of a property of every object lacks its value', () => {
  expect(isTemplateSlotEmpty(noTemplateValues, { part: 'body', key: 'constructor' })).toBe(true)
})

it('a template lacks a value while any of its parts does', () => {
  const buttons = [{ type: 'URL', text: 'Ver', url: 'https://a.example/{{1}}' }]
  const parts = templatePartsOf([
    { type: 'BODY', text: 'Olá, {{1}}!' },
    { type: 'BUTTONS', buttons },
  ])

  expect(hasEmptyTemplateSlot(parts, { ...noTemplateValues, body: { 1: 'Ana' } })).toBe(true)
  expect(hasEmptyTemplateSlot(parts, { ...noTemplateValues, body: { 1: 'Ana' }, buttons: { 0: '7' } })).toBe(
    false,
  )
})

it.each([
  ['image', 'image', 'image/png', true],
  ['image', 'image', 'image/webp', false],
  ['image', 'document', 'application/pdf', false],
  ['video', 'video', 'video/mp4', true],
  ['video', 'video', 'video/quicktime', false],
  ['document', 'document', 'application/pdf', true],
  ['document', 'document', 'text/csv', true],
  ['document', 'image', 'image/png', false],
] as const)(
  'a header of the kind %s and a file that is sent as %s (%s): %s',
  (header, kind, mimetype, fits) => {
    expect(canUseFileInTemplateHeader(header, 'cloud', { kind, mimetype })).toBe(fits)
  },
)
