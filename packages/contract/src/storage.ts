import type { CompanyId } from '@balcao/domain/ids'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { idSchema } from './wire-values'

const usedBytes = z.number().int().nullable()

const storageUse = z.object({
  /** The size of the company's files; null shortly after a start, while the server still counts them. */
  usedBytes,
  /** Null when the plan has no limit. */
  limitBytes: z.number().int().nullable(),
})

export const getStorageUse = endpoint('GET /storage', {
  name: 'storage.use',
  summary: 'Bytes that the files of the company use, and that its plan allows',
  access: 'settings.manage',
  planFlag: 'none',
  answer: storageUse,
})

export const listCompanyStorage = endpoint('GET /companies/storage', {
  name: 'storage.ofCompanies',
  summary: 'Bytes that the files of each company use',
  access: 'companies.manage',
  planFlag: 'none',
  answer: z.array(
    z.object({
      companyId: idSchema<CompanyId>(),
      usedBytes,
    }),
  ),
})
