import type { CampaignView } from '@balcao/contract/campaigns'
import type { CampaignVariable } from '@balcao/domain/campaign-settings'
import { unknownVariables } from '@balcao/domain/message-variables'

/** The facts of a campaign for the rules of the domain. */
export function factsOf({ status, scheduledAt }: Pick<CampaignView, 'status' | 'scheduledAt'>) {
  return { status, scheduledAt: scheduledAt === null ? null : new Date(scheduledAt) }
}

/** The number of its texts that are written (CAMP-02). */
export function writtenMessages(campaign: Pick<CampaignView, MessageSlot>): number {
  return messageSlots.filter((slot) => campaign[slot].trim() !== '').length
}

/** The names in braces that no variable fills in, each once (CAMP-28). */
export function unknownIn(
  campaign: Pick<CampaignView, MessageSlot | ConfirmationSlot | 'confirmation'>,
  variables: readonly CampaignVariable[],
): readonly string[] {
  const slots = campaign.confirmation ? [...messageSlots, ...confirmationFields] : messageSlots
  return unknownVariables(
    slots.map((slot) => campaign[slot]).join('\n'),
    variables.map(({ key }) => key),
  )
}

export const messageSlots = ['message1', 'message2', 'message3', 'message4', 'message5'] as const
export const confirmationFields = [
  'confirmationMessage1',
  'confirmationMessage2',
  'confirmationMessage3',
  'confirmationMessage4',
  'confirmationMessage5',
] as const
export type MessageSlot = (typeof messageSlots)[number]
type ConfirmationSlot = (typeof confirmationFields)[number]
