/** Each kind of file has its own size limit in `limits.uploads`, under the same name. */
export type FileKind = 'image' | 'audio' | 'video' | 'document'

/** The type of a file by its content. Its name and declared type are ignored. */
export interface DetectedFileType {
  readonly kind: FileKind
  readonly mimetype: string
  /** The file extension without a dot. It is part of the file's key and determines how the file is served. */
  readonly extension: string
}

/** How many bytes from the start of a file the detection of its type needs. */
export const FILE_TYPE_DETECTION_BYTES = 4_100

const UNKNOWN: DetectedFileType = { kind: 'document', mimetype: 'application/octet-stream', extension: 'bin' }

/** The types that a browser may show. None of them can contain a script (security list C3). Others are downloads. */
const INLINE: Readonly<Record<string, DetectedFileType>> = {
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

export async function detectFileType(head: Uint8Array): Promise<DetectedFileType> {
  const { fileTypeFromBuffer } = await import('file-type') // the library is loaded with the first file
  const found = await fileTypeFromBuffer(head)
  if (!found) return UNKNOWN
  // Removes parameters, such as that of "audio/ogg; codecs=opus".
  const mimetype = found.mime.split(';')[0] ?? found.mime
  // the cast is safe: the pattern matches only these three kinds
  const kind = /^(image|audio|video)\//.exec(mimetype)?.[1] as FileKind | undefined
  return INLINE[mimetype] ?? { kind: kind ?? 'document', mimetype, extension: 'bin' }
}

/** The MIME type for showing a file of this extension; undefined: a browser may only download it. */
export function inlineMimetype(extension: string): string | undefined {
  return inlineByExtension.get(extension)
}

export function mayShowInline(sniffed: DetectedFileType): boolean {
  return inlineByExtension.has(sniffed.extension)
}

/** The MIME type that WhatsApp gets. For documents it is the sender's, which only labels them on the phone. */
export function mimetypeForMessage(sniffed: DetectedFileType, declared: string): string {
  return sniffed.kind === 'document' ? declaredMimetypeOf(declared, sniffed.mimetype) : sniffed.mimetype
}

/** The declared MIME type without parameters, or `otherwise` if it is malformed. */
export function declaredMimetypeOf(declared: string, otherwise: string = UNKNOWN.mimetype): string {
  const [type = ''] = declared.split(';')
  return /^[a-z]+\/[\w.+-]{1,100}$/i.test(type.trim()) ? type.trim().toLowerCase() : otherwise
}
