import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { botCommand } from './bot-command'
import { callJson, type Outside } from './call-json'
import type { BotAnswer, BotReply, BotSettings, Said } from './port'

const words = z.string().max(20_000)
const address = z.string().max(2_000)
const reply = z.union([
  words.transform((text): BotReply => ({ kind: 'text', text })),
  z.object({ text: words }).transform(({ text }): BotReply => ({ kind: 'text', text })),
  ...(['image', 'audio', 'file'] as const).map((kind) =>
    z
      .object({ [kind]: address, caption: words.default('') })
      .transform((value): BotReply => ({ kind, url: String(value[kind]), caption: String(value.caption) })),
  ),
])

const mostReplies = 20

/** Flows that answer at once say so in words of their own (`{"message": "Workflow was started"}`): no replies. */
const item = z.object({
  replies: z.array(reply).max(mostReplies).default([]),
  command: botCommand.nullable().default(null),
})
const nothing: z.output<typeof item> = { replies: [], command: null }

/** Bare values are what flows answer that have nothing to say: `"OK"`, `true`, `null`. */
const bare = z.union([z.string(), z.number(), z.boolean(), z.null()]).transform(() => nothing)

/** n8n answers with all items of its last step where its maker did not choose one: they are said in their order. */
const items = z.array(z.union([item, bare])).transform((all) => ({
  replies: all.flatMap(({ replies }) => replies).slice(0, mostReplies),
  command: all.findLast(({ command }) => command !== null)?.command ?? null,
}))
const answer = z.union([items, item, bare])

/**
 * n8n and plain webhooks: one signed POST for each message. The answer may carry replies and a command; a flow that has
 * none may answer later through the external API.
 */
export async function askWebhook(
  outside: Outside,
  bot: BotSettings,
  said: Said,
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
  const { replies, command } = await callJson(outside, {
    url: bot.url,
    body,
    headers: signatureOf(body, bot.signingSecret, said),
    answer,
    signal,
    whenPlain: null, // `OK`, or nothing at all, is what plain webhooks answer
  })
  return { replies, command, session: null, isLost: false, needsWords: false }
}

/**
 * `x-balcao-signature: t=<seconds>,v1=<hex>`: HMAC-SHA-256 of `<seconds>.<body>`. The delivery names the message, so that
 * whoever hears it twice can tell.
 */
export function signatureOf(
  body: string,
  secret: string,
  { now, ticket, message }: Pick<Said, 'now' | 'ticket' | 'message'>,
): Record<string, string> {
  const seconds = Math.floor(now.getTime() / 1000)
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return {
    'x-balcao-signature': `t=${seconds},v1=${mac}`,
    'x-balcao-delivery': `${ticket.id}-${message.id}`,
  }
}
