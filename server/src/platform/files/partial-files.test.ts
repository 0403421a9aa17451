import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPartialFileFolder } from './partial-files'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'partial-files-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** The number of a process that has ended. */
const deadPid = spawnSync(process.execPath, ['-e', '']).pid
const [anHour, twoDays] = [3_600, 2 * 24 * 3_600]
const nameOf = (host: string, pid: number) => `${host}_${pid}_${randomBytes(16).toString('hex')}`

test.each([
  ['of this process stays', nameOf(hostname(), process.pid), 0, true],
  [
    'of a dead process with the number of this one is deleted',
    nameOf(hostname(), process.pid),
    anHour,
    false,
  ],
  ['of a living process stays', nameOf(hostname(), process.ppid), anHour, true],
  ['of a dead process is deleted', nameOf(hostname(), deadPid), 0, false],
  ['of another host stays', nameOf('outro', deadPid), anHour, true],
  ['of another host is deleted after a day', nameOf('outro', deadPid), twoDays, false],
  ['of an earlier version is deleted after a day', 'ab'.repeat(16), twoDays, false],
])('at a start a partial file %s', async (_, name, ageSeconds, stays) => {
  await writeFile(join(folder, name), 'half')
  const writtenAt = Date.now() / 1000 - ageSeconds
  if (ageSeconds > 0) await utimes(join(folder, name), writtenAt, writtenAt)

  await openPartialFileFolder(folder)

  expect(await readdir(folder)).toEqual(stays ? [name] : [])
})

test('a file that is being written survives the start of a second process on the folder', async () => {
  const newPath = await openPartialFileFolder(folder)
  const path = newPath()
  await writeFile(path, 'half')

  const another = await openPartialFileFolder(folder)

  expect(await readdir(folder)).toEqual([basename(path)])
  expect(another()).not.toBe(path)
})
