import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { botCommandSchema } from './bot-command'
import { type HttpPostClient, postForJsonAnswer } from './call-json'
import type { BotAnswer, BotReply, BotSettings, CustomerMessage } from './port'

const answerText = z.string().max(20_000)
const fileUrl = z.string().max(2_000)
const reply = z.union([
  answerText.transform((text): BotReply => ({ kind: 'text', text })),
  z.object({ text: answerText }).transform(({ text }): BotReply => ({ kind: 'text', text })),
  ...(['image', 'audio', 'file'] as const).map((kind) =>
    z
      .object({ [kind]: fileUrl, caption: answerText.default('') })
      .transform((value): BotReply => ({ kind, url: String(value[kind]), caption: String(value.caption) })),
  ),
])

const maxReplies = 20

/** n8n flows that answer before they run return `{"message": "Workflow was started"}`, which contains no reply. */
const item = z.object({
  replies: z.array(reply).max(maxReplies).default([]),
  command: botCommandSchema.nullable().default(null),
})
const noAnswer: z.output<typeof item> = { replies: [], command: null }

/** Flows without replies may answer with a bare value: `"OK"`, `true`, `null`. */
const bare = z.union([z.string(), z.number(), z.boolean(), z.null()]).transform(() => noAnswer)

/** n8n answers with all items of the flow's last step, unless the flow's author chose a single item. */
const items = z.array(z.union([item, bare])).transform((all) => ({
  replies: all.flatMap(({ replies }) => replies).slice(0, maxReplies),
  command: all.findLast(({ command }) => command !== null)?.command ?? null,
}))
const answer = z.union([items, item, bare])

/** Sends one signed POST per message to n8n or a plain webhook. A flow may also answer through the external API. */
export async function askWebhook(
  outside: HttpPostClient,
  bot: BotSettings,
  said: CustomerMessage,
  signal: AbortSignal,
): Promise<BotAnswer> {
  const body = JSON.stringify({
    event: 'message',
    integration: { id: bot.integrationId, name: bot.name, type: bot.type },
    companyId: said.companyId,
    ticket: said.ticket,
    contact: said.contact,
    message: said.message,
  })
  const { replies, command } = await postForJsonAnswer(outside, {
    url: bot.url,
    body,
    headers: signedBotWebhookHeaders(body, bot.signingSecret, said),
    answer,
    signal,
    whenPlain: null, // plain webhooks answer `OK`, or nothing
  })
  return { replies, command, session: null, isLost: false, needsWords: false }
}

/** Signature: `t=<seconds>,v1=<HMAC-SHA-256 of "<seconds>.<body>">`. Receivers find repeats by the delivery id. */
export function signedBotWebhookHeaders(
  body: string,
  secret: string,
  { now, ticket, message }: Pick<CustomerMessage, 'now' | 'ticket' | 'message'>,
): Record<string, string> {
  const seconds = Math.floor(now.getTime() / 1000)
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return { 'x-balcao-signature': `t=${seconds},v1=${mac}`, 'x-balcao-delivery': `${ticket.id}-${message.id}` }
}
