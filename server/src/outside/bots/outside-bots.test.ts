import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openaiAssistant } from '../assistant/openai-assistant'
import type { AssistantCost, PaidCallOptions } from '../assistant/port'
import { azureSpeechSynthesizer } from '../speech/azure-speech'
import { silentMp3 } from '../voice/sounds.fixture'
import { createOutsideBotClient } from './outside-bots'
import type { BotSettings, CustomerMessage } from './port'
import {
  type FakeServiceFault,
  type FakeServices,
  fakeApiKey,
  fakeGoogleServiceAccount,
  fakeSpeechKey,
  startFakeServices,
} from './stand-ins.fixture'

let world: FakeServices
beforeEach(async () => {
  world = await startFakeServices()
  paid.length = 0
})
afterEach(() => world.internet.close())

const bot = (change: Partial<BotSettings>): BotSettings => ({
  type: 'webhook',
  integrationId: 3,
  name: 'Robô',
  url: 'http://hook.example/flow',
  signingSecret: 'segredo',
  projectName: 'projeto',
  jsonContent: fakeGoogleServiceAccount,
  language: 'pt-BR',
  typebotSlug: 'loja',
  ...change,
})
const says = (text: string, change: Partial<CustomerMessage> = {}): CustomerMessage => ({
  companyId: 1,
  ticket: { id: 7, uuid: 'u', queueId: null },
  contact: { id: 4, name: 'Bia', number: '5511988887777' },
  message: { id: 9, text, mediaType: null, mediaUrl: null, sentAt: '2026-11-20T12:00:00.000Z' },
  sound: null,
  session: null,
  now: new Date('2026-11-20T12:00:00Z'),
  ...change,
})
const bots = () =>
  createOutsideBotClient(world.internet.client, {
    tokens: 'http://google.example/token',
    dialogflow: 'http://google.example',
  })
const asks = (settings: Partial<BotSettings>, said: CustomerMessage, signal = new AbortController().signal) =>
  bots().answer(bot(settings), said, signal)
const assistant = () =>
  openaiAssistant(world.internet.client, {
    baseUrl: 'http://assistant.example/v1',
    model: 'modelo',
    transcriptionModel: 'ouvido',
  })
const question = (text: string) => ({
  apiKey: fakeApiKey,
  instructions: 'Você atende a loja.',
  history: [{ by: 'customer', text }] as const,
  maxTokens: 77,
  temperature: 0.3,
})
const never = new AbortController().signal
const paid: AssistantCost[] = []
const errand = (signal = never): PaidCallOptions => ({ signal, paid: (cost) => paid.push(cost) })
/** The costs of this test. */
const bill = () => ({
  calls: paid.reduce((sum, { calls }) => sum + calls, 0),
  tokensIn: paid.reduce((sum, { tokensIn }) => sum + tokensIn, 0),
  tokensOut: paid.reduce((sum, { tokensOut }) => sum + tokensOut, 0),
})
const typebot = { type: 'typebot', url: 'http://typebot.example/' } as const

