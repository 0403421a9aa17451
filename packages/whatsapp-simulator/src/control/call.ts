import type { SendOptions } from '../contact'
import type { Simulator } from '../simulator'
import { optionalText, phoneOf, Refusal, textOf } from './answers'

/** The input of a route: the parts of its path, the query and the JSON body of a change. */
export interface Call {
  simulator: Simulator
  path: string[]
  query: URLSearchParams
  body: Record<string, unknown>
}

export function phone({ simulator, path }: Call) {
  return found(() => simulator.phone(path[0] ?? ''))
}

export function contact({ simulator, path }: Call) {
  return found(() => simulator.contact(path[0] ?? ''))
}

export function group({ simulator, path }: Call) {
  const found = simulator.groups().find(({ jid }) => jid === path[0])
  if (!found) throw new Refusal(404, `no group ${path[0]}`)
  return found
}

export function shopOf({ simulator, body }: Call): string {
  return found(() => simulator.phone(phoneOf(body, 'to'))).phone
}

export function queryShop({ simulator, query }: Call): string {
  return found(() => simulator.phone(query.get('with') ?? '')).phone
}

export function groupIn({ body }: Call): string | undefined {
  return optionalText(body, 'group')
}

export function optionsOf(call: Call): SendOptions {
  const quoting = optionalText(call.body, 'quoting')
  const group = groupIn(call)
  return {
    ...(quoting && { quoting }),
    ...(group && { group }),
    addressing: call.body.addressing === 'lid' ? ('lid' as const) : ('pn' as const),
  }
}

export function textsOf(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0) throw new Refusal(400, 'send a list of texts')
  return value.map((text: unknown) => textOf({ text }, 'text'))
}

function found<T>(find: () => T): T {
  try {
    return find()
  } catch (cause) {
    throw new Refusal(404, cause instanceof Error ? cause.message : 'not found')
  }
}
