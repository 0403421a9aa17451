import * as calls from '@balcao/contract/storage'
import type { Feature } from '../../platform/feature'
import { type FileStore, platformFolderId } from '../../platform/files/file-store'
import { platformRoute, readRoute } from '../../platform/http/route'
import { storageLimit } from './storage.read'

export function storageFeature(store: Pick<FileStore, 'knownBytes' | 'companies'>): Feature {
  return {
    name: 'storage',
    routes: [
      readRoute(calls.getStorageUse, async (work) => ({
        usedBytes: store.knownBytes(work.companyId),
        limitBytes: await storageLimit(work),
      })),
      platformRoute(calls.listCompanyStorage, async () => {
        const companies = (await store.companies()).filter((companyId) => companyId !== platformFolderId)
        return companies.map((companyId) => ({ companyId, usedBytes: store.knownBytes(companyId) }))
      }),
    ],
  }
}
