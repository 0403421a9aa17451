import {
  batchRequestPath,
  type EndpointCallAnswer,
  type EndpointCallInput,
  endpointCallUrl,
} from '@balcao/contract/client'
import type { Endpoint } from '@balcao/contract/endpoint'
import { parseApiError } from './api-error'
import { misdirectedStatus, parseAnswer, requestPartsOf, type SendOptions, sendRequest } from './send'
import { anything, number, record } from './shapes'

/** Checks one line of the batch response: the type guard for `batchAnswerLine` of the contract. */
const isAnswered = record({ at: number, status: number, answer: anything })

interface Answered {
  readonly status: number
  readonly answer: unknown
}
interface Question {
  readonly address: string
  /** Resolves the waiting call with its answer; undefined if the batch has none. Only the first `settle` counts. */
  readonly settle: (answered: Answered | undefined) => void
}

let batch: readonly Question[] = []

/** Like `sendRequest`, but sends all calls that one user makes at the same moment in one request (decision 0034). */
export async function sendRequestInBatch<E extends Endpoint>(
  endpoint: E,
  input: EndpointCallInput<E>,
  options: SendOptions,
): Promise<EndpointCallAnswer<E>> {
  const { token = null, signal } = options
  const answered =
    token === null ? undefined : await askTogether(endpointCallUrl(endpoint, requestPartsOf(input)), token)
  signal?.throwIfAborted()
  // Sends the call on its own if the batch has no answer to it, or answered 421 (the account is on other servers).
  if (answered === undefined || answered.status === misdirectedStatus)
    return sendRequest(endpoint, input, options)
  if (answered.status >= 400) throw parseApiError(answered.status, answered.answer)
  return parseAnswer(endpoint, answered.answer)
}

function askTogether(address: string, token: string): Promise<Answered | undefined> {
  return new Promise((settle) => {
    if (batch.length === 0) queueMicrotask(() => void sendBatch(token))
    batch = [...batch, { address, settle }]
  })
}

async function sendBatch(token: string): Promise<void> {
  const questions = batch
  batch = []
  try {
    if (questions.length > 1) await readAnswers(questions, token)
  } catch {
    // Calls without an answer in the batch are sent alone, and report their own errors.
  }
  for (const { settle } of questions) settle(undefined)
}

/** Sends calls with the same address once, and resolves each waiting call when its line of the answer arrives. */
async function readAnswers(questions: readonly Question[], token: string): Promise<void> {
  const addresses = [...new Set(questions.map(({ address }) => address))]
  const response = await fetch(batchRequestPath, {
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
      const answered: unknown = JSON.parse(line)
      if (!isAnswered(answered)) throw new TypeError('A line of the response has another shape')
      for (const { address, settle } of questions) if (address === addresses[answered.at]) settle(answered)
    }
  }
}
