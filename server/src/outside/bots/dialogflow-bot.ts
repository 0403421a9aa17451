import { createPrivateKey, createSign } from 'node:crypto'
import { z } from 'zod'
import { parseBotCommand } from './bot-command'
import { type HttpPostClient, postForJsonAnswer } from './call-json'
import {
  type BotAnswer,
  BotFailure,
  type BotReply,
  type BotSettings,
  type CustomerMessage,
  textRequiredAnswer,
} from './port'

export interface GoogleBaseUrls {
  readonly tokens: string
  readonly dialogflow: string
}
export const googleBaseUrls: GoogleBaseUrls = {
  tokens: 'https://oauth2.googleapis.com/token',
  dialogflow: 'https://dialogflow.googleapis.com',
}

const serviceAccount = z.object({ client_email: z.string().min(3), private_key: z.string().min(30) })
const token = z.object({ access_token: z.string().min(1) })
const queryResult = z.object({
  fulfillmentText: z.string().optional(),
  fulfillmentMessages: z
    .array(
      z.object({
        platform: z.string().optional(),
        text: z.object({ text: z.array(z.string()).default([]) }).optional(),
        image: z.object({ imageUri: z.string(), accessibilityText: z.string().default('') }).optional(),
        quickReplies: z
          .object({ title: z.string().default(''), quickReplies: z.array(z.string()).default([]) })
          .optional(),
      }),
    )
    .default([]),
  diagnosticInfo: z.object({ end_conversation: z.boolean().optional() }).optional(),
})
const intentAnswer = z.object({ queryResult, outputAudio: z.string().optional() })

/** Dialogflow ES answers an empty query with an error, so a customer who sends a picture is asked for a text. */
export async function askDialogflow(
  { outside, addresses }: { outside: HttpPostClient; addresses: GoogleBaseUrls },
  bot: BotSettings,
  said: CustomerMessage,
  signal: AbortSignal,
): Promise<BotAnswer> {
  const query = queryOf(bot, said)
  if (query === null) return textRequiredAnswer(said)
  const accessToken = await accessTokenFor(outside, addresses, bot, said.now, signal)
  const session = said.session ?? `balcao-${said.companyId}-${said.ticket.id}`
  const path = `projects/${encodeURIComponent(bot.projectName)}/agent/sessions/${encodeURIComponent(session)}`
  const answer = await postForJsonAnswer(outside, {
    url: `${addresses.dialogflow}/v2/${path}:detectIntent`,
    headers: { authorization: `Bearer ${accessToken}` },
    body: JSON.stringify(query),
    answer: intentAnswer,
    signal,
  })
  return { ...readAnswer(answer), session }
}

/** Voice notes are OGG/Opus, which Dialogflow transcribes itself. */
function queryOf({ language }: BotSettings, { message, sound }: CustomerMessage) {
  if (sound !== null && isOgg(sound)) {
    const audioConfig = {
      audioEncoding: 'AUDIO_ENCODING_OGG_OPUS',
      sampleRateHertz: 16_000,
      languageCode: language,
    }
    return { queryInput: { audioConfig }, inputAudio: Buffer.from(sound).toString('base64') }
  }
  // Locations and contact cards contain only links and data, on which no Dialogflow intent is trained.
  if (message.text.trim() === '' || message.mediaType === 'locationMessage' || message.mediaType === 'vcard')
    return null
  // Dialogflow refuses more than 256 characters.
  return { queryInput: { text: { text: message.text.slice(0, 256), languageCode: language } } }
}

/** Checks the first bytes, because a customer may send any file as sound. */
function isOgg(sound: Uint8Array): boolean {
  return Buffer.from(sound.subarray(0, 4)).toString('latin1') === 'OggS'
}

function readAnswer({
  queryResult: result,
  outputAudio,
}: z.output<typeof intentAnswer>): Omit<BotAnswer, 'session'> {
  const replies: BotReply[] = []
  let command: BotAnswer['command'] = null
  for (const text of textsOf(result)) {
    const meant = parseBotCommand(text)
    if (meant === null) replies.push({ kind: 'text', text })
    else command = meant
  }
  for (const { image } of result.fulfillmentMessages) {
    if (image !== undefined)
      replies.push({ kind: 'image', url: image.imageUri, caption: image.accessibilityText })
  }
  if (outputAudio !== undefined && outputAudio !== '')
    replies.push({ kind: 'sound', bytes: Buffer.from(outputAudio, 'base64') })
  if (command === null && result.diagnosticInfo?.end_conversation === true) command = { kind: 'stop' }
  return { replies, command, isLost: false, needsWords: false }
}

/** The texts for the default platform. Messages for other platforms repeat them in other formats. */
function textsOf({ fulfillmentMessages, fulfillmentText = '' }: z.output<typeof queryResult>): string[] {
  const texts = fulfillmentMessages
    .filter(({ platform }) => platform === undefined || platform === 'PLATFORM_UNSPECIFIED')
    .flatMap(({ text, quickReplies }) => [
      ...(text?.text ?? []),
      ...(quickReplies === undefined
        ? []
        : [[quickReplies.title, ...quickReplies.quickReplies.map((reply) => `▶️ ${reply}`)].join('\n')]),
    ])
    .filter((text) => text.trim() !== '')
  return texts.length > 0 || fulfillmentText.trim() === '' ? texts : [fulfillmentText]
}

/** The token address in the account's file is ignored, because an admin of a company could have changed it. */
async function accessTokenFor(
  outside: HttpPostClient,
  addresses: GoogleBaseUrls,
  { jsonContent, projectName }: BotSettings,
  now: Date,
  signal: AbortSignal,
): Promise<string> {
  if (projectName === '') throw new BotFailure('misconfigured')
  const assertion = signedAssertion(accountIn(jsonContent), now)
  const grant = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
  const { access_token: accessToken } = await postForJsonAnswer(outside, {
    url: addresses.tokens,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: grant.toString(),
    answer: token,
    signal,
  }).catch((error: unknown) => {
    // Google answers 400 (`invalid_grant`) to an unknown account.
    if (error instanceof BotFailure && error.reason === 'refused') throw new BotFailure('unauthorized')
    throw error
  })
  return accessToken
}

function accountIn(jsonContent: string): z.output<typeof serviceAccount> {
  try {
    return serviceAccount.parse(JSON.parse(jsonContent))
  } catch {
    throw new BotFailure('misconfigured') // the error's cause is left out, because it would quote the key
  }
}

/** A JWT by RFC 7523, valid for an hour; RS256. */
function signedAssertion(account: z.output<typeof serviceAccount>, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = {
    iss: account.client_email,
    scope: 'https://www.googleapis.com/auth/dialogflow',
    aud: googleBaseUrls.tokens,
    iat: seconds,
    exp: seconds + 3600,
  }
  const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`
  try {
    const key = createPrivateKey(account.private_key)
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`
  } catch {
    throw new BotFailure('misconfigured') // the error's cause is left out, because it may quote the key
  }
}
