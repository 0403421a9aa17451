import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { setTemporaryFilesFolder } from './temporary-files'

it('temporary files are in the data folder, and those of a dead process are removed', async () => {
  for (const name of ['TEMP', 'TMP', 'TMPDIR']) vi.stubEnv(name, process.env[name])
  onTestFinished(() => void vi.unstubAllEnvs())
  const folder = await mkdtemp(join(tmpdir(), 'balcao data '))
  onTestFinished(() => rm(folder, { recursive: true }))
  const temporary = join(folder, 'temporary')
  const ofDeadProcess = join(temporary, `${hostname()}_4000000_${'a'.repeat(32)}`)
  await mkdir(ofDeadProcess, { recursive: true })
  await writeFile(join(ofDeadProcess, 'half an upload'), 'x')

  await setTemporaryFilesFolder(temporary)

  expect(dirname(tmpdir())).toBe(temporary)
  expect(await readdir(temporary)).toEqual([basename(tmpdir())])

  await writeFile(join(tmpdir(), 'half an upload'), 'x')
  await setTemporaryFilesFolder(temporary)

  expect(await readdir(temporary), 'that of a living process stays').toHaveLength(2)
})
