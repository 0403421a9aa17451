import { reduceSchedules } from '@balcao/contract/record-reducers'
import { expect, it } from 'vitest'
import { companyClock } from '../../lib/company-clock'
import { aSchedule, scheduleId } from '../../testing/schedule-makers'
import { contactId } from '../../testing/ticket-makers'
import { sortSchedules } from './contact-schedules'
import { defaultSendAt } from './schedule-times'

const marina = contactId(1)
const first = aSchedule({ id: scheduleId(1), sendAt: '2026-11-27T12:00:00.000Z' })
const second = aSchedule({ id: scheduleId(2), sendAt: '2026-11-25T12:00:00.000Z' })
const sent = aSchedule({ id: scheduleId(3), status: 'ENVIADA', sendAt: '2026-11-01T12:00:00.000Z' })
const failed = aSchedule({ id: scheduleId(4), status: 'ERRO', sendAt: '2026-11-10T12:00:00.000Z' })

it('orders pending ones first, the next one on top; then past ones, the latest on top', () => {
  expect(sortSchedules([sent, first, failed, second]).map(({ id }) => id)).toEqual([2, 1, 4, 3])
})

it('a change replaces the known schedule unless it is older', () => {
  const now = { ...first, body: 'Chegou!', updatedAt: '2026-11-21T00:00:00.000Z' }

  const changed = reduceSchedules([first], { action: 'update', schedules: now }, marina)

  expect(changed).toEqual([now])
  expect(reduceSchedules(changed, { action: 'update', schedules: first }, marina)).toEqual([now])
})

it('ignores one of another contact, and removes one that moved to another contact', () => {
  const elsewhere = { ...first, contactId: contactId(9) }

  expect(reduceSchedules([], { action: 'create', schedules: elsewhere }, marina)).toEqual([])
  expect(reduceSchedules([first], { action: 'update', schedules: elsewhere }, marina)).toEqual([])
})

it('removes a deleted one', () => {
  expect(reduceSchedules([first, sent], { action: 'delete', scheduleId: first.id }, marina)).toEqual([sent])
})

it("SCHED-08 a new one is due in an hour, in the company's time zone", () => {
  const now = Date.parse('2026-11-21T02:30:00.000Z')

  expect(defaultSendAt(now, companyClock('America/Sao_Paulo'))).toBe('2026-11-21T00:30')
  expect(defaultSendAt(now, companyClock('Asia/Kathmandu'))).toBe('2026-11-21T09:15')
})

it('a time survives the way into its field and back', () => {
  const { toField, fromField } = companyClock('America/Manaus')

  expect(fromField(toField('2026-11-27T12:00:00.000Z'))).toBe('2026-11-27T12:00:00.000Z')
})
