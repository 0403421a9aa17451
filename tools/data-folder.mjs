import { resolve } from 'node:path'
import { inProject } from './project.mjs'

/**
 * The data folder of a command, beside the product's own. For root it is where the database's user may read. Under
 * `DATA_DIR` it is a folder of its own, so that real data are never touched.
 * @param {string} name
 */
export function dataFolderOf(name) {
  if (process.env.DATA_DIR) return resolve(process.env.DATA_DIR, name)
  return process.getuid?.() === 0 ? `/var/lib/balcao/${name}` : inProject(`data/${name}`)
}
