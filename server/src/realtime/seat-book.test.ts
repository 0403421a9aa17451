import type { CompanyId, UserId } from '@balcao/domain/ids'
import { expect, it } from 'vitest'
import { createSeatBook, type OpenSeat } from './seat-book'

const company = 7 as CompanyId
const [ana, rui] = [1 as UserId, 2 as UserId]

const aSeat = (userId: UserId, companyId = company) => ({ viewer: { companyId, userId } }) as OpenSeat

it('USER-15 a person is online from their first seat to the end of their last, whatever ends twice', () => {
  const seats = createSeatBook()
  const [first, second, colleague] = [aSeat(ana), aSeat(ana), aSeat(rui)]
  for (const seat of [first, second, second, colleague]) seats.add(seat)

  seats.remove(first)
  seats.remove(first)
  expect([seats.isOnline(ana), seats.isOnline(rui)]).toEqual([true, true])
  expect(seats.ofUser(company, ana)).toEqual([second])

  seats.remove(second)
  expect([seats.isOnline(ana), seats.isOnline(rui)]).toEqual([false, true])
  expect(seats.ofCompany(company)).toEqual([colleague])
})

it('finds the seats of a person in their own company only', () => {
  const seats = createSeatBook()
  seats.add(aSeat(ana))

  expect(seats.ofUser(8 as CompanyId, ana)).toEqual([])
})

it('a person has sixty seats, and their colleague has theirs besides', () => {
  const seats = createSeatBook()
  const of = (userId: UserId) => aSeat(userId).viewer
  for (let count = 0; count < 59; count++) seats.add(aSeat(ana))
  expect(seats.isFullFor(of(ana))).toBe(false)

  seats.add(aSeat(ana))

  expect([seats.isFullFor(of(ana)), seats.isFullFor(of(rui))]).toEqual([true, false])
})
