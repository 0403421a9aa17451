/** Times are in seconds (CAMP-19). */
export interface CampaignPace {
  /** The longest random pause between two contacts. */
  readonly messageInterval: number
  /** How long to send before a long pause; 0 for no long pauses. */
  readonly longerIntervalAfter: number
  /** The length of the long pause; 0 for no long pauses. */
  readonly greaterInterval: number
}

/** The permitted values in seconds (CAMP-21 to CAMP-23). */
export const campaignPaceOptions = {
  messageInterval: [0, 5, 10, 15, 20],
  longerIntervalAfter: [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120],
  greaterInterval: [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120],
} as const satisfies Record<keyof CampaignPace, readonly number[]>

export interface CampaignVariable {
  /** The name of the variable, which texts contain as `{key}`. */
  readonly key: string
  readonly value: string
}

export interface CampaignSettings extends CampaignPace {
  readonly variables: readonly CampaignVariable[]
  /** A contact who replies with it gets no more campaigns, as with `sair`, `parar` and `stop`. */
  readonly optOutWord: string
}

export const defaultCampaignSettings: CampaignSettings = {
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  variables: [],
  optOutWord: '',
}

export function mayAddCampaignVariable(variables: readonly CampaignVariable[], key: string): boolean {
  const wanted = key.trim()
  return wanted !== '' && !variables.some((variable) => variable.key === wanted)
}
