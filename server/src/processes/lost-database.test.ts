import { updateTicket } from '@balcao/contract/tickets'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDiskFileStore } from '../platform/files/disk-file-store'
import type { FileStore } from '../platform/files/file-store'
import * as samples from '../platform/files/sample-files.fixture'
import { postForm } from '../testing/post-form'
import { openOwnTestApp, runningClock, type TestApp } from '../testing/test-app'

let testApp: TestApp
let uploadBegan: () => void = () => undefined
beforeEach(async () => {
  testApp = await openOwnTestApp({
    isShared: true,
    clock: runningClock,
    openStore: async (folder): Promise<FileStore> => {
      const store = await openDiskFileStore({ folder, quotaBytesOf: async () => null })
      return {
        ...store,
        put: (...file) => {
          uploadBegan()
          return store.put(...file)
        },
      }
    },
  })
})
afterEach(() => testApp.close())

test('a lost database cuts a running upload without answer; its repetition stores one message', async () => {
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  const ticketId = await company.hears({ over: connectionId, from: '5511922220000', text: 'Oi' })
  await company.admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
  const beside = await testApp.startBeside({ roles: ['api', 'realtime'] })
  const port = await beside.app.listen({ port: 0, host: '127.0.0.1' })
  const clientId = '00000000-0000-4000-8000-000000000001'
  const began = new Promise<void>((resolve) => {
    uploadBegan = resolve
  })
  const head = [
    '--part\r\ncontent-disposition: form-data; name="clientId"',
    `${clientId}\r\n--part\r\ncontent-disposition: form-data; name="medias"; filename="nota.pdf"`,
    '%PDF-1.4 the beginning of a file',
  ].join('\r\n\r\n')
  const answer = fetch(`http://127.0.0.1:${port}/messages/${ticketId}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${company.admin.token}`,
      'content-type': 'multipart/form-data; boundary=part',
    },
    body: new ReadableStream({ start: (body) => body.enqueue(Buffer.from(head)) }),
    duplex: 'half',
  })
  const cut = expect(answer).rejects.toThrow(TypeError) // fetch's error for a closed connection
  await began

  beside.app.cutDatabase()
  await beside.stop()

  await cut
  expect(await testApp.table('messages').count({ from_me: true })).toBe(0)
  for (const _ of ['first', 'second']) {
    const { status } = await postForm(testApp, company.admin, `/messages/${ticketId}`, [
      ['clientId', clientId],
      ['medias', samples.pdf, 'nota.pdf'],
    ])
    expect(status).toBe(200)
  }
  const ours = await testApp.table('messages').find({ from_me: true }, ['client_id'])
  expect(ours).toEqual([{ client_id: clientId }])
})
