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
import { richTextSchema, richTextToWhatsapp } from './rich-text'

const bubble = z.object({ type: z.string(), content: z.unknown() })
const chat = z.object({
  sessionId: z.string().max(500).optional(),
  messages: z.array(bubble).max(50).default([]),
  input: z
    .object({
      type: z.string(),
      items: z.array(z.object({ content: z.string().nullish(), title: z.string().nullish() })).optional(),
      options: z
        .object({
          attachments: z.object({ isEnabled: z.boolean().optional() }).nullish(),
          audioClip: z.object({ isEnabled: z.boolean().optional() }).nullish(),
        })
        .nullish()
        .catch(null),
    })
    .nullish(),
})
const textContent = z.union([
  z.object({ richText: richTextSchema }).transform(({ richText: nodes }) => richTextToWhatsapp(nodes)),
  z.object({ markdown: z.string() }).transform(({ markdown }) => markdown),
  z.object({ plainText: z.string() }).transform(({ plainText }) => plainText),
])
const fileContent = z.object({ url: z.string() })

/** Typebot's default text for an answer that does not fit its question. */
const unexpectedAnswer = /^invalid message\. please, try again\.?$/i

/** What an input of a flow may accept besides text: files beside the text, a voice note, or one file as the answer. */
const extras = ['files', 'voice', 'file'] as const
type Extra = (typeof extras)[number]

export async function askTypebot(
  outside: HttpPostClient,
  bot: BotSettings,
  said: CustomerMessage,
  signal: AbortSignal,
): Promise<BotAnswer> {
  if (said.session === null) return startChat(outside, bot, said, signal)
  const { id, takes } = sessionIn(said.session)
  const message = messageOf(said, takes)
  if (message === null) return textRequiredAnswer(said)
  try {
    const went = await postForJsonAnswer(outside, {
      url: addressOf(bot, `sessions/${encodeURIComponent(id)}/continueChat`),
      body: JSON.stringify({ message, textBubbleContentFormat: 'richText' }),
      answer: chat,
      signal,
    })
    return answerOf(went, id)
  } catch (error) {
    // Typebot has deleted the conversation, so the message starts a new one.
    if (error instanceof BotFailure && error.reason === 'refused')
      return startChat(outside, bot, said, signal)
    throw error
  }
}

/** A first message without text also starts the flow, which greets and asks. */
async function startChat(
  outside: HttpPostClient,
  bot: BotSettings,
  said: CustomerMessage,
  signal: AbortSignal,
): Promise<BotAnswer> {
  const message = messageOf(said, [])
  const started = await postForJsonAnswer(outside, {
    url: addressOf(bot, `typebots/${encodeURIComponent(bot.typebotSlug)}/startChat`),
    body: JSON.stringify({
      isStreamEnabled: false,
      isOnlyRegistering: false,
      ...(message !== null && { message }),
      prefilledVariables: { number: said.contact.number, pushName: said.contact.name },
      textBubbleContentFormat: 'richText',
    }),
    answer: chat,
    signal,
  })
  if (started.sessionId === undefined) throw new BotFailure('garbage')
  return answerOf(started, started.sessionId)
}

/** Null: the waiting input of the flow accepts only text, and the message has no text. */
function messageOf({ message: { text, mediaType, mediaUrl } }: CustomerMessage, takes: readonly Extra[]) {
  const words = mediaType === 'vcard' ? '' : text.trim()
  if (mediaUrl !== null && takes.includes('file')) return { type: 'text', text: mediaUrl }
  if (mediaUrl !== null && mediaType === 'audio' && takes.includes('voice'))
    return { type: 'audio', url: mediaUrl }
  if (mediaUrl !== null && takes.includes('files'))
    return { type: 'text', text: words, attachedFileUrls: [mediaUrl] }
  return words === '' ? null : { type: 'text', text }
}

/** The stored session holds Typebot's session id, and what the waiting input accepts. */
function sessionIn(session: string): { readonly id: string; readonly takes: readonly Extra[] } {
  const [name = '', ...words] = session.split(' ')
  return { id: decodeURIComponent(name), takes: extras.filter((extra) => words.includes(extra)) }
}

function sessionOf(id: string, input: z.output<typeof chat>['input']): string {
  const { attachments, audioClip } = input?.options ?? {}
  const takes: Readonly<Record<Extra, boolean>> = {
    files: attachments?.isEnabled === true,
    voice: audioClip?.isEnabled === true,
    file: input?.type === 'file input',
  }
  return [encodeURIComponent(id), ...extras.filter((extra) => takes[extra])].join(' ')
}

function addressOf({ url }: BotSettings, path: string): string {
  return `${url.replace(/\/+$/, '')}/api/v1/${path}`
}

function answerOf({ messages, input }: z.output<typeof chat>, id: string): BotAnswer {
  const replies: BotReply[] = []
  let command: BotAnswer['command'] = null
  let isLost = messages.length === 0 && input == null
  for (const message of messages) {
    const reply = replyOf(message)
    if (reply === null) continue
    if (reply.kind === 'text') {
      const meant = parseBotCommand(reply.text)
      if (meant !== null) {
        command = meant
        continue
      }
      if (unexpectedAnswer.test(reply.text.trim())) {
        isLost = true
        continue
      }
    }
    replies.push(reply)
  }
  const choices = choicesOf(input)
  if (choices !== null) replies.push({ kind: 'text', text: choices })
  return {
    replies,
    command,
    session: sessionOf(id, input),
    isLost: isLost && command === null,
    needsWords: false,
  }
}

function replyOf({ type, content }: z.output<typeof bubble>): BotReply | null {
  if (type === 'text') {
    const text = textContent.safeParse(content).data
    return text === undefined || text.trim() === '' ? null : { kind: 'text', text }
  }
  const kind = type === 'image' || type === 'audio' ? type : null
  const file = fileContent.safeParse(content).data
  if (file === undefined) return null
  if (kind !== null) return { kind, url: file.url, caption: '' }
  return type === 'video' || type === 'embed' ? { kind: 'text', text: file.url } : null
}

/** The choices of a question as lines of text, because the customer answers with the text of one. */
function choicesOf(input: z.output<typeof chat>['input']): string | null {
  if (input == null || !/^(picture )?choice input$/.test(input.type)) return null
  const lines = (input.items ?? []).map(({ content, title }) => content ?? title ?? '').filter(Boolean)
  return lines.length === 0 ? null : lines.map((words) => `▶️ ${words}`).join('\n')
}
