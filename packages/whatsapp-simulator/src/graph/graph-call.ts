import type { Caller } from './access'
import { isObject } from './fields'
import { GraphError } from './graph-error'
import type { GraphService } from './graph-service'
import type { Json } from './world'

/** One call of the Graph API, after its token was checked. */
export interface GraphCall {
  readonly service: GraphService
  readonly caller: Caller
  readonly method: string
  /** The object of the path. */
  readonly id: string
  readonly query: URLSearchParams
  readonly headers: NodeJS.Dict<string | string[]>
  readonly raw: Buffer
}

export interface GraphAnswer {
  readonly body: unknown
  /** Runs once the answer is written: what happens at Meta afterwards. */
  readonly after?: () => void | Promise<void>
}

/** The parameters of a change: its JSON or form body, over those of the query. */
export function paramsOf({ raw, headers, query }: GraphCall): Json {
  const { access_token: _token, appsecret_proof: _proof, ...given } = Object.fromEntries(query)
  if (raw.length === 0) return given
  const type = contentType(headers)
  if (type === 'application/x-www-form-urlencoded')
    return { ...given, ...Object.fromEntries(new URLSearchParams(raw.toString())) }
  if (type !== 'application/json')
    throw new GraphError(100, `The body must be application/json, not ${type || 'of no type'}.`)
  return { ...given, ...jsonOf(raw) }
}

export function contentType(headers: GraphCall['headers']): string {
  const [type = ''] = String(headers['content-type'] ?? '').split(';')
  return type.trim().toLowerCase()
}

/** The fields that the caller asks for; without `fields` the usual ones. */
export function chosenFields(query: URLSearchParams, all: Json, usual: readonly string[]): Json {
  const wanted = query
    .get('fields')
    ?.split(',')
    .map((name) => name.trim().replace(/[{(.].*$/, ''))
  const names = wanted ?? usual
  const unknown = names.find((name) => !(name in all))
  if (unknown !== undefined) throw new GraphError(100, `Tried accessing nonexisting field (${unknown})`)
  const chosen = Object.fromEntries(names.map((name) => [name, all[name]]))
  return { ...chosen, id: all.id }
}

/** One page of a list, with Meta's cursors. */
export function pageOf<T>(
  query: URLSearchParams,
  items: readonly T[],
  usual: number,
  view: (item: T) => Json,
) {
  const limit = Math.min(Math.max(Number(query.get('limit') ?? usual) || usual, 1), 1_000)
  const from = Number(Buffer.from(query.get('after') ?? '', 'base64').toString() || 0)
  const page = items.slice(from, from + limit)
  const cursor = (at: number) => Buffer.from(String(at)).toString('base64')
  const hasMore = from + limit < items.length
  return {
    data: page.map(view),
    ...(page.length > 0 && {
      paging: {
        cursors: { before: cursor(from), after: cursor(from + page.length) },
        ...(hasMore && { next: `after=${cursor(from + page.length)}` }),
      },
    }),
  }
}

function jsonOf(raw: Buffer): Json {
  let parsed: unknown
  try {
    parsed = JSON.parse(raw.toString())
  } catch {
    throw new GraphError(100, 'The body is not valid JSON.')
  }
  if (!isObject(parsed)) throw new GraphError(100, 'The body must be a JSON object.')
  return parsed
}
