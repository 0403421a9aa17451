import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openS3Server, type S3Server } from '../testing/s3-server'
import { type DiskFileStoreSettings, openDiskFileStore } from './disk-file-store'
import type { FileStore, MovableFileStore } from './file-store'
import { openS3FileStore } from './s3-file-store'
import type { S3Settings } from './s3-settings'

export interface TestFileStore {
  readonly store: FileStore & MovableFileStore
  /** Opens a second store on the same folder or bucket, as another process would. */
  again(settings?: TestFileStoreSettings): Promise<FileStore & MovableFileStore>
  /** The names of all files in the folder or bucket, partial ones included. */
  everything(): Promise<readonly string[]>
  close(): Promise<void>
}

export type TestFileStoreSettings = Omit<DiskFileStoreSettings, 'folder'>

/** Opens a store for the tests that all implementations share. */
export type OpenTestFileStore = (settings?: TestFileStoreSettings) => Promise<TestFileStore>

export async function openTestDiskStore(settings: TestFileStoreSettings = {}): Promise<TestFileStore> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao files '))
  const again = (more: TestFileStoreSettings = {}) => openDiskFileStore({ folder, reserveBytes: 0, ...more })
  return {
    store: await again(settings),
    again,
    everything: () => filesIn(folder),
    close: () => rm(folder, { recursive: true }),
  }
}

/** Opens a store in a bucket of the test's own S3 server. */
export async function openTestS3Store(
  settings: TestFileStoreSettings = {},
): Promise<TestFileStore & { readonly s3: S3Server }> {
  const s3 = await openS3Server({ pageSize: 7 })
  const opened = await openTestStoreInBucket(s3.settings, settings)
  return {
    ...opened,
    s3,
    everything: async () => [...(await opened.everything()), ...s3.objects.keys(), ...s3.uploads.keys()],
    async close() {
      await opened.close()
      await s3.close()
    },
  }
}

/**
 * Opens a store in this bucket. Its `everything` lists the files on the disk that are still being received, without the
 * objects in the bucket.
 */
export async function openTestStoreInBucket(
  bucket: S3Settings,
  settings: TestFileStoreSettings = {},
): Promise<TestFileStore> {
  const incoming = await mkdtemp(join(tmpdir(), 'balcao incoming '))
  const closes: (() => Promise<void>)[] = []
  const again = async (more: TestFileStoreSettings = {}) => {
    const store = await openS3FileStore({ ...bucket, incoming, reserveBytes: 0, ...more })
    closes.push(store.close)
    return store
  }
  return {
    store: await again(settings),
    again,
    everything: () => filesIn(incoming),
    async close() {
      for (const close of closes) await close()
      await rm(incoming, { recursive: true })
    },
  }
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
