/** `beta` is a linked device, `cloud` is Meta's official Cloud API. */
export const whatsappProviders = ['beta', 'cloud'] as const
export type WhatsappProvider = (typeof whatsappProviders)[number]

/** What a connection's provider can do. Code asks for a capability, never for the provider's name. */
export interface ProviderCapabilities {
  /** How a user sets the connection up. `code`: the phone scans it. `credentials`: from Meta's console. */
  readonly joinsBy: 'code' | 'credentials'
  /** For how many hours after a customer's message free messages are allowed; null: always. */
  readonly replyWindowHours: number | null
  /** What may start a conversation, or continue it outside the reply window. */
  readonly mayStartConversations: 'with-any-message' | 'with-template'
  readonly templates: boolean
  /** The highest ack that the provider reports for a sent message (MESSAGE-02): 2 delivered, 3 read, 4 played. */
  readonly receipts: 1 | 2 | 3 | 4
  /** The limits of buttons and lists that a customer can tap; null when the provider has neither. */
  readonly choices: ChoiceMessageLimits | null
  readonly edits: boolean
  readonly deletesForEverybody: boolean
  readonly groups: boolean
  /** True when the provider says whether a number has WhatsApp before anything is sent. */
  readonly looksUpNumbers: boolean
  readonly profilePictures: boolean
  /** True when the provider can write to people without a phone number, by their business-scoped user id. */
  readonly userIds: boolean
  /** True when the server may repeat a message after an unclear failure: customers see it only once. */
  readonly repeatsSafely: boolean
  /** True when the provider may charge for each message. */
  readonly billsMessages: boolean
  readonly textCharacters: number
  readonly captionCharacters: number
  /** By kind of file: the types and sizes that customers see as this kind. Null: only upload limits apply. */
  readonly files: Readonly<Record<SendableFileKind, FileLimits>> | null
}

export interface ChoiceMessageLimits {
  readonly text: number
  readonly buttons: number
  readonly buttonTitle: number
  readonly rows: number
  readonly rowTitle: number
}
export type SendableFileKind = 'image' | 'video' | 'audio' | 'document' | 'sticker'
interface FileLimits {
  readonly mimetypes?: readonly string[]
  readonly bytes: number
  /** The most bytes of an animated sticker or picture; omitted when `bytes` applies to it too. */
  readonly animatedBytes?: number
}

const linkedDevice: ProviderCapabilities = {
  joinsBy: 'code',
  replyWindowHours: null,
  mayStartConversations: 'with-any-message',
  templates: false,
  receipts: 4,
  choices: null,
  edits: true,
  deletesForEverybody: true,
  groups: true,
  looksUpNumbers: true,
  profilePictures: true,
  userIds: false,
  repeatsSafely: true,
  billsMessages: false,
  textCharacters: 65_536,
  captionCharacters: 65_536,
  files: null,
}

const megabyte = 1_000_000

const cloudApi: ProviderCapabilities = {
  joinsBy: 'credentials',
  replyWindowHours: 24,
  mayStartConversations: 'with-template',
  templates: true,
  receipts: 4,
  choices: { text: 1_024, buttons: 3, buttonTitle: 20, rows: 10, rowTitle: 24 },
  edits: false,
  deletesForEverybody: false,
  groups: false,
  looksUpNumbers: false,
  profilePictures: false,
  userIds: true,
  repeatsSafely: false,
  billsMessages: true,
  textCharacters: 4_096,
  captionCharacters: 1_024,
  files: {
    image: { mimetypes: ['image/jpeg', 'image/png'], bytes: 5 * megabyte },
    video: { mimetypes: ['video/mp4', 'video/3gpp'], bytes: 16 * megabyte },
    audio: {
      mimetypes: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'],
      bytes: 16 * megabyte,
    },
    document: { bytes: 100 * megabyte },
    sticker: { mimetypes: ['image/webp'], bytes: 100_000, animatedBytes: 500_000 },
  },
}

/**
 * Any provider but `cloud` counts as a linked device, because clients of the earlier API send other names.
 */
export function capabilitiesOf(provider: string): ProviderCapabilities {
  return provider === 'cloud' ? cloudApi : linkedDevice
}

export interface ContentToSend {
  /** The text, or the file's caption. */
  readonly text: string
  readonly file: {
    readonly kind: SendableFileKind
    readonly mimetype: string
    readonly bytes: number
    readonly isAnimated?: boolean
  } | null
}

export interface ContentSendProblem {
  readonly what: 'text-long' | 'caption-long' | 'file-kind' | 'file-large'
  /** The limit in characters, or for a file in megabytes (of 1,000,000 bytes). */
  readonly most: number
}

/** Why the connection cannot send the content: the first limit that it exceeds; null when it can. */
export function contentSendProblemOf(
  { textCharacters, captionCharacters, files }: ProviderCapabilities,
  { text, file }: ContentToSend,
): ContentSendProblem | null {
  const characters = [...text].length // count code points, as an emoji has two UTF-16 units
  if (file === null) return characters > textCharacters ? { what: 'text-long', most: textCharacters } : null
  if (characters > captionCharacters) return { what: 'caption-long', most: captionCharacters }
  const limits = files?.[file.kind]
  if (limits === undefined) return null
  const bytes = (file.isAnimated ? limits.animatedBytes : undefined) ?? limits.bytes
  const most = bytes / megabyte
  const type = file.mimetype.split(';')[0]?.trim().toLowerCase() ?? ''
  if (limits.mimetypes !== undefined && !limits.mimetypes.includes(type)) return { what: 'file-kind', most }
  return file.bytes > bytes ? { what: 'file-large', most } : null
}
