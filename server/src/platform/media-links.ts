/** Makes the signed links under which a company's files are fetched (GEN-20). Views take it as a parameter. */
export interface MediaLinks {
  /** `key` names the stored file, its company included; `name` is what a download is saved as. */
  toFile(key: string, name?: string): string
}
