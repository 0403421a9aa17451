import { shownName } from '@balcao/domain/shown-name'
import { type BinaryNode, type GroupMetadata, getBinaryNodeChild, type WASocket } from 'baileys'
import { boundedCache } from './bounded-cache'
import type { Clock } from './clock'

const trustedForMs = 5 * 60_000

/** Metadata of our groups, cached for a short while so that not every message to a group asks for its members. */
export interface GroupCache {
  get(jid: string): Promise<GroupMetadata>
  /** Evicts this group after a change. */
  forget(jid: string): void
}

export function groupCache(clock: Clock, ask: (jid: string) => Promise<GroupMetadata>): GroupCache {
  const known = boundedCache<{ at: number; metadata: GroupMetadata }>(200)
  return {
    async get(jid) {
      const kept = known.get(jid)
      if (kept !== undefined && clock.now() - kept.at < trustedForMs) return kept.metadata
      const fetched = await ask(jid)
      const metadata = { ...fetched, subject: shownName(fetched.subject) }
      known.set(jid, { at: clock.now(), metadata })
      return metadata
    },
    forget: (jid) => known.delete(jid),
  }
}

/**
 * True when WhatsApp asks the owner of a linked number for a passkey or a captcha. WhatsApp Web answers in its own
 * page; another companion cannot. Source: the operation that WhatsApp Web's handler of `mex` notifications knows.
 */
export function isIdentityCheck(notification: BinaryNode): boolean {
  return (
    notification.attrs.type === 'mex' &&
    getBinaryNodeChild(notification, 'update')?.attrs.op_name === 'NotificationIntegrityChallengeRequest'
  )
}

/** Events about what the driver takes from the stanzas themselves. */
const unheardEvents: ReadonlySet<string> = new Set([
  'messages.upsert',
  'messages.update',
  'message-receipt.update',
  'messages.reaction',
  'chats.update',
])

/**
 * Drops these events before Baileys buffers them: for each buffered message it walks over all others, so that a burst
 * costs the square of its length (measured: a tenth of the processor at 1,600 messages). Call it once, right after
 * creating the socket.
 */
export function dropUnheardEvents(ev: Pick<WASocket['ev'], 'emit'>): void {
  const emit = ev.emit.bind(ev)
  ev.emit = (event, data) => !unheardEvents.has(event) && emit(event, data)
}

type Handler = (stanza: BinaryNode) => unknown

/**
 * Runs `before` ahead of Baileys' handlers of each stanza: they run when `before` has resolved, and not at all when it
 * rejects. Rejections of Baileys' own handlers (it writes to closed sockets) would otherwise end the process as
 * unhandled; `failed` gets them here. Call it once, right after creating the socket.
 */
export function runBeforeHandlers(
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
