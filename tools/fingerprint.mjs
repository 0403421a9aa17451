import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from './project.mjs'

/**
 * A hash of the content of files and folders, which shows whether a build's sources have changed. Tests do not count:
 * they are not built. @param {string[]} paths relative to the root
 */
export function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesUnder).sort()) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(inProject(path)))
      .update('\0')
  }
  return hash.digest('hex')
}

/**
 * A hash of the names, sizes and times of the same files: a tenth of the work. Equal stamps mean equal fingerprints;
 * the times of a new clone differ although its files do not. @param {string[]} paths relative to the root
 */
export function stamp(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesUnder)) {
    const { size, mtimeMs } = statSync(inProject(path))
    hash.update(`${path}\0${size}\0${mtimeMs}\0`)
  }
  return hash.digest('hex')
}

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  const found = statSync(inProject(path), { throwIfNoEntry: false })
  if (!found) return []
  return found.isDirectory() ? filesIn(path) : [path]
}

/** @param {string} folder @returns {string[]} */
function filesIn(folder) {
  return readdirSync(inProject(folder), { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry
    if (entry.isDirectory())
      return name === 'node_modules' || name === 'dist' ? [] : filesIn(join(folder, name))
    return /\.test\.tsx?$/.test(name) ? [] : [join(folder, name)]
  })
}
