import type { BinaryNode, WASocket } from 'baileys'

type Handler = (stanza: BinaryNode) => unknown

/**
 * Puts `before` in front of what Baileys does with each stanza: its handlers run when `before` has resolved, and not at
 * all when it rejects. Without it, rejections of Baileys' own handlers (it writes to closed sockets) would end the
 * process as unhandled; here they go to `failed`. To be called once, right after the socket was made.
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
