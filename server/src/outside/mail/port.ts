export interface Mail {
  readonly to: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
}

/** The mail of the installation, and the address to which its links lead. */
export interface InstallationMail {
  readonly mailer: Mailer
  readonly publicUrl: string
}

/** Sends mail for the installation. */
export interface Mailer {
  /**
   * Resolves when the mail server has taken the mail, or refused it for good, which is logged. Rejects when the server may
   * take it later; a call that was cut off may have been taken.
   */
  send(mail: Mail): Promise<void>
  /** Signs in at the mail server. Rejects with its reason. */
  check(): Promise<void>
  close(): void
}
