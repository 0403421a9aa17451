import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Chance } from './chance'

/**
 * A server outside the app: a model with OpenAI's API, a flow behind a webhook, and Typebot's viewer. The answers
 * depend only on the question, so that a repeated question after a kill gets the same one. They are delayed, so that
 * kills hit running calls. Only Typebot has state: the customer and the texts of each session.
 */
export interface OutsideBots {
  /** `127.0.0.1:PORT`, with the settings of a product that may call it. */
  readonly host: string
  readonly environment: Readonly<Record<string, string>>
  /** The number of questions to each. */
  readonly asked: Readonly<Record<Outside, number>>
  /** Resolves when the next question to this service has arrived and is unanswered. */
  nextQuestion(to: Outside): Promise<void>
  /** The texts in Typebot's sessions, oldest session first; a repeated question is listed again. */
  readonly sessions: ReadonlyMap<string, TypebotSession>
  /** The queue to which the flow and Typebot hand their customers over. */
  handOverTo(by: 'flow' | 'typebot', queueId: number): void
  close(): Promise<void>
}

export interface TypebotSession {
  /** The customer's number at the start of the session. */
  readonly number: string
  readonly said: string[]
}

/** The assistant's model, the webhook's flow, Typebot's viewer. */
export type Outside = 'model' | 'flow' | 'typebot'

/** A customer with this text is handed over to people. */
export const farewell = 'uma pessoa, por favor'
export const modelSays = (text: string) =>
  text === farewell ? 'Já chamei a equipe.' : `Sobre "${text}": temos.`
export const flowSays = (text: string) => (text === farewell ? 'Vou passar.' : `Você disse "${text}".`)
/** Two bubbles: both of an answer must arrive, in order. */
export const typebotSays = (text: string) =>
  text === farewell ? ['Já passo.'] : [`Anotei: *${text}*`, 'O que mais?']

const slowest = 400

export async function openOutsideBots(chance: Chance): Promise<OutsideBots> {
  const asked = { model: 0, flow: 0, typebot: 0 }
  const queues = { flow: 0, typebot: 0 }
  const sessions = new Map<string, TypebotSession>()
  let waiting: { readonly to: Outside; readonly tell: () => void }[] = []

  function model({ messages }: { messages: { content: string }[] }) {
    const text = messages.at(-1)?.content ?? ''
    const call = { id: 'c', type: 'function', function: { name: 'transferir_para_equipe', arguments: '{}' } }
    const message = {
      role: 'assistant',
      content: modelSays(text),
      ...(text === farewell && { tool_calls: [call] }),
    }
    return { choices: [{ index: 0, message }], usage: { prompt_tokens: 90, completion_tokens: 12 } }
  }
  function flow({ message }: { message: { text: string } }) {
    const command = message.text === farewell ? { queueId: queues.flow } : null
    return { replies: [flowSays(message.text)], command }
  }
  function typebot(path: string, body: TypebotCall) {
    const isStart = path.endsWith('/startChat')
    const id = isStart ? `sessao-${sessions.size + 1}` : (path.split('/').at(-2) ?? '')
    if (isStart) sessions.set(id, { number: body.prefilledVariables?.number ?? '', said: [] })
    const session = sessions.get(id)
    if (session === undefined) return null // Typebot does not know the session: a 404
    const { text } = body.message
    session.said.push(text)
    const words = [
      ...typebotSays(text),
      ...(text === farewell ? [`#${JSON.stringify({ queueId: queues.typebot })}`] : []),
    ]
    return {
      ...(isStart && { sessionId: id }),
      messages: words.map((line) => ({
        type: 'text',
        content: { type: 'richText', richText: paragraph(line) },
      })),
      input: { type: 'text input' },
    }
  }

  const machine = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? ''
      const by = path === '/flow' ? 'flow' : path.startsWith('/typebot/') ? 'typebot' : 'model'
      const body = JSON.parse(await bodyOf(request))
      asked[by]++
      const answer = by === 'flow' ? flow(body) : by === 'model' ? model(body) : typebot(path, body)
      for (const { to, tell } of waiting) if (to === by) tell()
      waiting = waiting.filter(({ to }) => to !== by)
      await pause(chance.between(50, slowest))
      response.writeHead(answer === null ? 404 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer))
    })().catch(() => response.destroy()) // the caller was killed meanwhile
  }).listen(0, '127.0.0.1')
  await once(machine, 'listening')
  const host = `127.0.0.1:${(machine.address() as AddressInfo).port}` // a string only for pipes
  return {
    host,
    asked,
    environment: { PRIVATE_HOSTS: host, BOT_PRIVATE_HOSTS: host, ASSISTANT_BASE_URL: `http://${host}/v1` },
    nextQuestion: (to) => new Promise((tell) => waiting.push({ to, tell })),
    sessions,
    handOverTo: (by, queueId) => {
      queues[by] = queueId
    },
    async close() {
      machine.closeAllConnections()
      machine.close()
      await once(machine, 'close')
    },
  }
}

interface TypebotCall {
  readonly message: { readonly text: string }
  readonly prefilledVariables?: { readonly number: string }
}

/** The rich text of Typebot for `one *two*`. */
function paragraph(line: string) {
  const children = line.split('*').map((text, at) => (at % 2 === 0 ? { text } : { text, bold: true }))
  return [{ type: 'p', children: children.filter(({ text }) => text !== '') }]
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}
