import { type LiveIntegrationPayload, liveChannel } from '@balcao/contract/live'
import { mayManageAndReadKeys } from '@balcao/domain/permissions'
import { eventKind, memoizePayload } from '../../platform/live/event-kind'
import { integrationWithoutUrlAndKeys } from './integrations.view'

const publicView = memoizePayload(
  (facts: LiveIntegrationPayload): LiveIntegrationPayload =>
    facts.action === 'delete'
      ? facts
      : { ...facts, queueIntegration: integrationWithoutUrlAndKeys(facts.queueIntegration) },
)

/** All users receive the names of integrations, and only those who manage them the addresses. Secrets reach no user. */
export const integrationChanged = eventKind<LiveIntegrationPayload>({
  name: 'integration.changed',
  audience: (facts, subscriber, links) => ({
    channel: liveChannel.queueIntegration(subscriber.viewer.companyId),
    payload: mayManageAndReadKeys(subscriber.viewer, 'integrations.manage')
      ? facts
      : publicView(facts, links),
  }),
})
