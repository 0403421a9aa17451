import { type LiveMessageTemplate, liveChannel } from '@balcao/contract/live'
import { eventKind } from '../../platform/live/event-kind'

/** Created, changed, or gone. Every user of the company may use templates. */
export const messageTemplateChanged = eventKind<LiveMessageTemplate>({
  name: 'messageTemplate.changed',
  audience: (payload, { viewer }) => ({ channel: liveChannel.messageTemplate(viewer.companyId), payload }),
})
