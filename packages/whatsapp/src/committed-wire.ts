import type { KeyStoreSession } from './store-session'

export interface FrameSender {
  send(frame: Uint8Array, sent: (error?: Error) => void): void
  close(): void
}

/** The most frames that count as sent while they wait for a commit. Further senders wait until theirs is sent. */
const framesAhead = 64

/**
 * Delays every frame until all earlier changes of the key store are committed, so that a receipt follows its message's
 * commit. A delayed frame counts as sent, so that Baileys continues and stanzas share a commit.
 */
export function sendFramesAfterCommit(
  wire: FrameSender,
  { whenCommitted }: Pick<KeyStoreSession, 'whenCommitted'>,
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
