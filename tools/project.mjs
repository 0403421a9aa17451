import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** @param {string} path relative to the root */
export function inProject(path) {
  return join(root, path)
}

/**
 * Whether this is the product of an image: installed and built, without the files that either needs
 * (deploy/Dockerfile).
 */
export function isImage() {
  return !existsSync(inProject('package-lock.json'))
}

/** One line for the person at the console.
 *  @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`)
}

/**
 * Ends a failed command: prints one line, and exits with code 1.
 * @param {string} line
 * @returns {never}
 */
export function giveUp(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
