import { type Fields, fieldsOf, isObject } from './fields'
import { GraphError } from './graph-error'
import type { GraphService } from './graph-service'
import { mediaOf } from './media-input'
import { variablesOf } from './template-input'
import type { BusinessNumber, FilledTemplate, Json, Template } from './world'

const BODY_MAX = 1024

/**
 * The approved template of an order, with its variables filled in. Throws 132001 for an unknown one, 132015 and 132016
 * for a paused or disabled one, 132000, 132005, 132012 and 132018 for wrong parameters.
 */
export function fillTemplate(
  service: GraphService,
  number: BusinessNumber,
  order: Json,
): { template: Template; filled: FilledTemplate; media: Json | undefined } {
  const params = fieldsOf(order, 'template')
  const template = sendable(service, number, params)
  const sent = params.has('components') ? params.objects('components', { min: 0 }) : []
  for (const component of sent)
    component.oneOf('type', ['header', 'body', 'button', 'carousel', 'limited_time_offer'])
  const ofType = (type: string) => sent.filter(({ values }) => values.type === type)
  const header = fillHeader(service, number, template, parametersOf(ofType('header')[0]))
  const body = fillText(template, definitionOf(template, 'BODY'), parametersOf(ofType('body')[0]), 'body')
  if ([...body].length > BODY_MAX)
    throw new GraphError(132005, `The filled body exceeds ${BODY_MAX} characters.`)
  const footer = definitionOf(template, 'FOOTER')?.text
  return {
    template,
    media: header.media,
    filled: {
      templateId: template.id,
      ...(header.text !== undefined && { header: header.text }),
      body,
      ...(typeof footer === 'string' && { footer }),
      buttons: fillButtons(template, ofType('button')),
    },
  }
}

function sendable({ world }: GraphService, number: BusinessNumber, params: Fields): Template {
  const name = params.text('name')
  const language = params.object('language').text('code')
  const template = Object.values(world.templates).find(
    (one) => one.accountId === number.accountId && one.name === name && one.language === language,
  )
  if (template?.status === 'PAUSED') throw new GraphError(132015, `The template ${name} is paused.`)
  if (template?.status === 'DISABLED') throw new GraphError(132016, `The template ${name} is disabled.`)
  if (template?.status !== 'APPROVED')
    throw new GraphError(132001, `template name (${name}) does not exist in ${language}`)
  return template
}

function fillHeader(
  service: GraphService,
  number: BusinessNumber,
  template: Template,
  parameters: Fields[],
): { text?: string; media?: Json } {
  const header = definitionOf(template, 'HEADER')
  const format = String(header?.format ?? 'TEXT').toUpperCase()
  if (format === 'TEXT') {
    const text = fillText(template, header, parameters, 'header')
    return header ? { text } : {}
  }
  const kind = format.toLowerCase()
  const [parameter] = parameters
  const given = parameter?.values.type
  if (!parameter || parameters.length !== 1 || given !== kind)
    throw new GraphError(
      132012,
      `header: Format mismatch, expected ${format}, received ${String(given ?? 'UNKNOWN').toUpperCase()}`,
    )
  if (kind === 'location') {
    const location = parameter.object('location')
    location.number('latitude', -90, 90)
    location.number('longitude', -180, 180)
    return { text: location.optionalText('name') ?? '' }
  }
  return { media: mediaOf(parameter, kind, kind === 'document' ? ['filename'] : [], number, service) }
}

function fillText(
  template: Template,
  definition: Json | undefined,
  parameters: Fields[],
  place: 'header' | 'body',
): string {
  const text = typeof definition?.text === 'string' ? definition.text : ''
  const variables = variablesOf(text)
  if (parameters.length !== variables.length)
    throw new GraphError(
      132000,
      `${place}: number of localizable_params (${parameters.length}) does not match the expected number of params (${variables.length})`,
    )
  const values = new Map(
    parameters.map((parameter, index) => [nameOf(template, parameter, index), filledWith(parameter)]),
  )
  const missing = variables.find((name) => !values.has(name))
  if (missing !== undefined) throw new GraphError(132012, `${place}: Parameter name ${missing} is missing`)
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_all, name: string) => values.get(name) ?? '')
}

function nameOf({ parameterFormat }: Template, parameter: Fields, index: number): string {
  const name = parameter.optionalText('parameter_name')
  if ((name !== undefined) !== (parameterFormat === 'NAMED'))
    throw new GraphError(
      132012,
      `${parameter.path}: parameter_name is for templates with named parameters, and needed there`,
    )
  return name ?? String(index + 1)
}

function filledWith(parameter: Fields): string {
  const type = parameter.oneOf('type', ['text', 'currency', 'date_time'])
  const value = type === 'text' ? parameter.text('text') : parameter.object(type).text('fallback_value')
  if (/[\n\t]| {5}/.test(value))
    throw new GraphError(
      132018,
      'Param text cannot have new-line/tab characters or more than 4 consecutive spaces',
    )
  return value
}

function fillButtons(template: Template, sent: Fields[]): FilledTemplate['buttons'] {
  const listed = definitionOf(template, 'BUTTONS')?.buttons
  const buttons: Json[] = Array.isArray(listed) ? listed.filter(isObject) : []
  const given = new Map(sent.map((component) => [indexOf(component), component]))
  for (const [index, component] of given) if (!buttons[index]) throw outOfPlace(component, index)
  return buttons.map((button, index) => fillButton(button, index, given.get(index)))
}

function fillButton(
  button: Json,
  index: number,
  sent: Fields | undefined,
): FilledTemplate['buttons'][number] {
  const type = String(button.type).toUpperCase()
  const text = String(button.text ?? '')
  const subType = sent?.text('sub_type').toUpperCase()
  if (sent && subType !== type && !(type === 'OTP' && subType === 'URL')) throw outOfPlace(sent, index)
  const [parameter] = parametersOf(sent)
  if (type === 'QUICK_REPLY') return { type, text, payload: parameter?.text('payload') ?? text }
  if (type === 'COPY_CODE') {
    if (!parameter) throw needsParameter(index, type)
    return { type, text, payload: parameter.text('coupon_code', { max: 20 }) }
  }
  if (type !== 'URL') return { type, text }
  const url = String(button.url)
  if (variablesOf(url).length === 0) {
    if (parameter)
      throw new GraphError(132018, `buttons: Button at index ${index} of type Url takes no parameter`)
    return { type, text, url }
  }
  if (!parameter) throw needsParameter(index, type)
  return { type, text, url: url.replace(/\{\{.*\}\}$/, parameter.text('text')) }
}

function indexOf(component: Fields): number {
  return component.number('index', 0, 9)
}

function needsParameter(index: number, type: string): GraphError {
  return new GraphError(131008, `buttons: Button at index ${index} of type ${type} requires a parameter`)
}

function outOfPlace(component: Fields, index: number): GraphError {
  return new GraphError(132018, `${component.path}: the template has no such button at index ${index}`)
}

function definitionOf({ components }: Template, type: string): Json | undefined {
  return components.find((component) => component.type === type)
}

function parametersOf(component: Fields | undefined): Fields[] {
  return component?.has('parameters') ? component.objects('parameters', { min: 0 }) : []
}
