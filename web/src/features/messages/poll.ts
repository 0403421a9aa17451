export interface Poll {
  readonly question: string
  readonly choices: readonly string[]
}

/**
 * Reads a poll that the server wrote into a body: the line `📊 question`, and a line `• choice` for each
 * choice. Undefined for another body.
 */
export function readPoll(body: string): Poll | undefined {
  const [first = '', ...lines] = body.split('\n')
  const choices = lines.flatMap((line) => (line.startsWith('• ') ? [line.slice(2)] : []))
  if (!first.startsWith('📊 ') || choices.length < 2 || choices.length < lines.length) return undefined
  return { question: first.slice('📊 '.length), choices }
}
