/** A text in Portuguese, English and Spanish. */
export type ThreeLanguages = readonly [pt: string, en: string, es: string]

/** The index of a language tag (`pt-BR`, `en`, `es-AR`) in `ThreeLanguages`; Portuguese for other languages. */
export function languageIndex(language: string): 0 | 1 | 2 {
  const [tongue = ''] = language.toLowerCase().split('-')
  return tongue === 'en' ? 1 : tongue === 'es' ? 2 : 0
}

/** Picks one language of each text. */
export function textsInLanguage<Name extends string>(
  language: string,
  texts: Readonly<Record<Name, ThreeLanguages>>,
): Readonly<Record<Name, string>> {
  const at = languageIndex(language)
  // The cast restores the names, which `Object.fromEntries` loses.
  return Object.fromEntries(
    Object.entries<ThreeLanguages>(texts).map(([name, text]) => [name, text[at]]),
  ) as Record<Name, string>
}
