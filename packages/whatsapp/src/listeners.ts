import type { BinaryNode, WASocket } from 'baileys'

type Handler = (stanza: BinaryNode) => unknown

/**
 * Runs `before` ahead of Baileys' handlers of each stanza: they run when `before` has resolved, and not at all when it
 * rejects. Rejections of Baileys' own handlers (it writes to closed sockets) would otherwise end the process as
 * unhandled; `failed` gets them here. Call it once, right after creating the socket.
 */
export function standInFront(
  ws: WASocket['ws'],
  before: { readonly [event: string]: (stanza: BinaryNode) => Promise<void> },
  failed: (error: unknown) => void,
): void {
  for (const event of ws.eventNames()) {
    if (typeof event !== 'string' || !event.startsWith('CB:')) continue
    const handlers = ws.listeners(event) as Handler[] // events named CB: carry one stanza
    ws.removeAllListeners(event)
    for (const [place, handle] of handlers.entries()) {
      const first = place === 0 ? before[event] : undefined
      ws.on(event, (stanza: BinaryNode) => {
        run(first, handle, stanza).catch(failed)
      })
    }
  }
}

async function run(
  first: ((stanza: BinaryNode) => Promise<void>) | undefined,
  handle: Handler,
  stanza: BinaryNode,
) {
  if (first !== undefined) await first(stanza)
  await handle(stanza)
}
