import { type LiveMessageTemplatePayload, liveChannel } from '@balcao/contract/live'
import { eventKind } from '../../platform/live/event-kind'

/** A template changed. All users of the company get the event, because all may use templates. */
export const messageTemplateChanged = eventKind<LiveMessageTemplatePayload>({
  name: 'messageTemplate.changed',
  audience: (payload, { viewer }) => ({ channel: liveChannel.messageTemplate(viewer.companyId), payload }),
})
