import { type Fields, fieldsOf } from './fields'
import { GraphError } from './graph-error'
import type { GraphService } from './graph-service'
import type { Json, Template, TemplateCategory } from './world'

export const CATEGORIES = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const
const FORMATS = ['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION'] as const
const BUTTONS = [
  ...[
    'QUICK_REPLY',
    'URL',
    'PHONE_NUMBER',
    'COPY_CODE',
    'FLOW',
    'CATALOG',
    'MPM',
    'SPM',
    'OTP',
    'VOICE_CALL',
  ],
] as const
const COMPONENTS = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS', 'CAROUSEL', 'LIMITED_TIME_OFFER'] as const

type Format = Template['parameterFormat']

export interface TemplateInput {
  name: string
  language: string
  category: TemplateCategory
  parameterFormat: Format
  components: Json[]
}

/** Checks a new template. Throws 100 with Meta's subcode of the part that is wrong. */
export function templateFrom(service: GraphService, body: Json): TemplateInput {
  const params = fieldsOf(body)
  params.only(
    ...['name', 'language', 'category', 'parameter_format', 'allow_category_change', 'components'],
    ...['message_send_ttl_seconds', 'cta_url_link_tracking_opted_out'],
  )
  const name = params.text('name', { max: 512 })
  if (!/^[a-z0-9_]+$/.test(name))
    throw new GraphError(100, 'The name may have lower case letters, digits and underscores only.')
  const language = params.text('language')
  if (!/^[a-z]{2,3}(_[A-Z]{2,3})?$/.test(language)) throw new GraphError(100, `Unknown language ${language}.`)
  const category = params.oneOf('category', CATEGORIES)
  const parameterFormat = formatOf(params)
  const components = componentsFrom(service, params.objects('components'), parameterFormat, category)
  return { name, language, category, parameterFormat, components }
}

export function formatOf(params: Fields): Format {
  if (!params.has('parameter_format')) return 'POSITIONAL'
  return params.text('parameter_format').toUpperCase() === 'NAMED' ? 'NAMED' : 'POSITIONAL'
}

export function componentsFrom(
  service: GraphService,
  components: Fields[],
  format: Format,
  category: TemplateCategory,
): Json[] {
  const types = components.map((component) => component.text('type').toUpperCase())
  if (new Set(types).size < types.length)
    throw new GraphError(100, 'A template has one component of each type.')
  if (!types.includes('BODY')) throw new GraphError(100, 'A template needs a BODY component.')
  for (const [index, component] of components.entries()) {
    const type = COMPONENTS.find((one) => one === types[index])
    if (!type) throw new GraphError(100, `Unknown component type ${types[index]}.`)
    if (type === 'HEADER') checkHeader(service, component, format)
    if (type === 'BODY' && category !== 'AUTHENTICATION') checkBody(component, format)
    if (type === 'FOOTER' && category !== 'AUTHENTICATION') checkFooter(component)
    if (type === 'BUTTONS') checkButtons(component)
  }
  return components.map(({ values }, index) => ({ ...values, type: types[index] }))
}

/** The names of the variables of a text, each once, in their order. */
export function variablesOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*([\w]+)\s*\}\}/g)].map(([, name = '']) => name))]
}

function checkHeader(service: GraphService, header: Fields, format: Format): void {
  const kind = header.text('format').toUpperCase()
  if (!FORMATS.some((one) => one === kind)) throw wrong(2388047, `Unknown header format ${kind}.`)
  if (kind === 'LOCATION') return
  if (kind !== 'TEXT') {
    const handles = header.optionalObject('example')?.values.header_handle
    const [handle] = Array.isArray(handles) ? handles : []
    if (typeof handle !== 'string') throw wrong(2388273, 'The header needs an example: header_handle.')
    if (!Object.values(service.world.uploads).some((upload) => upload.handle === handle))
      throw wrong(2388273, 'The header_handle was not uploaded.')
    return
  }
  const text = textOf(header, 60)
  const variables = variablesOf(text)
  if (variables.length > 1) throw wrong(2388047, 'A header has one variable at most.')
  checkVariables(text, variables, format)
  requireExamples(header, 'header_text', variables, format)
}

function checkBody(body: Fields, format: Format): void {
  const text = textOf(body, 1024)
  const variables = variablesOf(text)
  checkVariables(text, variables, format)
  if (/^\s*\{\{|\}\}\s*$/.test(text))
    throw wrong(2388299, 'Variables cannot be at the start or end of the template.')
  const words = text.replace(/\{\{.*?\}\}/g, ' ').match(/\p{L}+/gu)?.length ?? 0
  if (words < variables.length) throw wrong(2388293, 'The template has too many variables for its length.')
  requireExamples(body, 'body_text', variables, format)
}

function checkFooter(footer: Fields): void {
  if (variablesOf(textOf(footer, 60)).length > 0) throw wrong(2388073, 'A footer has no variables.')
}

function checkButtons(component: Fields): void {
  for (const button of component.objects('buttons', { max: 10 })) {
    const type = button.text('type').toUpperCase()
    if (!BUTTONS.some((one) => one === type)) throw new GraphError(100, `Unknown button type ${type}.`)
    if (!['COPY_CODE', 'OTP', 'CATALOG', 'MPM', 'SPM'].includes(type)) button.text('text', { max: 25 })
    if (type === 'PHONE_NUMBER') button.text('phone_number', { max: 20 })
    if (type === 'COPY_CODE' && !button.has('example'))
      throw new GraphError(100, 'A COPY_CODE button needs an example.')
    if (type !== 'URL') continue
    const variables = variablesOf(button.text('url', { max: 2000 }))
    if (variables.length > 1 || (variables.length === 1 && !button.text('url').endsWith('}}')))
      throw new GraphError(100, 'A URL has one variable at most, at its end.')
    if (variables.length === 1 && !button.has('example'))
      throw new GraphError(100, 'A URL with a variable needs an example.')
  }
}

function textOf(component: Fields, max: number): string {
  const text = component.text('text')
  if ([...text].length > max) throw wrong(2388040, `The text of ${component.path} exceeds ${max} characters.`)
  return text
}

function checkVariables(text: string, variables: string[], format: Format): void {
  const named = format === 'NAMED'
  const isWellFormed = (name: string, index: number) =>
    named ? /^[a-z][a-z0-9_]*$/.test(name) : name === String(index + 1)
  if (!variables.every(isWellFormed) || /\{\{\s*\}\}/.test(text))
    throw wrong(2388072, `The variables are not ${named ? 'lower case names' : 'numbered from 1'}: ${text}`)
}

function requireExamples(component: Fields, key: string, variables: string[], format: Format): void {
  if (variables.length === 0) return
  const example = component.optionalObject('example')?.values ?? {}
  const given = format === 'NAMED' ? example[`${key}_named_params`] : example[key]
  const list: unknown[] = Array.isArray(given) ? given : []
  const first = list[0]
  const count = format !== 'NAMED' && Array.isArray(first) ? first.length : list.length
  if (count !== variables.length)
    throw wrong(
      key === 'header_text' ? 2388047 : 2388072,
      `${component.path} needs an example for each variable.`,
    )
}

function wrong(subcode: number, why: string): GraphError {
  return new GraphError(100, why, { subcode, userTitle: 'Invalid template' })
}
