import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The product's root folder, searched upwards from this file, so that sources and bundle find the same one. */
export const projectRoot = findRoot(dirname(fileURLToPath(import.meta.url)))

export const migrationsFolder = join(projectRoot, 'server/database/migrations')
export const functionsFolder = join(projectRoot, 'server/database/functions')
export const webFolder = join(projectRoot, 'web/dist')

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'server/database/migrations'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('The migrations are not where the program expects them')
  return findRoot(parent)
}
