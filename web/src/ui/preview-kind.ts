import {
  Ban,
  ContactRound,
  FileText,
  Image,
  type LucideIcon,
  MapPin,
  Mic,
  Phone,
  Sticker,
  Video,
} from 'lucide-react'

/** The icon of each kind of message for a one-line preview, as in lists and quotes. */
export const messagePreviewIcons = {
  deleted: Ban,
  image: Image,
  sticker: Sticker,
  video: Video,
  audio: Mic,
  voice: Mic,
  document: FileText,
  location: MapPin,
  vcard: ContactRound,
  call: Phone,
} as const satisfies Record<string, LucideIcon>

export type MessagePreviewKind = keyof typeof messagePreviewIcons
