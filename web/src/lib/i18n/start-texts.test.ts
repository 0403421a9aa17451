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

/** Modules of ours that come with the page: what it imports without asking for it later. */
function modulesOfStart(): string[] {
  const found = [new URL('../../main.tsx', here).pathname]
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

/** Words of these features would stand on the screen as keys until some other component has fetched them. */
it('what the page begins with says only what its texts, which come with it, can say', () => {
  const start = modulesOfStart()

  const missing = start.flatMap((path) => {
    const said = (modules.get(path) ?? '').matchAll(/useTranslation\('(\w+)'|\bt\('(\w+):/g)
    return [...said].flatMap(([, own, other]) => {
      const feature = own ?? other ?? 'common'
      return featuresOfStart.includes(feature) ? [] : [`${path} says ${feature}`]
    })
  })

  expect(start.length).toBeGreaterThan(100)
  expect(missing).toEqual([])
})