describe('webhook and n8n', () => {
  it('E2 a call is signed over time and body, and contains text, writer and conversation', async () => {
    world.webhookAnswers({ message: 'Workflow was started' })

    const answer = await asks({ type: 'n8n' }, says('Oi'))

    const [call] = world.requestsTo('hook.example')
    const mac = createHmac('sha256', 'segredo').update(`1795176000.${call?.text}`).digest('hex')
    expect(call?.headers).toMatchObject({
      'x-balcao-signature': `t=1795176000,v1=${mac}`,
      'x-balcao-delivery': '7-9',
      'content-type': 'application/json',
    })
    expect(JSON.parse(call?.text ?? '')).toEqual({
      event: 'message',
      integration: { id: 3, name: 'Robô', type: 'n8n' },
      companyId: 1,
      ticket: says('').ticket,
      contact: says('').contact,
      message: says('Oi').message,
    })
    expect(call?.text).not.toContain('segredo')
    expect(answer).toEqual({ replies: [], command: null, session: null, isLost: false, needsWords: false })
  })

  it('an answer may contain replies of every kind and a command', async () => {
    world.webhookAnswers({
      replies: [
        'Olá',
        { text: 'Tudo bem?' },
        { image: 'http://files.example/a.png', caption: 'Sofá' },
        { audio: 'http://files.example/a.mp3' },
      ],
      command: { queueId: '5', userId: 9 },
    })

    expect(await asks({}, says('Oi'))).toEqual({
      replies: [
        { kind: 'text', text: 'Olá' },
        { kind: 'text', text: 'Tudo bem?' },
        { kind: 'image', url: 'http://files.example/a.png', caption: 'Sofá' },
        { kind: 'audio', url: 'http://files.example/a.mp3', caption: '' },
      ],
      command: { kind: 'user', queueId: 5, userId: 9 },
      session: null,
      isLost: false,
      needsWords: false,
    })
  })

  it.each([
    ['OK', 'OK'],
    ['nothing', ''],
    ['a page', '<html><body>Thank you</body></html>'],
    ['a word as JSON', '"OK"'],
    ['null', null],
    ['true', true],
    ['no items', []],
    ['items of a table', [{ id: 1 }, 'linha']],
  ])('a normal answer without replies has none: %s', async (_what, body) => {
    world.webhookAnswers(body)

    expect(await asks({}, says('Oi'))).toEqual({
      replies: [],
      command: null,
      session: null,
      isLost: false,
      needsWords: false,
    })
  })

  it('all items of a flow are sent in order, and the last command counts', async () => {
    world.webhookAnswers([
      { replies: ['Olá'], command: { stopBot: true } },
      { json: 'of another step' },
      { replies: [{ text: 'Já vai' }], command: { queueId: 5 } },
    ])

    expect(await asks({ type: 'n8n' }, says('Oi'))).toMatchObject({
      replies: [
        { kind: 'text', text: 'Olá' },
        { kind: 'text', text: 'Já vai' },
      ],
      command: { kind: 'queue', queueId: 5 },
    })
  })
})

describe('typebot', () => {
  it('starts with the first message: rich text as WhatsApp marks, links, pictures, choices', async () => {
    const answer = await asks(typebot, says('Oi'))

    const [start] = world.requestsTo('typebot.example')
    expect(JSON.parse(start?.text ?? '')).toMatchObject({
      message: { type: 'text', text: 'Oi' },
      prefilledVariables: { number: '5511988887777', pushName: 'Bia' },
      isStreamEnabled: false,
    })
    expect(answer).toEqual({
      replies: [
        { kind: 'text', text: 'Olá, *Bia* \n_bem-vinda_!' },
        { kind: 'text', text: 'Veja a loja (https://loja.example)' },
        { kind: 'image', url: 'http://files.example/sofa.png', caption: '' },
        { kind: 'text', text: '▶️ Vendas\n▶️ Sair' },
      ],
      command: null,
      session: 'sessao-1',
      isLost: false,
      needsWords: false,
    })
  })

  it.each([
    ['to a queue', 'Vendas', [], { kind: 'queue', queueId: 5 }],
    ['to a colleague', 'Ana', [{ kind: 'text', text: 'Já vai' }], { kind: 'user', queueId: 5, userId: 9 }],
    ['to any person', 'Sair', [], { kind: 'stop' }],
  ])('continues in its session, and hands over by command: %s', async (_where, text, replies, command) => {
    expect(await asks(typebot, says(text, { session: 'sessao-1' }))).toMatchObject({
      replies,
      command,
      isLost: false,
      needsWords: false,
    })
  })

  it('reports that it did not understand, and starts again when its session is gone', async () => {
    const lost = await asks(typebot, says('xyz', { session: 'sessao-1' }))
    const anew = await asks(typebot, says('Oi', { session: 'forgotten' }))

    expect([lost.isLost, lost.replies]).toEqual([true, []])
    expect([anew.session, anew.replies.length]).toEqual(['sessao-1', 4])
  })
})

