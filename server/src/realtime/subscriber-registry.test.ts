import type { CompanyId, UserId } from '@balcao/domain/ids'
import { expect, it } from 'vitest'
import { linkedNodes } from '../testing/linked-nodes'
import { createSubscriberRegistry, type OpenSubscriber } from './subscriber-registry'

const company = 7 as CompanyId
const [ana, rui] = [1 as UserId, 2 as UserId]

const aSubscriber = (userId: UserId, companyId = company) =>
  ({ viewer: { companyId, userId } }) as OpenSubscriber

it('USER-15 a person is online from the first subscriber to the end of the last', () => {
  const subscribers = createSubscriberRegistry()
  const [first, second, colleague] = [aSubscriber(ana), aSubscriber(ana), aSubscriber(rui)]
  for (const subscriber of [first, second, second, colleague]) subscribers.add(subscriber)

  subscribers.remove(first)
  subscribers.remove(first)
  expect([subscribers.isOnline(ana), subscribers.isOnline(rui)]).toEqual([true, true])
  expect(subscribers.ofUser(company, ana)).toEqual([second])

  subscribers.remove(second)
  expect([subscribers.isOnline(ana), subscribers.isOnline(rui)]).toEqual([false, true])
  expect(subscribers.ofCompany(company)).toEqual([colleague])
})

it('finds the subscribers of a person in their own company only', () => {
  const subscribers = createSubscriberRegistry()
  subscribers.add(aSubscriber(ana))

  expect(subscribers.ofUser(8 as CompanyId, ana)).toEqual([])
})

it('a person has at most sixty subscribers, and a colleague has the same besides', () => {
  const subscribers = createSubscriberRegistry()
  const of = (userId: UserId) => aSubscriber(userId).viewer
  for (let count = 0; count < 59; count++) subscribers.add(aSubscriber(ana))
  expect(subscribers.isFullFor(of(ana))).toBe(false)

  subscribers.add(aSubscriber(ana))

  expect([subscribers.isFullFor(of(ana)), subscribers.isFullFor(of(rui))]).toEqual([true, false])
})

it('subscribers in another process count for both limits, until that process ends', () => {
  const [here, there] = linkedNodes(2)
  const limits = { ofPerson: 2, ofCompany: 3 }
  const [ours, theirs] = [createSubscriberRegistry(here, limits), createSubscriberRegistry(there, limits)]
  const isFullFor = (userId: UserId) => ours.isFullFor({ companyId: company, userId })
  const elsewhere = aSubscriber(ana)
  theirs.add(elsewhere)
  ours.add(aSubscriber(ana))
  expect([isFullFor(ana), isFullFor(rui)]).toEqual([true, false])
  theirs.add(aSubscriber(rui))
  expect(isFullFor(rui)).toBe(true)

  theirs.remove(elsewhere)
  expect([isFullFor(ana), isFullFor(rui)]).toEqual([false, false])
  expect([ours.isHere(rui), ours.isOnline(rui), ours.isOnline(ana)]).toEqual([false, true, true])

  there?.end()

  expect([ours.isOnline(rui), ours.isOnline(ana)]).toEqual([false, true])
})
