import type { MessagePreviewKind } from './preview-kind'

/**
 * Maps the mark that begins a message's preview to a kind. Stickers share the picture's mark, voice messages
 * the audio file's.
 */
const kindOfMark = {
  '📷': 'image',
  '🎬': 'video',
  '🎤': 'audio',
  '📄': 'document',
  '📍': 'location',
  '👤': 'vcard',
  '📞': 'call',
  '🚫': 'deleted',
} as const satisfies Record<string, MessagePreviewKind>
type MarkedKind = (typeof kindOfMark)[keyof typeof kindOfMark]
const kindOf: Readonly<Record<string, MarkedKind>> = kindOfMark

/** The server puts a mark before the preview of a message without text; the mark becomes an icon. */
export function splitMessagePreview(lastMessage: string): {
  readonly kind: MarkedKind | undefined
  readonly text: string
} {
  const line = lastMessage.replace(/\s+/g, ' ').trim()
  const [mark = '', ...rest] = line.split(' ')
  const kind = kindOf[mark]
  if (kind === undefined) return { kind: undefined, text: withoutMarks(line) }
  return { kind, text: kind === 'document' ? rest.join(' ') : '' }
}

/** Removes formatting marks: `*Ana:* Bom dia` shows as `Ana: Bom dia` in a list. */
function withoutMarks(line: string): string {
  return line.replace(/(^|[\s(])([*_~])(\S(?:.*?\S)?)\2(?=$|[\s.,;:!?)])/g, '$1$3').replaceAll('```', '')
}
