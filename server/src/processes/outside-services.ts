import type { Assistant } from '../outside/assistant/port'
import { createOutsideBotClient } from '../outside/bots/outside-bots'
import type { OutsideBotClient } from '../outside/bots/port'
import { azureSpeechSynthesizer } from '../outside/speech/azure-speech'
import type { SpeechSynthesizer } from '../outside/speech/port'
import type { Config } from '../platform/config'
import { createEgressClient, type EgressClient } from '../platform/egress/egress-client'

export interface OutsideServiceClients {
  readonly services: {
    readonly bots: OutsideBotClient
    readonly assistant: Assistant
    readonly speech: SpeechSynthesizer
    readonly webhooks: Pick<EgressClient, 'post' | 'mayReach'>
  }
  close(): Promise<void>
}

/**
 * Opens the HTTP clients for outside services. Who sets a service's address (operator, super user or company)
 * decides which private hosts its client may reach (SECURITY E1, decision 0042). With one client for all, any
 * company could call the operator's private services.
 */
export function openOutsideServiceClients(
  config: Pick<Config, 'assistant' | 'privateHosts' | 'botPrivateHosts'>,
): OutsideServiceClients {
  const toModel = createEgressClient({ allow: config.privateHosts })
  const toIntegrations = createEgressClient({ allow: config.botPrivateHosts })
  const toAnybody = createEgressClient()
  /** Loads OpenAI's library at the first question. */
  const assistant = async () => {
    const { openaiAssistant } = await import('../outside/assistant/openai-assistant')
    return openaiAssistant(toModel, config.assistant)
  }
  const clients = [toModel, toIntegrations, toAnybody]
  return {
    services: {
      assistant: {
        answer: async (question, errand) => (await assistant()).answer(question, errand),
        transcribe: async (apiKey, sound, errand) => (await assistant()).transcribe(apiKey, sound, errand),
      },
      bots: createOutsideBotClient({ post: toIntegrations.post, get: toAnybody.get }),
      speech: azureSpeechSynthesizer(toAnybody),
      // Webhooks use the client of integrations, because the same users type both kinds of addresses.
      webhooks: toIntegrations,
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()))
    },
  }
}
