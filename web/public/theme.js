// Runs before the first paint and before any module: reads the same key as src/lib/browser-storage.ts (THEME-01, THEME-02).
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('preferredTheme')
  } catch {
    // Storage is closed in some private windows: the system's preference decides.
  }
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
