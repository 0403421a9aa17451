import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { CompanyId } from '@balcao/domain/ids'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storageFailureToRefusal } from '../http/error-answer'
import type { S3Fault, S3ServerRequest } from '../testing/s3-server'
import { contentInParts, testFileStoreContract } from './file-store-contract.fixture'
import { openS3FileStore } from './s3-file-store'
import * as samples from './sample-files.fixture'
import { openTestS3Store } from './stores.fixture'

const company = 7 as CompanyId // tests choose the ids
const anySize = () => Number.MAX_SAFE_INTEGER
const unavailable = { status: 503, code: 'SlowDown' }

testFileStoreContract('in a bucket', openTestS3Store)

let opened: Awaited<ReturnType<typeof openTestS3Store>>
beforeEach(async () => {
  opened = await openTestS3Store()
  opened.s3.requests.length = 0
})
afterEach(() => opened.close())

const put = (bytes: Buffer) => opened.store.put(company, contentInParts(bytes, 1 << 20), anySize)

/** Fails the first requests that match, with this fault each. */
function failFirst(times: number, fault: S3Fault, matches: (request: S3ServerRequest) => boolean): void {
  let left = times
  opened.s3.fault = (request) => {
    if (left === 0 || !matches(request)) return null
    left -= 1
    return fault
  }
}
const isMethod =
  (method: string) =>
  ({ method: given }: S3ServerRequest) =>
    given === method
const isPart = ({ query }: S3ServerRequest) => query.has('partNumber')
const isCompletion = ({ method, query }: S3ServerRequest) => method === 'POST' && query.has('uploadId')

describe('requests to the bucket', () => {
  it('a small file is one request, and its object has the key of the file', async () => {
    const { key } = await put(samples.pdf)

    expect(opened.s3.requests).toEqual([`PUT ${key}`])
    expect(opened.s3.objects.get(key)?.bytes).toEqual(samples.pdf)
  })

  it('a file of 20 MB is sent in three parts', async () => {
    const { key } = await put(randomBytes(20 << 20))

    expect(opened.s3.requests).toEqual([
      `POST ${key}`,
      ...Array.from({ length: 3 }, () => `PUT ${key}`),
      `POST ${key}`,
    ])
    expect(opened.s3.uploads.size).toBe(0)
  })

  it('nothing is sent before a file is complete', async () => {
    let requestsSoFar = -1
    async function* content() {
      yield samples.pdf
      requestsSoFar = opened.s3.requests.length
      yield samples.pdf
    }

    await opened.store.put(company, content(), anySize)

    expect(requestsSoFar).toBe(0)
  })

  it.each<[string, S3Fault, (request: S3ServerRequest) => boolean]>([
    ['an overloaded store', unavailable, isMethod('PUT')],
    ['a cut connection', 'cut', isMethod('PUT')],
    ['a failed part', { status: 500, code: 'InternalError' }, isPart],
    ['a completion whose answer was lost', { ...unavailable, isDone: true }, isCompletion],
  ])('a file is stored after a retry: %s', async (_, fault, matches) => {
    const bytes = randomBytes(9 << 20)
    failFirst(1, fault, matches)

    const { key } = await put(bytes)

    expect(opened.s3.objects.get(key)?.bytes.equals(bytes)).toBe(true)
    expect(opened.s3.uploads.size).toBe(0)
  })

  it('a download that breaks off continues where it ended', async () => {
    const bytes = randomBytes(3 << 20)
    const { key } = await put(bytes)
    failFirst(2, 'cut in the body', isMethod('GET'))

    const file = await opened.store.open(key)
    const read = file && (await buffer(file.stream()))

    expect(read?.equals(bytes)).toBe(true)
    expect(opened.s3.requests.filter((line) => line === `GET ${key}`)).toHaveLength(3)
  })
})

