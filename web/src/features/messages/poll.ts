export interface PollContent {
  readonly question: string
  readonly choices: readonly string[]
}

/** Reads a poll from a body: the line `📊 question`, and a line `• choice` for each choice. */
export function readPollContent(body: string): PollContent | undefined {
  const [first = '', ...lines] = body.split('\n')
  const choices = lines.flatMap((line) => (line.startsWith('• ') ? [line.slice(2)] : []))
  if (!first.startsWith('📊 ') || choices.length < 2 || choices.length < lines.length) return undefined
  return { question: first.slice('📊 '.length), choices }
}
