import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { useFolderForTemporaryFiles } from './temporary-files'

it('temporary files are in the data folder, and those of a dead process are removed', async () => {
  for (const name of ['TEMP', 'TMP', 'TMPDIR']) vi.stubEnv(name, process.env[name])
  onTestFinished(() => void vi.unstubAllEnvs())
  const folder = await mkdtemp(join(tmpdir(), 'balcao data '))
  onTestFinished(() => rm(folder, { recursive: true }))
  const temporary = join(folder, 'temporary')
  await useFolderForTemporaryFiles(temporary)
  await writeFile(join(tmpdir(), 'half an upload'), 'x')
  expect(await readdir(temporary)).toEqual(['half an upload'])

  await useFolderForTemporaryFiles(temporary)

  expect([tmpdir(), await readdir(temporary)]).toEqual([temporary, []])
})
