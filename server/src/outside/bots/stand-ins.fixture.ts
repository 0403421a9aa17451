import { createVerify, generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { type FakeInternet, startFakeInternet } from '../../platform/egress/scripted-internet.fixture'
import { silentMp3 } from '../voice/sounds.fixture'

/** How a fake service fails in a test. */
export type FakeServiceFault =
  | 'none'
  | 'slow'
  | 'server-error'
  | 'garbage'
  | 'redirect'
  | 'empty'
  | 'answers-fail'

export interface FakeServices {
  readonly internet: FakeInternet
  /** The requests to a host, in order. */
  requestsTo(host: string): readonly ReceivedRequest[]
  /** The replies of Typebot's flow to a text, line by line. */
  readonly flow: Record<string, readonly string[]>
  /** Sets the webhook's answer; a text is sent unchanged, everything else as JSON. */
  webhookAnswers(body: unknown): void
  /** Makes the assistant refuse `max_tokens` from now on, as newer models do. */
  modernizes(): void
  break(fault: FakeServiceFault): void
}

export interface ReceivedRequest {
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** A service account in Google's format; the fake service knows its public key. */
export const fakeGoogleServiceAccount = JSON.stringify({
  type: 'service_account',
  client_email: 'loja@projeto.iam.example',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  token_uri: 'http://evil.example/token',
})
export const fakeApiKey = 'sk-stand-in'
export const fakeSpeechKey = 'azure-stand-in'

/**
 * Fake services with the documented APIs of the real ones: Typebot's viewer, a webhook, Google's token service with
 * Dialogflow ES, an OpenAI-compatible service and Azure's speech. Every host name except `private.example` resolves
 * to them.
 */
export async function startFakeServices(): Promise<FakeServices> {
  const received: (ReceivedRequest & { readonly host: string })[] = []
  let fault: FakeServiceFault = 'none'
  let webhookBody: unknown = {}
  let isModern = false
  const flow: Record<string, readonly string[]> = {
    Vendas: ['#{"queueId": 5}'],
    Ana: ['Já vai', '#{"queueId":5,"userId":9}'],
    Sair: ['#{"stopBot":true}'],
  }
  const internet = await startFakeInternet(
    (request, response) => void answer(request, response),
    async (name) => [name === 'private.example' ? '10.0.0.7' : '93.184.216.34'],
  )

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const bytes = await bodyOf(request)
    const host = String(request.headers.host)
    const said = { host, url: String(request.url), headers: request.headers, text: bytes.toString('latin1') }
    received.push({ ...said, text: bytes.toString() })
    if (fault === 'slow') return null
    if (fault === 'server-error') return json(response, 500, { error: 'secret stack of the service' })
    // A webhook may answer with any page, so its faulty answer is JSON whose `replies` have a wrong type.
    if (fault === 'garbage' && host === 'hook.example') return json(response, 200, { replies: 'no list' })
    if (fault === 'garbage') return raw(response, 200, {}, host === 'azure.example' ? '' : '<html>')
    // These two faults affect only the assistant's chat completions. An empty answer is charged like any other.
    const isAnswer = said.url.endsWith('/chat/completions')
    if (fault === 'answers-fail' && isAnswer) return json(response, 500, { error: 'overloaded' })
    if (fault === 'empty' && isAnswer) return json(response, 200, { choices: [], usage: completionUsage })
    if (fault === 'redirect') return raw(response, 307, { location: 'http://private.example/' }, '')
    if (host === 'typebot.example') return typebot(said.url, bytes.toString(), flow, response)
    if (host === 'hook.example')
      return typeof webhookBody === 'string'
        ? raw(response, 200, { 'content-type': 'text/html' }, webhookBody)
        : json(response, 200, webhookBody)
    if (host === 'google.example') return google(said.url, bytes.toString(), request, response)
    if (host === 'azure.example') return azure(request, response)
    if (host === 'assistant.example') return assistant(said.url, said.text, request, response, isModern)
    return raw(response, 200, { 'content-type': 'image/png' }, fakePicture)
  }

  return {
    internet,
    flow,
    requestsTo: (host) => received.filter((one) => one.host === host),
    webhookAnswers: (body) => {
      webhookBody = body
    },
    modernizes: () => {
      isModern = true
    },
    break: (next) => {
      fault = next
    },
  }
}

export const fakePicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const text = (...richText: unknown[]) => ({ id: 'm', type: 'text', content: { type: 'richText', richText } })
const p = (...children: unknown[]) => ({ type: 'p', children })

/** Inputs of a Typebot flow that accept more than text, in the viewer's format. */
const inputs: Readonly<Record<string, object>> = {
  anexos: { id: 'x', type: 'text input', options: { attachments: { isEnabled: true } } },
  voz: { id: 'x', type: 'text input', options: { audioClip: { isEnabled: true } } },
  arquivo: { id: 'x', type: 'file input', options: { isMultipleAllowed: false } },
}

function typebot(
  url: string,
  body: string,
  flow: Readonly<Record<string, readonly string[]>>,
  response: ServerResponse,
): ServerResponse {
  const { message } = JSON.parse(body)
  if (url === '/api/v1/typebots/loja/startChat') {
    return json(response, 200, {
      sessionId: 'sessao-1',
      resultId: 'r',
      typebot: { id: 't', version: '6', theme: {}, settings: {} },
      messages: [
        text(
          p({ text: 'Olá, ' }, { text: 'Bia ', bold: true }),
          p({ text: 'bem-vinda', italic: true }, { text: '!' }),
        ),
        text(
          p({ text: 'Veja ' }, { type: 'a', url: 'https://loja.example', children: [{ text: 'a loja' }] }),
        ),
        { id: 'i', type: 'image', content: { url: 'http://files.example/sofa.png' } },
      ],
      input: {
        id: 'x',
        type: 'choice input',
        items: [
          { id: 'a', content: 'Vendas' },
          { id: 'b', content: 'Sair' },
        ],
      },
    })
  }
  if (url !== '/api/v1/sessions/sessao-1/continueChat')
    return json(response, 404, { message: 'Session not found.', code: 'NOT_FOUND' })
  const options = inputs[message.text]
  if (options !== undefined)
    return json(response, 200, { messages: [text(p({ text: 'Envie' }))], input: options })
  const misfit = {
    messages: [text(p({ text: 'Invalid message. Please, try again.' }))],
    input: { id: 'x', type: 'text input' },
  }
  return json(
    response,
    200,
    flow[message.text] === undefined
      ? misfit
      : { messages: flow[message.text]?.map((line) => text(p({ text: line }))) },
  )
}

function google(
  url: string,
  body: string,
  request: IncomingMessage,
  response: ServerResponse,
): ServerResponse {
  if (url === '/token') {
    const [head = '', claims = '', signature = ''] = (new URLSearchParams(body).get('assertion') ?? '').split(
      '.',
    )
    const isGenuine = createVerify('RSA-SHA256')
      .update(`${head}.${claims}`)
      .verify(publicKey, signature, 'base64url')
    if (!isGenuine) return json(response, 400, { error: 'invalid_grant' })
    const { aud, exp, iat } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const isSound = aud === 'https://oauth2.googleapis.com/token' && exp - iat === 3600
    return json(response, isSound ? 200 : 400, {
      access_token: 'ya29.token',
      expires_in: 3599,
      token_type: 'Bearer',
    })
  }
  if (request.headers.authorization !== 'Bearer ya29.token')
    return json(response, 401, { error: { code: 401 } })
  const { queryInput, inputAudio } = JSON.parse(body)
  const words = inputAudio === undefined ? queryInput.text.text : 'um áudio'
  return json(response, 200, {
    responseId: 'r',
    queryResult: {
      queryText: words,
      languageCode: 'pt-br',
      fulfillmentText: `Você disse ${words}`,
      fulfillmentMessages: [
        { text: { text: [`Você disse ${words}`] } },
        { platform: 'TELEGRAM', text: { text: ['noutro lugar'] } },
        { image: { imageUri: 'http://files.example/sofa.png', accessibilityText: 'Sofá' } },
      ],
      intent: { displayName: 'Eco' },
      intentDetectionConfidence: 1,
      ...(words === 'tchau' && { diagnosticInfo: { end_conversation: true } }),
    },
  })
}

const completionUsage = { prompt_tokens: 120, completion_tokens: 15, total_tokens: 135 }
const transcriptUsage = { type: 'tokens', input_tokens: 31, output_tokens: 7, total_tokens: 38 }

function azure(request: IncomingMessage, response: ServerResponse): ServerResponse {
  if (request.headers['ocp-apim-subscription-key'] !== fakeSpeechKey) return raw(response, 401, {}, '')
  return raw(response, 200, { 'content-type': 'audio/mpeg' }, silentMp3(1))
}

function assistant(
  url: string,
  body: string,
  request: IncomingMessage,
  response: ServerResponse,
  isModern: boolean,
): ServerResponse {
  if (request.headers.authorization !== `Bearer ${fakeApiKey}`)
    return json(response, 401, {
      error: { message: `Incorrect API key provided: ${request.headers.authorization}` },
    })
  if (url === '/v1/audio/transcriptions') {
    const isUpload =
      /multipart\/form-data/.test(String(request.headers['content-type'])) && body.includes('OggS')
    return json(response, isUpload ? 200 : 400, { text: 'quero um sofá', usage: transcriptUsage })
  }
  const { messages, ...asked } = JSON.parse(Buffer.from(body, 'latin1').toString())
  if (isModern && 'max_tokens' in asked) {
    const words =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    return json(response, 400, {
      error: { message: words, param: 'max_tokens', code: 'unsupported_parameter' },
    })
  }
  const { content } = messages.at(-1)
  const wantsPerson = String(content).includes('pessoa')
  const call = {
    id: 'c',
    type: 'function',
    function: { name: 'transferir_para_equipe', arguments: '{"queueId": 99}' },
  }
  return json(response, 200, {
    id: 'chatcmpl',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [
      {
        index: 0,
        finish_reason: wantsPerson ? 'tool_calls' : 'stop',
        message: wantsPerson
          ? { role: 'assistant', content: null, tool_calls: [call] }
          : { role: 'assistant', content: `Sobre "${content}": temos sim.` },
      },
    ],
    usage: completionUsage,
  })
}

function json(response: ServerResponse, status: number, body: unknown): ServerResponse {
  return raw(response, status, { 'content-type': 'application/json' }, JSON.stringify(body))
}

function raw(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  body: string | Uint8Array,
): ServerResponse {
  return response.writeHead(status, headers).end(body)
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}
