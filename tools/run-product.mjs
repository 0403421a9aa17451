import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { loadBundle } from './load-bundle.mjs'
import { mapStacks } from './map-stacks.mjs'
import { inProject } from './project.mjs'

/**
 * The heap growth, in percent, after which V8 collects garbage, also in threads. By default V8 lets the heap
 * quadruple when memory is plentiful: an import of 50,000 rows took 770 MB that it did not need.
 */
const heapGrowingPercent = 50

/** Runs the product in this very process, so that a signal to `npm start` reaches it and no process is left behind. */
export async function runProduct() {
  // Deprecation notices are for developers of dependencies; no reader of this console can act on them.
  Object.assign(process, { noDeprecation: true })
  setFlagsFromString(`--heap-growing-percent=${heapGrowingPercent}`) // before the bundle: V8 refuses code of other flags
  const bundle = inProject('server/dist/main.cjs')
  mapStacks(bundle)
  loadBundle(bundle)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await runProduct()
