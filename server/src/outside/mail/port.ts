export interface Mail {
  readonly to: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
}

/** The installation's mail service, and the address to which the links in mails lead. */
export interface InstallationMailService {
  readonly mailer: Mailer
  readonly publicUrl: string
}

/** Sends mail for the installation. */
export interface Mailer {
  /**
   * Resolves when the mail server has accepted the mail, or has refused it permanently, which is logged.
   * Rejects when a retry may succeed. A call that was interrupted may have been accepted, so a retry may send
   * the mail twice.
   */
  send(mail: Mail): Promise<void>
  /** Signs in at the mail server. Rejects with the server's reason. */
  check(): Promise<void>
  close(): void
}