describe('typebot and messages without text', () => {
  const file = 'https://balcao.example/foto.png'
  const shows = (mediaType: string, mediaUrl: string | null, session: string | null, text = '') =>
    asks(typebot, says(text, { session, message: { ...says(text).message, mediaType, mediaUrl } }))
  const bodies = () => world.requestsTo('typebot.example').map(({ text }) => JSON.parse(text))

  it('INTEG-09 a conversation starts without text, and needs one later unless the input differs', async () => {
    const begun = await shows('image', file, null)
    const refused = await shows('image', file, begun.session)

    expect(bodies()).toHaveLength(1)
    expect(bodies()[0]).not.toHaveProperty('message')
    expect([begun.replies.length, begun.needsWords]).toEqual([4, false])
    expect(refused).toEqual({
      replies: [],
      command: null,
      session: 'sessao-1',
      isLost: false,
      needsWords: true,
    })
  })

  it.each([
    [
      'files beside words',
      'anexos',
      'image',
      'Este',
      { type: 'text', text: 'Este', attachedFileUrls: [file] },
    ],
    ['a file without words', 'anexos', 'image', '', { type: 'text', text: '', attachedFileUrls: [file] }],
    ['a voice', 'voz', 'audio', '', { type: 'audio', url: file }],
    ['a file as the answer', 'arquivo', 'application', '', { type: 'text', text: file }],
  ])('INTEG-09 its input takes %s', async (_what, asked, mediaType, text, message) => {
    const { session } = await asks(typebot, says(asked, { session: 'sessao-1' }))

    const answer = await shows(mediaType, file, session, text)

    expect(bodies()[1].message).toEqual(message)
    expect(answer.needsWords).toBe(false)
  })

  it('a file that failed and a card count as no text too', async () => {
    const { session } = await asks(typebot, says('anexos', { session: 'sessao-1' }))

    const answers = [await shows('image', null, session), await shows('vcard', null, session, 'BEGIN:VCARD')]

    expect(answers.map(({ needsWords }) => needsWords)).toEqual([true, true])
    expect(bodies()).toHaveLength(1)
  })
})

describe('dialogflow', () => {
  const dialogflow = { type: 'dialogflow' } as const

  it.each([
    [
      'a picture',
      says('', { message: { ...says('').message, mediaType: 'image', mediaUrl: 'https://x/a.png' } }),
    ],
    [
      'a place',
      says('https://maps', { message: { ...says('https://maps').message, mediaType: 'locationMessage' } }),
    ],
    ['a sound that is no voice note', says('', { sound: Buffer.from('ID3…') })],
  ])('accepts texts and voice notes only: %s would be an error and is not sent', async (_what, said) => {
    const answer = await asks(dialogflow, said)

    expect(answer).toEqual({ replies: [], command: null, session: null, isLost: false, needsWords: true })
    expect(world.requestsTo('google.example')).toEqual([])
  })

  it("INTEG-12 signs in with its account, uses the ticket's session, and reads replies", async () => {
    const answer = await asks(dialogflow, says('oi'))

    const [, query] = world.requestsTo('google.example')
    expect(query?.url).toBe('/v2/projects/projeto/agent/sessions/balcao-1-7:detectIntent')
    expect(JSON.parse(query?.text ?? '')).toEqual({
      queryInput: { text: { text: 'oi', languageCode: 'pt-BR' } },
    })
    expect(answer).toEqual({
      replies: [
        { kind: 'text', text: 'Você disse oi' },
        { kind: 'image', url: 'http://files.example/sofa.png', caption: 'Sofá' },
      ],
      command: null,
      session: 'balcao-1-7',
      isLost: false,
      needsWords: false,
    })
    expect(world.requestsTo('evil.example')).toEqual([])
  })

  it('gets voice notes unconverted, and ends the conversation on request', async () => {
    const inbound = await asks(dialogflow, says('', { sound: Buffer.from('OggS') }))
    const ended = await asks(dialogflow, says('tchau'))

    expect(inbound.replies[0]).toEqual({ kind: 'text', text: 'Você disse um áudio' })
    expect(JSON.parse(world.requestsTo('google.example')[1]?.text ?? '')).toMatchObject({
      queryInput: { audioConfig: { audioEncoding: 'AUDIO_ENCODING_OGG_OPUS', sampleRateHertz: 16_000 } },
    })
    expect(ended.command).toEqual({ kind: 'stop' })
  })

  it('O1 an invalid or unknown account is refused without quoting it', async () => {
    const stranger = JSON.parse(fakeGoogleServiceAccount)
    const { privateKey } = await import('node:crypto').then(({ generateKeyPairSync }) =>
      generateKeyPairSync('rsa', { modulusLength: 2048 }),
    )
    stranger.private_key = privateKey.export({ type: 'pkcs8', format: 'pem' })

    await expect(asks({ ...dialogflow, jsonContent: 'no json' }, says('oi'))).rejects.toMatchObject({
      reason: 'misconfigured',
    })
    const refusal = await asks({ ...dialogflow, jsonContent: JSON.stringify(stranger) }, says('oi')).catch(
      (error) => error,
    )
    expect(refusal).toMatchObject({ reason: 'unauthorized' })
    expect(String(refusal.stack)).not.toContain('PRIVATE')
  })
})

