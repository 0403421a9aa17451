import { resetPassword } from '../../features/auth/reset-password'
import { loadConfig } from '../../platform/config'
import { StartUpProblem } from '../../platform/fatal'
import { createLog } from '../../platform/log'
import { adminOrderOf, adminUsage } from './admin-order'
import { openForAdmin } from './open-for-admin'

/** `npm run admin`: acts that only the operator of the installation may run, with the product running or not. */
async function main(): Promise<void> {
  const order = adminOrderOf(process.argv.slice(2))
  if (order === null) return end(1, adminUsage)
  const config = loadConfig(process.env)
  const { workplace, close } = await openForAdmin(config, createLog({ level: 'fatal' }))
  try {
    const made = await resetPassword(workplace, order)
    if (made === null) return end(1, `No user has the e-mail ${order.email}.`)
    process.stdout.write(`${wordsOf(made)}\n`)
  } finally {
    await close()
  }
}

function wordsOf({
  name,
  email,
  password,
  keepsTwoStep,
}: NonNullable<Awaited<ReturnType<typeof resetPassword>>>): string {
  const lines = [
    `New password of ${name} <${email}>: ${password}`,
    'It is shown only now. Sessions of this account have ended; change the password after signing in.',
  ]
  if (keepsTwoStep)
    lines.push('The second step is asked for as before; with --without-two-step it is switched off.')
  return lines.join('\n')
}

function end(exitCode: number, line: string): void {
  process.stderr.write(`${line}\n`)
  process.exitCode = exitCode
}

void main()
  .catch((error: unknown) => {
    end(1, error instanceof StartUpProblem ? error.message : String(error))
  })
  .finally(() => process.exit())
