import { channel, type LiveIntegration } from '@balcao/contract/live'
import { administers } from '@balcao/domain/permissions'
import { eventKind, sameForAll } from '../../platform/live/event-kind'
import { withoutAddress } from './integrations.view'

const plain = sameForAll(
  (facts: LiveIntegration): LiveIntegration =>
    facts.action === 'delete'
      ? facts
      : { ...facts, queueIntegration: withoutAddress(facts.queueIntegration) },
)

/** Integrations are known to everybody of the company by their names; addresses only to those who keep them, secrets to no
 *  subscriber at all. */
export const integrationChanged = eventKind<LiveIntegration>({
  name: 'integration.changed',
  audience: (facts, subscriber, links) => ({
    channel: channel.queueIntegration(subscriber.viewer.companyId),
    payload: administers(subscriber.viewer, 'integrations.manage') ? facts : plain(facts, links),
  }),
})
