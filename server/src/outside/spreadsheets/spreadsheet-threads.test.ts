import { Buffer } from 'node:buffer'
import type { CompanyId } from '@balcao/domain/ids'
import { CFB, utils, write } from '@e965/xlsx'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock'
import type { SpreadsheetFault } from './port'
import { createSpreadsheetReader, sheetThreadLimits } from './spreadsheet-threads'

const small = { ...sheetThreadLimits, maxRows: 5, unpackedBytes: 1 << 20, after: systemClock.after }
const threads = createSpreadsheetReader(small)
const never = new AbortController().signal
const [one, other] = [1 as CompanyId, 2 as CompanyId]
const reads = async (file: Uint8Array) => (await threads.read(one, file, never)).rows
const fails = (file: Uint8Array) =>
  threads.read(one, file, never).then(
    () => 'was read',
    (error: { fault: SpreadsheetFault }) => error.fault,
  )

const people = [
  ['Nome', 'Número', 'Desde'],
  ['Lívia Prado', 5551987650001, new Date(Date.UTC(2026, 4, 31))],
  [],
  ['  José\u0000\u202e Brandão ', '+55 (51) 98765-0002', { t: 'n', v: 42, f: '6*7' }],
]
const read = [
  { number: 1, cells: ['Nome', 'Número', 'Desde'] },
  { number: 2, cells: ['Lívia Prado', '5551987650001', '31/05/2026'] },
  { number: 4, cells: ['José  Brandão', '+55 (51) 98765-0002', '42'] },
]
function workbook(bookType: 'xlsx' | 'biff8', rows: unknown[][] = people): Uint8Array {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { UTC: true }), 'Clientes')
  return new Uint8Array(write(book, { type: 'array', bookType, compression: true }))
}

describe('valid files', () => {
  it.each(['xlsx', 'biff8'] as const)(
    'CONTACT-17 %s: numbers in full, days as days, formulas as results',
    async (kind) => {
      const rows = await reads(workbook(kind))

      expect(rows.map(({ number }) => number)).toEqual([1, 2, 4])
      expect(rows[1]).toEqual(read[1])
      expect(rows[2]?.cells.at(-1)).toBe('42')
    },
  )

  it.each([
    ['with semicolons in Windows letters', Buffer.from('Nome;Número\r\nJoão;51987650001\r\n', 'latin1')],
    ['with commas and a mark of order', Buffer.from('\ufeffNome,Número\nJoão,51987650001')],
    ['with tabs in UTF-16', Buffer.from('\ufeffNome\tNúmero\rJoão\t51987650001\r', 'utf16le')],
    ['that tells its separator', Buffer.from('sep=|\nNome|Número\nJoão|51987650001')],
  ])('CONTACT-17 text %s', async (_, file) => {
    expect((await reads(file)).map(({ cells }) => cells)).toEqual([
      ['Nome', 'Número'],
      ['João', '51987650001'],
    ])
  })

  it('CONTACT-17 quotes may contain separators, line breaks and quotes; leading zeros stay', async () => {
    const text = 'a;b;c\n"um; dois";"linha 1\nlinha 2";007\n\n"diz ""oi""";x"y;\n'

    expect(await reads(Buffer.from(text))).toEqual([
      { number: 1, cells: ['a', 'b', 'c'] },
      { number: 2, cells: ['um; dois', 'linha 1 linha 2', '007'] },
      { number: 4, cells: ['diz "oi"', 'x"y'] },
    ])
  })
})

