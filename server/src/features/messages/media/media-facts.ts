/** What a message stores about its media. An absent optional field is omitted, not null. */
export interface MediaMetadata {
  /** `not-fetched`: part of the phone's history, fetched on demand. `no-room`: the company's storage is full. */
  state: 'ready' | 'on-its-way' | 'failed' | 'not-fetched' | 'no-room'
  mimetype: string
  fileName: string | null
  sizeBytes: number | null
  seconds: number | null
  width: number | null
  height: number | null
  /** The storage key of the file that our pages show; null until the file has been fetched. */
  key: string | null
  /** Pages of a document, if the sender's phone counted them. */
  pages?: number
  /** Whether the audio is a voice note, which is shown with a waveform. */
  isVoice?: boolean
  /** The waveform: loudness over time, from 0 to 100. */
  waveform?: readonly number[]
  /** The storage key of the file for WhatsApp, whose voice notes are OGG/Opus, which iPhones do not play. */
  whatsappKey?: string
  thumbnailKey?: string
  /** The storage key of an MP3 copy, for a file that iPhones do not play. */
  compatibleKey?: string
}

export function fileKeysOfMedia(
  media: Pick<MediaMetadata, 'key' | 'whatsappKey' | 'thumbnailKey' | 'compatibleKey'> | null,
): string[] {
  const keys = [media?.key, media?.whatsappKey, media?.thumbnailKey, media?.compatibleKey]
  return keys.filter((key) => typeof key === 'string')
}
