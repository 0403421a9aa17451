import type { HookHandler } from './hooks'
import type { Route } from './http/route'
import type { SignedRoute } from './http/signed-route'
import type { JobKind } from './jobs'
import type { EventKind } from './live/event-kind'
import type { LiveEventListener } from './live/live-event-listener'

/**
 * What a feature adds to the product, such as routes and jobs. The code in `processes` collects these parts of all
 * features.
 */
export interface Feature {
  readonly name: string
  readonly routes?: readonly Route[]
  readonly signedRoutes?: readonly SignedRoute[]
  readonly jobs?: readonly JobKind[]
  // biome-ignore lint/suspicious/noExplicitAny: each kind has facts of its own; only its name ties them together here
  readonly events?: readonly EventKind<any>[]
  readonly hooks?: readonly HookHandler[]
  readonly listeners?: readonly LiveEventListener[]
}
