import { pathToFileURL } from 'node:url'
import { loadBundle } from './load-bundle.mjs'
import { mapStacks } from './map-stacks.mjs'
import { inProject } from './project.mjs'

/** Runs the product in this very process, so that a signal to `npm start` reaches it and no process is left behind. */
export async function runProduct() {
  // Deprecation notices are for developers of dependencies; no reader of this console can act on them.
  Object.assign(process, { noDeprecation: true })
  const bundle = inProject('server/dist/main.cjs')
  mapStacks(bundle)
  loadBundle(bundle)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await runProduct()
