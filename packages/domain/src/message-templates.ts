import { capabilitiesOf, type SendableFileKind } from './providers'

/** The categories that users can create here. AUTHENTICATION templates are made in Meta's console. */
export const creatableTemplateCategories = ['MARKETING', 'UTILITY'] as const
export type CreatableTemplateCategory = (typeof creatableTemplateCategories)[number]

/** Why Meta refused a call about a template. The web has a text for each of these. */
const templateCallFailures = [
  'refused', // the detail holds Meta's explanation
  'name-taken',
  'too-many',
  'too-fast',
  'gone',
  'token',
  'no-answer',
] as const
export type TemplateCallFailure = (typeof templateCallFailures)[number]

export const templateLimits = {
  name: 512,
  headerText: 60,
  body: 1_024,
  footer: 60,
  buttons: 10,
  buttonText: 25,
  urlButtons: 2,
  phoneButtons: 1,
  codeButtons: 1,
  url: 2_000,
  phone: 20,
  code: 15,
  /** The most characters of a variable's value. */
  value: 1_024,
  /** The most bytes of a header's file, by kind; also of its sample. */
  files: { image: 5_000_000, video: 16_000_000, document: 100_000_000 },
} as const

export const templateHeaderFileKinds = ['image', 'video', 'document'] as const
export type TemplateHeaderFileKind = (typeof templateHeaderFileKinds)[number]

export const templateSampleMimeTypes: Readonly<Record<TemplateHeaderFileKind, readonly string[]>> = {
  image: ['image/jpeg', 'image/png'],
  video: ['video/mp4'],
  document: ['application/pdf'],
}

type TemplateHeader =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: TemplateHeaderFileKind }

export type TemplateButton =
  | { readonly kind: 'quick_reply'; readonly text: string }
  /** The address may end with one variable. */
  | { readonly kind: 'url'; readonly text: string; readonly url: string }
  | { readonly kind: 'phone_number'; readonly text: string; readonly phone: string }
  /** A button that copies a code, which is given at sending. */
  | { readonly kind: 'copy_code'; readonly text: string }
  /** A button without a value, such as a call. */
  | { readonly kind: 'other'; readonly text: string }

export interface TemplateParts {
  readonly header: TemplateHeader | null
  readonly body: string
  readonly footer: string
  readonly buttons: readonly TemplateButton[]
  /**
   * Meta's names (`CAROUSEL`) of the parts that we cannot fill. A template with such a part is never sent.
   */
  readonly unfillable: readonly string[]
}

/** The values of a template's variables: by name in header and body, by index from 0 for buttons. */
export interface TemplateValues {
  readonly header: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, string>>
  readonly buttons: Readonly<Record<string, string>>
}
export const noTemplateValues: TemplateValues = { header: {}, body: {}, buttons: {} }

const variable = /\{\{\s*(\w+)\s*\}\}/g

/** The names of a text's variables, each once, in order of appearance. */
export function templateVariables(text: string): readonly string[] {
  return [...new Set([...text.matchAll(variable)].map(([, name = '']) => name))]
}

/** Parses Meta's components. Unknown parts become `unfillable`; the function never throws. */
export function templatePartsOf(components: readonly unknown[]): TemplateParts {
  const parts = { header: null as TemplateHeader | null, body: '', footer: '' }
  const buttons: TemplateButton[] = []
  const unfillable: string[] = []
  for (const component of components.map(fieldsOf)) {
    const type = wordOf(component.type).toUpperCase()
    if (type === 'BODY') parts.body = wordOf(component.text)
    else if (type === 'FOOTER') parts.footer = wordOf(component.text)
    else if (type === 'HEADER') {
      const format = (wordOf(component.format) || 'TEXT').toUpperCase()
      const file = templateHeaderFileKinds.find((kind) => kind.toUpperCase() === format)
      if (format === 'TEXT') parts.header = { kind: 'text', text: wordOf(component.text) }
      else if (file !== undefined) parts.header = { kind: file }
      else unfillable.push(`HEADER ${format}`)
    } else if (type === 'BUTTONS' && Array.isArray(component.buttons)) {
      for (const button of component.buttons.map(fieldsOf)) {
        const known = buttonOf(button)
        buttons.push(known ?? { kind: 'other', text: wordOf(button.text) })
        if (known === null) unfillable.push(`BUTTON ${wordOf(button.type).toUpperCase()}`)
      }
    } else unfillable.push(type)
  }
  return { ...parts, buttons, unfillable }
}

