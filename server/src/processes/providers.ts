import type { BaileysGatewaySettings } from '@balcao/whatsapp/baileys-gateway'
import type { WhatsappGateway } from '@balcao/whatsapp/gateway'
import { isCloudContent } from '@balcao/whatsapp-cloud/event-content'
import { isCloudMedia } from '@balcao/whatsapp-cloud/media-reference'
import type { GraphSettings } from '@balcao/whatsapp-cloud/settings'
import {
  hasValidWebhookSignature,
  numberAndAccountIdsInWebhook,
  splitWebhook,
} from '@balcao/whatsapp-cloud/webhook'
import type { TemplatesApi } from '../features/message-templates/templates-api.port'
import { type OfficialApi, OfficialSetUpProblem } from '../features/official-numbers/official-api.port'
import type { Clock } from '../platform/clock'
import type { Log } from '../platform/log'
import { lazyGateway } from './lazy-gateway'
import { openTemplatesApi } from './templates-api'

export interface WhatsappProviders {
  readonly gateway: WhatsappGateway
  readonly officialApi: OfficialApi
  readonly templatesApi: TemplatesApi
}

/**
 * Opens the drivers of all WhatsApp providers. A connection uses the driver of its provider. Stored message
 * contents name the provider whose driver can read them.
 */
export function openWhatsappProviders(parts: {
  readonly linkedDevice: BaileysGatewaySettings
  readonly graph: GraphSettings
  readonly clock: Clock
  readonly log: Log
}): WhatsappProviders {
  const { graph, clock, log } = parts
  const linkedDevice = lazyGateway(async () => {
    const { baileysGateway } = await import('@balcao/whatsapp/baileys-gateway')
    return baileysGateway(parts.linkedDevice)
  })
  const official = lazyGateway(async () => {
    const { cloudGateway } = await import('@balcao/whatsapp-cloud/cloud-gateway')
    const driverClock = { now: () => clock.now().getTime(), chance: Math.random, after: clock.after }
    return cloudGateway({ graph, clock: driverClock, log })
  })
  return {
    gateway: {
      connect: (options) => (options.provider === 'cloud' ? official : linkedDevice).connect(options),
      translate: (content) => (isCloudContent(content) ? official : linkedDevice).translate(content),
      fetchMedia: (reference, ...rest) =>
        (isCloudMedia(reference) ? official : linkedDevice).fetchMedia(reference, ...rest),
    },
    officialApi: openOfficialApi(graph, clock),
    templatesApi: openTemplatesApi(graph, clock),
  }
}

function openOfficialApi(graph: GraphSettings, clock: Clock): OfficialApi {
  const setUp = () => import('@balcao/whatsapp-cloud/set-up')
  return {
    namesIn: numberAndAccountIdsInWebhook,
    split: splitWebhook,
    isSigned: hasValidWebhookSignature,
    numbersOf: (secrets) =>
      orProblem(async () => {
        const { checkAccountSetUp: checkAccount } = await setUp()
        const { numbers, token } = await checkAccount(graph, secrets, clock.now())
        return {
          numbers: numbers.map(({ id, shown, phone, verifiedName, quality, isRegistered }) => ({
            id,
            shown: shown ?? phone ?? id,
            verifiedName: verifiedName ?? '',
            quality: quality ?? 'UNKNOWN',
            isRegistered,
          })),
          tokenExpiresAt: token.expiresAt,
          appId: token.appId,
        }
      }),
    subscribe: ({ token, accountId }) =>
      orProblem(async () => {
        const [{ subscribeToWebhooks: subscribe }, { graphClient }] = await Promise.all([
          setUp(),
          import('@balcao/whatsapp-cloud/graph'),
        ])
        await subscribe(graphClient(graph, token), accountId)
      }),
    check: (credentials) =>
      orProblem(async () => {
        const { checkPhoneNumberSetUp: checkNumber } = await setUp()
        const { verifiedName, quality, messagingLimit, nameStatus, tokenExpiresAt, appId } =
          await checkNumber(graph, credentials, clock.now())
        return { verifiedName, quality, messagingLimit, nameStatus, tokenExpiresAt, appId }
      }),
  }
}

async function orProblem<T>(ask: () => Promise<T>): Promise<T> {
  const { SetUpFailed } = await import('@balcao/whatsapp-cloud/set-up')
  return ask().catch((error: unknown) => {
    throw error instanceof SetUpFailed
      ? new OfficialSetUpProblem(error.reason, error.detail, { cause: error })
      : error
  })
}
