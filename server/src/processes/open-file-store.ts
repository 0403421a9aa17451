import { join } from 'node:path'
import type { Config } from '../platform/config'
import {
  type DiskFileStoreSettings,
  openDiskFileStore,
  PARTIAL_FILES_FOLDER,
} from '../platform/files/disk-file-store'
import type { FileStore, MovableFileStore } from '../platform/files/file-store'
import { openS3FileStore } from '../platform/files/s3-file-store'
import type { S3Settings } from '../platform/files/s3-settings'

export type OpenedFileStore = FileStore & MovableFileStore & { close(): Promise<void> }

/** After this time a company's stored bytes are counted again, because other processes store files too. */
const recountAfterMs = 3_600_000

type Installation = Pick<Config, 'dataFolder' | 'nodeAddress' | 's3'>
type Quota = Pick<DiskFileStoreSettings, 'quotaBytesOf'>

/** Opens the installation's file store: the bucket in the settings, or else the data folder. */
export function openFileStore(config: Installation, quota: Quota): Promise<OpenedFileStore> {
  return config.s3 === null ? openFilesOnDisk(config, quota) : openFilesInBucket(config, config.s3, quota)
}

export async function openFilesOnDisk(config: Installation, quota: Quota = {}): Promise<OpenedFileStore> {
  const store = await openDiskFileStore({ folder: filesFolder(config), ...countingOf(config), ...quota })
  return { ...store, close: async () => undefined }
}

export function openFilesInBucket(
  config: Installation,
  bucket: S3Settings,
  quota: Quota = {},
): Promise<OpenedFileStore> {
  const incoming = join(filesFolder(config), PARTIAL_FILES_FOLDER)
  return openS3FileStore({ ...bucket, incoming, ...countingOf(config), ...quota })
}

function filesFolder({ dataFolder }: Installation): string {
  return join(dataFolder, 'files')
}

function countingOf({ nodeAddress }: Installation): Pick<DiskFileStoreSettings, 'recountAfterMs'> {
  return nodeAddress === null ? {} : { recountAfterMs }
}
