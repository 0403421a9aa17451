/** Types for the package `pg-copy-streams`, which has none. It reads and writes PostgreSQL's COPY as streams. */
declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream'
  import type { Submittable } from 'pg'

  export function to(text: string): Readable & Submittable & { readonly rowCount: number }
  export function from(text: string): Writable & Submittable & { readonly rowCount: number }
}