function buttonOf(button: Fields): TemplateButton | null {
  const text = wordOf(button.text)
  switch (wordOf(button.type).toUpperCase()) {
    case 'QUICK_REPLY':
      return { kind: 'quick_reply', text }
    case 'URL':
      return { kind: 'url', text, url: wordOf(button.url) }
    case 'PHONE_NUMBER':
      return { kind: 'phone_number', text, phone: wordOf(button.phone_number) }
    case 'COPY_CODE':
      return { kind: 'copy_code', text }
    case 'VOICE_CALL':
      return { kind: 'other', text }
    default:
      return null
  }
}

type Fields = Readonly<Record<string, unknown>>
function fieldsOf(value: unknown): Fields {
  // the cast is safe, because any object has fields of unknown types
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}
function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

interface TemplateSlot {
  readonly part: 'header' | 'body' | 'buttons'
  /** The variable's name, or the index of its button. */
  readonly key: string
  /** The button's label; empty in header and body. */
  readonly button: string
}

/** The variables of a template, in the order of header, body and buttons. */
export function templateSlotsOf({ header, body, buttons }: TemplateParts): readonly TemplateSlot[] {
  const inText = (part: 'header' | 'body', text: string) =>
    templateVariables(text).map((key) => ({ part, key, button: '' }))
  return [
    ...(header?.kind === 'text' ? inText('header', header.text) : []),
    ...inText('body', body),
    ...buttons.flatMap((button, at) =>
      needsValue(button) ? [{ part: 'buttons' as const, key: String(at), button: button.text }] : [],
    ),
  ]
}

function needsValue(button: TemplateButton): boolean {
  return button.kind === 'copy_code' || (button.kind === 'url' && templateVariables(button.url).length > 0)
}

export function hasFileHeader({ header }: TemplateParts): boolean {
  return header !== null && header.kind !== 'text'
}

/** True when the file may be the template's header. `kind` is how the file would be sent, such as `image`. */
export function canUseFileInTemplateHeader(
  header: TemplateHeaderFileKind,
  provider: string,
  { kind, mimetype }: { readonly kind: SendableFileKind; readonly mimetype: string },
): boolean {
  const types = capabilitiesOf(provider).files?.[header].mimetypes
  return kind === header && (types === undefined || types.includes(mimetype))
}

/** The value as Meta accepts it: on one line, without repeated spaces. */
function normalizedTemplateValue(written: string): string {
  return written.replace(/\s+/g, ' ').trim()
}

type FilledTemplateComponent =
  | {
      readonly part: 'header' | 'body'
      readonly values: readonly { readonly name?: string; readonly text: string }[]
    }
  | {
      readonly part: 'button'
      readonly index: number
      readonly button: 'url' | 'quick_reply' | 'copy_code'
      readonly value: string
    }

export interface FilledTemplate {
  /** The text that the customer reads: header, body, footer and buttons, one below the other. */
  readonly text: string
  readonly components: readonly FilledTemplateComponent[]
}

type TemplateFillProblem = 'unfillable' | 'value-missing' | 'too-long'

/** Fills a template's variables for sending. `isNamed`: variables have names instead of numbers. */
export function fillTemplate(
  parts: TemplateParts,
  values: TemplateValues,
  isNamed: boolean,
): FilledTemplate | TemplateFillProblem {
  if (parts.unfillable.length > 0) return 'unfillable'
  if (hasEmptyTemplateSlot(parts, values)) return 'value-missing'
  const slots = templateSlotsOf(parts).map((slot) => ({
    ...slot,
    value: normalizedTemplateValue(templateSlotValue(values, slot)),
  }))
  const filled = fillTemplateParts(parts, values)
  const headerText = filled.header?.kind === 'text' ? filled.header.text : ''
  if (lengthOf(filled.body) > templateLimits.body || lengthOf(headerText) > templateLimits.headerText)
    return 'too-long'
  const components: FilledTemplateComponent[] = (['header', 'body'] as const).flatMap((part) => {
    const own = slots.filter((slot) => slot.part === part)
    if (!isNamed) own.sort((one, other) => Number(one.key) - Number(other.key))
    if (own.length === 0) return []
    return { part, values: own.map(({ key, value }) => ({ ...(isNamed && { name: key }), text: value })) }
  })
  for (const { part, key, value } of slots) {
    const button = parts.buttons[Number(key)]
    if (part !== 'buttons' || (button?.kind !== 'url' && button?.kind !== 'copy_code')) continue
    components.push({ part: 'button', index: Number(key), button: button.kind, value })
  }
  return { text: textOf(filled), components }
}

