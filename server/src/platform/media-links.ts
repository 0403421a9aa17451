/** Makes links to a company's files that open without a session, because they are signed (GEN-20). */
export interface MediaLinkSigner {
  /** Makes the link to a stored file. `key` includes the company; `name` is the file name of a download. */
  toFile(key: string, name?: string): string
}
