import type { TFunction } from 'i18next'
import { observable, useObservable } from '../observable'
import i18next from './i18n'

/** Features whose texts are loaded before the first render, in any language; `messages`, of a conversation. */
type FeatureOfStart = 'common' | 'messages' | 'tickets'

const language = observable(i18next.language)
i18next.on('languageChanged', language.set)

const cache = new Map<string, TFunction>()
i18next.store.on('added', () => cache.clear())

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
  const t = remembering(i18next.getFixedT(spoken, feature))
  cache.set(key, t)
  return t
}

/** Looks a text without values up once: i18next's lookups took 7 % of React's time while scrolling back. */
function remembering(t: TFunction): TFunction {
  const known = new Map<string, string>()
  const remembered = (key: string, ...values: unknown[]) => {
    if (values.length > 0) return Reflect.apply(t, undefined, [key, ...values])
    const text = known.get(key) ?? Reflect.apply(t, undefined, [key])
    known.set(key, text)
    return text
  }
  return Object.assign(remembered, t) as TFunction // one feature's function is assignable to all of them
}
