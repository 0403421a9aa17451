import { onStoredElsewhere, readStored, store } from '../lib/browser-storage'
import { observable, useObservable } from '../lib/observable'

/** How close the rows of lists and tables stand; `tokens.css` says how high each is. */
type Density = 'comfortable' | 'compact'

const density = observable<Density>(storedDensity())

/** `public/before-modules.js` reads the same before the paint. */
function storedDensity(): Density {
  return readStored('preferredDensity') === 'compact' ? 'compact' : 'comfortable'
}

export function chooseDensity(chosen: Density): void {
  store('preferredDensity', chosen)
  show(chosen)
}

function show(chosen: Density): void {
  document.documentElement.dataset.density = chosen
  density.set(chosen)
}

export function useDensity(): Density {
  return useObservable(density)
}

/** Shows what was chosen, here or in another tab. Gives the function that stops it. */
export function followDensity(): () => void {
  show(storedDensity())
  return onStoredElsewhere('preferredDensity', () => show(storedDensity()))
}
