import { createHash } from 'node:crypto'
import type { KeyStore } from '@balcao/whatsapp/ports'
import { z } from 'zod'
import type { Clock } from './settings'
import { parseJson } from './shapes'

/** Meta keeps an uploaded file for 30 days. The margin of five days covers queued messages and clock differences. */
const reusedForMs = 25 * 86_400_000
/** The key type of stored media ids. The server deletes old rows of this type from the key store. */
const mediaIdKeyType = 'media-id'

const entry = z.object({ id: z.string(), at: z.number() })

export interface UploadedFileKey {
  readonly phoneNumberId: string
  readonly mimetype: string
  /** The SHA-256 of the file's bytes in hexadecimal. */
  readonly sha256: string
}

export interface MediaIdCache {
  /** The id of an earlier upload that Meta still keeps; null without one. */
  find(file: UploadedFileKey): Promise<string | null>
  /** Runs the upload and stores its id. Concurrent calls for one file share an upload. */
  upload(file: UploadedFileKey, upload: () => Promise<string>): Promise<string>
}

export function createMediaIdCache(
  keys: Pick<KeyStore, 'load' | 'commit'>,
  clock: Pick<Clock, 'now'>,
): MediaIdCache {
  const running = new Map<string, Promise<string>>()

  async function uploadAndStore(key: string, upload: () => Promise<string>): Promise<string> {
    const id = await upload()
    await keys.commit([{ type: mediaIdKeyType, id: key, value: JSON.stringify({ id, at: clock.now() }) }], [])
    return id
  }

  return {
    async find(file) {
      const key = keyOf(file)
      const underWay = running.get(key)
      if (underWay !== undefined) return underWay
      const stored = (await keys.load(mediaIdKeyType, [key])).get(key)
      const known = stored === undefined ? undefined : entry.safeParse(parseJson(stored)).data
      return known !== undefined && clock.now() - known.at < reusedForMs ? known.id : null
    },
    upload(file, upload) {
      const key = keyOf(file)
      const underWay = running.get(key)
      if (underWay !== undefined) return underWay
      const started = uploadAndStore(key, upload).finally(() => running.delete(key))
      running.set(key, started)
      return started
    },
  }
}

function keyOf({ phoneNumberId, mimetype, sha256 }: UploadedFileKey): string {
  return createHash('sha256').update(`${phoneNumberId} ${mimetype} ${sha256}`).digest('hex')
}
