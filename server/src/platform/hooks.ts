import type { CompanyWork } from './work'

/** Lets a lower feature call higher ones, which it may not import. Handlers run in the same transaction. */
export interface Hook<Facts> {
  readonly name: string
  readonly types?: Facts
}

export interface HookHandler {
  readonly point: Hook<unknown>
  readonly carryOut: (work: CompanyWork, facts: unknown) => Promise<void>
}

export function hook<Facts>(name: string): Hook<Facts> {
  return { name }
}

export function onHook<Facts>(
  point: Hook<Facts>,
  carryOut: (work: CompanyWork, facts: Facts) => Promise<void>,
): HookHandler {
  // The types of hook and facts match here; only the list of handlers drops the type.
  return { point, carryOut: (work, facts) => carryOut(work, facts as Facts) }
}
