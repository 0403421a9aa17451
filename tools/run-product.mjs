import { pathToFileURL } from 'node:url'
import { inProject } from './project.mjs'

/** Runs the product in this very process, so that a signal to `npm start` reaches it and no process is left behind. */
export async function runProduct() {
  process.setSourceMapsEnabled(true)
  // Deprecation notices are for developers of dependencies; no reader of this console can act on them.
  Object.assign(process, { noDeprecation: true })
  await import(pathToFileURL(inProject('server/dist/main.js')).href)
}
