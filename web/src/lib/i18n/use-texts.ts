import type { TFunction } from 'i18next'
import { observable, useObservable } from '../observable'
import i18next from './i18n'

/** Features whose texts are always loaded before their components render, so `t` needs no suspense. */
type FeatureOfStart = 'common' | 'messages' | 'tickets'

const language = observable(i18next.language)
i18next.on('languageChanged', language.set)

const cache = new Map<string, TFunction>()
i18next.store.on('added', () => cache.clear())

/**
 * A cheap `t` for components that mount by the hundred. `useTranslation` copies the whole translator for each
 * component, which was a tenth of the cost of scrolling.
 */
export function useTexts<Feature extends FeatureOfStart>(feature: Feature): TFunction<Feature> {
  // `textsIn` caches one function per feature, so this one has the texts of `Feature`.
  return textsIn(useObservable(language), feature) as TFunction<Feature>
}

function textsIn(spoken: string, feature: FeatureOfStart): TFunction {
  const key = `${spoken} ${feature}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const t = remembering(i18next.getFixedT(spoken, feature))
  cache.set(key, t)
  return t
}

/** Wraps `t` with a cache of texts without variables: i18next's lookups took 7 % of React's time while scrolling. */
function remembering(t: TFunction): TFunction {
  const known = new Map<string, string>()
  const remembered = (key: string, ...values: unknown[]) => {
    if (values.length > 0) return Reflect.apply(t, undefined, [key, ...values])
    const text = known.get(key) ?? Reflect.apply(t, undefined, [key])
    known.set(key, text)
    return text
  }
  // The wrapper takes the arguments of `t`, but a plain function cannot declare the overloads of `TFunction`.
  return Object.assign(remembered, t) as TFunction
}
