import type { TFunction } from 'i18next'
import { observable, useObservable } from '../observable'
import i18next from './i18n'

/** Features whose texts come with the page, in whatever language is spoken. */
type FeatureOfStart = 'common' | 'messages' | 'tickets'

const language = observable(i18next.language)
i18next.on('languageChanged', language.set)

const kept = new Map<string, TFunction>()

/**
 * `t` of a feature, as `useTranslation` gives it, for what comes and goes by the hundred: rows of long lists.
 * `useTranslation` makes a copy of the whole translator for each component that asks (a tenth of what scrolling cost).
 */
export function useTexts<Feature extends FeatureOfStart>(feature: Feature): TFunction<Feature> {
  return textsIn(useObservable(language), feature) as TFunction<Feature> // of this feature, by its key
}

function textsIn(spoken: string, feature: FeatureOfStart): TFunction {
  const key = `${spoken} ${feature}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const t = i18next.getFixedT(spoken, feature) as TFunction // a feature's own is assigned to all of them
  kept.set(key, t)
  return t
}
