import { fileTypeFromBuffer } from 'file-type'

/** The kinds that have a limit of their own; the names are those of `limits.uploads`. */
export type FileKind = 'image' | 'audio' | 'video' | 'document'

/** What a file is by its content; its name and what the sender says of it count for nothing. */
export interface Sniffed {
  readonly kind: FileKind
  readonly mimetype: string
  /** Without a dot. Ends the file's key, and so decides how the file is served. */
  readonly extension: string
}

/** As many bytes as the detection wants to see. */
export const SNIFF_BYTES = 4_100

const UNKNOWN: Sniffed = { kind: 'document', mimetype: 'application/octet-stream', extension: 'bin' }

/**
 * The only types that a browser is shown in place (security list C3): none of them can carry a script. The extension
 * is ours, by container: m4a is MP4 with sound alone. Everything else, svg and pdf included, is handed over as a
 * download in a sandbox.
 */
const INLINE: Readonly<Record<string, Sniffed>> = {
  'image/jpeg': { kind: 'image', mimetype: 'image/jpeg', extension: 'jpg' },
  'image/png': { kind: 'image', mimetype: 'image/png', extension: 'png' },
  'image/apng': { kind: 'image', mimetype: 'image/png', extension: 'png' },
  'image/webp': { kind: 'image', mimetype: 'image/webp', extension: 'webp' },
  'image/gif': { kind: 'image', mimetype: 'image/gif', extension: 'gif' },
  'video/mp4': { kind: 'video', mimetype: 'video/mp4', extension: 'mp4' },
  'audio/mp4': { kind: 'audio', mimetype: 'audio/mp4', extension: 'm4a' },
  'audio/x-m4a': { kind: 'audio', mimetype: 'audio/mp4', extension: 'm4a' },
  'audio/mpeg': { kind: 'audio', mimetype: 'audio/mpeg', extension: 'mp3' },
  'audio/ogg': { kind: 'audio', mimetype: 'audio/ogg', extension: 'ogg' },
}

const inlineByExtension = new Map(Object.values(INLINE).map((type) => [type.extension, type.mimetype]))

/** What a file is, from its first `SNIFF_BYTES`. */
export async function sniff(head: Uint8Array): Promise<Sniffed> {
  const found = await fileTypeFromBuffer(head)
  if (!found) return UNKNOWN
  // "audio/ogg; codecs=opus" is told apart by a parameter that we have no use for.
  const mimetype = found.mime.split(';')[0] ?? found.mime
  const kind = /^(image|audio|video)\//.exec(mimetype)?.[1] as FileKind | undefined // the pattern allows no other
  return INLINE[mimetype] ?? { kind: kind ?? 'document', mimetype, extension: 'bin' }
}

/** The type under which a browser may show a file of this extension in place; undefined for all that it may not. */
export function inlineMimetype(extension: string): string | undefined {
  return inlineByExtension.get(extension)
}

export function isInline(sniffed: Sniffed): boolean {
  return inlineByExtension.has(sniffed.extension)
}

/** For documents the sender's word: a label for the receiver's phone, by which nothing is served here. */
export function mimetypeLabel(sniffed: Sniffed, declared: string): string {
  return sniffed.kind === 'document' ? declaredMimetype(declared, sniffed.mimetype) : sniffed.mimetype
}

/** A sender's word for a type, if it looks like one; its parameters fall away. */
export function declaredMimetype(declared: string, otherwise: string = UNKNOWN.mimetype): string {
  const [type = ''] = declared.split(';')
  return /^[a-z]+\/[\w.+-]{1,100}$/i.test(type.trim()) ? type.trim().toLowerCase() : otherwise
}
