import { deleteMessage, listMessages, type MessageView, retryMessage } from '@balcao/contract/messages'
import { createPlan, type PlanView, updatePlan } from '@balcao/contract/plans'
import { getStorageUse, listCompanyStorage } from '@balcao/contract/storage'
import { updateTicket } from '@balcao/contract/tickets'
import type { ConnectionId, MessageId, TicketId } from '@balcao/domain/ids'
import { bytesPerGigabyte } from '@balcao/domain/storage'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openDiskFileStore } from '../../platform/files/disk-file-store'
import * as samples from '../../platform/files/sample-files.fixture'
import { fetchMediaRefusedForSpace } from '../../processes/housekeeping/start-housekeeping'
import { errorBody } from '../../testing/error-body'
import { mediaAt, playedGateway } from '../../testing/played-gateway'
import { postForm } from '../../testing/post-form'
import {
  openOwnTestApp,
  type Person,
  runningClock,
  type TestApp,
  type TestCompany,
} from '../../testing/test-app'
import { until } from '../../testing/until'
import { createStorageQuotaReader } from './storage.read'

const document = Buffer.concat([samples.pdf, Buffer.alloc(100_000, 'x')])
/** The scaled-down gigabyte of these tests: room for two documents, but not for three. */
const gigabyteHere = 2.5 * document.length

const gateway = playedGateway()
let testApp: TestApp
let owner: Person
beforeAll(async () => {
  const quota = createStorageQuotaReader(() => testApp.app.workplace)
  testApp = await openOwnTestApp({
    gateway,
    clock: runningClock,
    openStore: (folder) =>
      openDiskFileStore({
        folder,
        quotaBytesOf: async (companyId) => {
          const bytes = await quota(companyId)
          return bytes === null ? null : (bytes / bytesPerGigabyte) * gigabyteHere
        },
      }),
  })
  owner = (await testApp.company({ isSuper: true })).admin
  await testApp.app.startRoles()
})
afterAll(() => testApp.close())

let plans = 0
let company: TestCompany
let plan: PlanView
let connectionId: ConnectionId
let ticketId: TicketId
beforeEach(async () => {
  company = await testApp.company()
  plan = await owner.does(createPlan, {
    body: {
      name: `Com limite ${++plans}`,
      users: 5,
      connections: 5,
      queues: 5,
      value: 0,
      storageGigabytes: 1,
      isPublic: false,
    },
  })
  await testApp.table('companies').update({ id: company.id }, { plan_id: plan.id })
  connectionId = await company.connection('Loja')
  ticketId = await company.hears({ over: connectionId, from: '5511900000001' })
  await company.admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
})

const sendFile = async () => {
  const { status, body } = await postForm(testApp, company.admin, `/messages/${ticketId}`, [
    ['medias', document, 'nota.pdf'],
  ])
  return { status, body: body as MessageView & { error?: string } }
}
const usedBytes = async () => (await company.admin.does(getStorageUse)).usedBytes
const stateOf = async (id: TicketId) => {
  const { messages } = await company.admin.does(listMessages, { params: { ticketId: id } })
  return messages.at(-1)?.media?.state
}

it('a company stores as much as its plan allows; deleting frees space', async () => {
  const first = await sendFile()
  const second = await sendFile()
  const refused = await sendFile()

  expect([first.status, second.status]).toEqual([200, 200])
  expect([refused.status, refused.body]).toEqual([507, errorBody('ERR_COMPANY_STORAGE_FULL')])
  expect(await company.admin.does(getStorageUse)).toEqual({
    usedBytes: 2 * document.length,
    limitBytes: bytesPerGigabyte,
  })
  const ofCompanies = await owner.does(listCompanyStorage)
  expect(ofCompanies).toContainEqual({ companyId: company.id, usedBytes: 2 * document.length })

  await company.admin.does(deleteMessage, { params: { messageId: first.body.id as MessageId } })
  await until('the file is gone', async () => (await usedBytes()) === document.length)
  expect((await sendFile()).status).toBe(200)
})

it('a new plan applies at once, and one without a limit has no limit', async () => {
  await sendFile()
  await sendFile()

  await owner.does(updatePlan, { params: { planId: plan.id }, body: { ...plan, storageGigabytes: null } })

  expect((await sendFile()).status).toBe(200)
  expect((await company.admin.does(getStorageUse)).limitBytes).toBeNull()
})

it("PERM-15 only managers of settings see their company's use, only the owner all companies'", async () => {
  const ana = await company.person('Ana')

  const refused = [await ana.call(getStorageUse), await company.admin.call(listCompanyStorage)]

  for (const { status, error } of refused) expect([status, error]).toEqual([403, 'ERR_NO_PERMISSION'])
})

it('MESSAGE-10 media over the quota reports it to admins, and is fetched when space is free', async () => {
  const file = await sendFile()
  await sendFile()
  gateway.hold('sem espaço', document)
  await company.admin.received()

  const from = '5511900000002'
  const waiting = await company.hears({ over: connectionId, from, content: mediaAt('sem espaço') })
  await until('no room', async () => (await stateOf(waiting)) === 'no-room')

  expect(await company.admin.received()).toContainEqual({
    channel: `company-${company.id}-storage`,
    payload: { action: 'company-full' },
  })
  await fetchMediaRefusedForSpace(testApp.app.workplace, testApp.store)
  expect(await stateOf(waiting)).toBe('no-room')

  await company.admin.does(deleteMessage, { params: { messageId: file.body.id as MessageId } })
  await until('there is room', async () => (await usedBytes()) === document.length)
  await fetchMediaRefusedForSpace(testApp.app.workplace, testApp.store)

  await until('it came', async () => (await stateOf(waiting)) === 'ready')
})

it('MESSAGE-10 a user may request such media again, and gets the same state while full', async () => {
  await sendFile()
  await sendFile()
  gateway.hold('ainda sem', document)
  const from = '5511900000003'
  const waiting = await company.hears({ over: connectionId, from, content: mediaAt('ainda sem') })
  await until('no room', async () => (await stateOf(waiting)) === 'no-room')
  const { messages } = await company.admin.does(listMessages, { params: { ticketId: waiting } })

  const asked = await company.admin.does(retryMessage, {
    params: { messageId: messages.at(-1)?.id as MessageId },
  })

  expect(asked).toMatchObject({ media: { state: 'on-its-way' } })
  await until('no room again', async () => (await stateOf(waiting)) === 'no-room')
  expect(gateway.triesOf('ainda sem')).toBe(2)
})
