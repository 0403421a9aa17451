import { type CellObject, read, SSF, type WorkSheet } from '@e965/xlsx'
import { type UnzipFileInfo, unzipSync, zipSync } from 'fflate'
import { type Sheet, type SheetLimits, SpreadsheetFailure } from './port'
import { SheetRowCollector } from './sheet-rows'

/** Parts of an .xlsx that are no XML, such as pictures and macros, stay compressed. */
const isTextPart = (name: string) => /\.(xml|rels)$/i.test(name)

/** Decompresses no more of an .xlsx than the limit, regardless of the declared size. */
export function readXlsx(file: Uint8Array, limits: SheetLimits): Sheet {
  return readWorkbook(zipSync(textPartsOf(file, limits.unpackedBytes), { level: 0 }), limits)
}

export function readWorkbook(file: Uint8Array, limits: SheetLimits): Sheet {
  const rows = new SheetRowCollector(limits)
  const workbook = read(file, {
    type: 'array',
    dense: true,
    sheets: 0,
    // Reads the header row and one row above the limit, which shows that the file has too many rows.
    sheetRows: limits.maxRows + 2,
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

function textPartsOf(file: Uint8Array, maxAnswerBytes: number): Record<string, Uint8Array> {
  let left = maxAnswerBytes
  const filter = ({ name, originalSize }: UnzipFileInfo) => {
    if (!isTextPart(name)) return false
    left -= originalSize
    if (left < 0) throw new SpreadsheetFailure('tooLarge')
    return true
  }
  // The library unpacks at most a part's declared size, so a part that declares too little is cut off.
  const parts = unzipSync(file, { filter })
  if (!Object.keys(parts).some((name) => /^xl\/workbook\.xml$/i.test(name))) {
    throw new SpreadsheetFailure('kind')
  }
  return parts
}

/** Rows and cells may be missing, although the library's types do not declare it. */
function cellsOf(sheet: WorkSheet | undefined): readonly (readonly (CellObject | undefined)[] | undefined)[] {
  return sheet?.['!data'] ?? []
}

/** Numbers are written in full: a phone number must not become 5,55199E+12. */
function textOf(cell: CellObject | undefined): string {
  if (cell === undefined) return ''
  const { t: type, v: value, w: shown, z: format } = cell
  if (type === 'e' || value === undefined) return ''
  const isDate = typeof format === 'string' && SSF.is_date(format)
  if (typeof value === 'number' && !isDate && Number.isSafeInteger(value)) return String(value)
  return typeof value === 'string' ? value : (shown ?? String(value))
}
