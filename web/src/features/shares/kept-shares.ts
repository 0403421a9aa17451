import type { SharedContentProblem } from '@balcao/contract/share'
import type { UserId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { assignSharesTo, hasStoredShares, shareCacheName } from './whose-shares'

/*
 * The service worker stores a share that another app posts, and the page reads it. The Cache API stores a body of
 * any size as a stream; IndexedDB would need it in memory. The page may be newer than the worker that stored a
 * share, so the format of an entry must not change.
 */

const storedSharePrefix = '/share/kept/'
const storedAtHeader = 'x-kept-at'

export interface WaitingShare {
  readonly id: string
  /** The time of sharing, in milliseconds. */
  readonly at: number
}

export interface ShareContent {
  readonly text: string
  readonly files: readonly File[]
  /** Part of the share was cut off: it had too many files, or more text than one message may have. */
  readonly isCut: boolean
}

export async function storeShare(
  posted: Pick<Request, 'body' | 'headers' | 'blob'>,
  now: number,
): Promise<{ readonly id: string } | { readonly problem: SharedContentProblem }> {
  const size = countedUpTo(limits.share.bytes)
  try {
    const cache = await caches.open(shareCacheName)
    if ((await waitingShareIn(cache, now)).length >= limits.share.waiting) return { problem: 'tooMany' }

    const id = crypto.randomUUID()
    const body = posted.body ?? (await posted.blob()).stream()
    const headers = {
      'content-type': posted.headers.get('content-type') ?? '',
      [storedAtHeader]: String(now),
    }
    await cache.put(storedSharePrefix + id, new Response(body.pipeThrough(size.counter), { headers }))
    return { id }
  } catch {
    // `put` fails because the share passed our size limit, or else because the browser's storage is full.
    return { problem: size.isPassed() ? 'tooLarge' : 'full' }
  }
}

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

/** The shares of this user, the newest first. Deletes the shares of other users, and those older than a day. */
export async function readWaitingShares(person: UserId, now: number): Promise<readonly WaitingShare[]> {
  if (!(await hasStoredShares())) return []
  await assignSharesTo(person)
  return waitingShareIn(await caches.open(shareCacheName), now)
}

async function waitingShareIn(cache: Cache, now: number): Promise<readonly WaitingShare[]> {
  const waiting: WaitingShare[] = []
  for (const key of await cache.keys()) {
    const { pathname } = new URL(key.url)
    // Skips the cache entry that stores which user the shares belong to.
    if (!pathname.startsWith(storedSharePrefix)) continue
    const at = Number((await cache.match(key))?.headers.get(storedAtHeader) ?? 0)
    if (now - at > limits.share.keptFor) await cache.delete(key)
    else waiting.push({ id: pathname.slice(storedSharePrefix.length), at })
  }
  return waiting.toSorted((one, other) => other.at - one.at)
}

/**
 * The content of a share; null when the share is gone. Another site can post a share too, so only a limited
 * part is read.
 */
export async function readShareContent(id: string): Promise<ShareContent | null> {
  const stored = await (await caches.open(shareCacheName)).match(storedSharePrefix + id)
  if (stored === undefined) return null
  return shareIn(await stored.formData())
}

function shareIn(form: FormData): ShareContent {
  const received = form
    .getAll('files')
    .filter((part) => typeof part !== 'string')
    .filter(({ name, size }) => name !== '' || size > 0) // Skips file fields without a chosen file.
  const files = received.slice(0, limits.share.files)
  const words = ['title', 'text', 'url']
    .map((name) => form.get(name))
    .filter((part) => typeof part === 'string')
  const { text, isCut } = joinSharedText(words, files)
  return { text, files, isCut: isCut || files.length < received.length }
}

/**
 * The name of the first file, or the first line of the text. Reads only the beginning of a share, which may
 * have 256 MB.
 */
export async function readShareName(id: string): Promise<string | null> {
  const stored = await (await caches.open(shareCacheName)).match(storedSharePrefix + id)
  if (stored === undefined) return null
  try {
    const { files, text } = shareIn(await (await beginningOf(stored)).formData())
    return files[0]?.name ?? (text.split(/\r?\n/)[0] || null)
  } catch {
    return null // The body is not a form, or the part that was read ends within a header.
  }
}

const maxParsedBytes = 65_536

async function beginningOf({ body, headers }: Response): Promise<Response> {
  const type = headers.get('content-type') ?? ''
  const reader = body?.getReader()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for (let bytes = 0; bytes <= maxParsedBytes; ) {
    const next = await reader?.read()
    if (next?.value === undefined)
      return new Response(new Blob(pieces), { headers: { 'content-type': type } })
    pieces.push(next.value)
    bytes += next.value.length
  }
  await reader?.cancel()
  const end = `\r\n--${/boundary="?([^";]+)/.exec(type)?.[1]}--\r\n`
  const cut = new Blob([new Blob(pieces).slice(0, maxParsedBytes), end])
  return new Response(cut, { headers: { 'content-type': type } })
}

/** Deletes a share. If several tabs delete it at once, only one of them gets `true`. */
export async function deleteShare(id: string): Promise<boolean> {
  return (await caches.open(shareCacheName)).delete(storedSharePrefix + id)
}

/**
 * Joins the title, text and link of a share. Drops file names, and lines that another line contains, because
 * apps send them twice.
 */
export function joinSharedText(
  parts: readonly string[],
  files: readonly Pick<File, 'name'>[],
): { readonly text: string; readonly isCut: boolean } {
  const { max } = limits.messageText
  const lines = parts.map((part) => part.slice(0, max).trim()).filter((part) => part !== '')
  const whole = lines
    .filter((line, at) => !files.some(({ name }) => name === line) && !isRepeatedElsewhere(line, at, lines))
    .join('\n')
  const isCut = whole.length > max || parts.some((part) => part.trim().length > max)
  return { text: whole.slice(0, max), isCut }
}

function isRepeatedElsewhere(line: string, at: number, lines: readonly string[]): boolean {
  return lines.some((other, place) => place !== at && other.includes(line) && (other !== line || place < at))
}
