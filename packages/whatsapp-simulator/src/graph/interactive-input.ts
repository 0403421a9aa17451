import { type Fields, invalid } from './fields'
import type { GraphService } from './graph-service'
import { mediaOf } from './media-input'
import type { BusinessNumber, Json } from './world'

const ROWS_MAX = 10
const SECTIONS_MAX = 10
const PRODUCTS_MAX = 30

/** Checks the content of an interactive message: buttons, list, link, request or product. */
export function interactiveFrom(interactive: Fields, number: BusinessNumber, service: GraphService): Json {
  const type = interactive.text('type')
  const check = TYPES[type]
  if (!check) throw invalid('interactive.type', `must be one of ${Object.keys(TYPES).join(', ')}`)
  interactive.only('type', 'header', 'body', 'footer', 'action')
  if (!check.bodyIsOptional || interactive.has('body')) checkBody(interactive, check.bodyMax ?? 1024)
  const footer = interactive.optionalObject('footer')
  footer?.only('text')
  footer?.text('text', { max: 60 })
  checkHeader(interactive, check.headers, number, service)
  check.action(interactive.object('action'))
  return interactive.values
}

interface Check {
  /** The kinds of header that it may have. */
  headers: readonly string[]
  bodyIsOptional?: boolean
  bodyMax?: number
  action(action: Fields): void
}

const ANY_HEADER = ['text', 'image', 'video', 'document']

const TYPES: Record<string, Check> = {
  button: { headers: ANY_HEADER, action: checkButtons },
  list: { headers: ['text'], bodyMax: 4096, action: checkList },
  cta_url: {
    headers: ANY_HEADER,
    action(action) {
      action.only('name', 'parameters')
      action.oneOf('name', ['cta_url'])
      const parameters = action.object('parameters')
      parameters.only('display_text', 'url')
      parameters.text('display_text', { max: 20 })
      if (!URL.canParse(parameters.text('url'))) throw invalid(`${parameters.path}.url`, 'must be a URL')
    },
  },
  location_request_message: { headers: [], action: named('send_location') },
  request_contact_info: { headers: [], action: named('request_contact_info') },
  call_permission_request: { headers: [], bodyIsOptional: true, action: named('call_permission_request') },
  flow: {
    headers: ANY_HEADER,
    action(action) {
      action.only('name', 'parameters')
      action.oneOf('name', ['flow'])
      const parameters = action.object('parameters')
      parameters.text('flow_message_version')
      parameters.text('flow_cta', { max: 30 })
      if (parameters.has('flow_id') === parameters.has('flow_name'))
        throw invalid(parameters.path, 'needs either flow_id or flow_name')
    },
  },
  product: {
    headers: [],
    bodyIsOptional: true,
    action(action) {
      action.only('catalog_id', 'product_retailer_id')
      action.text('catalog_id')
      action.text('product_retailer_id')
    },
  },
  product_list: { headers: ['text'], action: checkProducts },
  catalog_message: {
    headers: [],
    action(action) {
      action.only('name', 'parameters')
      action.oneOf('name', ['catalog_message'])
    },
  },
}

function checkBody(interactive: Fields, max: number): void {
  const body = interactive.object('body')
  body.only('text')
  body.text('text', { max })
}

function checkHeader(
  interactive: Fields,
  kinds: readonly string[],
  number: BusinessNumber,
  service: GraphService,
): void {
  const header = interactive.optionalObject('header')
  if (!header) {
    if (interactive.values.type === 'product_list') interactive.object('header')
    return
  }
  const kind = header.text('type')
  if (!kinds.includes(kind)) throw invalid('interactive.header.type', `must be one of ${kinds.join(', ')}`)
  header.only('type', kind)
  if (kind === 'text') header.text('text', { max: 60 })
  else mediaOf(header, kind, kind === 'document' ? ['filename'] : [], number, service)
}

function checkButtons(action: Fields): void {
  action.only('buttons')
  const replies = action.objects('buttons', { max: 3 }).map((button) => {
    button.only('type', 'reply')
    button.oneOf('type', ['reply'])
    const reply = button.object('reply')
    reply.only('id', 'title')
    return { id: reply.text('id', { max: 256 }), title: reply.text('title', { max: 20 }) }
  })
  requireDifferent(
    replies.map(({ id }) => id),
    'interactive.action.buttons ids',
  )
  requireDifferent(
    replies.map(({ title }) => title),
    'interactive.action.buttons titles',
  )
}

function checkList(action: Fields): void {
  action.only('button', 'sections')
  action.text('button', { max: 20 })
  const sections = action.objects('sections', { max: SECTIONS_MAX })
  const ids = sections.flatMap((section) => {
    section.only('title', 'rows')
    if (sections.length > 1) section.text('title', { max: 24 })
    else section.optionalText('title', { max: 24 })
    return section.objects('rows').map((row) => {
      row.only('id', 'title', 'description')
      row.text('title', { max: 24 })
      row.optionalText('description', { max: 72, min: 0 })
      return row.text('id', { max: 200 })
    })
  })
  if (ids.length > ROWS_MAX)
    throw invalid('interactive.action.sections', `must have ${ROWS_MAX} rows at most`)
  requireDifferent(ids, 'interactive.action.sections row ids')
}

function checkProducts(action: Fields): void {
  action.only('catalog_id', 'sections')
  action.text('catalog_id')
  const sections = action.objects('sections', { max: SECTIONS_MAX })
  const products = sections.flatMap((section) => {
    section.only('title', 'product_items')
    section.text('title', { max: 24 })
    return section.objects('product_items').map((item) => item.text('product_retailer_id'))
  })
  if (products.length > PRODUCTS_MAX)
    throw invalid('interactive.action.sections', `must have ${PRODUCTS_MAX} products at most`)
}

function named(name: string) {
  return (action: Fields) => {
    action.only('name')
    action.oneOf('name', [name])
  }
}

function requireDifferent(values: string[], what: string): void {
  if (new Set(values).size < values.length) throw invalid(what, 'must differ from each other')
}
