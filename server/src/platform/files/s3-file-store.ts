import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { CompanyId } from '@balcao/domain/ids'
import { StartUpProblem, systemOrDatabaseErrorCode } from '../fatal'
import { type CompanyStorageUsageSettings, trackCompanyStorageUsage } from './company-usage'
import {
  companyFilePartCount,
  companyFilePartOf,
  companyOfFileKey,
  type FileKey,
  type FileStore,
  hexPrefixOfCompanyFilePart,
  isFileKey,
  keysForFileCopy,
  type MovableFileStore,
  type OpenedFile,
} from './file-store'
import { type FileReceiverSettings, openFileReceiver } from './receive-files'
import { createS3Bucket, type S3Bucket } from './s3-bucket'
import { createS3RequestSender, S3Trouble } from './s3-requests'
import type { S3Settings } from './s3-settings'

export interface S3FileStoreSettings
  extends S3Settings,
    Pick<FileReceiverSettings, 'incoming' | 'reserveBytes' | 'freeBytes' | 'quotaBytesOf'>,
    Pick<CompanyStorageUsageSettings, 'recountAfterMs'> {}

const removalsAtOnce = 16

/** Opens a file store in a bucket, whose objects have the files' keys. Throws StartUpProblem if it is unusable. */
export async function openS3FileStore(
  settings: S3FileStoreSettings,
): Promise<FileStore & MovableFileStore & { close(): Promise<void> }> {
  const requests = createS3RequestSender(settings)
  const bucket = createS3Bucket(requests, settings.bucket)
  await checkBucket(bucket, settings).catch(async (error: unknown) => {
    await requests.close()
    throw error
  })
  const usage = trackCompanyStorageUsage({
    bytesFrom: (companyId, part) => bytesFrom(bucket, companyId, part),
    recountAfterMs: settings.recountAfterMs,
  })
  const incoming = await openFileReceiver({ ...settings, usedBytes: usage.usedBytes })

  return {
    put: (companyId, content, limitBytesOf, options) =>
      incoming.receive(companyId, content, limitBytesOf, options, (path, { key, sizeBytes }) =>
        usage.changing(companyId, key, async () => {
          await bucket.write(key, { sizeBytes, stream: (range) => createReadStream(path, range) })
          return sizeBytes
        }),
      ),
    async duplicate(key) {
      const { first, second } = keysForFileCopy(key)
      await usage.changing(companyOfFileKey(second), second, async () => {
        const sizeBytes = await bucket.sizeOf(first)
        if (sizeBytes === null || !(await bucket.copy(first, second)))
          throw new Error('A stored file is missing')
        return sizeBytes
      })
      return second
    },
    async open(key) {
      const sizeBytes = isFileKey(key) ? await bucket.sizeOf(key) : null
      if (sizeBytes === null) return null
      return { sizeBytes, stream: (range) => bucket.read(key, range ?? { start: 0, end: sizeBytes - 1 }) }
    },
    async remove(key) {
      if (!isFileKey(key)) return
      await usage.changing(companyOfFileKey(key), key, async () => {
        const sizeBytes = await bucket.sizeOf(key)
        if (sizeBytes !== null) await bucket.remove(key)
        return -(sizeBytes ?? 0)
      })
    },
    async removeCompany(companyId) {
      usage.forget(companyId)
      for await (const { objects } of bucket.pages({ prefix: `${companyId}/` }))
        for (let at = 0; at < objects.length; at += removalsAtOnce)
          await Promise.all(objects.slice(at, at + removalsAtOnce).map(({ key }) => bucket.remove(key)))
    },
    async companies() {
      const found: CompanyId[] = []
      // the cast is safe: only prefixes with the form of a company's id match
      for await (const { prefixes } of bucket.pages({ delimiter: '/' }))
        for (const prefix of prefixes)
          if (/^(0|[1-9]\d{0,9})\/$/.test(prefix)) found.push(Number.parseInt(prefix, 10) as CompanyId)
      return found
    },
    usedBytes: usage.usedBytes,
    knownBytes: usage.knownBytes,
    async part(companyId, part, before) {
      const found: FileKey[] = []
      for await (const { objects } of bucket.pages({
        prefix: `${companyId}/${hexPrefixOfCompanyFilePart(part)}`,
      }))
        for (const { key, storedAt } of objects) if (isFileKey(key) && storedAt < before) found.push(key)
      return found
    },
    async removeAbandoned(before) {
      await incoming.removeAbandoned()
      // Keys of other forms belong to uploads of other programs, which must stay.
      for await (const { key, uploadId, begunAt } of bucket.unfinishedUploads())
        if (isFileKey(key) && begunAt < before) await bucket.abortUpload(key, uploadId)
    },
    async *files() {
      for await (const { objects } of bucket.pages({}))
        for (const { key, sizeBytes } of objects) if (isFileKey(key)) yield { key, sizeBytes }
    },
    copyIn: (key, file) => bucket.write(key, file),
    close: requests.close,
  }
}

/** The bytes of this part and of the following ones, as far as one page of the object list contains them completely. */
async function bytesFrom(bucket: S3Bucket, companyId: CompanyId, part: number): Promise<readonly number[]> {
  const bytes = new Array<number>(companyFilePartCount - part).fill(0)
  const startAfter = `${companyId}/${hexPrefixOfCompanyFilePart(part)}`
  for await (const { objects, isLast } of bucket.pages({ prefix: `${companyId}/`, startAfter })) {
    let last = part
    for (const { key, sizeBytes } of objects) {
      if (!isFileKey(key)) continue
      last = companyFilePartOf(key)
      bytes[last - part] = (bytes[last - part] ?? 0) + sizeBytes
    }
    if (!isLast && last > part) return bytes.slice(0, last - part)
  }
  return bytes
}

/** Tries to write, read and delete an object. Throws StartUpProblem with the cause and its remedy. */
async function checkBucket(bucket: S3Bucket, { endpoint, bucket: name }: S3Settings): Promise<void> {
  const content = randomBytes(16).toString('hex')
  const key = `.balcao-check/${content}`
  const file: OpenedFile = {
    sizeBytes: content.length,
    stream: () => Readable.from([content], { objectMode: false }),
  }
  try {
    await bucket.write(key, file)
    const found = await text(bucket.read(key, { start: 0, end: content.length - 1 }))
    await bucket.remove(key)
    if (found === content) return
  } catch (cause) {
    throw new StartUpProblem(`The bucket ${name} at ${endpoint} cannot be used: ${reasonOf(cause)}`, {
      cause,
    })
  }
  throw new StartUpProblem(
    `The bucket ${name} at ${endpoint} cannot be used: it returned other bytes than it was given.`,
  )
}

const reasons: Readonly<Record<string, string>> = {
  NoSuchBucket: 'it does not exist. Create it, or correct S3_BUCKET.',
  InvalidAccessKeyId: 'the store does not know S3_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY is not the one of S3_ACCESS_KEY_ID.',
  AccessDenied: 'this access key may not write, read and delete objects there.',
  AuthorizationHeaderMalformed: 'S3_REGION is not its region.',
  PermanentRedirect: 'it is in another region. Correct S3_ENDPOINT and S3_REGION.',
  RequestTimeTooSkewed: 'the clocks of this machine and of the store differ by more than 15 minutes.',
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof S3Trouble)) return `${cause}.`
  if (cause.status === null)
    return `there is no answer (${systemOrDatabaseErrorCode(cause.cause) ?? cause.cause}). Check S3_ENDPOINT.`
  return reasons[cause.code ?? ''] ?? `it answers ${cause.status} ${cause.code ?? ''}.`
}
