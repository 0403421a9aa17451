import i18next from 'i18next'

/** The Portuguese texts that the code of a conversation brings; other languages load whole. */
const files = import.meta.glob<Record<string, unknown>>('./pt/{keyboard,messages,notes}.json', {
  eager: true,
  import: 'default',
})

/** The features of these texts: a conversation may use them and those of the start chunk. */
export const featuresOfConversation: readonly string[] = Object.entries(files).map(([path, texts]) => {
  const feature = /(\w+)\.json$/.exec(path)?.[1] ?? path
  i18next.addResourceBundle('pt', feature, texts)
  return feature
})
