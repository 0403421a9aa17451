/** The status of a campaign (CAMP-03). A pause is no status of its own: see `pausedBecause` of the contract. */
export const campaignStatuses = ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

/**
 * The state of one contact of a campaign. `asked`: the confirmation was requested and no answer has come; `confirmed`:
 * the contact agreed, and the message is due; `sent`: WhatsApp accepted the message; `delivered`: the phone has it.
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

/** The filter of a report's table: a group, or one state. */
export type ShippingFilter = ShippingGroup | ShippingState

/** The states that a filter includes. */
export function shippingStatesOf(filter: ShippingFilter): readonly ShippingState[] {
  return isShippingGroup(filter) ? shippingGroups[filter] : [filter]
}

function isShippingGroup(filter: ShippingFilter): filter is ShippingGroup {
  return Object.hasOwn(shippingGroups, filter)
}

/** Why a contact gets no message although no error happened. */
export const skipReasons = [
  /** WhatsApp does not know the number. */
  'invalid',
  /** No connection could check whether WhatsApp knows the number. */
  'unchecked',
  /** The contact opted out of campaigns. */
  'optedOut',
  /** The contact declined this campaign. */
  'declined',
  /** No answer came to the request for confirmation. */
  'unanswered',
  /** The contact was removed from the contact list meanwhile. */
  'removed',
  /** The contact has no phone number, and the connection writes to phone numbers only. */
  'noPhone',
  /** The list holds the same person under another number or id, which the campaign wrote to. */
  'duplicate',
] as const
export type SkipReason = (typeof skipReasons)[number]

/** WhatsApp's errors for a number that must send less. */
const paceReasons = ['ERR_WAPP_MSG_RESTRICTED', 'ERR_WAPP_MSG_TOO_MANY'] as const
/** WhatsApp's errors that every message of the connection would get: all of its campaigns pause. */
const connectionReasons = [
  ...paceReasons,
  'ERR_WAPP_MSG_PAYMENT',
  'ERR_WAPP_MSG_TOKEN',
  'ERR_WAPP_MSG_NOT_ALLOWED',
  'ERR_WAPP_MSG_NUMBER',
] as const
/** WhatsApp's errors that every message with this template would get: the campaign pauses alone. */
const templateReasons = ['ERR_WAPP_MSG_TEMPLATE', 'ERR_WAPP_MSG_TEMPLATE_ASLEEP'] as const
const ownReasons = [...templateReasons, 'ERR_WAPP_MSG_MARKETING'] as const

/**
 * The last three: the template or a file of the campaign is missing, or there is no storage to copy the file. No contact
 * could get the whole message.
 */
export type PauseReason =
  | (typeof connectionReasons)[number]
  | (typeof ownReasons)[number]
  | 'ERR_CAMPAIGN_TEMPLATE_GONE'
  | 'ERR_CAMPAIGN_FILE_GONE'
  | 'ERR_STORAGE_FULL'

/** True for an error after which a number must send less. */
export function isPaceReason(failure: string): boolean {
  return paceReasons.some((reason) => reason === failure)
}

/** What the error of one message pauses: all campaigns of its connection, its own campaign, or none. */
export function pausedBy(
  failure: string,
): { readonly what: 'connection' | 'campaign'; readonly reason: PauseReason } | null {
  const ofConnection = connectionReasons.find((reason) => reason === failure)
  if (ofConnection !== undefined) return { what: 'connection', reason: ofConnection }
  const own = ownReasons.find((reason) => reason === failure)
  return own === undefined ? null : { what: 'campaign', reason: own }
}

/**
 * Failures after which a restart writes to the contact again. `anew`: as a new message, because the template may be
 * another one by then. ERR_WAPP_MSG_MARKETING is not among them: it may concern this contact alone, and then the
 * campaign would never get past it.
 */
export const forgivenFailures: {
  readonly again: readonly string[]
  readonly anew: readonly string[]
} = { again: connectionReasons, anew: templateReasons }

/** Slots for texts, and as many for confirmations (CAMP-02). */
export const campaignSlots = 5
const editLockMs = 3_600_000
/** How long a campaign waits for an answer to its request for confirmation, in milliseconds: seven days. */
export const confirmationTimeoutMs = 7 * 86_400_000
/** How long after a campaign's message `sair` means campaigns, in milliseconds: thirty days. */
export const optOutWindowMs = 30 * 86_400_000

interface CampaignState {
  readonly status: CampaignStatus
  readonly scheduledAt: Date | null
}

/** True for a campaign that is inactive, cancelled, or planned for later than in an hour (CAMP-08). */
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

/**
 * The status after saving: a date plans the campaign, no date unplans it, and a cancelled one stays cancelled
 * (CAMP-05).
 */
export function statusAfterSaving({ status, scheduledAt }: CampaignState): CampaignStatus {
  if (status !== 'INATIVA' && status !== 'PROGRAMADA') return status
  return scheduledAt === null ? 'INATIVA' : 'PROGRAMADA'
}

/** True when *Start now* or the scheduler may start the campaign. */
export function mayStartCampaign({ status }: Pick<CampaignState, 'status'>): boolean {
  return status === 'INATIVA' || status === 'PROGRAMADA'
}

export function mayCancelCampaign({ status }: Pick<CampaignState, 'status'>): boolean {
  return status === 'EM_ANDAMENTO'
}

/** True for a cancelled campaign, and for one that WhatsApp paused (CAMP-07). */
export function mayRestartCampaign(campaign: {
  readonly status: CampaignStatus
  readonly pausedBecause: PauseReason | null
}): boolean {
  return (
    campaign.status === 'CANCELADA' || (campaign.status === 'EM_ANDAMENTO' && campaign.pausedBecause !== null)
  )
}

export function mayDeleteCampaign({ status }: Pick<CampaignState, 'status'>): boolean {
  return status !== 'EM_ANDAMENTO'
}

/** Delivered of valid, in percent from 0 to 100 (CAMP-33); 0 without a valid contact. */
export function campaignProgress({ delivered, valid }: { delivered: number; valid: number }): number {
  return valid === 0 ? 0 : Math.min(100, (delivered / valid) * 100)
}
