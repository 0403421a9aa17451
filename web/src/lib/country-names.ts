const names = new Map<string, Intl.DisplayNames>()

/**
 * The name of a country (ISO 3166-1 alpha-2) in the language; the code itself where the browser knows no
 * name.
 */
export function countryName(country: string, language: string): string {
  const known = names.get(language) ?? new Intl.DisplayNames(language, { type: 'region' })
  names.set(language, known)
  return known.of(country) ?? country
}
