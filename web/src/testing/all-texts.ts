import { errorTexts } from '@balcao/contract/error-message'

/** The texts of every language, by language and feature. */
const files = import.meta.glob<Record<string, unknown>>('../lib/i18n/*/*.json', {
  eager: true,
  import: 'default',
})

type Texts = Record<string, Record<string, Record<string, unknown>>>

export const texts: Texts = {}
for (const [path, content] of Object.entries(files)) {
  const [, language = '', feature = ''] = /\/(\w+)\/([\w-]+)\.json$/.exec(path) ?? []
  texts[language] = { ...texts[language], [feature]: content }
}
for (const [language, ofCodes] of Object.entries(errorTexts)) {
  texts[language] = { ...texts[language], errors: { ...texts[language]?.errors, ...ofCodes } }
}
