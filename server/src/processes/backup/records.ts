import { z } from 'zod'
import { StartUpProblem } from '../../platform/fatal'
import type { EncryptedBackupReader, EncryptedBackupWriter } from './sealed-file'

/**
 * The records of a backup in this order: tables, sequences, secrets, files, counts. After the record of a table
 * or file come its bytes, and then an end record.
 */
const recordSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('table'), schema: z.string(), name: z.string(), columns: z.array(z.string()) }),
  z.object({ kind: z.literal('table end'), rows: z.number().int() }),
  z.object({
    kind: z.literal('sequence'),
    schema: z.string(),
    name: z.string(),
    last: z.string().nullable(),
    max: z.string(),
  }),
  z.object({ kind: z.literal('secrets'), texts: z.record(z.string(), z.string()) }),
  z.object({ kind: z.literal('file'), key: z.string(), sizeBytes: z.number().int() }),
  /** `isWhole` is false if the file could not be read to its end; the restore leaves it out. */
  z.object({ kind: z.literal('file end'), isWhole: z.boolean() }),
  z.object({
    kind: z.literal('sums'),
    tables: z.number().int(),
    rows: z.number().int(),
    files: z.number().int(),
    /** The number of files that rows reference and the store lacks. */
    missingFiles: z.number().int(),
  }),
])
export type BackupRecord = z.output<typeof recordSchema>
export type BackupTotals = Extract<BackupRecord, { kind: 'sums' }>

const recordFrame = 1
const bytesFrame = 2
const headBytes = 5

export interface BackupRecordWriter {
  record(record: BackupRecord): Promise<void>
  /** Writes bytes of the table or file whose record was written last. */
  bytes(bytes: Uint8Array, compressible: boolean): Promise<void>
}

export function createBackupRecordWriter(file: Pick<EncryptedBackupWriter, 'write'>): BackupRecordWriter {
  const frame = async (kind: number, bytes: Uint8Array, compressible: boolean) => {
    const head = Buffer.alloc(headBytes)
    head.writeUInt8(kind)
    head.writeUInt32BE(bytes.length, 1)
    await file.write(head, compressible)
    await file.write(bytes, compressible)
  }
  let isText = true
  return {
    record: (record) => {
      if (record.kind === 'file') isText = false
      return frame(recordFrame, Buffer.from(JSON.stringify(record)), isText)
    },
    bytes: (bytes, compressible) => frame(bytesFrame, bytes, compressible),
  }
}

export type BackupRecordOrBytes =
  | { readonly record: BackupRecord; readonly bytes?: undefined }
  | { readonly record?: undefined; readonly bytes: Buffer }

/** Yields a backup's records and bytes in order, in small pieces: a whole table or file is never in memory. */
export async function* readBackupRecordsAndBytes(
  file: Pick<EncryptedBackupReader, 'chunks'>,
): AsyncGenerator<BackupRecordOrBytes> {
  let buffered: Buffer = Buffer.alloc(0)
  for await (const chunk of file.chunks()) {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
    let at = 0
    while (buffered.length - at >= headBytes) {
      const end = at + headBytes + buffered.readUInt32BE(at + 1)
      if (end > buffered.length) break
      const content = buffered.subarray(at + headBytes, end)
      yield buffered[at] === bytesFrame ? { bytes: content } : { record: recordIn(content) }
      at = end
    }
    buffered = buffered.subarray(at)
  }
  if (buffered.length > 0) throw unknownBackupContentProblem()
}

function recordIn(content: Buffer): BackupRecord {
  const record = recordSchema.safeParse(JSON.parse(content.toString())).data
  if (record === undefined) throw unknownBackupContentProblem()
  return record
}

/** The problem of an authentic backup with unknown records: another version of the product wrote them. */
export function unknownBackupContentProblem(): StartUpProblem {
  return new StartUpProblem('The backup has parts that this version of Balcão does not know.')
}
