import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Graph } from '../graph/graph'
import { type Simulator, type SimulatorOptions, startSimulator } from '../simulator'

export const NUMBER = '551133334444'
export const ANA = '5511988887777'
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A JSON answer, read as a test reads it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape they assert
type Answered = any

export interface Received {
  signature: string
  body: Answered
  isSigned: boolean
  raw: string
}

/** A simulator with an app, an account, a number, a token and a customer, and a callback that counts webhooks. */
export async function aGraph(options: SimulatorOptions = {}) {
  const simulator = await startSimulator({ latency: 0, ...options })
  const { graph } = simulator
  const callback = await aCallback(simulator)
  const app = graph.addApp()
  callback.secret = app.secret
  await graph.setCallback(app.id, callback.url, callback.verifyToken)
  const account = graph.addAccount({ appIds: [app.id] })
  const number = graph.addNumber({ accountId: account.id, displayNumber: NUMBER })
  const token = graph.issueToken({ appId: app.id, accountIds: [account.id] })
  const ana = graph.addCustomer({ name: 'Ana Flores', phone: ANA })
  const call = callerOf(graph, token)
  /** Sends with the usual frame. */
  const send = (message: object) =>
    call('POST', `${number.id}/messages`, { messaging_product: 'whatsapp', to: `+${ANA}`, ...message })
  const end = async () => {
    await simulator.close()
    await callback.close()
  }
  return { simulator, graph, callback, app, account, number, token, ana, call, send, end }
}

export type GraphTest = Awaited<ReturnType<typeof aGraph>>

/** Calls the Graph API over HTTP, as a client does. */
export function callerOf(graph: Graph, token: string) {
  return async (
    method: string,
    path: string,
    body?: object | Buffer,
    headers: Record<string, string> = {},
  ) => {
    const isJson = body !== undefined && !Buffer.isBuffer(body) && !(body instanceof FormData)
    const response = await fetch(`${graph.url}/v26.0/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(isJson && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: isJson
          ? JSON.stringify(body)
          : body instanceof FormData
            ? body
            : new Uint8Array(body as Buffer),
      }),
    })
    const answer: Answered = await response.json()
    return { status: response.status, body: answer, headers: response.headers }
  }
}

/** A callback on loopback: it answers the challenge, checks signatures and keeps what it gets. */
async function aCallback(simulator: Simulator) {
  const received: Received[] = []
  const state = {
    received,
    verifyToken: 'a verify token',
    secret: '',
    /** The status of the next answers; 200 when there is none. */
    answers: [] as number[],
    url: '',
    /** The changes of all accepted webhooks, in the order of their arrival. */
    changes: () =>
      received.flatMap(({ body }) =>
        body.entry.flatMap((entry: Answered) =>
          entry.changes.map((change: Answered) => ({ ...change, account: entry.id })),
        ),
      ),
    messages: (): Answered[] => state.changes().flatMap(({ value }: Answered) => value.messages ?? []),
    statuses: (): Answered[] => state.changes().flatMap(({ value }: Answered) => value.statuses ?? []),
    /** Waits for the webhooks that the predicate wants. */
    until: <T>(name: string, predicate: () => T | false | undefined) =>
      simulator.until(name, predicate, 20_000),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
  const server = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (request.method === 'GET') {
      const isRight = searchParams.get('hub.verify_token') === state.verifyToken
      response.writeHead(isRight ? 200 : 403).end(isRight ? searchParams.get('hub.challenge') : '')
      return
    }
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const raw = Buffer.concat(parts)
    const status = state.answers.shift() ?? 200
    if (status === 200) {
      const signature = String(request.headers['x-hub-signature-256'])
      const expected = `sha256=${createHmac('sha256', state.secret).update(raw).digest('hex')}`
      received.push({
        signature,
        body: JSON.parse(raw.toString()),
        isSigned: signature === expected,
        raw: raw.toString(),
      })
    }
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`
  return state
}
