import { createTransport } from 'nodemailer'
import type { Mailer } from './port'

/** A mail server that hangs must not hold a worker of jobs for long. */
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 }

interface SmtpSettings {
  /** `smtps://user:password@host:465`, or `smtp://…:587`, which changes to TLS where the server offers it. */
  readonly url: string
  readonly from: string
  /** Hears the server's reply to a mail that it refused for good. */
  readonly onRefused: (reply: string) => void
}

export function smtpMailer({ url, from, onRefused }: SmtpSettings): Mailer {
  const transport = createTransport({ url, ...timeouts }, { from })
  return {
    async send(mail) {
      // As an object it is one address, whatever it contains.
      const to = { name: '', address: mail.to }
      await transport.sendMail({ ...mail, to }).catch((error: unknown) => {
        if (!isRefusal(error)) throw error
        onRefused(error.message)
      })
    },
    async check() {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}

/**
 * Replies from 500 on to a mail are final (RFC 5321, 4.2.1), and so is an address that is none. A refused greeting or sign-in
 * is not: the mails go out once the operator has mended that.
 */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown }
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false
  return responseCode === undefined || (typeof responseCode === 'number' && responseCode >= 500)
}
