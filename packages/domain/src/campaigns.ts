/** The status of a campaign (CAMP-03). A paused campaign stays `EM_ANDAMENTO`, with `pausedBecause` set. */
export const campaignStatuses = ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

/**
 * The state of one recipient. `asked`: has not answered the request for confirmation. `confirmed`: has
 * confirmed, so the message is due. `sent`: WhatsApp accepted the message. `delivered`: the phone has it.
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

/** Groups of recipient states that a report shows as one. `due`: the message is still to be sent. */
export const shippingStateGroups = {
  shipped: ['sent', 'delivered', 'read'],
  due: ['pending', 'sending', 'asked', 'confirmed'],
  failed: ['failed'],
  skipped: ['skipped'],
} as const satisfies Readonly<Record<string, readonly ShippingState[]>>
export type ShippingStateGroup = keyof typeof shippingStateGroups

export type ShippingStateFilter = ShippingStateGroup | ShippingState

export function shippingStatesOf(filter: ShippingStateFilter): readonly ShippingState[] {
  return isShippingGroup(filter) ? shippingStateGroups[filter] : [filter]
}

function isShippingGroup(filter: ShippingStateFilter): filter is ShippingStateGroup {
  return Object.hasOwn(shippingStateGroups, filter)
}

/** Why a contact gets no message, although no error occurred. */
export const campaignSkipReasons = [
  'invalid',
  /** No connection was able to check whether the number has WhatsApp. */
  'unchecked',
  'optedOut',
  /** The contact declined the campaign's request for confirmation. */
  'declined',
  'unanswered',
  /** A user removed the contact from the contact list during the campaign. */
  'removed',
  /** The contact has no phone number, and the connection writes to phone numbers only. */
  'noPhone',
  /** The campaign has already written to this person, who is in the list under several numbers or ids. */
  'duplicate',
] as const
export type CampaignSkipReason = (typeof campaignSkipReasons)[number]

const paceReasons = ['ERR_WAPP_MSG_RESTRICTED', 'ERR_WAPP_MSG_TOO_MANY'] as const
/** Errors of WhatsApp that affect every message of a connection, so all its campaigns pause. */
const connectionReasons = [
  ...paceReasons,
  'ERR_WAPP_MSG_PAYMENT',
  'ERR_WAPP_MSG_TOKEN',
  'ERR_WAPP_MSG_NOT_ALLOWED',
  'ERR_WAPP_MSG_NUMBER',
] as const
/** WhatsApp's errors that affect every message with the campaign's template, so only this campaign pauses. */
const templateReasons = ['ERR_WAPP_MSG_TEMPLATE', 'ERR_WAPP_MSG_TEMPLATE_ASLEEP'] as const
const ownReasons = [...templateReasons, 'ERR_WAPP_MSG_MARKETING'] as const

/** Why a campaign paused. `GONE`: template or file deleted. ERR_STORAGE_FULL: no space to copy the file. */
export type CampaignPauseReason =
  | (typeof connectionReasons)[number]
  | (typeof ownReasons)[number]
  | 'ERR_CAMPAIGN_TEMPLATE_GONE'
  | 'ERR_CAMPAIGN_FILE_GONE'
  | 'ERR_STORAGE_FULL'

export function isRateLimitFailure(failure: string): boolean {
  return paceReasons.some((reason) => reason === failure)
}

/** What pauses after a message failed: all campaigns of the connection, this campaign, or (null) none. */
export function campaignPauseAfterFailure(
  failure: string,
): { readonly what: 'connection' | 'campaign'; readonly reason: CampaignPauseReason } | null {
  const ofConnection = connectionReasons.find((reason) => reason === failure)
  if (ofConnection !== undefined) return { what: 'connection', reason: ofConnection }
  const own = ownReasons.find((reason) => reason === failure)
  return own === undefined ? null : { what: 'campaign', reason: own }
}

/**
 * The failures after which a restarted campaign tries the contact again: with the same message (`again`) or,
 * as the template may have changed, with a new one (`anew`). ERR_WAPP_MSG_MARKETING is left out: it may
 * affect only one contact, and each restart would pause the campaign at that contact.
 */
export const retriableCampaignFailures: {
  readonly again: readonly string[]
  readonly anew: readonly string[]
} = { again: connectionReasons, anew: templateReasons }

/** A campaign has up to five message texts, and as many texts that request a confirmation (CAMP-02). */
export const maxCampaignTextVariants = 5
const editLockMs = 3_600_000
export const campaignConfirmationTimeoutMs = 7 * 86_400_000
/** How long after a campaign's message the answer `sair` opts the contact out: thirty days. */
export const optOutWindowMs = 30 * 86_400_000

interface CampaignState {
  readonly status: CampaignStatus
  readonly scheduledAt: Date | null
}

/** True for an inactive or cancelled campaign, and one planned for more than an hour from now (CAMP-08). */
export function mayChangeCampaign({ status, scheduledAt }: CampaignState, now: Date): boolean {
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

/** The status after saving: planned with a date, else inactive; a cancelled one stays so (CAMP-05). */
export function campaignStatusAfterSaving({ status, scheduledAt }: CampaignState): CampaignStatus {
  if (status !== 'INATIVA' && status !== 'PROGRAMADA') return status
  return scheduledAt === null ? 'INATIVA' : 'PROGRAMADA'
}

export function mayStartCampaign({ status }: Pick<CampaignState, 'status'>): boolean {
  return status === 'INATIVA' || status === 'PROGRAMADA'
}

export function mayCancelCampaign({ status }: Pick<CampaignState, 'status'>): boolean {
  return status === 'EM_ANDAMENTO'
}

/** True for a cancelled campaign, and for one that WhatsApp paused (CAMP-07). */
export function mayRestartCampaign(campaign: {
  readonly status: CampaignStatus
  readonly pausedBecause: CampaignPauseReason | null
}): boolean {
  return (
    campaign.status === 'CANCELADA' || (campaign.status === 'EM_ANDAMENTO' && campaign.pausedBecause !== null)
  )
}

export function mayDeleteCampaign({ status }: Pick<CampaignState, 'status'>): boolean {
  return status !== 'EM_ANDAMENTO'
}

/** Delivered messages as a percentage of valid contacts, 0 to 100 (CAMP-33); 0 without a valid contact. */
export function campaignProgressPercent({ delivered, valid }: { delivered: number; valid: number }): number {
  return valid === 0 ? 0 : Math.min(100, (delivered / valid) * 100)
}
