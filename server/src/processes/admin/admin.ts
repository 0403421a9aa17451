import { ZodError } from 'zod'
import { createSuperUser } from '../../features/auth/create-super'
import { type PasswordResetResult, resetPassword } from '../../features/auth/reset-password'
import { smtpMailer } from '../../outside/mail/smtp-mailer'
import { type Config, loadConfig } from '../../platform/config'
import { createLog, type Log } from '../../platform/log'
import { Refusal } from '../../platform/refusal'
import { failCommandWithError, printLine, runCommand } from '../command-line'
import { openOperatorsDatabase } from '../operators-database'
import { type AdminCommand, adminUsage, parseAdminCommand } from './admin-order'
import { checkInstallation, formatFindings } from './doctor'
import { openInstallationForAdmin } from './open-for-admin'
import { readUnknownWebhookPart } from './unread-part'

/** `npm run admin`: runs a command of the installation's operator. The product may be running or not. */
async function main(): Promise<void> {
  const order = parseAdminCommand(process.argv.slice(2))
  if (order === null) return failCommandWithError(adminUsage)
  const config = loadConfig(process.env)
  const log = createLog({ level: 'fatal' })
  if (order.command === 'doctor') return callDoctor(config, log)
  const { workplace, dataKeys, close } = await openInstallationForAdmin(config, log)
  try {
    const [exitCode, words] =
      order.command === 'unread-part'
        ? unreadWords(await readUnknownWebhookPart(workplace, dataKeys, order.key))
        : await carryOut(order, workplace)
    if (exitCode === 0) printLine(words)
    else failCommandWithError(words)
  } finally {
    await close()
  }
}

async function carryOut(
  order: Exclude<AdminCommand, { command: 'doctor' | 'unread-part' }>,
  workplace: Parameters<typeof resetPassword>[0],
): Promise<[exitCode: number, words: string]> {
  if (order.command === 'reset-password') {
    const made = await resetPassword(workplace, order)
    return made === null ? [1, `No user has the e-mail ${order.email}.`] : [0, passwordWords(made)]
  }
  try {
    const made = await createSuperUser(workplace, order)
    if (made === null) return [1, 'There is no company yet: npm start makes the first one, with its owner.']
    return [
      0,
      `New owner of the platform in ${made.company}: ${made.email}, password ${made.password}\n` +
        'It is shown only now; change it after signing in.',
    ]
  } catch (error) {
    if (error instanceof ZodError) return [1, `${order.email} ${order.name}: ${error.issues[0]?.message}`]
    if (error instanceof Refusal) return [1, `A user has the e-mail ${order.email} already.`]
    throw error
  }
}

async function callDoctor(config: Config, log: Log): Promise<void> {
  const opened = await openOperatorsDatabase(config, log).catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  )
  const mailer = config.mail === null ? null : smtpMailer({ ...config.mail, onRefused: () => undefined })
  try {
    const findings = await checkInstallation({
      config,
      database: opened,
      isStopped: typeof opened !== 'string' && opened.started !== null,
      mailer,
      fetch,
      now: () => new Date(),
    })
    printLine(formatFindings(findings))
    if (findings.some(({ verdict }) => verdict === 'mend')) process.exitCode = 1
  } finally {
    mailer?.close()
    if (typeof opened !== 'string') await opened.stop()
  }
}

function unreadWords(
  parts: Awaited<ReturnType<typeof readUnknownWebhookPart>>,
): [exitCode: number, words: string] {
  if (parts.length === 0) return [1, 'No connection has a part with this key, or not any more.']
  return [0, parts.map(({ connectionId, text }) => `Connection ${connectionId}: ${text}`).join('\n')]
}

function passwordWords({ name, email, password, keepsTwoStep }: PasswordResetResult): string {
  const lines = [
    `New password of ${name} <${email}>: ${password}`,
    'It is shown only now. Sessions of this account have ended; change the password after signing in.',
  ]
  if (keepsTwoStep)
    lines.push('The second step is asked for as before; with --without-two-step it is switched off.')
  return lines.join('\n')
}

runCommand(main)