describe('the assistant', () => {
  it('PROMPT-13 asks with its settings, the history and the one tool, and counts the cost', async () => {
    const answer = await assistant().answer(question('Tem sofá?'), errand())

    const [call] = world.requestsTo('assistant.example')
    expect(JSON.parse(call?.text ?? '')).toMatchObject({
      model: 'modelo',
      max_tokens: 77,
      temperature: 0.3,
      messages: [
        { role: 'system', content: 'Você atende a loja.' },
        { role: 'user', content: 'Tem sofá?' },
      ],
      tools: [{ function: { name: 'transferir_para_equipe', parameters: { properties: {} } } }],
    })
    expect(answer).toEqual({ text: 'Sobre "Tem sofá?": temos sim.', handsOver: false })
    expect(bill()).toEqual({ calls: 1, tokensIn: 120, tokensOut: 15 })
  })

  it('PROMPT-13 counts every paid call: transcripts, voices, useless and late answers', async () => {
    const speech = azureSpeechSynthesizer(world.internet.client, () => 'http://azure.example')
    const say = { key: fakeSpeechKey, region: 'brazilsouth', voice: 'pt-BR-YaraNeural', text: 'Oi' }
    const costs: Record<string, AssistantCost> = {}
    const counted = async (what: string, call: () => Promise<unknown>) => {
      paid.length = 0
      await call().catch(() => undefined)
      costs[what] = bill()
    }

    await counted('transcript', () => assistant().transcribe(fakeApiKey, Buffer.from('OggS'), errand()))
    await counted('voice', () => speech.say(say, errand()))
    await counted('refused', () => assistant().answer({ ...question('Oi'), apiKey: 'outra' }, errand()))
    world.break('empty')
    await counted('without words', () => assistant().answer(question('Oi'), errand()))
    world.break('garbage')
    await counted('garbage', () => assistant().answer(question('Oi'), errand()))
    world.break('server-error')
    await counted('failed', () => assistant().answer(question('Oi'), errand()))
    world.break('slow')
    await counted('too late', () => assistant().answer(question('Oi'), errand(AbortSignal.timeout(80))))

    const call = { calls: 1, tokensIn: 0, tokensOut: 0 }
    expect(costs).toEqual({
      transcript: { calls: 1, tokensIn: 31, tokensOut: 7 },
      voice: call,
      refused: { ...call, calls: 0 },
      'without words': { calls: 1, tokensIn: 120, tokensOut: 15 },
      garbage: call,
      failed: { ...call, calls: 0 },
      'too late': call,
    })
  })

  it("PROMPT-13 hands over by the tool, regardless of the model's parameters", async () => {
    expect(await assistant().answer(question('quero uma pessoa'), errand())).toMatchObject({
      text: '',
      handsOver: true,
    })
  })

  it('a model that refuses max_tokens is asked once more with its own parameter', async () => {
    world.modernizes()

    const answer = await assistant().answer(question('Tem sofá?'), errand())

    const asked = world.requestsTo('assistant.example').map(({ text }) => JSON.parse(text))
    expect(answer.text).toBe('Sobre "Tem sofá?": temos sim.')
    expect(asked.map((one) => [one.max_tokens, one.max_completion_tokens])).toEqual([
      [77, undefined],
      [undefined, 77],
    ])
  })

  it('transcribes a voice note, and speaks with Azure’s voices', async () => {
    const speech = azureSpeechSynthesizer(world.internet.client, () => 'http://azure.example')
    const say = (key: string, region = 'brazilsouth') =>
      speech.say({ key, region, voice: 'pt-BR-YaraNeural', text: 'A & <B>' }, errand())

    expect(await assistant().transcribe(fakeApiKey, Buffer.from('OggS'), errand())).toBe('quero um sofá')
    expect(Buffer.from(await say(fakeSpeechKey))).toEqual(silentMp3(1))
    expect(world.requestsTo('azure.example')[0]?.text).toContain(
      '<voice name="pt-BR-YaraNeural">A &#38; &#60;B&#62;</voice>',
    )
    await expect(say('outra')).rejects.toMatchObject({ reason: 'unauthorized' })
    await expect(say(fakeSpeechKey, 'evil.example/')).rejects.toMatchObject({ reason: 'misconfigured' })
  })

  it('O1 a refused key is a reason, and never quoted', async () => {
    const refusal = await assistant()
      .answer({ ...question('Oi'), apiKey: 'sk-canario' }, errand())
      .catch((error) => error)

    expect(refusal).toMatchObject({ reason: 'unauthorized' })
    expect(String(refusal.stack)).not.toContain('canario')
  })
})

