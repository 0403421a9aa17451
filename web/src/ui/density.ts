import { onValueStoredInOtherTab, readStoredValue, storeValue } from '../lib/browser-storage'
import { observable, useObservable } from '../lib/observable'

/** The height of rows in lists and tables; `tokens.css` has the values. */
type Density = 'comfortable' | 'compact'

const density = observable<Density>(storedDensity())

/** The stored choice. `public/before-modules.js` reads it too, before the first paint. */
function storedDensity(): Density {
  return readStoredValue('preferredDensity') === 'compact' ? 'compact' : 'comfortable'
}

export function chooseDensity(chosen: Density): void {
  storeValue('preferredDensity', chosen)
  show(chosen)
}

function show(chosen: Density): void {
  document.documentElement.dataset.density = chosen
  density.set(chosen)
}

export function useDensity(): Density {
  return useObservable(density)
}

export function subscribeToDensityChanges(): () => void {
  show(storedDensity())
  return onValueStoredInOtherTab('preferredDensity', () => show(storedDensity()))
}
