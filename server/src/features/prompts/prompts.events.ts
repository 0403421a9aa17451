import { channel, type LivePrompt } from '@balcao/contract/live'
import { eventKind } from '../../platform/live/event-kind'

/** Prompts are known to everybody of the company, as their page is; keys never are. */
export const promptChanged = eventKind<LivePrompt>({
  name: 'prompt.changed',
  reach: (payload, seat) => ({ channel: channel.prompt(seat.viewer.companyId), payload }),
})
