/**
 * Makes sound into what a phone, or a browser, plays. Reads MP3 and OGG/Opus files. Rejects with `VoiceFailure` when it
 * is neither, is broken, or would cost more time or memory than a voice note may. `signal` gives up.
 */
export interface VoiceNotes {
  /** What a phone shows and plays as a voice note. */
  make(sound: Uint8Array, signal: AbortSignal): Promise<VoiceNote>
  /** What every browser plays: MP3 with one channel, 64 kbit a second. */
  makeMp3(sound: Uint8Array, signal: AbortSignal): Promise<Uint8Array>
}

/** OGG/Opus, one channel at 48 kHz: the only sound that WhatsApp's phones show as a voice note. */
export interface VoiceNote {
  readonly ogg: Uint8Array
  /** Whole seconds, at least 1. */
  readonly seconds: number
  /** Loudness over time, `WAVEFORM_LENGTH` values of 0 to 100. */
  readonly waveform: readonly number[]
}

/** As many bars as WhatsApp's phones draw. */
export const WAVEFORM_LENGTH = 64

/** This sound can't be made a voice note, also not later. The message says why, for the log. */
export class VoiceFailure extends Error {
  override readonly name = 'VoiceFailure'
}
