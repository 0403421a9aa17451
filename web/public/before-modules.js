// Runs before the first paint and before any module: reads the same keys as src/lib/browser-storage.ts (THEME-01, THEME-02).
;(() => {
  let chosen = null
  let density = null
  let language = null
  try {
    chosen = localStorage.getItem('preferredTheme')
    density = localStorage.getItem('preferredDensity')
    language = localStorage.getItem('i18nextLng')
  } catch {
    // Storage is closed in some private windows: the system's preference decides.
  }
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.documentElement.dataset.density = density === 'compact' ? 'compact' : 'comfortable'

  // The texts of the start, beside its code: the code would request them after its own arrival.
  const spoken = language === 'en' || language === 'es' ? language : 'pt'
  const texts = document.querySelector(`meta[name="texts-${spoken}"]`)?.content
  if (texts !== undefined) {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href: texts })
    link.crossOrigin = 'anonymous' // as the code's own
    document.head.append(link)
  }
})()

// zod compiles its schemas with `new Function`, which the content policy refuses and reports. It reads this name when it
// is loaded; setting it from a module is too late, because the bundler may put the schemas into a chunk that runs first.
globalThis.__zod_globalConfig = { jitless: true }
