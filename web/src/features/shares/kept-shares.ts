import type { ShareProblem } from '@balcao/contract/share'
import type { UserId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { sharedText } from './shared-text'
import { handSharesTo, hasEverKept, shareCache } from './whose-shares'

// The service worker keeps what was posted, the page reads it: both by way of the browser's cache, which takes a body as
// it comes, however large, and either the whole of it or nothing. IndexedDB would want the parts of it in memory first.
// The page may be newer than the worker that kept a share, so the form of an entry is not to be changed.

const keptPrefix = '/share/kept/'
const keptAt = 'x-kept-at'

/** A share that nobody took yet. */
export interface WaitingShare {
  readonly id: string
  /** When it was shared, in milliseconds. */
  readonly at: number
}

/** What was shared, as it would stand in a draft. */
export interface Share {
  readonly text: string
  readonly files: readonly File[]
  /** More came than is shown here: files, or words that one message has no room for. */
  readonly isCut: boolean
}

/** Keeps what another app posts. Nothing of it is kept when there is a problem. */
export async function keepShare(
  posted: Pick<Request, 'body' | 'headers' | 'blob'>,
  now: number,
): Promise<{ readonly id: string } | { readonly problem: ShareProblem }> {
  const size = countedUpTo(limits.share.bytes)
  try {
    const cache = await caches.open(shareCache)
    if ((await waitingIn(cache, now)).length >= limits.share.waiting) return { problem: 'tooMany' }

    const id = crypto.randomUUID()
    const body = posted.body ?? (await posted.blob()).stream()
    const headers = { 'content-type': posted.headers.get('content-type') ?? '', [keptAt]: String(now) }
    await cache.put(keptPrefix + id, new Response(body.pipeThrough(size.counter), { headers }))
    return { id }
  } catch {
    // A browser says of no other cause but that there is no room.
    return { problem: size.isPassed() ? 'tooLarge' : 'full' }
  }
}

/** Lets bytes through, and fails once they are more than these. */
function countedUpTo(most: number) {
  let bytes = 0
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, through) {
      bytes += piece.length
      if (bytes > most) through.error(new Error('too large'))
      else through.enqueue(piece)
    },
  })
  return { counter, isPassed: () => bytes > most }
}

/** What waits for this person, the newest first. Others' shares, and those older than a day, go. */
export async function waitingShares(person: UserId, now: number): Promise<readonly WaitingShare[]> {
  if (!(await hasEverKept())) return []
  await handSharesTo(person)
  return waitingIn(await caches.open(shareCache), now)
}

async function waitingIn(cache: Cache, now: number): Promise<readonly WaitingShare[]> {
  const waiting: WaitingShare[] = []
  for (const key of await cache.keys()) {
    const { pathname } = new URL(key.url)
    if (!pathname.startsWith(keptPrefix)) continue // whose they are
    const at = Number((await cache.match(key))?.headers.get(keptAt) ?? 0)
    if (now - at > limits.share.keptFor) await cache.delete(key)
    else waiting.push({ id: pathname.slice(keptPrefix.length), at })
  }
  return waiting.toSorted((one, other) => other.at - one.at)
}

/**
 * Reads one; null when it is gone. Rejects when what was posted is no form. Another site can post too: of each name that the
 * manifest has one part is read, and of files so many as a page can show.
 */
export async function readShare(id: string): Promise<Share | null> {
  const kept = await (await caches.open(shareCache)).match(keptPrefix + id)
  if (kept === undefined) return null
  return shareIn(await kept.formData())
}

function shareIn(form: FormData): Share {
  const came = form
    .getAll('files')
    .filter((part) => typeof part !== 'string')
    .filter(({ name, size }) => name !== '' || size > 0) // a field of a form in which nobody chose any
  const files = came.slice(0, limits.share.files)
  const words = ['title', 'text', 'url']
    .map((name) => form.get(name))
    .filter((part) => typeof part === 'string')
  const { text, isCut } = sharedText(words, files)
  return { text, files, isCut: isCut || files.length < came.length }
}

/**
 * What to call one among others: its first file, else its first words; null when its beginning tells neither. Reads no more
 * than that beginning: each may have 256 MB.
 */
export async function shareName(id: string): Promise<string | null> {
  const kept = await (await caches.open(shareCache)).match(keptPrefix + id)
  if (kept === undefined) return null
  try {
    const { files, text } = shareIn(await (await beginningOf(kept)).formData())
    return files[0]?.name ?? (text.split(/\r?\n/)[0] || null)
  } catch {
    return null // no form, or its beginning ends amid a header
  }
}

/** In bytes. */
const beginning = 65_536

/** The beginning of a form, ended as a form ends. */
async function beginningOf({ body, headers }: Response): Promise<Response> {
  const type = headers.get('content-type') ?? ''
  const reader = body?.getReader()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for (let bytes = 0; bytes <= beginning; ) {
    const next = await reader?.read()
    if (next?.value === undefined)
      return new Response(new Blob(pieces), { headers: { 'content-type': type } })
    pieces.push(next.value)
    bytes += next.value.length
  }
  await reader?.cancel()
  const end = `\r\n--${/boundary="?([^";]+)/.exec(type)?.[1]}--\r\n`
  const cut = new Blob([new Blob(pieces).slice(0, beginning), end])
  return new Response(cut, { headers: { 'content-type': type } })
}

/** Takes it out, for a ticket or for good: whoever is told `true` has it, of however many tabs. */
export async function takeShare(id: string): Promise<boolean> {
  return (await caches.open(shareCache)).delete(keptPrefix + id)
}
