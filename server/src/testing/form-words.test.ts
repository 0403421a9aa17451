import { readdirSync } from 'node:fs'
import type { Endpoint } from '@balcao/contract/endpoint'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { validationRefusal } from '../platform/http/error-answer'

const folder = new URL('../../../packages/contract/src/', import.meta.url)
const files = readdirSync(folder).filter((name) => /^[a-z-]+\.ts$/.test(name))
const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href)))
const endpoints = modules.flatMap((module) => Object.values(module)).filter(isEndpoint)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'planFlag' in value && 'answer' in value
}

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
  for (const { name, body } of endpoints) {
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
