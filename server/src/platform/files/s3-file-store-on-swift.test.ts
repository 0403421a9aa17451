import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { startSwift } from '../testing/swift-server'
import { testFileStoreContract } from './file-store-contract.fixture'
import { openS3FileStore } from './s3-file-store'
import { openTestStoreInBucket, type TestFileStore } from './stores.fixture'

const swift = process.env.TEST_LONG === '1' ? await startSwift() : null

// It syncs each file to the disk, and answers slowly on a busy machine.
describe.skipIf(swift === null)('with a server that we did not write', { timeout: 240_000 }, () => {
  const opened: TestFileStore[] = []
  const settings = swift?.settings ?? {
    endpoint: '',
    bucket: '',
    region: '',
    accessKeyId: '',
    secretAccessKey: '',
  }

  afterEach(async () => {
    for (const { store, close } of opened.splice(0)) {
      for await (const { key } of store.files()) await store.remove(key)
      await close()
    }
  })
  afterAll(() => swift?.stop())

  testFileStoreContract('in a bucket of Swift', async (more) => {
    // All stores of a test have the same bucket, each one of an empty name.
    const one = await openTestStoreInBucket(settings, more)
    opened.push(one)
    return { ...one, close: async () => undefined }
  })

  it.each([
    ['a wrong secret', { secretAccessKey: 'wrong' }, 'S3_SECRET_ACCESS_KEY is not the one'],
    ['an unknown key', { accessKeyId: 'test:nobody' }, 'cannot be used'],
    ['a missing bucket', { bucket: 'missing-files' }, 'it does not exist'],
  ])('a start refuses %s and names it', async (_, change, reason) => {
    const start = openS3FileStore({ ...settings, incoming: '/nowhere', ...change })

    await expect(start).rejects.toMatchObject({
      name: 'StartUpProblem',
      message: expect.stringContaining(reason),
    })
  })
})
