import { getConnection, listConnections } from '@balcao/contract/connections'
import { liveChannel } from '@balcao/contract/live'
import { linkingSteps } from '@balcao/domain/connections'
import type { ConnectionStatusReport } from '@balcao/whatsapp/gateway'
import { LeaseLost } from '@balcao/whatsapp/ports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CompanyWork } from '../../platform/work'
import { openTestApp, type TestApp, type TestCompany } from '../../testing/test-app'
import { acquireLease, type Lease, releaseLease } from './leases'
import { requestSessionState } from './request-session'
import { applyLinkReport, finishWhatsappLogOut } from './session-report'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const report: ConnectionStatusReport = {
  status: 'qrcode',
  qr: 'https://wa.me/settings/linked_devices#1,2,3',
  qrExpiresAt: new Date('2026-11-20T12:01:00Z'),
  cause: null,
  step: 'scan',
  nextAttemptAt: null,
  retries: 1,
  phone: null,
  unlinked: false,
}

const act = <T>({ id }: TestCompany, does: (work: CompanyWork) => Promise<T>): Promise<T> =>
  testApp.app.workplace.withCompany({ kind: 'system', name: 'test', companyId: id }, does)

async function leased(holder: string) {
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  const lease = await act(company, (work) => acquireLease(work, connectionId, holder))
  if (lease === null) throw new Error('the lease is taken')
  return { company, connectionId, lease }
}

const apply = (company: TestCompany, lease: Lease, what: ConnectionStatusReport, desiredVersion = 1) =>
  act(company, (work) => applyLinkReport(work, testApp.dataKeys, { lease, desiredVersion }, what))

test('RT-04 a QR reaches admins as text and users as a status; another company gets nothing', async () => {
  const { company, lease, connectionId } = await leased('one')
  const people = [company.admin, await company.person('Ana'), (await testApp.company()).admin]
  for (const person of people) await person.received()

  await apply(company, lease, report)

  const inbound = await Promise.all(people.map((person) => person.received()))
  const session = {
    id: connectionId,
    status: 'qrcode',
    step: 'scan',
    retries: 1,
    qrExpiresAt: '2026-11-20T12:01:00.000Z',
  }
  const seenWith = (qrcode: string) => [
    {
      channel: liveChannel.connectionSession(company.id),
      payload: { action: 'update', session: expect.objectContaining({ ...session, qrcode }) },
    },
  ]
  expect(inbound).toEqual([seenWith(report.qr ?? ''), seenWith(''), []])
})

test('CONN-15 answers show the QR text to admins only, and the database holds it encrypted', async () => {
  const { company, lease, connectionId } = await leased('one')
  const ana = await company.person('Ana')
  const params = { connectionId }

  await apply(company, lease, report)

  expect((await company.admin.does(getConnection, { params })).qrcode).toBe(report.qr)
  expect((await company.admin.does(listConnections))[0]?.qrcode).toBe(report.qr)
  expect(await ana.does(getConnection, { params })).toMatchObject({ status: 'qrcode', qrcode: '' })
  const row = await testApp
    .table('connections')
    .get<{ sealed_qr: Buffer }>({ id: connectionId }, ['sealed_qr'])
  expect(row.sealed_qr.includes('wa.me')).toBe(false)
})

test('CONN-14 after linking the QR is empty, and the number is stored until it is unlinked', async () => {
  const { company, lease, connectionId } = await leased('one')
  const params = { connectionId }
  await apply(company, lease, report)

  const linked = { ...report, status: 'CONNECTED', qr: null, qrExpiresAt: null, retries: 0 } as const
  await apply(company, lease, { ...linked, phone: '5511999990000' })
  await apply(company, lease, linked)
  expect(await company.admin.does(getConnection, { params })).toMatchObject({
    status: 'CONNECTED',
    qrcode: '',
    number: '5511999990000',
  })

  await apply(company, lease, {
    ...linked,
    status: 'DISCONNECTED',
    cause: 'unlinked-on-phone',
    unlinked: true,
  })
  expect(await company.admin.does(getConnection, { params })).toMatchObject({
    status: 'DISCONNECTED',
    cause: 'unlinked-on-phone',
    number: null,
  })
})

test.each(linkingSteps)(
  'CONN-29 the step %s is stored, and the next report without one clears it',
  async (step) => {
    const { company, lease, connectionId } = await leased('one')
    const shown = async () => (await company.admin.does(getConnection, { params: { connectionId } })).step

    await apply(company, lease, { ...report, step })
    expect(await shown()).toBe(step)

    await apply(company, lease, { ...report, status: 'CONNECTED', step: null })
    expect(await shown()).toBeNull()
  },
)

test('CONN-26 a number that logged out has no step', async () => {
  const { company, lease, connectionId } = await leased('one')
  await apply(company, lease, report)

  await act(company, (work) => finishWhatsappLogOut(work, lease, 1))

  expect(await company.admin.does(getConnection, { params: { connectionId } })).toMatchObject({
    status: 'DISCONNECTED',
    cause: 'stopped',
    step: null,
  })
})

test('a report from before the latest desired state changes nothing', async () => {
  const { company, lease, connectionId } = await leased('one')
  await act(company, (work) => requestSessionState(work, connectionId, 'link'))

  await apply(company, lease, { ...report, status: 'DISCONNECTED', cause: 'opened-elsewhere' })

  const seen = await company.admin.does(getConnection, { params: { connectionId } })
  expect(seen).toMatchObject({ status: 'OPENING', cause: null })
})

test('a report of a former owner is refused', async () => {
  const { company, lease, connectionId } = await leased('one')
  await act(company, (work) => releaseLease(work, lease))
  await act(company, (work) => acquireLease(work, connectionId, 'two'))

  await expect(apply(company, lease, report)).rejects.toThrow(LeaseLost)

  expect(await company.admin.does(getConnection, { params: { connectionId } })).toMatchObject({ qrcode: '' })
})
