import type { Connection, Login } from '../connection'
import type { Service } from '../service'
import type { BinaryNode } from '../wire/nodes'

/** The content of a result, or the error of a refused `iq`. */
type IqAnswer = BinaryNode[] | { code: string; text: string }

/** Answers one kind of `iq`. */
type IqHandler = (service: Service, connection: Connection, iq: BinaryNode) => IqAnswer | Promise<IqAnswer>

/** Handlers by `type xmlns first-child`, for example `get encrypt count`. */
export type IqHandlers = Record<string, IqHandler>

/** The linked device behind a connection; most queries require one. */
export function loginOf(connection: Connection): Login {
  if (!connection.login) throw new Error('query of a companion that is not logged in')
  return connection.login
}
