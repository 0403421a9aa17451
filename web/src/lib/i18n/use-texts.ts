import type { TFunction } from 'i18next'
import { observable, useObservable } from '../observable'
import i18next from './i18n'

/** Features whose texts are loaded before the first render, in any language; `messages`, of a conversation. */
type FeatureOfStart = 'common' | 'messages' | 'tickets'

const language = observable(i18next.language)
i18next.on('languageChanged', language.set)

const cache = new Map<string, TFunction>()

/**
 * `t` of a feature, as `useTranslation` returns it, for components that mount by the hundred: rows of long lists.
 * `useTranslation` copies the whole translator for each component (a tenth of the cost of scrolling).
 */
export function useTexts<Feature extends FeatureOfStart>(feature: Feature): TFunction<Feature> {
  return textsIn(useObservable(language), feature) as TFunction<Feature> // of this feature, by its key
}

function textsIn(spoken: string, feature: FeatureOfStart): TFunction {
  const key = `${spoken} ${feature}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const t = i18next.getFixedT(spoken, feature) as TFunction // one feature's function is assignable to all of them
  cache.set(key, t)
  return t
}
