const longest = 300

/**
 * Why an inbound event failed, in words for the admin and the database. Without anything the error quotes, from the first mark
 * to the last: a parser quotes what it could not read, and that may be a message.
 */
export function failureReason(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown'
  const code = 'code' in cause ? ` (${String(cause.code)})` : ''
  const words = cause.message.replace(/["'`].*["'`]/s, '…')
  return `${cause.name}: ${words}`.slice(0, longest - code.length) + code
}
