const day = 86_400_000

/** Whole days between now and the end of the trial, begun ones counted, to either side (SUBSCR-12); null without one. */
export function trialWords(
  trialExpiration: string | null,
  now: number,
): { readonly key: 'trialLeft' | 'trialOver'; readonly days: number } | null {
  if (trialExpiration === null) return null
  const left = Date.parse(trialExpiration) - now
  return { key: left >= 0 ? 'trialLeft' : 'trialOver', days: Math.ceil(Math.abs(left) / day) }
}