/** The value that the user wrote for the variable; an empty text when there is none. */
export function templateSlotValue(
  values: TemplateValues,
  { part, key }: Pick<TemplateSlot, 'part' | 'key'>,
): string {
  return givenValue(values[part], key)
}

export function isTemplateSlotEmpty(
  values: TemplateValues,
  slot: Pick<TemplateSlot, 'part' | 'key'>,
): boolean {
  return normalizedTemplateValue(templateSlotValue(values, slot)) === ''
}

export function hasEmptyTemplateSlot(parts: TemplateParts, values: TemplateValues): boolean {
  return templateSlotsOf(parts).some((slot) => isTemplateSlotEmpty(values, slot))
}

export function mapTemplateValues(values: TemplateValues, change: (value: string) => string): TemplateValues {
  const changed = (part: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(part).map(([key, value]) => [key, change(value)]))
  return { header: changed(values.header), body: changed(values.body), buttons: changed(values.buttons) }
}

/** Fills a template's variables with the values. A variable without a value stays visible as written. */
export function fillTemplateParts(parts: TemplateParts, values: TemplateValues): TemplateParts {
  const { header } = parts
  return {
    ...parts,
    header: header?.kind === 'text' ? { ...header, text: filled(header.text, values.header) } : header,
    body: filled(parts.body, values.body),
    buttons: parts.buttons.map((button, at) => {
      const value = normalizedTemplateValue(givenValue(values.buttons, String(at)))
      return button.kind === 'url' && value !== ''
        ? { ...button, url: button.url.replace(variable, () => value) }
        : button
    }),
  }
}

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(
    variable,
    (written, name: string) => normalizedTemplateValue(givenValue(values, name)) || written,
  )
}

function givenValue(values: Readonly<Record<string, string>>, key: string): string {
  return Object.hasOwn(values, key) ? (values[key] ?? '') : ''
}

