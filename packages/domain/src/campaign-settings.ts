/** How fast campaigns send, in seconds (CAMP-19). */
export interface CampaignPace {
  /** Between two contacts, a random time up to this; 0: none. */
  readonly messageInterval: number
  /** Sending time after which a long pause is due; 0: never. */
  readonly longerIntervalAfter: number
  /** The length of the long pause; 0: there is none. */
  readonly greaterInterval: number
}

/** The permitted values, in seconds (CAMP-21 to CAMP-23). */
export const campaignPaceOptions = {
  messageInterval: [0, 5, 10, 15, 20],
  longerIntervalAfter: [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120],
  greaterInterval: [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120],
} as const satisfies Record<keyof CampaignPace, readonly number[]>

export interface CampaignVariable {
  /** Texts refer to the variable as `{key}`. */
  readonly key: string
  readonly value: string
}

export interface CampaignSettings extends CampaignPace {
  readonly variables: readonly CampaignVariable[]
  /** A contact who answers with this word gets no more campaigns, as with `sair`, `parar` and `stop`; empty: none. */
  readonly optOutWord: string
}

/** Implements CAMP-24. */
export const campaignSettingsByDefault: CampaignSettings = {
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  variables: [],
  optOutWord: '',
}

/** True when the key may be added (CAMP-27): it is not blank, and no other variable has it. */
export function mayAddVariable(variables: readonly CampaignVariable[], key: string): boolean {
  const wanted = key.trim()
  return wanted !== '' && !variables.some((variable) => variable.key === wanted)
}
