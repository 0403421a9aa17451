import { AsyncLocalStorage } from 'node:async_hooks'
import type { WASocket } from 'baileys'

const relayedTo = new AsyncLocalStorage<string>()

/**
 * Baileys relays one message of a number at a time, so that the first message to a group of hundreds would block every
 * other conversation. Its lock guards state per chat (who has our key to a group) and the ratchets, which our own unit
 * of work guards. So a lock per chat suffices: messages of one chat wait for each other only. Once per socket.
 */
export function relaySideBySide({ authState: { keys } }: Pick<WASocket, 'authState'>): void {
  const { transaction } = keys
  keys.transaction = (work, key) => {
    const chat = relayedTo.getStore()
    return transaction(work, chat === undefined ? key : `${key} to ${chat}`)
  }
}

/** Runs the relay of a message to this chat. */
export function relayTo<Result>(jid: string, relay: () => Promise<Result>): Promise<Result> {
  return relayedTo.run(jid, relay)
}

/** The chat of the relay in whose async context this runs; undefined for inbound stanzas. */
export function chatOfRelay(): string | undefined {
  return relayedTo.getStore()
}
