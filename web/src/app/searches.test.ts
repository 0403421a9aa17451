import { expect, it } from 'vitest'

/** Every source file of the page, by its path. */
const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
  eager: true,
  query: '?raw',
  import: 'default',
})
const own = Object.entries(sources).filter(([path]) => !/\.test\.tsx?$|\/testing\//.test(path))
const isDebounced = (source: string) => /useRested\(.{1,40}, limits\.searchDebounce\)/.test(source)

/** Files with a search field whose words another file holds and debounces. */
const debouncedElsewhere: Readonly<Record<string, string>> = {
  '../features/campaigns/opt-outs.tsx': '../features/campaigns/campaigns-config-page.tsx',
  '../features/shares/ticket-choice.tsx': '../features/shares/api/find-tickets.ts',
  '../features/tickets/list/list-pane.tsx': '../features/tickets/list/search-fields.tsx',
}

it('GEN-10 every search field of the source waits 500 ms before its words are asked for', () => {
  const withField = own.filter(
    ([, source]) => source.includes('<SearchBox') || source.includes('type="search"'),
  )
  const ofLists = withField.filter(([path]) => path !== '../ui/search-box.tsx').map(([path]) => path)

  const atOnce = ofLists.filter((path) => !isDebounced(sources[debouncedElsewhere[path] ?? path] ?? ''))

  expect(ofLists.length).toBeGreaterThan(12)
  expect(atOnce).toEqual([])
})
