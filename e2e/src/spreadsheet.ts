import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'

/** The cells of the first sheet of an .xlsx as texts, row by row; empty ones are `''`. Throws on one that holds a formula. */
export async function cellsOf(file: string): Promise<string[][]> {
  const parts = unzipSync(new Uint8Array(await readFile(file)))
  const read = (path: string) => strFromU8(parts[path] ?? new Uint8Array())
  const shared = all(read('xl/sharedStrings.xml'), /<si>(.*?)<\/si>/gs).map(wordsOf)
  const sheet = read('xl/worksheets/sheet1.xml')
  if (/<f[ >]/.test(sheet)) throw new Error('The sheet holds a formula')
  return all(sheet, /<row[^>]*>(.*?)<\/row>/gs).map((row) => {
    const cells: string[] = []
    for (const [, attributes = '', inside = ''] of row.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
      const [, letter = 'A'] = /r="([A-Z])/.exec(attributes) ?? []
      while (cells.length < letter.charCodeAt(0) - 65) cells.push('')
      const value = /<v>(.*?)<\/v>/s.exec(inside)?.[1] ?? ''
      cells.push(/t="s"/.test(attributes) ? (shared[Number(value)] ?? '') : value || wordsOf(inside))
    }
    return cells
  })
}

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, inside = '']) => inside)

function wordsOf(xml: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
  return all(xml, /<t[^>]*>(.*?)<\/t>/gs)
    .join('')
    .replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
}
