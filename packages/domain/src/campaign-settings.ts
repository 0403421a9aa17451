/** How fast campaigns send, in seconds (CAMP-19). */
export interface CampaignPace {
  /** Between two contacts passes a random time up to this; 0: none. */
  readonly messageInterval: number
  /** After so much sending a long pause is due; 0: never. */
  readonly longerIntervalAfter: number
  /** How long the long pause is; 0: there is none. */
  readonly greaterInterval: number
}

/** What may be chosen, in seconds (CAMP-21 to CAMP-23). */
export const campaignPaceOptions = {
  messageInterval: [0, 5, 10, 15, 20],
  longerIntervalAfter: [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120],
  greaterInterval: [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120],
} as const satisfies Record<keyof CampaignPace, readonly number[]>

export interface CampaignVariable {
  /** Named in texts as `{key}`. */
  readonly key: string
  readonly value: string
}

export interface CampaignSettings extends CampaignPace {
  readonly variables: readonly CampaignVariable[]
  /** Whoever answers with this word gets no campaign any more, beside `sair`, `parar` and `stop`; empty: none. */
  readonly optOutWord: string
}

/** CAMP-24. */
export const campaignSettingsByDefault: CampaignSettings = {
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  variables: [],
  optOutWord: '',
}

/** True when the key may be added (CAMP-27): it names something, and no other variable has it. */
export function mayAddVariable(variables: readonly CampaignVariable[], key: string): boolean {
  const wanted = key.trim()
  return wanted !== '' && !variables.some((variable) => variable.key === wanted)
}
