import type { StoreSession } from './store-session'

/** The members of a WebSocket that change what the server sees, in the order of their calls. */
export interface CommittedWire {
  send(frame: Uint8Array, sent: (error?: Error) => void): void
  close(): void
}

/** Bounds what waits in memory: the next caller waits until its own frame has left. */
const framesAhead = 64

/**
 * Lets no frame leave this socket before everything that was requested of the store ahead of it is committed: no receipt
 * ahead of its message, no stanza ahead of its ratchet. A waiting frame counts as sent, as one in the system's buffer
 * does, so that Baileys takes the next stanza, whose commit is shared. After a failed commit no frame leaves.
 */
export function sendCommitted(
  wire: CommittedWire,
  { whenCommitted }: Pick<StoreSession, 'whenCommitted'>,
): void {
  const send = wire.send.bind(wire)
  const close = wire.close.bind(wire)
  let waiting = 0
  wire.send = (frame, sent) => {
    let tell = sent
    let isWaiting = true
    waiting += 1
    whenCommitted((error) => {
      isWaiting = false
      waiting -= 1
      if (error === undefined) send(frame, tell)
      else tell(new Error('a commit before this frame has failed', { cause: error }))
    })
    if (!isWaiting || waiting > framesAhead) return
    tell = () => undefined
    sent()
  }
  wire.close = () => whenCommitted(() => close())
}
