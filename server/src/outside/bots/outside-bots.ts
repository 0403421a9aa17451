import type { EgressClient } from '../../platform/egress/egress-client'
import { escapeBotCommands } from './bot-command'
import { failureReasonOfHttpStatus, toBotFailure } from './call-json'
import { askDialogflow, type GoogleBaseUrls, googleBaseUrls } from './dialogflow-bot'
import { BotFailure, type CustomerMessage, type OutsideBotClient } from './port'
import { askTypebot } from './typebot-bot'
import { askWebhook } from './webhook-bot'

const fileTimeoutMs = 30_000
const maxFileBytes = 16 << 20

/** `post` calls a bot's address. `get` fetches a file that a bot's reply links to, and refuses private addresses. */
export function createOutsideBotClient(
  outside: Pick<EgressClient, 'get' | 'post'>,
  addresses: GoogleBaseUrls = googleBaseUrls,
): OutsideBotClient {
  return {
    async answer(bot, said, signal) {
      switch (bot.type) {
        case 'n8n':
        case 'webhook':
          return askWebhook(outside, bot, said, signal)
        case 'typebot':
          return askTypebot(outside, bot, withoutCommandsOf(said), signal)
        case 'dialogflow':
          return askDialogflow({ outside, addresses }, bot, withoutCommandsOf(said), signal)
      }
    },
    async fetchFile(url, signal) {
      const options = { maxBytes: maxFileBytes, timeoutMs: fileTimeoutMs, signal }
      const { status, bytes } = await outside.get(url, options).catch((error: unknown) => {
        throw toBotFailure(error)
      })
      if (status !== 200) throw new BotFailure(failureReasonOfHttpStatus(status))
      return bytes
    },
  }
}

/** Breaks up commands in a customer's text, for bots that send commands inside texts and might repeat it. */
function withoutCommandsOf(said: CustomerMessage): CustomerMessage {
  return {
    ...said,
    contact: { ...said.contact, name: escapeBotCommands(said.contact.name) },
    message: { ...said.message, text: escapeBotCommands(said.message.text) },
  }
}