describe('a store that fails', () => {
  it.each([
    ['put', () => put(samples.pdf)],
    ['open', () => opened.store.open(`7/${'0'.repeat(32)}.jpg`)],
    ['duplicate', () => opened.store.duplicate(`7/${'0'.repeat(32)}.jpg`)],
    ['usedBytes', () => opened.store.usedBytes(company)],
    ['companies', () => opened.store.companies()],
  ])('makes %s fail like an unavailable database, for callers and for retries', async (_, call) => {
    opened.s3.fault = () => unavailable

    const error = await call().catch((caught: unknown) => caught)

    expect(error).toMatchObject({ name: 'S3Trouble', kind: 'unavailable', status: 503 })
    expect(storageFailureToRefusal(error)).toMatchObject({ code: 'ERR_DATABASE_UNAVAILABLE', status: 503 })
    expect(await opened.everything()).toEqual([])
  })

  it('that is full refuses a file like a full disk', async () => {
    opened.s3.fault = () => ({ status: 507, code: 'XMinioStorageFull' })

    const error = await put(samples.pdf).catch((caught: unknown) => caught)

    expect(storageFailureToRefusal(error)).toMatchObject({ code: 'ERR_STORAGE_FULL' })
    expect(opened.s3.requests).toHaveLength(1)
  })

  it('that fails in the middle of an upload keeps none of its parts', async () => {
    opened.s3.fault = (request) => (request.query.get('partNumber') === '2' ? unavailable : null)

    await expect(put(randomBytes(20 << 20))).rejects.toMatchObject({ code: 'SlowDown' })

    expect(await opened.everything()).toEqual([])
    expect(await opened.store.usedBytes(company)).toBe(0)
  })

  it('that fails until the end of an upload loses its parts at the next cleaning, after a while', async () => {
    opened.s3.fault = (request) => (request.query.has('uploadId') ? unavailable : null)
    await expect(put(randomBytes(9 << 20))).rejects.toMatchObject({ code: 'SlowDown' })
    opened.s3.fault = () => null
    expect(opened.s3.uploads.size).toBe(1)

    await opened.store.removeAbandoned(new Date(0))
    expect(opened.s3.uploads.size).toBe(1)
    await opened.store.removeAbandoned(new Date('2100-01-01'))

    expect(opened.s3.uploads.size).toBe(0)
  })

  it('names no secret in its errors', async () => {
    opened.s3.fault = () => 'cut'

    const error = await put(samples.pdf).catch((caught: unknown) => caught)

    const { accessKeyId, secretAccessKey } = opened.s3.settings
    const seen = JSON.stringify(error, (_, value: unknown) =>
      value instanceof Error
        ? { ...value, message: value.message, stack: value.stack, cause: value.cause }
        : value,
    )
    expect(seen).toContain('S3Trouble')
    for (const secret of [accessKeyId, secretAccessKey, 'AWS4-HMAC']) expect(seen).not.toContain(secret)
  })
})

describe('the check at a start', () => {
  const open = (change: object) =>
    openS3FileStore({ ...opened.s3.settings, incoming: '/nowhere', ...change }).catch(
      (error: unknown) => error,
    )

  it.each([
    [
      'a wrong secret',
      { secretAccessKey: 'wrong' },
      'S3_SECRET_ACCESS_KEY is not the one of S3_ACCESS_KEY_ID.',
    ],
    ['an unknown key', { accessKeyId: 'UNKNOWN' }, 'the store does not know S3_ACCESS_KEY_ID.'],
    ['a missing bucket', { bucket: 'missing' }, 'it does not exist. Create it, or correct S3_BUCKET.'],
    ['a wrong region', { region: 'mars-1' }, 'S3_REGION is not its region.'],
    ['no server', { endpoint: 'http://127.0.0.1:9' }, 'there is no answer'],
  ])('refuses %s and names it', async (_, change, reason) => {
    const error = await open(change)

    expect(error).toMatchObject({ name: 'StartUpProblem', message: expect.stringContaining(reason) })
    expect(String(error)).not.toContain(opened.s3.settings.secretAccessKey)
  })

  it('refuses a key that may not delete', async () => {
    opened.s3.fault = ({ method }) => (method === 'DELETE' ? { status: 403, code: 'AccessDenied' } : null)

    expect(await open({})).toMatchObject({
      message: expect.stringContaining('may not write, read and delete objects there'),
    })
  })

  it('follows no redirect', async () => {
    opened.s3.fault = () => ({ status: 301, code: 'PermanentRedirect' })

    expect(await open({})).toMatchObject({ message: expect.stringContaining('it is in another region') })
    expect(opened.s3.requests).toHaveLength(1)
  })

  it('leaves nothing in the bucket', () => {
    expect(opened.s3.objects.size).toBe(0)
  })
})
