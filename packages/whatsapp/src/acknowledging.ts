import type { WASocket } from 'baileys'
import type { StoredAuth } from './auth-state'
import { decodeInboundContent } from './inbound-content'
import type { InboundEvent } from './ports'
import { readStanza } from './stanza-reading'
import type { KeyStoreSession } from './store-session'

export interface AcknowledgingDependencies {
  readonly baileys: WASocket
  readonly auth: StoredAuth
  readonly session: KeyStoreSession
  /** This driver's own work after Baileys has handled an event: the history import. It may run twice for an event. */
  readonly ownEffect: (content: Uint8Array) => Promise<void>
  readonly failed: (error: unknown) => void
}

/** Waits for Baileys' message mutex, which is free once Baileys has handled the event; then acknowledges the event. */
export async function acknowledgeHandledEvent(parts: AcknowledgingDependencies, key: string): Promise<void> {
  const { baileys, auth, session } = parts
  const isHandled = await baileys.messageMutex.mutex(async () => {
    if (isOver(parts)) return false // the socket ended, so the next socket repeats the effect
    await auth.saved()
    return true
  })
  const content = isHandled ? await session.recall(key) : null
  if (content !== null) await acknowledge(parts, { key, content })
}

/** Handles events again that a crash may have interrupted: app state keys, history and LID mappings. */
export async function repeatUnacknowledgedEventEffects(parts: AcknowledgingDependencies): Promise<void> {
  const { baileys, auth, session } = parts
  const handled: InboundEvent[] = []
  await baileys.messageMutex.mutex(async () => {
    for (const entry of await session.unacknowledged()) {
      const kept = decodeInboundContent(entry.content)
      try {
        if (kept.kind === 'stanza') await baileys.upsertMessage(await readStanza(kept), 'append')
      } catch (error) {
        if (isOver(parts)) return
        parts.failed(error)
        continue
      }
      if (isOver(parts)) return
      await auth.saved()
      handled.push(entry)
    }
  })
  // A failed event must not block the others; the next socket retries it.
  for (const entry of handled) await acknowledge(parts, entry).catch(parts.failed)
}

async function acknowledge(
  parts: AcknowledgingDependencies,
  { key, content }: Pick<InboundEvent, 'key' | 'content'>,
): Promise<void> {
  await parts.ownEffect(content)
  if (!isOver(parts)) await parts.session.acknowledge([key])
}

function isOver({ session, baileys }: AcknowledgingDependencies): boolean {
  return session.hasEnded || !baileys.ws.isOpen
}
