/** How a connection reaches WhatsApp: as a linked device, or by Meta's official Cloud API. */
export const providers = ['beta', 'cloud'] as const
export type Provider = (typeof providers)[number]

/** What a connection can do. Screens and features ask this, never the provider's name. */
export interface Capabilities {
  /** How a number joins: by a code that its phone scans, or by credentials from the provider's console. */
  readonly joinsBy: 'code' | 'credentials'
  /**
   * The hours after a customer's last message in which free messages may be sent; later only templates. Null: always.
   */
  readonly replyWindowHours: number | null
  readonly templates: boolean
  /**
   * Answers to tap: at most so many as buttons, else so many as rows of a list, with titles of so many characters, under a
   * text of so many.
   */
  readonly choices: ChoiceLimits | null
  readonly edits: boolean
  readonly deletesForEverybody: boolean
  readonly groups: boolean
  /** It tells whether a number is on WhatsApp before anything is sent. */
  readonly looksUpNumbers: boolean
  readonly profilePictures: boolean
  /** It writes to people without a phone number, by the user id that they have for the business. */
  readonly userIds: boolean
  /** Sending the same message twice shows it once. */
  readonly repeatsSafely: boolean
  /** The provider may charge for each message. */
  readonly billsMessages: boolean
  readonly textCharacters: number
  readonly captionCharacters: number
  /** The types of files that are shown as their kind, with the most bytes. Null: any, within the limits of uploads. */
  readonly files: Readonly<Record<FileKind, FileLimits>> | null
}

export interface ChoiceLimits {
  readonly text: number
  readonly buttons: number
  readonly buttonTitle: number
  readonly rows: number
  readonly rowTitle: number
}
export type FileKind = 'image' | 'video' | 'audio' | 'document' | 'sticker'
export interface FileLimits {
  /** Absent: any. */
  readonly mimetypes?: readonly string[]
  readonly bytes: number
}

const linkedDevice: Capabilities = {
  joinsBy: 'code',
  replyWindowHours: null,
  templates: false,
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

const cloudApi: Capabilities = {
  joinsBy: 'credentials',
  replyWindowHours: 24,
  templates: true,
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
    sticker: { mimetypes: ['image/webp'], bytes: 100_000 },
  },
}

const ofProvider: Readonly<Record<Provider, Capabilities>> = { beta: linkedDevice, cloud: cloudApi }

/** Any other name is a linked device: clients of the family send names of their own. */
export function capabilitiesOf(provider: string): Capabilities {
  return provider === 'cloud' ? ofProvider.cloud : ofProvider.beta
}

/** What of a message a provider may not take. */
export interface OfferedContent {
  /** The text, or the caption of the file. */
  readonly text: string
  readonly file: { readonly kind: FileKind; readonly mimetype: string; readonly bytes: number } | null
}

/** Why a provider takes no such content. The screen has a sentence for each. */
export interface ContentProblem {
  readonly what: 'text-long' | 'caption-long' | 'file-kind' | 'file-large'
  /** The most characters, or for a file the most megabytes (of a million bytes). */
  readonly most: number
}

/** The first limit of the connection that this content breaks; null: none. */
export function problemOfContent(
  { textCharacters, captionCharacters, files }: Capabilities,
  { text, file }: OfferedContent,
): ContentProblem | null {
  const characters = [...text].length // an emoji outside the basic plane counts once
  if (file === null) return characters > textCharacters ? { what: 'text-long', most: textCharacters } : null
  if (characters > captionCharacters) return { what: 'caption-long', most: captionCharacters }
  const limits = files?.[file.kind]
  if (limits === undefined) return null
  const most = limits.bytes / megabyte
  const type = file.mimetype.split(';')[0]?.trim().toLowerCase() ?? ''
  if (limits.mimetypes !== undefined && !limits.mimetypes.includes(type)) return { what: 'file-kind', most }
  return file.bytes > limits.bytes ? { what: 'file-large', most } : null
}
