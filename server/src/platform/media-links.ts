/** Creates the signed links to a company's files (GEN-20). */
export interface MediaLinkSigner {
  /** `key` is the key of the stored file, company included; `name` is the file name of a download. */
  toFile(key: string, name?: string): string
}
