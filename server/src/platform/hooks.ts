import type { CompanyWork } from './work'

/** A point at which a feature calls others that it may not import. Their handlers run in the same transaction. */
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
  // The cast is safe: the handler gets only facts of this hook. The list of handlers drops their type.
  return { point, carryOut: (work, facts) => carryOut(work, facts as Facts) }
}
