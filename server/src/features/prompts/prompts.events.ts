import { type LivePromptPayload, liveChannel } from '@balcao/contract/live'
import { mayManageAndReadKeys } from '@balcao/domain/permissions'
import { eventKind, memoizePayload } from '../../platform/live/event-kind'
import { promptWithoutInstructions } from './prompts.view'

const publicView = memoizePayload(
  (facts: LivePromptPayload): LivePromptPayload =>
    facts.action === 'create' || facts.action === 'update'
      ? { ...facts, prompt: promptWithoutInstructions(facts.prompt) }
      : facts,
)

/** All users get the names of prompts; only users who manage prompts get the texts. No event has the keys. */
export const promptChanged = eventKind<LivePromptPayload>({
  name: 'prompt.changed',
  audience: (facts, subscriber, links) => ({
    channel: liveChannel.prompt(subscriber.viewer.companyId),
    payload: mayManageAndReadKeys(subscriber.viewer, 'prompts.manage') ? facts : publicView(facts, links),
  }),
})
