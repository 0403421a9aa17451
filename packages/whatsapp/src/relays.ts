import { AsyncLocalStorage } from 'node:async_hooks'
import type { WASocket } from 'baileys'

const relayedTo = new AsyncLocalStorage<string>()

/**
 * Baileys relays one message of a number at a time, so that the first message to a group of hundreds would hold up every
 * other conversation. What its relay guards is kept by chat (who has our key to a group) or by our own unit of work (the
 * ratchets), so messages of one chat wait for each other and no others. Once per socket.
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

/** The chat that a message is being relayed to by whoever asks; undefined for what is received. */
export function chatOfRelay(): string | undefined {
  return relayedTo.getStore()
}
