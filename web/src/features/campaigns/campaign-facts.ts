import type { CampaignView } from '@balcao/contract/campaigns'

/** A campaign as the rules of the domain ask for it. */
export function factsOf({ status, scheduledAt }: Pick<CampaignView, 'status' | 'scheduledAt'>) {
  return { status, scheduledAt: scheduledAt === null ? null : new Date(scheduledAt) }
}

/** How many of its texts are written (CAMP-02). */
export function writtenMessages(campaign: Pick<CampaignView, MessageSlot>): number {
  return messageSlots.filter((slot) => campaign[slot].trim() !== '').length
}

export const messageSlots = ['message1', 'message2', 'message3', 'message4', 'message5'] as const
export const confirmationSlots = [
  'confirmationMessage1',
  'confirmationMessage2',
  'confirmationMessage3',
  'confirmationMessage4',
  'confirmationMessage5',
] as const
export type MessageSlot = (typeof messageSlots)[number]
