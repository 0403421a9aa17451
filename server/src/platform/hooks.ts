import type { CompanyWork } from './work'

/**
 * A hook lets a lower feature call higher ones without importing them: the lower one runs a point ("a user is about
 * to be deleted"), and the higher one registers a handler in its `*.feature.ts`. The handler runs in the same act and
 * transaction; slow or outside work must be a job instead.
 */
export interface Hook<Facts> {
  readonly name: string
  /** Only for the compiler. */
  readonly types?: Facts
}

export interface HookHandler {
  readonly point: Hook<unknown>
  readonly carryOut: (work: CompanyWork, facts: unknown) => Promise<void>
}

export function hook<Facts>(name: string): Hook<Facts> {
  return { name }
}

/** Registers a handler for a hook. */
export function onHook<Facts>(
  point: Hook<Facts>,
  carryOut: (work: CompanyWork, facts: Facts) => Promise<void>,
): HookHandler {
  // The point and its facts have matching types here; only the list of handlers drops the type.
  return { point, carryOut: (work, facts) => carryOut(work, facts as Facts) }
}
