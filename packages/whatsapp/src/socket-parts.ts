import { safeDisplayName } from '@balcao/domain/shown-name'
import { type BinaryNode, type GroupMetadata, getBinaryNodeChild, type WASocket } from 'baileys'
import { boundedCache } from './bounded-cache'
import type { Clock } from './clock'

const trustedForMs = 5 * 60_000

/** Remembers each group's name and members for five minutes, so that not every message to it queries them. */
export interface GroupMetadataCache {
  get(jid: string): Promise<GroupMetadata>
  forget(jid: string): void
}

export function groupMetadataCache(
  clock: Clock,
  ask: (jid: string) => Promise<GroupMetadata>,
): GroupMetadataCache {
  const known = boundedCache<{ at: number; metadata: GroupMetadata }>(200)
  return {
    async get(jid) {
      const kept = known.get(jid)
      if (kept !== undefined && clock.now() - kept.at < trustedForMs) return kept.metadata
      const fetched = await ask(jid)
      const metadata = { ...fetched, subject: safeDisplayName(fetched.subject) }
      known.set(jid, { at: clock.now(), metadata })
      return metadata
    },
    forget: (jid) => known.delete(jid),
  }
}

/** True if WhatsApp asks the number's owner for a passkey or captcha, which only WhatsApp Web and phones can answer. */
export function isIdentityCheck(notification: BinaryNode): boolean {
  return (
    notification.attrs.type === 'mex' &&
    getBinaryNodeChild(notification, 'update')?.attrs.op_name === 'NotificationIntegrityChallengeRequest'
  )
}

/** Baileys' events that the driver does not need, because it reads the stanzas themselves. */
const unusedEvents: ReadonlySet<string> = new Set([
  'messages.upsert',
  'messages.update',
  'message-receipt.update',
  'messages.reaction',
  'chats.update',
])

/** Drops unused events. Baileys visits all buffered ones for each new one (measured: 10 % of the processor). */
export function dropUnusedBaileysEvents(ev: Pick<WASocket['ev'], 'emit'>): void {
  const emit = ev.emit.bind(ev)
  ev.emit = (event, data) => !unusedEvents.has(event) && emit(event, data)
}

type Handler = (stanza: BinaryNode) => unknown

/**
 * Baileys' stanza handlers run only when `before` resolves. Their rejections, which would end the process, go to
 * `failed`. Call it once, right after creating the socket.
 */
export function runBeforeStanzaHandlers(
  ws: WASocket['ws'],
  before: { readonly [event: string]: (stanza: BinaryNode) => Promise<void> },
  failed: (error: unknown) => void,
): void {
  for (const event of ws.eventNames()) {
    if (typeof event !== 'string' || !event.startsWith('CB:')) continue
    const handlers = ws.listeners(event) as Handler[] // events named CB: have one argument, the stanza
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
