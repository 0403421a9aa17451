/** What is kept of a media beside its file. */
export interface MediaFacts {
  state: 'ready' | 'on-its-way' | 'failed'
  mimetype: string
  fileName: string | null
  sizeBytes: number | null
  seconds: number | null
  width: number | null
  height: number | null
  /** The stored file; null until it is here. */
  key: string | null
}
