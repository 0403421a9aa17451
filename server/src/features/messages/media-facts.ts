/** What is kept of a media beside its file. What need not be there is not there, rather than null. */
export interface MediaFacts {
  /** `not-fetched`: from the history of the phone; it is fetched when somebody wants it. `no-room`: the company's storage is full. */
  state: 'ready' | 'on-its-way' | 'failed' | 'not-fetched' | 'no-room'
  mimetype: string
  fileName: string | null
  sizeBytes: number | null
  seconds: number | null
  width: number | null
  height: number | null
  /** The stored file that our screens show and play; null until it is here. */
  key: string | null
  /** Of documents, where the sender's phone counted them. */
  pages?: number
  /** Recorded and heard as a voice note. */
  isVoice?: boolean
  /** Loudness over time, values of 0 to 100. */
  waveform?: readonly number[]
  /** The stored file that WhatsApp gets in place of `key`: voice notes are OGG/Opus there, which iPhones don't play. */
  whatsappKey?: string
  /** The picture made small. */
  thumbnailKey?: string
  /** The sound as MP3, beside a file that iPhones don't play. */
  compatibleKey?: string
}

/** All stored files that belong to a media. */
export function fileKeysOf(
  media: Pick<MediaFacts, 'key' | 'whatsappKey' | 'thumbnailKey' | 'compatibleKey'> | null,
): string[] {
  const keys = [media?.key, media?.whatsappKey, media?.thumbnailKey, media?.compatibleKey]
  return keys.filter((key) => typeof key === 'string')
}
