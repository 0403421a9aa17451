import { expect, test } from 'vitest'
import {
  addMonths,
  type BillingRecurrence,
  dueDateAfterPayment,
  dueDateAfterPlanUpgrade,
  dueDateAfterRecurrence,
  monthsPerPayment,
} from './recurrence'

test.each([
  ['2026-11-20', 1, '2026-12-20'],
  ['2026-12-31', 1, '2027-01-31'],
  ['2027-01-31', 1, '2027-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2026-08-31', 3, '2026-11-30'],
  ['2026-10-31', 6, '2027-04-30'],
  ['2026-11-01', 2, '2027-01-01'],
  ['2027-03-31', -1, '2027-02-28'],
  ['2027-01-05', -12, '2026-01-05'],
])('SUBSCR-11 months end right: %s and %i months are %s', (day, count, later) => {
  expect(addMonths(day, count)).toBe(later)
})

test.each<[string, string, BillingRecurrence, string]>([
  ['2026-12-05', '2026-11-20', 'MENSAL', '2027-01-05'],
  ['2026-11-20', '2026-11-20', 'BIMESTRAL', '2027-01-20'],
  ['2026-11-03', '2026-11-20', 'TRIMESTRAL', '2027-02-20'],
  ['2025-01-31', '2026-08-31', 'SEMESTRAL', '2027-02-28'],
  ['2026-12-31', '2026-11-20', 'ANUAL', '2027-12-31'],
])('SUBSCR-11 due %s, paid on %s, %s: good until %s', (dueDate, today, recurrence, until) => {
  expect(dueDateAfterPayment(dueDate, today, monthsPerPayment(recurrence))).toBe(until)
})

test.each<[string, string, BillingRecurrence, string]>([
  ['2026-11-03', '2026-11-20', 'MENSAL', '2026-12-20'],
  ['2026-12-05', '2026-11-20', 'MENSAL', '2027-01-05'],
  ['2026-12-20', '2026-11-20', 'MENSAL', '2027-01-20'],
  ['2036-12-31', '2026-11-20', 'MENSAL', '2027-01-20'],
  ['2036-12-31', '2026-11-20', 'ANUAL', '2028-11-20'],
])('SUBSCR-11 cheaper until %s, paid on %s, %s: good until %s', (dueDate, today, recurrence, until) => {
  expect(dueDateAfterPlanUpgrade(dueDate, today, monthsPerPayment(recurrence))).toBe(until)
})

test.each([
  ['MENSAL', '2026-11-20', '2026-12-20'],
  ['BIMESTRAL', '2026-11-20', '2027-01-20'],
  ['TRIMESTRAL', '2026-11-20', '2027-02-20'],
  ['SEMESTRAL', '2026-11-20', '2027-05-20'],
  ['ANUAL', '2026-11-20', '2027-11-20'],
  ['MENSAL', '2026-01-31', '2026-02-28'],
  ['MENSAL', '2028-01-31', '2028-02-29'],
  ['ANUAL', '2028-02-29', '2029-02-28'],
  ['MENSAL', '2026-12-31', '2027-01-31'],
] as const)('COMPANY-06 %s after %s is %s', (recurrence, day, later) => {
  expect(dueDateAfterRecurrence(recurrence, day)).toBe(later)
})
