import type { SheetData } from 'write-excel-file/browser'

type Cell = string | number | null

/** `widths` are those of the columns, in characters. */
interface Spreadsheet {
  readonly fileName: string
  readonly sheet: string
  readonly titles: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  readonly widths: readonly number[]
}

/** Saves a spreadsheet as a file. The library loads on the first use, because few users need it. */
export async function saveSpreadsheet({ fileName, sheet, titles, rows, widths }: Spreadsheet): Promise<void> {
  const { default: writeSpreadsheet } = await import('write-excel-file/browser')
  const bold = titles.map((value) => ({ value, fontWeight: 'bold' as const }))
  const columns = widths.map((width) => ({ width }))
  const data: SheetData = [bold, ...rows.map((row) => [...row])]
  await writeSpreadsheet(data, { sheet, columns, stickyRowsCount: 1 }).toFile(fileName)
}

export function saveTextFile(fileName: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}
