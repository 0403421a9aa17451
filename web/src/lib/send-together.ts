import { answeredTogether, togetherPath } from '@balcao/contract/asked-together'
import { type AnswerTo, addressOf, type CallInput } from '@balcao/contract/client'
import type { Endpoint } from '@balcao/contract/endpoint'
import { errorOf } from './api-error'
import { partsOf, readAnswer, type SendOptions, send } from './send'

interface Told {
  readonly status: number
  readonly answer: unknown
}
interface Question {
  readonly address: string
  /** Undefined when nothing came. Only the first word counts. */
  readonly tell: (told: Told | undefined) => void
}

let gathered: readonly Question[] = []

/** As `send`, in one request with everything that is sent so in the same moment by the same person (decision 0034). */
export async function sendTogether<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: SendOptions,
): Promise<AnswerTo<E>> {
  const { token = null, signal } = options
  const told = token === null ? undefined : await askTogether(addressOf(endpoint, partsOf(input)), token)
  signal?.throwIfAborted()
  // Alone it learns what is wrong: of its own question, or of the way.
  if (told === undefined) return send(endpoint, input, options)
  if (told.status >= 400) throw errorOf(told.status, told.answer)
  return readAnswer(endpoint, told.answer)
}

function askTogether(address: string, token: string): Promise<Told | undefined> {
  return new Promise((tell) => {
    if (gathered.length === 0) queueMicrotask(() => void sendGathered(token))
    gathered = [...gathered, { address, tell }]
  })
}

async function sendGathered(token: string): Promise<void> {
  const questions = gathered
  gathered = []
  try {
    if (questions.length > 1) await hearAnswers(questions, token)
  } catch {
    // Who was told nothing asks alone, and says what comes of it.
  }
  for (const { tell } of questions) tell(undefined)
}

/** What several ask is asked once. */
async function hearAnswers(questions: readonly Question[], token: string): Promise<void> {
  const addresses = [...new Set(questions.map(({ address }) => address))]
  const response = await fetch(togetherPath, {
    method: 'POST',
    headers: {
      accept: 'application/x-ndjson',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ questions: addresses }),
  })
  if (!response.ok || response.body === null) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let begun = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = `${begun}${part.value}`.split('\n')
    begun = lines.pop() ?? ''
    for (const line of lines) {
      const { at, ...told } = answeredTogether.parse(JSON.parse(line))
      for (const { address, tell } of questions) if (address === addresses[at]) tell(told)
    }
  }
}
