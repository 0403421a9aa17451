import type { AddressInfo } from 'node:net'
import type { CompanyId } from '@balcao/domain/ids'
import { SMTPServer } from 'smtp-server'
import type { Mailer } from '../outside/mail/port'
import { smtpMailer } from '../outside/mail/smtp-mailer'
import type { CompanyJobContext } from '../platform/jobs'
import type { TestApp } from './test-app'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers and body as sent, with its lines joined and its letters decoded. */
  readonly text: string
}

/** A mail server on loopback that keeps what it takes, and a mailer that sends there. */
export interface MailServer {
  readonly url: string
  readonly mailer: Mailer
  readonly mails: ReceivedMail[]
  /** The reply to the next recipient, such as 550; afterwards it takes mails again. */
  refuseNext(code: number): void
  /** Replies of the server to mails that it refused for good. */
  readonly refused: string[]
  close(): Promise<void>
}

export async function openMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const refused: string[] = []
  let next: number | null = null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_, __, callback) {
      const code = next
      next = null
      callback(code === null ? null : Object.assign(new Error('not here'), { responseCode: code }))
    },
    onData(stream, { envelope }, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        mails.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          text: decoded(Buffer.concat(parts).toString('latin1')),
        })
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo // it listens on a port
  const url = `smtp://127.0.0.1:${port}`
  const mailer = smtpMailer({
    url,
    from: 'Balcão <inbox@example.com>',
    onRefused: (reply) => refused.push(reply),
  })
  return {
    url,
    mailer,
    mails,
    refused,
    refuseNext(code) {
      next = code
    },
    async close() {
      mailer.close()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Quoted-printable (RFC 2045), which nodemailer chooses for texts of Latin languages. */
function decoded(raw: string): string {
  const bytes = raw
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** Carries out the waiting jobs of a kind, once each. */
export async function carryOutJobs(testApp: TestApp, task: string): Promise<void> {
  const { workplace, features } = testApp.app
  const kind = features.flatMap(({ jobs = [] }) => jobs).find((each) => each.task === task)
  const waiting = await testApp.rows<{ payload: { companyId: CompanyId; payload: unknown } }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = $1 returning j.payload`,
    [task],
  )
  for (const { companyId, payload } of waiting.map((row) => row.payload)) {
    const company: CompanyJobContext = {
      companyId,
      act: (act) => workplace.withCompany({ kind: 'system', name: task, companyId }, act),
      attempt: 1,
      stopping: new AbortController().signal,
    }
    await kind?.carryOut(company, payload)
  }
}