describe('C5 refused files, each of which ends only its own thread', () => {
  const bomb = zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'xl/workbook.xml': strToU8('<workbook/>'),
    'xl/worksheets/sheet1.xml': new Uint8Array(30 << 20),
  })
  /** The bomb declares a small size. */
  const liar = bomb.slice()
  for (let at = 0; at + 46 < liar.length; at++) {
    if (liar[at] === 0x50 && liar[at + 1] === 0x4b && liar[at + 2] === 1 && liar[at + 3] === 2) {
      new DataView(liar.buffer).setUint32(at + 24, 10, true)
    }
  }
  const locked = CFB.utils.cfb_new()
  CFB.utils.cfb_add(locked, '/EncryptedPackage', Buffer.alloc(64))
  CFB.utils.cfb_add(locked, '/EncryptionInfo', Buffer.alloc(64))
  const rows = (count: number) => 'a;b\n'.repeat(count)

  it.each<[string, SpreadsheetFault, Uint8Array]>([
    ['a PDF', 'kind', Buffer.from('%PDF-1.7\nx')],
    ['a picture', 'kind', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2])],
    ['a page', 'kind', Buffer.from('<html><script>alert(1)</script>')],
    ['a zip of something else', 'kind', zipSync({ 'foto.jpg': new Uint8Array(10) })],
    ['a zip cut in half', 'broken', workbook('xlsx').slice(0, 300)],
    ['an old file cut in half', 'broken', workbook('biff8').slice(0, 700)],
    ['a quote that never ends', 'broken', Buffer.from('a;b\n"sem fim;x')],
    ['nothing but blanks', 'empty', Buffer.from(' ; \n;;\n')],
    ['more rows than agreed', 'tooLarge', Buffer.from(rows(6))],
    ['a sheet with more rows than agreed', 'tooLarge', workbook('xlsx', Array(9).fill(['a', 'b']))],
    ['a zip bomb', 'tooLarge', bomb],
    ['a locked workbook', 'locked', new Uint8Array(CFB.write(locked, { type: 'buffer' }) as Uint8Array)],
  ])('CONTACT-17 %s', async (_, fault, file) => {
    expect(await fails(file)).toBe(fault)
  })

  it('a zip bomb with a false size gets no more memory than it declares', async () => {
    expect(await fails(liar)).not.toBe('was read')
  })

  it('a million rows are refused long before the time limit, as text and compressed', async () => {
    const real = createSpreadsheetReader({ ...sheetThreadLimits, after: systemClock.after })
    const rows = '<row><c t="inlineStr"><is><t>a</t></is></c></row>'.repeat(1_000_000)
    const packed = zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      'xl/workbook.xml': strToU8('<workbook/>'),
      'xl/worksheets/sheet1.xml': strToU8(
        `<worksheet><sheetData>${rows}${rows}${rows}</sheetData></worksheet>`,
      ),
    })

    for (const file of [Buffer.from('a;b\n'.repeat(1_000_000)), packed]) {
      await expect(real.read(one, file, never)).rejects.toMatchObject({ fault: 'tooLarge' })
    }
  })

  const packedSheet = (inside: string) =>
    zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      'xl/workbook.xml': strToU8('<workbook/>'),
      'xl/worksheets/sheet1.xml': strToU8(inside),
    })

  it.each([
    ['comments that never end', packedSheet(`<worksheet>${'<!--'.repeat(100_000)}`)],
    ['tags that never end', packedSheet(`<worksheet><sheetData>${'<c r="'.repeat(100_000)}`)],
    ['blanks between attributes', packedSheet(`<worksheet><sheetData><row ${' '.repeat(500_000)}x`)],
    ['quotes without end in a text', Buffer.from(`a;b\n${'"'.repeat(500_001)}`)],
    ['separators without end', Buffer.from(`sep=${';'.repeat(500_000)}`)],
  ])('input for slow regular expressions (ReDoS) does not block: %s', async (_, file) => {
    const real = createSpreadsheetReader({ ...sheetThreadLimits, after: systemClock.after })

    const outcome = await real.read(one, file, never).then(
      () => 'read',
      (error: { fault?: SpreadsheetFault }) => error.fault,
    )

    expect(['read', 'broken', 'empty', 'tooLarge']).toContain(outcome)
  })

  it('a file has ten seconds and a thread with a limited heap, as the list demands', () => {
    expect(sheetThreadLimits.milliseconds).toBeLessThanOrEqual(10_000)
    expect(sheetThreadLimits.heapMegabytes).toBeLessThanOrEqual(512)
  })

  it('a sheet named after the prototype of all objects changes none of them', async () => {
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet([['__proto__', 'polluted']]), '__proto__')
    const sheet = new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }))

    await fails(sheet)

    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('a file over the time limit is given up, and the next one is read', async () => {
    const hasty = createSpreadsheetReader({
      ...small,
      after: (_, task) => systemClock.after(1, task),
      atOnce: 1,
    })
    const slow = hasty.read(one, workbook('xlsx'), never)
    await expect(slow).rejects.toMatchObject({ fault: 'tooLarge' })
    await expect(hasty.read(one, workbook('xlsx'), AbortSignal.abort(new Error('stop')))).rejects.toThrow(
      'stop',
    )

    expect(await reads(Buffer.from('a;b'))).toHaveLength(1)
  })

  it('the lists of a company are read one after the other, beside those of another one', async () => {
    const ended: string[] = []
    const both = createSpreadsheetReader({ ...small, maxRows: 200_000, atOnce: 2 })
    const read = async (company: CompanyId, name: string, rows: number) => {
      await both.read(company, Buffer.from('a;b\n'.repeat(rows)), never)
      ended.push(name)
    }

    await Promise.all([read(one, 'long', 100_000), read(one, 'behind it', 1), read(other, 'beside', 1)])

    expect(ended.at(-1)).toBe('behind it')
  })
})
