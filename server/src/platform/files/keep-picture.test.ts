import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CompanyId } from '@balcao/domain/ids'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type FakeInternet, startFakeInternet } from '../egress/scripted-internet.fixture'
import { openDiskFileStore } from './disk-file-store'
import type { FileStore } from './file-store'
import { downloadAndStorePicture } from './keep-picture'
import * as samples from './sample-files.fixture'

const company = 7 as CompanyId // tests choose the ids

let folder: string
let store: FileStore
let internet: FakeInternet
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-picture-'))
  store = await openDiskFileStore({ folder, reserveBytes: 0 })
  const pages: Record<string, Buffer> = {
    '/picture': await samples.jpeg(),
    '/page': samples.html,
    '/none': Buffer.alloc(0),
  }
  internet = await startFakeInternet(
    (request, response) => {
      const page = pages[request.url ?? '']
      response.writeHead(page ? 200 : 404).end(page)
    },
    async (name) => [name === 'intern.example' ? '10.0.0.1' : '93.184.216.34'],
  )
})
afterEach(async () => {
  await internet.close()
  await rm(folder, { recursive: true })
})

it('a picture is fetched into the company store', async () => {
  const key = await downloadAndStorePicture(
    internet.client,
    store,
    company,
    'http://pictures.example/picture',
  )

  expect(key).toMatch(/^7\/[0-9a-f]{32}\.jpg$/)
})

it.each([
  'http://pictures.example/page',
  'http://pictures.example/none',
  'http://pictures.example/gone',
  'no address',
])('no picture is stored from %s', async (address) => {
  expect(await downloadAndStorePicture(internet.client, store, company, address)).toBeNull()
})

it('E1 a profile picture at a private address is not fetched', async () => {
  const key = await downloadAndStorePicture(internet.client, store, company, 'http://intern.example/picture')

  expect(key).toBeNull()
  expect(internet.requests).toEqual([])
})
