/** What the page tells the encoder's thread, and hears from it. */
export type ToEncoder =
  | { readonly say: 'begin' /** Samples per second. */; readonly rate: number }
  | { readonly say: 'sound'; readonly samples: Float32Array }
  /** Wants what is encoded so far. `isLast` closes the MP3; nothing may follow. */
  | { readonly say: 'take'; readonly isLast: boolean }

export type FromEncoder =
  | { readonly say: 'grown'; readonly bytes: number }
  | { readonly say: 'taken'; readonly mp3: Blob }
