export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** The installation's mail service, and the address to which the links in mails lead. */
export interface InstallationMailService {
  readonly mailer: Mailer
  readonly publicUrl: string
}

export interface Mailer {
  /** Rejects if a retry may succeed; the mail may then be sent twice. Resolves if the server refuses it for good. */
  send(mail: Mail): Promise<void>
  /** Signs in at the mail server. Rejects with the server's reason. */
  check(): Promise<void>
  close(): void
}
