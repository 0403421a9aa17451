import { createTransport } from 'nodemailer'
import type { Mailer } from './port'

/** These limits prevent a mail server that hangs from occupying a job worker for long. */
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 }

interface SmtpSettings {
  /** `smtps://user:password@host:465`, or `smtp://…:587`, which changes to TLS where the server offers it. */
  readonly url: string
  readonly from: string
  /** Called with the server's reply when the server refuses a mail permanently. */
  readonly onRefused: (reply: string) => void
}

export function smtpMailer({ url, from, onRefused }: SmtpSettings): Mailer {
  const transport = createTransport({ url, ...timeouts }, { from })
  return {
    async send(mail) {
      // An object is always one recipient; a string could contain several addresses.
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

/** True if the server refused the mail for good (RFC 5321, 4.2.1). After a failed sign-in, a retry may succeed. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown }
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false
  return responseCode === undefined || (typeof responseCode === 'number' && responseCode >= 500)
}
