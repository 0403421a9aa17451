import { allEndpoints } from '@balcao/contract/testing/all-endpoints'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { validationRefusal } from '../platform/http/error-answer'

/** Values that no field accepts: absent, empty, one letter, too long, no number, another type. */
const wrong = [undefined, null, '', ' ', 'a', '#', 'a'.repeat(200_000), '9'.repeat(400), -1, 1e12, {}, true]

/** Detects a default message of the schema library. */
const isOfTheLibrary = (words: string) =>
  /^(Invalid (input|option|key|element|ISO|UUID|string)|Too (big|small):|Unrecognized)/.test(words)

/** Errors of fields that no form shows: the server answers a code. */
const withoutForm = new Set(['Invalid text', 'Invalid emoji'])

it('ERR-37 every error text of a field in any call is returned by the server as it is', () => {
  const checked: string[] = []
  const lost = new Set<string>()
  for (const { name, body } of allEndpoints) {
    if (!(body instanceof z.ZodObject)) continue
    for (const field of Object.keys(body.shape)) {
      for (const value of wrong) {
        const issues = body.safeParse({ [field]: value }).error?.issues ?? []
        for (const issue of issues.filter(({ path }) => path[0] === field)) {
          if (isOfTheLibrary(issue.message) || withoutForm.has(issue.message)) continue
          checked.push(`${name} ${field}`)
          const { text } = validationRefusal(new z.ZodError([issue]))
          if (text !== issue.message) lost.add(`${name} ${field}: ${issue.message}`)
        }
      }
    }
  }

  expect(new Set(checked).size).toBeGreaterThan(100)
  expect([...lost]).toEqual([])
})
