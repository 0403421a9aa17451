export const adminUsage = `Usage:
  npm run admin -- reset-password <e-mail> [--without-two-step]
Gives the account a new password, shows it once, and ends its sessions; --without-two-step also switches off its second step.`

/** The operator's order. */
export interface AdminOrder {
  readonly email: string
  readonly withoutTwoStep: boolean
}

/** Null: the arguments are no valid order. */
export function adminOrderOf(words: readonly string[]): AdminOrder | null {
  const [command, ...rest] = words
  const flags = rest.filter((word) => word.startsWith('--'))
  const [email, ...others] = rest.filter((word) => !word.startsWith('--'))
  if (command !== 'reset-password' || email === undefined || others.length > 0) return null
  if (flags.some((flag) => flag !== '--without-two-step')) return null
  return { email, withoutTwoStep: flags.length > 0 }
}
