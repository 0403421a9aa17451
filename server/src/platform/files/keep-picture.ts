import type { CompanyId } from '@balcao/domain/ids'
import type { EgressClient } from '../egress/egress-client'
import { EgressFailure } from '../egress/egress-failure'
import { mayShowInline } from './file-kind'
import type { FileKey, FileStore } from './file-store'

const PICTURE_LIMIT_BYTES = 5 << 20
const PICTURE_TIMEOUT_MS = 20_000

/** Downloads and stores a picture. Null: it is unavailable, no picture, or above 5 MB. Refuses on a full disk. */
export async function downloadAndStorePicture(
  outside: Pick<EgressClient, 'get'>,
  store: FileStore,
  companyId: CompanyId,
  address: string,
): Promise<FileKey | null> {
  const bytes = await pictureBytes(outside, address)
  if (bytes === null || bytes.length === 0) return null
  const stored = await store.put(companyId, bytes, () => PICTURE_LIMIT_BYTES)
  if (stored.sniffed.kind === 'image' && mayShowInline(stored.sniffed)) return stored.key
  await store.remove(stored.key)
  return null
}

async function pictureBytes(outside: Pick<EgressClient, 'get'>, address: string): Promise<Buffer | null> {
  try {
    const answer = await outside.get(address, {
      maxBytes: PICTURE_LIMIT_BYTES,
      timeoutMs: PICTURE_TIMEOUT_MS,
    })
    return answer.status === 200 ? answer.bytes : null
  } catch (error) {
    if (error instanceof EgressFailure) return null
    throw error
  }
}
