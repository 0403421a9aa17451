import { expect, it } from 'vitest'
import { texts } from '../../testing/all-texts'
import { featuresWithConversationTexts, featuresWithInitialTexts } from './i18n'

const here = 'file:///src/lib/i18n/'
const sources = import.meta.glob<string>('../../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const modules = new Map(
  Object.entries(sources).map(([path, source]) => [new URL(path, here).pathname, source]),
)

/** The modules that a root imports statically. */
function modulesOf(root: string): string[] {
  const found = [new URL(root, here).pathname]
  for (const path of found) {
    for (const [, from = ''] of (modules.get(path) ?? '').matchAll(
      /^(?:import|export) (?!type).*?'(\.[^']+)'$/gms,
    )) {
      const bare = new URL(from, `file://${path}`).pathname
      const next = [bare, `${bare}.ts`, `${bare}.tsx`].find((name) => modules.has(name))
      if (next !== undefined && !found.includes(next)) found.push(next)
    }
  }
  return found
}

/** The modules that use texts of other features. */
function missingIn(paths: readonly string[], features: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const said = (modules.get(path) ?? '').matchAll(/useTranslation\('(\w+)'|\bt\('(\w+):/g)
    return [...said].flatMap(([, own, other]) => {
      const feature = own ?? other ?? 'common'
      return features.includes(feature) ? [] : [`${path} says ${feature}`]
    })
  })
}

const files = import.meta.glob<{ default: object }>('./{start,conversation,others}-{pt,en,es}.ts', {
  eager: true,
})
const featuresIn = (file: string) =>
  Object.keys(files[`./${file}.ts`]?.default ?? {}).map((path) => path.slice('./pt/'.length, -'.json'.length))

it.each(['pt', 'en', 'es'])('the files of %s have each feature once', (code) => {
  expect(featuresIn(`start-${code}`)).toEqual(featuresWithInitialTexts)
  expect(featuresIn(`conversation-${code}`)).toEqual(featuresWithConversationTexts)
  expect(featuresIn(`others-${code}`)).toContain('settings')
  expect(
    [...featuresWithInitialTexts, ...featuresWithConversationTexts, ...featuresIn(`others-${code}`)].sort(),
  ).toEqual(Object.keys(texts[code] ?? {}).sort())
})

/** Without them the screen would show keys until another component has loaded the texts. */
it('the start chunk uses only its own texts', () => {
  const start = modulesOf('../../main.tsx')

  expect(start.length).toBeGreaterThan(100)
  expect(missingIn(start, featuresWithInitialTexts)).toEqual([])
})

/** While texts load the page suspends, and the composer would lose the focus. */
it('a conversation brings its other texts: its composer may be in use when its first note shows', () => {
  const conversation = modulesOf('../../app/ticket-conversation.tsx')

  expect(conversation.length).toBeGreaterThan(100)
  expect(missingIn(conversation, [...featuresWithInitialTexts, ...featuresWithConversationTexts])).toEqual([])
})
