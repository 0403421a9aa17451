import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import type { CompanyId } from '@balcao/domain/ids'
import fastifyMultipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { errorBody } from '../../testing/error-body'
import { errorAnswer } from '../http/error-answer'
import type { UploadReader } from '../http/upload'
import { openDiskFileStore } from './disk-file-store'
import { createUploadReader } from './read-upload'
import * as samples from './sample-files.fixture'

const company = 7 as CompanyId // tests choose the ids
const patience = { timeout: 20_000 }

let folder: string
let app: FastifyInstance
let port: number
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-upload-'))
  const read = createUploadReader(await openDiskFileStore({ folder, reserveBytes: 0 }))
  app = Fastify({ forceCloseConnections: true })
  await app.register(fastifyMultipart)
  app.setErrorHandler((error, _, reply) => {
    const { status, body } = errorAnswer(error)
    return reply.code(status).send(body)
  })
  app.post('/', async (request) => read(request, company))
  await app.listen({ port: 0, host: '127.0.0.1' })
  // `address()` is a string only for pipes.
  port = (app.server.address() as AddressInfo).port
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const everyFile = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

type UploadAnswer = Awaited<ReturnType<UploadReader>>

async function send(
  ...parts: readonly [name: string, content: string | Buffer, fileName?: string, type?: string][]
) {
  const form = new FormData()
  for (const [name, content, fileName, type] of parts) {
    if (typeof content === 'string') form.append(name, content)
    else form.append(name, new File([new Uint8Array(content)], fileName ?? '', { type: type ?? '' }))
  }
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: form })
  // The tests state the expected type.
  return { status: answer.status, body: (await answer.json()) as UploadAnswer }
}

/** Begins a multipart request that never ends by itself. */
function beginUpload(first: Buffer) {
  const request = httpRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b', 'transfer-encoding': 'chunked' },
  })
  request.on('error', () => {
    // The test ends it by destroying it.
  })
  request.write('--b\r\ncontent-disposition: form-data; name="medias"; filename="a.png"\r\n\r\n')
  request.write(first)
  return request
}

describe('C3 uploads', () => {
  it('C3 fields and files arrive in order, typed by their content', async () => {
    const { status, body } = await send(
      ['body', 'um'],
      ['medias', await samples.jpeg(), 'férias.png', 'image/svg+xml; x'],
      ['body', 'dois'],
      ['medias', samples.pdf, '../nota\u202e.pdf', 'application/pdf'],
      ['clientId', 'x'],
    )

    expect(status).toBe(200)
    expect(body.fields).toEqual({ body: ['um', 'dois'], clientId: 'x' })
    expect(body.files).toMatchObject([
      { fileName: 'férias.png', mimetype: 'image/jpeg', mediaType: 'image', width: 4, height: 3 },
      {
        fileName: 'nota.pdf',
        mimetype: 'application/pdf',
        mediaType: 'application',
        width: null,
        height: null,
      },
    ])
    expect(body.files[0]?.key).toMatch(/^7\/[0-9a-f]{32}\.jpg$/)
    expect(await everyFile()).toHaveLength(2)
  })

  it.each([
    ['svg called a picture', samples.svg, 'foto.svg', 'image/svg+xml'],
    ['svg called png', samples.svg, 'foto.png', 'image/png'],
    ['html called jpeg', samples.html, 'foto.jpg', 'image/jpeg'],
    ['html with two extensions', samples.html, 'foto.jpg.html', 'text/html'],
    ['xml', samples.xml, 'a.xml', 'text/xml'],
    ['webm, which not every screen shows', samples.webm, 'a.webm', 'video/webm'],
  ])('C3 %s is a document under a key that shows nothing', async (_what, bytes, fileName, type) => {
    const { body } = await send(['medias', bytes, fileName, type])

    expect(body.files).toMatchObject([{ fileName, mediaType: 'application' }])
    expect(body.files[0]?.key).toMatch(/\.bin$/)
  })

  it('C3 an empty file is refused, and the good file before it is removed', async () => {
    const answer = await send(['medias', samples.pdf, 'a.pdf'], ['medias', Buffer.alloc(0), 'b.pdf'])

    expect(answer).toEqual({ status: 400, body: errorBody('ERR_UPLOAD_EMPTY') })
    expect(await everyFile()).toEqual([])
  })

  it('C3 a small picture that claims to be huge is refused', async () => {
    const answer = await send(['medias', await samples.pixelBomb(), 'a.png'])

    expect(answer).toEqual({ status: 400, body: errorBody('ERR_VALIDATION', { field: 'medias' }) })
    expect(await everyFile()).toEqual([])
  })

  it('C3 a broken picture is stored without a size', async () => {
    const { body } = await send(['medias', samples.gifPolyglot(), 'a.gif'])

    expect(body.files).toHaveLength(1)
  })

  it('C3 thirty files are accepted; thirty-one are all refused', async () => {
    const files = (count: number) =>
      Array.from({ length: count }, () => ['medias', samples.pdf, 'a.pdf'] as [string, Buffer, string])

    const refused = await send(...files(31))
    const left = await everyFile()
    const taken = await send(...files(30))

    expect(refused).toEqual({ status: 400, body: errorBody('ERR_VALIDATION', { field: 'files' }) })
    expect(left).toEqual([])
    expect(taken.body.files).toHaveLength(30)
  })

  it('C3 a picture over 16 MB is refused before the upload ends, with the limit', async () => {
    const upload = beginUpload(Buffer.concat([await samples.png(), Buffer.alloc(17 << 20)]))

    const [answer]: IncomingMessage[] = await once(upload, 'response')

    expect(answer?.statusCode).toBe(413)
    expect(answer && (await json(answer))).toEqual(
      errorBody('ERR_UPLOAD_TOO_LARGE', { kind: 'image', limitMegabytes: 16 }),
    )
    expect(upload.writableEnded).toBe(false)
    expect(await everyFile()).toEqual([])
    upload.destroy()
  })

  it('C3 a sender that hangs up leaves no file', async () => {
    const upload = beginUpload(await samples.png())
    await vi.waitUntil(async () => (await everyFile()).length === 1, patience)

    upload.destroy()

    await vi.waitUntil(async () => (await everyFile()).length === 0, patience)
  })

  it('C3 a form that breaks off is refused', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: '--b\r\ncontent-disposition: form-data; name="medias"; filename="a"\r\n\r\nhalf',
    })

    expect(answer.status).toBe(400)
    expect(await everyFile()).toEqual([])
  })
})

it.each([
  ['longer than any', `boundary=${'x'.repeat(257)}`],
  ['missing', ''],
  ['empty', 'boundary='],
])('I2 a boundary that is %s is a broken form', async (_, boundary) => {
  const answer = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; ${boundary}` },
    body: '--x--',
  })

  expect([answer.status, await answer.json()]).toEqual([400, errorBody('ERR_VALIDATION', { field: 'files' })])
})
