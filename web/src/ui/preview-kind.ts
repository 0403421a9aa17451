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
