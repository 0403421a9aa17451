/** Converts MP3 and OGG/Opus files. Rejects with `VoiceFailure` a broken file, or one above the limits. */
export interface VoiceNoteConverter {
  /** Creates a voice note that phones show and play as such. */
  make(sound: Uint8Array, signal: AbortSignal): Promise<VoiceNote>
  /** Creates an MP3 that every browser plays: one channel, 64 kbit/s. */
  makeMp3(sound: Uint8Array, signal: AbortSignal): Promise<Uint8Array>
}

/** OGG/Opus, one channel at 48 kHz: the only format that WhatsApp's phones show as a voice note. */
export interface VoiceNote {
  readonly ogg: Uint8Array
  /** Whole seconds, at least 1. */
  readonly seconds: number
  /** Loudness over time, `WAVEFORM_LENGTH` values of 0 to 100. */
  readonly waveform: readonly number[]
}

/** The number of bars that WhatsApp's phones draw. */
export const WAVEFORM_LENGTH = 64

/** This sound cannot become a voice note, in any retry. The message states the reason, for the log. */
export class VoiceFailure extends Error {
  override readonly name = 'VoiceFailure'
}
