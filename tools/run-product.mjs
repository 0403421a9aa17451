import { pathToFileURL } from 'node:url'
import { inProject } from './project.mjs'

/** Becomes the product: it runs in this very process, so that a signal to `npm start` reaches it and nothing is left
 *  behind. */
export async function runProduct() {
  process.setSourceMapsEnabled(true)
  // Notices for those who develop our dependencies; on this console nobody could act on them.
  Object.assign(process, { noDeprecation: true })
  await import(pathToFileURL(inProject('server/dist/main.js')).href)
}