function textOf({ header, body, footer, buttons }: TemplateParts): string {
  return [
    header?.kind === 'text' ? header.text : '',
    body,
    footer,
    buttons
      .map((button) => (button.kind === 'url' ? `${button.text}: ${button.url}` : button.text))
      .join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** A template as the form edits it, with `examples` for each variable and for a copy-code button. */
export interface TemplateDraft {
  readonly name: string
  readonly language: string
  readonly category: CreatableTemplateCategory
  readonly header: TemplateHeader | null
  /** Meta's handle for the uploaded sample file of the header; null without a file. */
  readonly sample: string | null
  readonly body: string
  readonly footer: string
  readonly buttons: readonly Exclude<TemplateButton, { kind: 'other' }>[]
  readonly examples: TemplateValues
}

const templateDraftProblems = [
  'name-form',
  'language-form',
  'header-text',
  'header-long',
  'header-variables',
  'header-sample',
  'body-empty',
  'body-long',
  'body-edge',
  'body-variables',
  'variables-mixed',
  'variables-name',
  'variables-order',
  'footer-long',
  'footer-variables',
  'example-missing',
  'buttons-many',
  'buttons-url',
  'buttons-phone',
  'buttons-code',
  'button-text',
  'button-long',
  'button-url',
  'button-variable',
  'button-phone',
  'button-example',
] as const
export type TemplateDraftProblem = (typeof templateDraftProblems)[number]

/** The first of Meta's rules that this draft breaks; null when it breaks none of those that we check. */
export function problemOfTemplateDraft(draft: TemplateDraft): TemplateDraftProblem | null {
  const { name, language, header, sample, body, footer, buttons, examples } = draft
  const texts = [header?.kind === 'text' ? header.text : '', body]
  const names = texts.flatMap(templateVariables)
  const inBody = templateVariables(body)
  const exampleOf = (part: keyof TemplateValues, key: string) =>
    normalizedTemplateValue(givenValue(examples[part], key))
  const words = body.replace(variable, ' ').match(/\p{L}+/gu)?.length ?? 0
  const count = (kind: TemplateButton['kind']) => buttons.filter((button) => button.kind === kind).length
  const found: readonly (readonly [TemplateDraftProblem, boolean])[] = [
    ['name-form', !/^[a-z0-9_]+$/.test(name) || name.length > templateLimits.name],
    ['language-form', !/^[a-z]{2,3}(_[A-Z]{2,3})?$/.test(language)],
    ['header-text', header?.kind === 'text' && header.text.trim() === ''],
    ['header-long', header?.kind === 'text' && lengthOf(header.text) > templateLimits.headerText],
    ['header-variables', header?.kind === 'text' && templateVariables(header.text).length > 1],
    ['header-sample', header !== null && header.kind !== 'text' && sample === null],
    ['body-empty', body.trim() === ''],
    ['body-long', lengthOf(body) > templateLimits.body],
    ['body-edge', /^\s*\{\{\s*\w+\s*\}\}|\{\{\s*\w+\s*\}\}\s*$/.test(body)],
    ['variables-mixed', names.some(isNumbered) && !names.every(isNumbered)],
    ['variables-name', names.some((name) => !isNumbered(name) && !/^[a-z][a-z0-9_]*$/.test(name))],
    ['variables-order', texts.map(templateVariables).some(isOutOfOrder)],
    ['body-variables', words < inBody.length],
    ['footer-long', lengthOf(footer) > templateLimits.footer],
    ['footer-variables', templateVariables(footer).length > 0],
    ['buttons-many', buttons.length > templateLimits.buttons],
    ['buttons-url', count('url') > templateLimits.urlButtons],
    ['buttons-phone', count('phone_number') > templateLimits.phoneButtons],
    ['buttons-code', count('copy_code') > templateLimits.codeButtons],
    ['button-text', buttons.some(({ kind, text }) => kind !== 'copy_code' && text.trim() === '')],
    ['button-long', buttons.some(({ text }) => lengthOf(text) > templateLimits.buttonText)],
    ['button-url', buttons.some((one) => one.kind === 'url' && !isAddress(one.url))],
    ['button-variable', buttons.some((one) => one.kind === 'url' && !hasVariableAtEnd(one.url))],
    ['button-phone', buttons.some((one) => one.kind === 'phone_number' && !isPhone(one.phone))],
    [
      'button-example',
      buttons.some((button, at) => {
        const example = exampleOf('buttons', String(at))
        if (!needsValue(button)) return false
        return example === '' || (button.kind === 'copy_code' && example.length > templateLimits.code)
      }),
    ],
    [
      'example-missing',
      templateSlotsOf({ header, body, footer, buttons, unfillable: [] }).some(
        (slot) => slot.part !== 'buttons' && isTemplateSlotEmpty(examples, slot),
      ),
    ],
  ]
  return found.find(([, isSo]) => isSo)?.[0] ?? null
}

const isNumbered = (name: string) => /^\d+$/.test(name)
/** Numbered variables must begin at 1 and increase through the text. */
const isOutOfOrder = (names: readonly string[]) =>
  names.every(isNumbered) && names.some((name, at) => name !== String(at + 1))
const lengthOf = (text: string) => [...text].length
const isAddress = (url: string) =>
  /^https?:\/\/[^\s/]+\S*$/.test(url.replace(variable, 'x')) && url.length <= templateLimits.url
const hasVariableAtEnd = (url: string) => {
  const found = [...url.matchAll(variable)]
  return found.length === 0 || (found.length === 1 && url.endsWith('}}'))
}
const isPhone = (phone: string) => /^\+?\d{4,19}$/.test(phone) && phone.length <= templateLimits.phone

export function metaComponentsOfTemplateDraft(
  draft: TemplateDraft,
): readonly Readonly<Record<string, unknown>>[] {
  const { header, sample, body, footer, examples } = draft
  const isNamed = hasNamedVariables(draft)
  const example = (field: string, text: string, values: Readonly<Record<string, string>>) => {
    const names = templateVariables(text)
    if (names.length === 0) return {}
    const given = names.map((name) => normalizedTemplateValue(givenValue(values, name)))
    if (isNamed)
      return {
        example: {
          [`${field}_named_params`]: names.map((name, at) => ({ param_name: name, example: given[at] })),
        },
      }
    const numbered = names.map((_, at) => normalizedTemplateValue(givenValue(values, String(at + 1))))
    return { example: { [field]: field === 'body_text' ? [numbered] : numbered } }
  }
  const buttons = buttonsInMetaOrder(
    draft.buttons.map((button, at) => ({
      ...button,
      example: normalizedTemplateValue(givenValue(examples.buttons, String(at))),
    })),
  ).map(({ example: given, ...button }) => metaButton(button, given))
  return [
    ...(header === null
      ? []
      : header.kind === 'text'
        ? [
            {
              type: 'HEADER',
              format: 'TEXT',
              text: header.text,
              ...example('header_text', header.text, examples.header),
            },
          ]
        : [{ type: 'HEADER', format: header.kind.toUpperCase(), example: { header_handle: [sample] } }]),
    { type: 'BODY', text: body, ...example('body_text', body, examples.body) },
    ...(footer === '' ? [] : [{ type: 'FOOTER', text: footer }]),
    ...(buttons.length === 0 ? [] : [{ type: 'BUTTONS', buttons }]),
  ]
}

export function hasNamedVariables({ header, body }: Pick<TemplateDraft, 'header' | 'body'>): boolean {
  const texts = [header?.kind === 'text' ? header.text : '', body]
  return texts.flatMap(templateVariables).some((name) => !isNumbered(name))
}

/** Sorts quick replies before other buttons, because Meta refuses mixed orders. */
export function buttonsInMetaOrder<Button extends Pick<TemplateButton, 'kind'>>(
  buttons: readonly Button[],
): readonly Button[] {
  const order = ({ kind }: Button) => (kind === 'quick_reply' ? 0 : 1)
  return buttons.toSorted((one, other) => order(one) - order(other))
}

function metaButton(button: TemplateDraft['buttons'][number], example: string) {
  const { text } = button
  switch (button.kind) {
    case 'quick_reply':
      return { type: 'QUICK_REPLY', text }
    case 'url':
      return {
        type: 'URL',
        text,
        url: button.url,
        ...(needsValue(button) && { example: [button.url.replace(variable, () => example)] }),
      }
    case 'phone_number':
      return { type: 'PHONE_NUMBER', text, phone_number: button.phone }
    case 'copy_code':
      return { type: 'COPY_CODE', example }
  }
}

export function templateExamplesOf(components: readonly unknown[]): TemplateValues {
  const header: Record<string, string> = {}
  const body: Record<string, string> = {}
  const buttons: Record<string, string> = {}
  for (const component of components.map(fieldsOf)) {
    const type = wordOf(component.type).toUpperCase()
    const example = fieldsOf(component.example)
    if (type === 'HEADER') Object.assign(header, examplesIn(example, 'header_text'))
    if (type === 'BODY') Object.assign(body, examplesIn(example, 'body_text'))
    if (type !== 'BUTTONS' || !Array.isArray(component.buttons)) continue
    for (const [at, button] of component.buttons.map(fieldsOf).entries()) {
      const given = Array.isArray(button.example) ? wordOf(button.example[0]) : wordOf(button.example)
      const stem = wordOf(button.url).replace(variable, '')
      if (given !== '') buttons[at] = stem !== '' && given.startsWith(stem) ? given.slice(stem.length) : given
    }
  }
  return { header, body, buttons }
}

function examplesIn(example: Fields, field: string): Record<string, string> {
  const named = example[`${field}_named_params`]
  if (Array.isArray(named))
    return Object.fromEntries(named.map(fieldsOf).map((one) => [wordOf(one.param_name), wordOf(one.example)]))
  const numbered: unknown = example[field]
  const list: readonly unknown[] = Array.isArray(numbered)
    ? Array.isArray(numbered[0])
      ? numbered[0]
      : numbered
    : []
  return Object.fromEntries(list.map((value, at) => [String(at + 1), wordOf(value)]))
}

/** True for a status in which Meta allows changes. */
export function isTemplateEditable(status: string): boolean {
  return ['APPROVED', 'REJECTED', 'PAUSED'].includes(status)
}

/** True when messages can use the template now: it is approved, and all its parts can be filled. */
export function isTemplateSendable({ status }: { readonly status: string }, parts: TemplateParts): boolean {
  return status === 'APPROVED' && parts.unfillable.length === 0
}
