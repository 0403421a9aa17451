import { readFile } from 'node:fs/promises'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

/** The cells of the first sheet of an .xlsx as texts, row by row; empty ones are `''`. Throws on a formula. */
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

/** An .xlsx of these rows, as a spreadsheet program writes it. */
export function spreadsheetOf(rows: readonly (readonly (string | number)[])[]): Uint8Array {
  const lines = rows.map((cells, place) => {
    const row = place + 1
    const inRow = cells.map((cell, at) => {
      const name = `r="${String.fromCharCode(65 + at)}${row}"`
      if (typeof cell === 'number') return `<c ${name}><v>${cell}</v></c>`
      const text = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
      return `<c ${name} t="inlineStr"><is><t>${text}</t></is></c>`
    })
    return `<row r="${row}">${inRow.join('')}</row>`
  })
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packed = 'http://schemas.openxmlformats.org/package/2006'
  const kinds = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packed}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${kinds}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kinds}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packed}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Lista" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packed}/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
  }
  const written = Object.entries(parts).map(([name, text]) => [name, strToU8(text)] as const)
  return zipSync(Object.fromEntries(written))
}
