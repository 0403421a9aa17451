import { onValueStoredInOtherTab, readStoredValue, storeValue } from '../lib/browser-storage'
import { observable, useObservable } from '../lib/observable'

export type ThemeMode = 'light' | 'dark'

const mode = observable<ThemeMode>(startingMode())

/**
 * The stored theme, or the system's. `public/before-modules.js` reads it too, before the first paint
 * (THEME-01, THEME-02).
 */
function startingMode(): ThemeMode {
  return modeOf(readStoredValue('preferredTheme')) ?? (prefersDark() ? 'dark' : 'light')
}

function modeOf(stored: string | null): ThemeMode | undefined {
  return stored === 'light' || stored === 'dark' ? stored : undefined
}

function prefersDark(): boolean {
  return window.matchMedia('(prefers-color-scheme: dark)').matches
}

export function chooseTheme(chosen: ThemeMode): void {
  storeValue('preferredTheme', chosen)
  show(chosen)
}

function show(chosen: ThemeMode): void {
  document.documentElement.dataset.theme = chosen
  mode.set(chosen)
}

export function useThemeMode(): ThemeMode {
  return useObservable(mode)
}

/** Shows the theme that the user has chosen in any tab, or else the system's. Returns a function that stops this. */
export function subscribeToThemeChanges(): () => void {
  show(startingMode())
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const follow = () => show(startingMode())
  system.addEventListener('change', follow)
  const stopHearing = onValueStoredInOtherTab('preferredTheme', follow)
  return () => {
    system.removeEventListener('change', follow)
    stopHearing()
  }
}
