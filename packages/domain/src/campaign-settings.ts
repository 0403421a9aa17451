/** The pauses between the messages of a campaign. Times are in seconds (CAMP-19). */
export interface CampaignPace {
  /** The longest random pause between two contacts. */
  readonly messageInterval: number
  /** How long a campaign sends before each long pause; 0 for no long pauses. */
  readonly longerIntervalAfter: number
  /** The length of the long pause; 0 for no long pauses. */
  readonly greaterInterval: number
}

/** The permitted values of each field of `CampaignPace`, in seconds (CAMP-21 to CAMP-23). */
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
  /**
   * The company's own opt-out word: as with `sair`, `parar` and `stop`, its sender gets no more campaigns.
   */
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
