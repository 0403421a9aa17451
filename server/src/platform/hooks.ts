import type { CompanyWork } from './work'

/**
 * Where the natural call would run against the arrows, the lower feature announces a point ("a user is about to be
 * deleted") and the higher one registers what it does then, in its `*.feature.ts`. It runs inside the same act and
 * transaction; slow or outside work is never a handler but a job.
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

/** Registers for a point. */
export function onHook<Facts>(
  point: Hook<Facts>,
  carryOut: (work: CompanyWork, facts: Facts) => Promise<void>,
): HookHandler {
  // The point and its facts belong together by construction; only the list of hooks forgets the type.
  return { point, carryOut: (work, facts) => carryOut(work, facts as Facts) }
}
