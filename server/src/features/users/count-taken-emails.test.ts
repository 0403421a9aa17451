import type { CompanyId, UserId } from '@balcao/domain/ids'
import { expect, test } from 'vitest'
import { createSingleNode } from '../../platform/cluster/node'
import { Refusal, refuse } from '../../platform/refusal'
import { linkedNodes } from '../../testing/linked-nodes'
import {
  createTakenEmailLimit,
  maxCompanyTakenEmailTriesPerDay,
  maxUserTakenEmailTriesPerDay,
} from './count-taken-emails'

const noon = new Date('2026-11-20T12:00:00Z')
const dayLater = new Date('2026-11-21T12:00:00Z')
const person = (userId: number, companyId = 1) => ({
  userId: userId as UserId,
  companyId: companyId as CompanyId,
})
const taken = () => Promise.reject(refuse('ERR_EMAIL_ALREADY_EXISTS'))
const free = () => Promise.resolve('saved')
const codeOf = (answer: Promise<string>) =>
  answer.catch((error: unknown) => {
    if (error instanceof Refusal) return error.code
    throw error
  })

test('USER-06 a company is refused thirty taken e-mails a day, however many users it has', async () => {
  const emails = createTakenEmailLimit(createSingleNode(1))
  const codes: string[] = []
  for (let asked = 0; asked < maxCompanyTakenEmailTriesPerDay; asked++)
    codes.push(await codeOf(emails.guard(person(asked), noon, taken)))

  const newUser = await codeOf(emails.guard(person(1_000), noon, taken))
  const otherCompany = await codeOf(emails.guard(person(2_000, 2), noon, taken))
  const nextDay = await codeOf(emails.guard(person(1_000), dayLater, taken))

  expect(new Set(codes)).toEqual(new Set(['ERR_EMAIL_ALREADY_EXISTS']))
  expect([newUser, otherCompany, nextDay]).toEqual([
    'ERR_TOO_MANY_ATTEMPTS',
    'ERR_EMAIL_ALREADY_EXISTS',
    'ERR_EMAIL_ALREADY_EXISTS',
  ])
})

test('USER-06 a user who used up the own attempts leaves those of the colleagues', async () => {
  const emails = createTakenEmailLimit(createSingleNode(1))
  for (let asked = 0; asked <= maxUserTakenEmailTriesPerDay; asked++)
    await codeOf(emails.guard(person(1), noon, taken))

  expect(await codeOf(emails.guard(person(1), noon, free))).toBe('ERR_TOO_MANY_ATTEMPTS')
  expect(await codeOf(emails.guard(person(2), noon, free))).toBe('saved')
})

test('USER-06 concurrent attempts count like sequential ones, and saved e-mails do not count', async () => {
  const emails = createTakenEmailLimit(createSingleNode(1))
  for (let saved = 0; saved <= maxUserTakenEmailTriesPerDay; saved++)
    await emails.guard(person(1), noon, free)

  const atOnce = await Promise.all(
    Array.from({ length: 2 * maxUserTakenEmailTriesPerDay }, () =>
      codeOf(emails.guard(person(1), noon, taken)),
    ),
  )

  expect(atOnce.filter((code) => code === 'ERR_EMAIL_ALREADY_EXISTS')).toHaveLength(
    maxUserTakenEmailTriesPerDay,
  )
})

test('USER-06 attempts in another process count, those whose e-mail was saved do not', async () => {
  const [here, there] = linkedNodes(2).map(createTakenEmailLimit)
  const guardOf = (emails: typeof here, act: typeof free, now = noon) =>
    codeOf(emails?.guard(person(1), now, act) ?? expect.unreachable('there are two'))
  for (let asked = 0; asked < maxUserTakenEmailTriesPerDay; asked++)
    await guardOf(asked % 2 ? here : there, taken)

  expect(await guardOf(here, free)).toBe('ERR_TOO_MANY_ATTEMPTS')
  expect(await guardOf(there, free)).toBe('ERR_TOO_MANY_ATTEMPTS')
  for (let saved = 0; saved <= maxUserTakenEmailTriesPerDay; saved++)
    expect(await guardOf(there, free, dayLater)).toBe('saved')
  expect(await guardOf(here, taken, dayLater)).toBe('ERR_EMAIL_ALREADY_EXISTS')
})
