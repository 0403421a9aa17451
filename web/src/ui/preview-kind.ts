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

/** What a message is where it stands in one line, as in lists and quotes, with the icon before its words. */
export const previewIcons = {
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

export type PreviewKind = keyof typeof previewIcons
