import { channel, type LiveIntegration } from '@balcao/contract/live'
import { eventKind } from '../../platform/live/event-kind'

/** Integrations are known to everybody of the company, as their page is; secrets never are. */
export const integrationChanged = eventKind<LiveIntegration>({
  name: 'integration.changed',
  reach: (payload, seat) => ({ channel: channel.queueIntegration(seat.viewer.companyId), payload }),
})
