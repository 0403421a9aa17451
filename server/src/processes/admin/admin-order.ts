export const adminUsage = `Usage:
  npm run admin -- reset-password <e-mail> [--without-two-step]
    Gives the account a new password, shows it once, and ends its sessions; --without-two-step also switches off its
    second step.
  npm run admin -- create-super <e-mail> [<name>]
    Creates another owner of the platform, an admin of the company that runs it, and shows the password once.
  npm run admin -- unread-part <key>
    Shows a part of a webhook of Meta that this version does not read, by the key that the log names. It may hold
    customers' words.
  npm run admin -- doctor
    Checks disk, clock, database, numbers, jobs, backups and outgoing connections, and says what to do. It changes
    nothing, and ends with 1 when something needs to be mended.`

export type AdminCommand =
  | { readonly command: 'reset-password'; readonly email: string; readonly withoutTwoStep: boolean }
  | { readonly command: 'create-super'; readonly email: string; readonly name: string }
  | { readonly command: 'unread-part'; readonly key: string }
  | { readonly command: 'doctor' }

const defaultName = 'Administrador'

export function parseAdminCommand(words: readonly string[]): AdminCommand | null {
  const [command, ...rest] = words
  const flags = rest.filter((word) => word.startsWith('--'))
  const [email, ...others] = rest.filter((word) => !word.startsWith('--'))
  if (command === 'doctor') return rest.length === 0 ? { command } : null
  if (email === undefined) return null
  if (command === 'unread-part') return rest.length === 1 ? { command, key: email } : null
  if (command === 'reset-password') {
    const isUnknown = flags.some((flag) => flag !== '--without-two-step') || others.length > 0
    return isUnknown ? null : { command, email, withoutTwoStep: flags.length > 0 }
  }
  if (command !== 'create-super' || flags.length > 0) return null
  return { command, email, name: others.join(' ') || defaultName }
}
