import { expect, it } from 'vitest'
import { featuresOfStart } from './i18n'

const here = 'file:///src/lib/i18n/'
const sources = import.meta.glob<string>('../../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const modules = new Map(
  Object.entries(sources).map(([path, source]) => [new URL(path, here).pathname, source]),
)

/** A module of ours with what it imports without asking for it later. */
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

/** Where a module says words of a feature whose texts do not come with the page. */
function missingIn(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const said = (modules.get(path) ?? '').matchAll(/useTranslation\('(\w+)'|\bt\('(\w+):/g)
    return [...said].flatMap(([, own, other]) => {
      const feature = own ?? other ?? 'common'
      return featuresOfStart.includes(feature) ? [] : [`${path} says ${feature}`]
    })
  })
}

/** Words of these features would stand on the screen as keys until some other component has fetched them. */
it('what the page begins with says only what its texts, which come with it, can say', () => {
  const start = modulesOf('../../main.tsx')

  expect(start.length).toBeGreaterThan(100)
  expect(missingIn(start)).toEqual([])
})

/** While texts are fetched the page is hidden, and whoever writes in the conversation loses the focus of the field. */
it('so does a conversation, which somebody may be writing in when the first note of it is shown', () => {
  const conversation = modulesOf('../../app/ticket-conversation.tsx')

  expect(conversation.length).toBeGreaterThan(100)
  expect(missingIn(conversation)).toEqual([])
})
