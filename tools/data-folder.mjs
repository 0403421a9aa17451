import { inProject } from './project.mjs'

/** Where a command keeps its data: beside the product's own, which for root lies where the database's user may go.
 *  @param {string} name */
export function dataFolderOf(name) {
  return process.getuid?.() === 0 ? `/var/lib/balcao/${name}` : inProject(`data/${name}`)
}
