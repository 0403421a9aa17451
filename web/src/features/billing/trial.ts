interface Trial {
  readonly trialExpiration: string
  readonly isTrial: boolean
}

/**
 * The remaining or past days of the trial: the ceiling of the absolute difference between now and `trialExpiration`
 * (SUBSCR-12). Null without a trial.
 */
export function trialWords(
  { trialExpiration, isTrial }: Trial,
  now: number,
): { readonly key: 'trialLeft' | 'trialOver'; readonly days: number } | null {
  if (!isTrial) return null
  const left = Date.parse(trialExpiration) - now
  return { key: left >= 0 ? 'trialLeft' : 'trialOver', days: Math.ceil(Math.abs(left) / 86_400_000) }
}