describe('E1 a failure of a service is a reason of ours', () => {
  const faults: [FakeServiceFault, string][] = [
    ['slow', 'timed-out'],
    ['server-error', 'server-error'],
    ['garbage', 'garbage'],
    ['redirect', 'address-refused'],
  ]
  const calls: [string, (signal: AbortSignal) => Promise<unknown>][] = [
    ['webhook', (signal) => asks({}, says('Oi'), signal)],
    ['typebot', (signal) => asks(typebot, says('Oi'), signal)],
    ['dialogflow', (signal) => asks({ type: 'dialogflow' }, says('Oi'), signal)],
    ['assistant', (signal) => assistant().answer(question('Oi'), errand(signal))],
    ['transcript', (signal) => assistant().transcribe(fakeApiKey, Buffer.from('OggS'), errand(signal))],
    [
      'voice',
      (signal) =>
        azureSpeechSynthesizer(world.internet.client, () => 'http://azure.example').say(
          { key: fakeSpeechKey, region: 'brazilsouth', voice: 'pt-BR-YaraNeural', text: 'Oi' },
          errand(signal),
        ),
    ],
  ]
  const table = calls.flatMap(([service, call]) =>
    faults.map(([fault, reason]) => ({ service, fault, reason, call })),
  )

  it.each(table)('$service $fault: $reason', async ({ fault, reason, call }) => {
    world.break(fault)

    await expect(call(fault === 'slow' ? AbortSignal.timeout(80) : never)).rejects.toMatchObject({ reason })
  })

  it("a private address is refused before the request, unless the operator's setting has it", async () => {
    for (const url of [
      'http://10.0.0.7/',
      'http://private.example/',
      'http://127.0.0.1:5678/',
      'http://169.254.169.254/',
    ])
      await expect(asks({ url }, says('Oi'))).rejects.toMatchObject({ reason: 'address-refused' })
    await expect(bots().fetchFile('http://private.example/a.png', never)).rejects.toMatchObject({
      reason: 'address-refused',
    })
    expect(world.internet.dialled).toEqual([])
  })

  it.each([
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://[::1]:5678/',
    'http://[::ffff:10.0.0.7]/',
    'http://[fd00::7]/',
    'http://100.64.0.1/',
    'http://192.168.1.1:80/',
  ])('E1 nor under another spelling: %s is reached by no bot, model or file', async (url) => {
    const model = openaiAssistant(world.internet.client, {
      baseUrl: `${url}v1`,
      model: 'modelo',
      transcriptionModel: 'ouvido',
    })
    const refused = { reason: 'address-refused' }

    for (const type of ['webhook', 'n8n', 'typebot'] as const)
      await expect(asks({ type, url }, says('Oi'))).rejects.toMatchObject(refused)
    await expect(model.answer(question('Oi'), errand())).rejects.toMatchObject(refused)
    await expect(bots().fetchFile(`${url}a.png`, never)).rejects.toMatchObject(refused)

    expect(world.internet.dialled).toEqual([])
    expect(bill().calls).toBe(0)
  })

  it('E1 a file in an answer that redirects to a private address is not fetched', async () => {
    world.break('redirect')

    await expect(bots().fetchFile('http://files.example/a.png', never)).rejects.toMatchObject({
      reason: 'address-refused',
    })
  })
})
