import { readFileSync } from 'node:fs'

const FOLDER = new URL('../page/', import.meta.url)

const FILES: Record<string, { file: string; type: string }> = {
  '/': { file: 'index.html', type: 'text/html; charset=utf-8' },
  '/phones.css': { file: 'phones.css', type: 'text/css; charset=utf-8' },
  '/phones.js': { file: 'phones.js', type: 'text/javascript; charset=utf-8' },
  '/control.js': { file: 'control.js', type: 'text/javascript; charset=utf-8' },
  '/camera.js': { file: 'camera.js', type: 'text/javascript; charset=utf-8' },
  '/chat.js': { file: 'chat.js', type: 'text/javascript; charset=utf-8' },
  '/icon.svg': { file: 'icon.svg', type: 'image/svg+xml' },
}

/** A file of the phones page; only those listed exist. */
export function pageFile(path: string): { bytes: Buffer; type: string } | undefined {
  const entry = FILES[path]
  return entry && { bytes: readFileSync(new URL(entry.file, FOLDER)), type: entry.type }
}
