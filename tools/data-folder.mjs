import { resolve } from 'node:path'
import { inProject } from './project.mjs'

/** Where a command keeps its data: beside the product's own, which for root lies where the database's user may go. Under
 *  `DATA_DIR` it gets a folder of its own, so that real work is never touched.
 *  @param {string} name */
export function dataFolderOf(name) {
  if (process.env.DATA_DIR) return resolve(process.env.DATA_DIR, name)
  return process.getuid?.() === 0 ? `/var/lib/balcao/${name}` : inProject(`data/${name}`)
}
