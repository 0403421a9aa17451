import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'

const FOLDER = new URL('../page/', import.meta.url)

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** A file of the phones page. Only file names of its folder match, so that no path can leave the folder. */
export function pageFile(path: string): { bytes: Buffer; type: string } | undefined {
  const name = path === '/' ? 'index.html' : path.slice(1)
  const type = TYPES[extname(name)]
  if (!type || !readdirSync(FOLDER).includes(name)) return undefined
  return { bytes: readFileSync(new URL(name, FOLDER)), type }
}
