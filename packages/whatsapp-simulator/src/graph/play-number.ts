import { accountOf } from './announcing'
import type { GraphService } from './graph-service'
import { TIERS } from './rates'
import type { BusinessNumber, LimitTier, NameStatus, NumberStatus, Quality } from './world'

/** A business number, and what Meta does with it; each act announces itself. */
export interface GraphNumber {
  readonly id: string
  readonly accountId: string
  readonly displayNumber: string
  readonly verifiedName: string
  readonly status: NumberStatus
  readonly quality: Quality
  readonly tier: LimitTier
  setQuality(quality: Quality): void
  setTier(tier: LimitTier): void
  /** `PENDING` is a number that is not registered. */
  setStatus(status: NumberStatus): void
  setNameStatus(status: NameStatus): void
  setSendsPerSecond(count: number): void
  /** Service messages that were sent this month: the first 1,000 are free. */
  setServiceMessages(count: number): void
  /** Locks the account for a violation, or unlocks it. */
  lockAccount(isLocked: boolean): void
  setPaymentMethod(isThere: boolean): void
}

export function playNumber(service: GraphService, number: BusinessNumber): GraphNumber {
  const { id, accountId } = number
  const account = accountOf(service, number)
  const announce = (field: string, value: Record<string, unknown>) => {
    service.webhooks.announce({ accountId, field, value })
    service.changed()
  }
  const change = (changes: Partial<BusinessNumber>) => {
    Object.assign(number, changes)
    service.changed()
  }
  const announceLimit = (event: string) =>
    announce('phone_number_quality_update', {
      display_phone_number: number.displayNumber,
      event,
      current_limit: number.tier,
    })
  return {
    id,
    accountId,
    get displayNumber() {
      return number.displayNumber
    },
    get verifiedName() {
      return number.verifiedName
    },
    get status() {
      return number.status
    },
    get quality() {
      return number.quality
    },
    get tier() {
      return number.tier
    },
    setQuality(quality) {
      number.quality = quality
      announceLimit(quality === 'RED' ? 'FLAGGED' : 'UNFLAGGED')
    },
    setTier(tier) {
      const isMore = TIERS[tier] > TIERS[number.tier]
      number.tier = tier
      announceLimit(isMore ? 'UPGRADE' : 'DOWNGRADE')
      announce('business_capability_update', {
        max_daily_conversations_per_business: Number.isFinite(TIERS[tier]) ? TIERS[tier] : -1,
        max_phone_numbers_per_waba: 25,
      })
    },
    setStatus: (status) => change({ status }),
    setNameStatus(nameStatus) {
      number.nameStatus = nameStatus
      announce('phone_number_name_update', {
        display_phone_number: number.displayNumber,
        decision: nameStatus,
        requested_verified_name: number.verifiedName,
        rejection_reason: nameStatus === 'DECLINED' ? 'NAME_UNKNOWN_REASON' : null,
      })
    },
    setSendsPerSecond(sendsPerSecond) {
      const isMore = sendsPerSecond > number.sendsPerSecond
      number.sendsPerSecond = sendsPerSecond
      if (isMore) announceLimit('THROUGHPUT_UPGRADE')
      else service.changed()
    },
    setServiceMessages(count) {
      change({ serviceMessages: { month: new Date(service.now()).toISOString().slice(0, 7), count } })
    },
    lockAccount(isLocked) {
      account.isLocked = isLocked
      announce(
        'account_update',
        isLocked
          ? {
              event: 'ACCOUNT_RESTRICTION',
              restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING' }],
            }
          : { event: 'ACCOUNT_RESTRICTION_LIFTED' },
      )
    },
    setPaymentMethod(isThere) {
      account.hasPaymentMethod = isThere
      service.changed()
    },
  }
}
