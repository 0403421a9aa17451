/** Where a campaign stands (CAMP-03). A pause is no state of its own: see `pausedBecause` of the contract. */
export const campaignStatuses = ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

/**
 * What has become of one contact of a campaign. `asked`: the confirmation was requested and no answer has come;
 * `confirmed`: it has, and the message is due; `sent`: WhatsApp has taken the message; `delivered`: it is on the phone.
 */
export const shippingStates = [
  'pending',
  'sending',
  'asked',
  'confirmed',
  'sent',
  'delivered',
  'read',
  'failed',
  'skipped',
] as const
export type ShippingState = (typeof shippingStates)[number]

/** States that a report shows together. `due`: the message is still to be sent. */
export const shippingGroups = {
  shipped: ['sent', 'delivered', 'read'],
  due: ['pending', 'sending', 'asked', 'confirmed'],
  failed: ['failed'],
  skipped: ['skipped'],
} as const satisfies Readonly<Record<string, readonly ShippingState[]>>
export type ShippingGroup = keyof typeof shippingGroups

/** What a report's table can be narrowed to: a group, or one state. */
export type ShippingFilter = ShippingGroup | ShippingState

/** The states that a filter lets through. */
export function shippingStatesOf(filter: ShippingFilter): readonly ShippingState[] {
  return isShippingGroup(filter) ? shippingGroups[filter] : [filter]
}

function isShippingGroup(filter: ShippingFilter): filter is ShippingGroup {
  return Object.hasOwn(shippingGroups, filter)
}

/** Why a contact gets no message, although nothing went wrong. */
export const skipReasons = [
  /** WhatsApp does not know the number. */
  'invalid',
  /** Nobody could say whether WhatsApp knows it. */
  'unchecked',
  /** The person does not want campaigns. */
  'optedOut',
  /** The person said no to this one. */
  'declined',
  /** No answer came to the request for confirmation. */
  'unanswered',
  /** It was taken out of the contact list meanwhile. */
  'removed',
] as const
export type SkipReason = (typeof skipReasons)[number]

/** What WhatsApp says to a number that it wants to write less: everything of that connection pauses. */
const pauseReasons = ['ERR_WAPP_MSG_RESTRICTED', 'ERR_WAPP_MSG_TOO_MANY'] as const
/** The last two: a file of the campaign itself is no more, or there is no room to copy it; nobody could get it whole. */
export type PauseReason = (typeof pauseReasons)[number] | 'ERR_CAMPAIGN_FILE_GONE' | 'ERR_STORAGE_FULL'

/** Said of one message, it pauses whatever goes over its connection. */
export function isPauseReason(failure: string): failure is (typeof pauseReasons)[number] {
  return pauseReasons.some((reason) => reason === failure)
}

/** Slots for texts, and as many for confirmations (CAMP-02). */
export const campaignSlots = 5
const editLockMs = 3_600_000
/** How long an answer to a request for confirmation is waited for, in milliseconds: seven days. */
export const confirmationPatienceMs = 7 * 86_400_000
/** For how long after a campaign's message `sair` means campaigns, in milliseconds: thirty days. */
export const optOutWindowMs = 30 * 86_400_000

interface Standing {
  readonly status: CampaignStatus
  readonly scheduledAt: Date | null
}

/** Inactive, cancelled, or planned for later than in an hour (CAMP-08). */
export function mayChangeCampaign({ status, scheduledAt }: Standing, now: Date): boolean {
  switch (status) {
    case 'INATIVA':
    case 'CANCELADA':
      return true
    case 'PROGRAMADA':
      return scheduledAt !== null && scheduledAt.getTime() - now.getTime() > editLockMs
    case 'EM_ANDAMENTO':
    case 'FINALIZADA':
      return false
  }
}

/** What saving makes of it: a date plans it, none takes the plan back; a cancelled one stays so (CAMP-05). */
export function statusAfterSaving({ status, scheduledAt }: Standing): CampaignStatus {
  if (status !== 'INATIVA' && status !== 'PROGRAMADA') return status
  return scheduledAt === null ? 'INATIVA' : 'PROGRAMADA'
}

/** *Start now*, or its time has come. */
export function mayStartCampaign({ status }: Pick<Standing, 'status'>): boolean {
  return status === 'INATIVA' || status === 'PROGRAMADA'
}

export function mayCancelCampaign({ status }: Pick<Standing, 'status'>): boolean {
  return status === 'EM_ANDAMENTO'
}

/** A cancelled one goes on, and one that WhatsApp paused (CAMP-07). */
export function mayRestartCampaign(campaign: {
  readonly status: CampaignStatus
  readonly pausedBecause: PauseReason | null
}): boolean {
  return (
    campaign.status === 'CANCELADA' || (campaign.status === 'EM_ANDAMENTO' && campaign.pausedBecause !== null)
  )
}

export function mayDeleteCampaign({ status }: Pick<Standing, 'status'>): boolean {
  return status !== 'EM_ANDAMENTO'
}

/** Delivered of valid, in percent from 0 to 100 (CAMP-33); 0 where nobody is valid. */
export function campaignProgress({ delivered, valid }: { delivered: number; valid: number }): number {
  return valid === 0 ? 0 : Math.min(100, (delivered / valid) * 100)
}
