const longest = 300

/**
 * The reason why an inbound event failed, for the admin and the database. Removes everything between the first and
 * the last quotation mark, because a parser quotes its input, which may be a message.
 */
export function failureReason(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown'
  const code = 'code' in cause ? ` (${String(cause.code)})` : ''
  const words = cause.message.replace(/["'`].*["'`]/s, '…')
  return `${cause.name}: ${words}`.slice(0, longest - code.length) + code
}
