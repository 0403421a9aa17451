import { giveUp } from './project.mjs'
import { languages, missingOf, saidTexts, textsOf, webProgram } from './said-texts.mjs'

// Fails unless every text that the page requests exists in every language.
const said = saidTexts(webProgram())
for (const language of languages) {
  const texts = await textsOf(language)
  const missing = said.flatMap((one) =>
    missingOf(one, texts, language).map((key) => `${one.at}: ${language} of ${one.features} has no ${key}`),
  )
  if (missing.length > 0) giveUp(missing.join('\n'))
}
