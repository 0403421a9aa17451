import {
  type BaileysEventMap,
  decryptMediaRetryData,
  encryptMediaRetryRequest,
  isJidGroup,
  proto,
  type WAMessageKey,
} from 'baileys'
import type { Clock } from './clock'
import { MediaGone, type MediaReference } from './gateway'
import type { LiveSocket } from './live-socket'
import { mediaLocationOf, mediaReferenceAtPath } from './media-reference'

/** The request fails after this time, such as when the phone is off. The next failed download asks the phone again. */
const timeoutMs = 60_000

type MediaUpdate = BaileysEventMap['messages.media-update'][number]

/** Asks the sending phone for a new upload. Baileys' own request has no timeout, and leaks a listener each time. */
export async function requestMediaReupload(
  { baileys, session }: LiveSocket,
  clock: Clock,
  key: WAMessageKey,
  reference: MediaReference,
): Promise<MediaReference> {
  const { mediaKey } = mediaLocationOf(reference)
  const { promise, stop } = updateOf(baileys.ev, key, clock)
  try {
    await baileys.sendNode(encryptMediaRetryRequest(key, mediaKey, baileys.user?.id ?? ''))
    const update = await Promise.race([promise, session.ended.then(closedSocketCodes)])
    return mediaReferenceAtPath(reference, directPathIn(update, mediaKey, key.id ?? ''))
  } finally {
    stop()
  }
}

function updateOf(ev: LiveSocket['baileys']['ev'], key: WAMessageKey, clock: Clock) {
  let stop = () => {}
  const promise = new Promise<MediaUpdate>((resolve, reject) => {
    const look = (updates: readonly MediaUpdate[]) => {
      const update = updates.find((one) => one.key.id === key.id && isSamePlace(one.key, key))
      if (update !== undefined) resolve(update)
    }
    ev.on('messages.media-update', look)
    const callOff = clock.after(timeoutMs, () => reject(new Error('the phone did not answer in time')))
    stop = () => {
      callOff()
      ev.off('messages.media-update', look)
    }
  })
  promise.catch(() => {}) // after a failed send, nothing else awaits this promise
  return { promise, stop }
}

/**
 * False if an answer belongs to another group. People are not compared, because a phone number and a LID may name the
 * same one. A forged answer does no harm, because it cannot be decrypted.
 */
function isSamePlace(one: WAMessageKey, other: WAMessageKey): boolean {
  return !isJidGroup(other.remoteJid ?? undefined) || one.remoteJid === other.remoteJid
}

const { SUCCESS, NOT_FOUND } = proto.MediaRetryNotification.ResultType

function directPathIn({ media, error }: MediaUpdate, mediaKey: Uint8Array, id: string): string {
  if (media === undefined) throw error ?? new Error('the phone gave no answer to a request for a media')
  const { result, directPath } = decryptMediaRetryData(media, mediaKey, id)
  if (result === NOT_FOUND) throw new MediaGone('the phone that sent this media no longer has it')
  if (result !== SUCCESS || !directPath)
    throw new Error(`the phone could not upload a media again (${result})`)
  return directPath
}

function closedSocketCodes(): never {
  throw new Error('the connection closed before the phone answered')
}
