import type { CompanyId } from '@balcao/domain/ids'

/** Makes the signed links under which a company's files are fetched (GEN-20). Views take it as a parameter. */
export interface MediaLinks {
  /** `name` is what a download is saved as. */
  toFile(companyId: CompanyId, key: string, name?: string): string
}
