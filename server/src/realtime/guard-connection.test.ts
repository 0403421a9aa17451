import { EventEmitter } from 'node:events'
import type { CompanyId } from '@balcao/domain/ids'
import { expect, test } from 'vitest'
import {
  assignSocketConnectionCompany,
  enforceUnreadByteLimits,
  limitSocketTraffic,
  noteDrainedSocketBeforeWrite,
  slowSocketConnectionLimits,
  stuckPageLimits,
} from './guard-connection'

const [one, other] = [1, 2] as [CompanyId, CompanyId] // tests choose the ids
const start = new Date('2026-05-04T12:00:00Z').getTime()

function aHall() {
  let at = start
  const clock = { now: () => new Date(at) }
  /** A page of the company with unread bytes in its WebSocket, until the test reads them. */
  function page(companyId: CompanyId) {
    const socket = { bufferedAmount: 0, terminate: () => undefined }
    const state = { isCutOff: false }
    const events = Object.assign(new EventEmitter(), {
      transport: { name: 'websocket', socket },
      close: () => events.emit('close'),
    })
    const connection = events as unknown as Parameters<typeof limitSocketTraffic>[0] // the members that the guard reads
    limitSocketTraffic(connection, clock, (why) => {
      state.isCutOff = why === 'unread'
    })
    assignSocketConnectionCompany(connection, companyId)
    return {
      state,
      write(bytes: number) {
        noteDrainedSocketBeforeWrite(connection)
        socket.bufferedAmount += bytes
        enforceUnreadByteLimits(connection)
      },
      read() {
        socket.bufferedAmount = 0
      },
      leave: () => events.emit('close'),
    }
  }
  const pages = (count: number, companyId: CompanyId) => Array.from({ length: count }, () => page(companyId))
  const pass = (milliseconds: number) => {
    at += milliseconds
  }
  return { pages, pass }
}

const each = slowSocketConnectionLimits.bytes - 2
const enough = stuckPageLimits.bytesOfCompany / each

test("unread bytes of a company's pages share a limit; above it the largest page is cut off", () => {
  const { pages, pass } = aHall()
  const [worst, ...deaf] = pages(Math.ceil(enough) + 1, one)
  const ofOther = pages(Math.floor(enough), other)
  const all = [worst, ...deaf, ...ofOther].flatMap((page) => page ?? [])
  for (const page of all) page.write(each - 2)
  worst?.write(2)
  pass(stuckPageLimits.afterMilliseconds)

  for (const page of all) page.write(1)

  expect(worst?.state.isCutOff).toBe(true)
  expect(deaf.filter(({ state }) => state.isCutOff).length).toBeLessThanOrEqual(2)
  expect(ofOther.some(({ state }) => state.isCutOff)).toBe(false)
  for (const page of all) page.leave()
})

test('a large event to many pages closes no page that reads', () => {
  const { pages, pass } = aHall()
  const all = pages(Math.ceil(2 * enough), one)

  for (let time = 0; time < 3; time++) {
    for (const page of all) page.write(each)
    pass(stuckPageLimits.afterMilliseconds)
    for (const page of all) page.read()
  }

  expect(all.some(({ state }) => state.isCutOff)).toBe(false)
  for (const page of all) page.leave()
})

test('pages that have caught up no longer count', () => {
  const { pages, pass } = aHall()
  const half = Math.floor(enough / 2) + 1
  const [late, deaf] = [pages(half, one), pages(half, one)]
  for (const page of [...late, ...deaf]) page.write(each - 1)
  pass(stuckPageLimits.afterMilliseconds)
  for (const page of late) page.write(1)
  for (const page of late) page.read()

  for (const page of deaf) page.write(1)

  expect([...late, ...deaf].some(({ state }) => state.isCutOff)).toBe(false)
  for (const page of [...late, ...deaf]) page.leave()
})
