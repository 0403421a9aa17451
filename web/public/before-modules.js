// Runs before the first paint and before any module: reads the same keys as src/lib/browser-storage.ts (THEME-01, THEME-02).
;(() => {
  let chosen = null
  let density = null
  try {
    chosen = localStorage.getItem('preferredTheme')
    density = localStorage.getItem('preferredDensity')
  } catch {
    // Storage is closed in some private windows: the system's preference decides.
  }
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.documentElement.dataset.density = density === 'compact' ? 'compact' : 'comfortable'
})()

// zod compiles its schemas with `new Function`, which the content policy refuses and reports. It reads this name when it
// is loaded; setting it from a module is too late, because the bundler may put the schemas into a chunk that runs first.
globalThis.__zod_globalConfig = { jitless: true }
