import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartUpProblem } from '../platform/fatal'
import { createLog } from '../platform/log'
import { openLinkingStanzaLog } from './linking-record'

let folder: string
let lines: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-linking-'))
  lines = []
})
afterEach(() => rm(folder, { recursive: true }))

const at = '2026-11-20T23:59:00.000Z'
const open = (limit?: number) =>
  openLinkingStanzaLog(folder, {
    now: () => new Date(at),
    log: createLog({ level: 'warn', isReadable: false, write: (line) => lines.push(line) }),
    ...(limit !== undefined && { limit }),
  })
const stanza = { way: 'in', stanza: { tag: 'iq' } }
const written = JSON.stringify({ time: at, ...stanza })

test('each stanza is one line of JSON in a daily file that only its owner may read', async () => {
  const record = open()
  record.write(stanza)
  record.write(stanza)
  await record.close()

  expect(record.path).toBe(join(folder, 'linking-2026-11-20.jsonl'))
  expect(await readFile(record.path, 'utf8')).toBe(`${written}\n${written}\n`)
  expect((await stat(record.path)).mode & 0o777).toBe(0o600)
})

test("a second start on the same day appends, and restricts the file's mode again", async () => {
  const first = open()
  first.write(stanza)
  await first.close()
  await chmod(first.path, 0o644)

  const second = open()
  second.write(stanza)
  await second.close()

  expect(await readFile(second.path, 'utf8')).toBe(`${written}\n${written}\n`)
  expect((await stat(second.path)).mode & 0o777).toBe(0o600)
})

test('a full file accepts no more lines, also after a restart, and the log says so once', async () => {
  const limit = written.length * 2 + 2
  const record = open(limit)
  for (let line = 0; line < 5; line += 1) record.write(stanza)
  await record.close()
  const again = open(limit)
  again.write(stanza)
  await again.close()

  expect((await stat(record.path)).size).toBe(limit)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('the record of linking is full')
})

test('a line after the end is dropped', async () => {
  const record = open()
  await record.close()

  record.write(stanza)

  expect(await readFile(record.path, 'utf8')).toBe('')
})

test('a folder that cannot hold the file stops the start with the remedy', () => {
  const nowhere = join(folder, 'missing')

  expect(() =>
    openLinkingStanzaLog(nowhere, { now: () => new Date(at), log: createLog({ level: 'silent' }) }),
  ).toThrow(StartUpProblem)
})
