import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Chance } from './chance'

/**
 * A machine outside the house: a model that speaks as OpenAI's service does, and a flow behind a webhook. Both answer
 * what was asked and remember nothing, so that a question which comes again after a kill gets the same answer; both take
 * their time, so that kills find calls on their way.
 */
export interface OutsideBots {
  /** `127.0.0.1:PORT`, with the settings of a product that may call it. */
  readonly host: string
  readonly environment: Readonly<Record<string, string>>
  /** How often each has been asked. */
  readonly asked: { model: number; flow: number }
  /** Resolves when the next question is here, and has no answer yet. */
  nextQuestion(): Promise<void>
  /** Where the flow hands its customers over. */
  handOverTo(queueId: number): void
  close(): Promise<void>
}

/** Whoever says this is handed over to people. */
export const farewell = 'uma pessoa, por favor'
export const modelSays = (text: string) =>
  text === farewell ? 'Já chamei a equipe.' : `Sobre "${text}": temos.`
export const flowSays = (text: string) => (text === farewell ? 'Vou passar.' : `Você disse "${text}".`)

const slowest = 400

export async function openOutsideBots(chance: Chance): Promise<OutsideBots> {
  const asked = { model: 0, flow: 0 }
  let queueId = 0
  let waiting: (() => void)[] = []

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
    const command = message.text === farewell ? { queueId } : null
    return { replies: [flowSays(message.text)], command }
  }

  const machine = createServer((request, response) => {
    void (async () => {
      const isFlow = request.url === '/flow'
      const body = JSON.parse(await bodyOf(request))
      asked[isFlow ? 'flow' : 'model']++
      for (const tell of waiting) tell()
      waiting = []
      await pause(chance.between(50, slowest))
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isFlow ? flow(body) : model(body)))
    })().catch(() => response.destroy()) // whoever asked was killed meanwhile
  }).listen(0, '127.0.0.1')
  await once(machine, 'listening')
  const host = `127.0.0.1:${(machine.address() as AddressInfo).port}` // a string only for pipes
  return {
    host,
    asked,
    environment: { PRIVATE_HOSTS: host, BOT_PRIVATE_HOSTS: host, ASSISTANT_BASE_URL: `http://${host}/v1` },
    nextQuestion: () => new Promise((resolve) => waiting.push(resolve)),
    handOverTo: (id) => {
      queueId = id
    },
    async close() {
      machine.closeAllConnections()
      machine.close()
      await once(machine, 'close')
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}
