import { type CellObject, read, SSF, type WorkSheet } from '@e965/xlsx'
import { type UnzipFileInfo, unzipSync, zipSync } from 'fflate'
import { type Sheet, type SheetLimits, SpreadsheetFailure } from './port'
import { SheetRows } from './sheet-rows'

/** Pictures, macros and what else an .xlsx carries besides its texts stay packed. */
const isTextPart = (name: string) => /\.(xml|rels)$/i.test(name)

/** Reads the first sheet of an .xlsx. Whatever it says of its size, no more than the limit is unpacked. */
export function readXlsx(file: Uint8Array, limits: SheetLimits): Sheet {
  return readWorkbook(zipSync(textPartsOf(file, limits.unpackedBytes), { level: 0 }), limits)
}

/** Reads the first sheet of an .xls, or of an .xlsx whose parts are not packed. */
export function readWorkbook(file: Uint8Array, limits: SheetLimits): Sheet {
  const rows = new SheetRows(limits)
  const workbook = read(file, {
    type: 'array',
    dense: true,
    sheets: 0,
    // One more tells that there are too many; the row of titles is another one.
    sheetRows: limits.mostRows + 2,
    cellFormula: false,
    cellHTML: false,
    cellNF: true,
    dateNF: 'dd/mm/yyyy',
  })
  const [name] = workbook.SheetNames
  const sheet = name === undefined ? undefined : workbook.Sheets[name]
  for (const [place, cells] of cellsOf(sheet).entries()) {
    if (cells !== undefined) rows.add(place + 1, Array.from(cells, textOf))
  }
  return rows.sheet()
}

function textPartsOf(file: Uint8Array, mostBytes: number): Record<string, Uint8Array> {
  let left = mostBytes
  const filter = ({ name, originalSize }: UnzipFileInfo) => {
    if (!isTextPart(name)) return false
    left -= originalSize
    if (left < 0) throw new SpreadsheetFailure('tooLarge')
    return true
  }
  // Each part gets the room that it claims; what does not fit is dropped, and the part is broken then.
  const parts = unzipSync(file, { filter })
  if (!Object.keys(parts).some((name) => /^xl\/workbook\.xml$/i.test(name))) {
    throw new SpreadsheetFailure('kind')
  }
  return parts
}

/** A dense sheet keeps its rows here, with holes; the library's types say so of arrays alone. */
function cellsOf(sheet: WorkSheet | undefined): readonly (readonly (CellObject | undefined)[] | undefined)[] {
  return sheet?.['!data'] ?? []
}

/** As a person reads it, but numbers in full: a phone number must not become 5,55199E+12. */
function textOf(cell: CellObject | undefined): string {
  if (cell === undefined) return ''
  const { t: type, v: value, w: shown, z: format } = cell
  if (type === 'e' || value === undefined) return ''
  const isDate = typeof format === 'string' && SSF.is_date(format)
  if (typeof value === 'number' && !isDate && Number.isSafeInteger(value)) return String(value)
  return typeof value === 'string' ? value : (shown ?? String(value))
}
