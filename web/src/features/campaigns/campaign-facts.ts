import type { CampaignView } from '@balcao/contract/campaigns'
import type { CampaignVariable } from '@balcao/domain/campaign-settings'
import type { TemplateValues } from '@balcao/domain/message-templates'
import { unknownVariables } from '@balcao/domain/message-variables'
import type { TFunction } from 'i18next'

export function toDomainCampaign({ status, scheduledAt }: Pick<CampaignView, 'status' | 'scheduledAt'>) {
  return { status, scheduledAt: scheduledAt === null ? null : new Date(scheduledAt) }
}

export function countFilledMessages(campaign: Pick<CampaignView, MessageSlot>): number {
  return messageSlots.filter((slot) => campaign[slot].trim() !== '').length
}

export function templateValuesText({ header, body, buttons }: TemplateValues): string {
  return [header, body, buttons].flatMap((part) => Object.values(part)).join('\n')
}

/** The names in braces that match no variable, each once (CAMP-28). */
export function unknownVariablesIn(
  campaign: Pick<CampaignView, MessageSlot | ConfirmationSlot | 'confirmation' | 'template'>,
  variables: readonly CampaignVariable[],
): readonly string[] {
  const { template, confirmation } = campaign
  // Checks only texts that the campaign sends: a template replaces the texts of the first message to each contact.
  const slots = [
    ...(template === null || confirmation ? messageSlots : []),
    ...(template === null && confirmation ? confirmationMessageSlots : []),
  ]
  return unknownVariables(
    [
      ...slots.map((slot) => campaign[slot]),
      template === null ? '' : templateValuesText(template.values),
    ].join('\n'),
    variables.map(({ key }) => key),
  )
}

export const messageSlots = ['message1', 'message2', 'message3', 'message4', 'message5'] as const
export const confirmationMessageSlots = [
  'confirmationMessage1',
  'confirmationMessage2',
  'confirmationMessage3',
  'confirmationMessage4',
  'confirmationMessage5',
] as const
type MessageSlot = (typeof messageSlots)[number]
type ConfirmationSlot = (typeof confirmationMessageSlots)[number]

/** The stored file of a campaign; `picture` is its url, only for an image. */
export function storedCampaignFile(campaign: CampaignView | null) {
  if (campaign === null || campaign.mediaPath === null) return null
  const { mediaName, mediaPath, mediaType } = campaign
  return { name: mediaName ?? '', picture: mediaType === 'image' ? mediaPath : null }
}

const units = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
  ['seconds', 1],
] as const

/** The two largest units of a duration in seconds: `2 horas 5 minutos`. */
export function durationText(seconds: number, t: TFunction<'campaigns'>): string {
  const whole = Math.max(1, Math.round(seconds))
  const first = units.findIndex(([, length]) => whole >= length)
  let rest = whole
  return units
    .slice(first, first + 2)
    .flatMap(([unit, length]) => {
      const count = Math.floor(rest / length)
      rest -= count * length
      return count === 0 ? [] : [t(`duration.${unit}`, { count })]
    })
    .join(' ')
}
