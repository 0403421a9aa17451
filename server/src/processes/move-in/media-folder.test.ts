import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MediaFolder, openMediaFolder } from './media-folder'

let root: string
let media: MediaFolder
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'media-folder-')))
  const files = [
    'media/1/5/9/abc/own.png',
    'media/2/5/9/abc/other.png',
    'media-persistant/2/abc/menu.png',
    'company1/ours.png',
    'company2/theirs.png',
    'company12/far.png',
    'quickMessage/pix.png',
    'flat.png',
    'both.png',
    'a b.png',
    'company1/a c.png',
  ]
  for (const file of files) {
    await mkdir(join(root, dirname(file)), { recursive: true })
    await writeFile(join(root, file), 'x')
  }
  await symlink(join(root, 'company2/theirs.png'), join(root, 'link.png'))
  media = await openMediaFolder(root)
  media.refuse(['both.png'])
})
afterAll(() => rm(root, { recursive: true, force: true }))

it.each([
  ['in the folder of its company', 'media/1/5/9/abc/own.png', 'media/1/5/9/abc/own.png'],
  ['by its address', 'https://old.example/public/company1/ours.png?x=1', 'company1/ours.png'],
  ['by its name, in the folder of its company', 'ours.png', 'company1/ours.png'],
  ['by an escaped name, in the folder of its company', 'company1/a%20c.png', 'company1/a c.png'],
  ['in a flat folder', 'flat.png', 'flat.png'],
  ['in a folder of one kind', 'quickMessage/pix.png', 'quickMessage/pix.png'],
])('finds a file %s', async (_where, name, path) => {
  expect(await media.find(name, '1')).toBe(join(root, path))
})

it.each([
  ['in the media of another company', 'media/2/5/9/abc/other.png'],
  ['in the menus of another company', 'media-persistant/2/abc/menu.png'],
  ['in the folder of another company', 'company2/theirs.png'],
  ['in a folder whose number begins like its own', 'company12/far.png'],
  ['behind a way back', 'company1/../company2/theirs.png'],
  ['behind a link', 'link.png'],
  ['whose flat name is only the end of what the row names', 'media/1/5/9/gone/flat.png'],
  ['whose flat name is another spelling', 'a%20b.png'],
  ['that rows of two companies name', 'both.png'],
  ['that rows of two companies name, by its address', 'https://old.example/public/both.png'],
])('refuses a file %s', async (_where, name) => {
  expect(await media.find(name, '1')).toBeNull()
})
