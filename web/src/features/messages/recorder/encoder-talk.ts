export type Mp3EncoderRequest =
  | { readonly say: 'begin' /** `rate` is in samples per second. */; readonly rate: number }
  | { readonly say: 'sound'; readonly samples: Float32Array }
  /** Asks for the MP3 encoded so far. `isLast` closes the MP3; no message may follow. */
  | { readonly say: 'take'; readonly isLast: boolean }

export type Mp3EncoderResponse =
  | { readonly say: 'grown'; readonly bytes: number }
  | { readonly say: 'taken'; readonly mp3: Blob }
