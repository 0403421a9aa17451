import { openaiAssistant } from '../outside/assistant/openai-assistant'
import type { Assistant } from '../outside/assistant/port'
import { outsideBots } from '../outside/bots/outside-bots'
import type { Bots } from '../outside/bots/port'
import { azureSpeech } from '../outside/speech/azure-speech'
import type { Speech } from '../outside/speech/port'
import type { Config } from '../platform/config'
import { type EgressClient, egressClient } from '../platform/egress/egress-client'

export interface OutsideBots {
  readonly services: {
    readonly bots: Bots
    readonly assistant: Assistant
    readonly speech: Speech
    readonly webhooks: Pick<EgressClient, 'post' | 'mayReach'>
  }
  close(): Promise<void>
}

/**
 * Assistants, integrations and voices, each with the reach that is due to whoever writes its addresses (SECURITY E1,
 * decision 0042): with one client for all, every company could have the operator's own services called.
 */
export function openOutsideBots(
  config: Pick<Config, 'assistant' | 'privateHosts' | 'botPrivateHosts'>,
): OutsideBots {
  const toModel = egressClient({ allow: config.privateHosts })
  const toIntegrations = egressClient({ allow: config.botPrivateHosts })
  const toAnybody = egressClient()
  const clients = [toModel, toIntegrations, toAnybody]
  return {
    services: {
      assistant: openaiAssistant(toModel, config.assistant),
      bots: outsideBots({ post: toIntegrations.post, get: toAnybody.get }),
      speech: azureSpeech(toAnybody),
      // Their addresses are written by the same people as those of integrations.
      webhooks: toIntegrations,
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()))
    },
  }
}
