import { expect, it } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from './testing/all-endpoints'

/** Collects every object schema, at any depth, into `found`. */
function collect(schema: z.core.$ZodType, found: Set<z.ZodObject>): void {
  if (schema instanceof z.ZodObject) {
    if (found.has(schema)) return
    found.add(schema)
    for (const inner of Object.values(schema.shape)) collect(inner, found)
  } else if (schema instanceof z.ZodArray) collect(schema.element, found)
  else if (schema instanceof z.ZodUnion) for (const option of schema.options) collect(option, found)
  else if (schema instanceof z.ZodPipe) collect(schema.out, found)
  else if (schema instanceof z.ZodRecord) collect(schema.valueType, found)
  else if (schema instanceof z.ZodLazy || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    collect(schema.unwrap(), found)
}

const summary =
  'a record named in short within another one, or to choose from; its own calls answer the moments'
const line = 'a line of a log or a run, which has moments of its own'
const figures = 'figures, not a record'

/** Objects with an id and without both moments, by their fields, as decision 0095 lists them. */
const exceptions: Readonly<Record<string, string>> = {
  'id name': summary,
  'color id name': summary,
  'id name provider': summary,
  'id isRegistered isTaken quality shown verifiedName': 'what Meta lists of an account',
  'category components connectionId id isNamed language name quality reason status updatedAt':
    'what Meta has of a template, which says no moment of its creation',
  'body category header id isSendable language name status variables': 'what a program learns of a template',
  'UserQueue color id name': summary,
  'id key value': summary,
  'id value': summary,
  'dueDate id name': summary,
  'id name number': summary,
  'id name queues': summary,
  'email extraInfo id isGroup name number profilePicUrl': summary,
  'body clientId contact fromMe id isDeleted media mediaType mediaUrl': summary,
  'contacts contactsCount dueCount id name validCount': summary,
  'email id isWhatsappValid name number': summary,
  'dueDate email expires id isTrial language name plan settings support supportContact timeZone trialExpiration':
    summary,
  'avgSupportTime id name online rating tickets': figures,
  'id open': figures,
  'id open pending': figures,
  'act address at company detail id subject user': line,
  'at by connection id kind queue rating ticketId unsent user': line,
  'attempts connection from heardAt id reason': line,
  'attempts calledAt createdAt event failure id milliseconds nextTryAt state status ticketId': line,
  'answer attempts calledAt createdAt event failure id milliseconds nextTryAt request state status ticketId':
    line,
  'columns created createdAt done fileName finishedAt hasHeader id known rows source state targets userName wrong':
    line,
  'columns created createdAt done fileName finishedAt hasHeader id known message rows source state targets userName wrong':
    line,
  'closed companies failure folder hasAddress id isStopping look mapping name order product progress startedAt state switchedAt':
    line,
  'emailsTaken files id losses name nameTaken numbersTaken plan planLimits repeatedNames rows uses':
    'what a look found in another product’s installation',
  'email id': 'what a look found in another product’s installation',
}

it('GEN-15 every entity that an endpoint answers has createdAt and updatedAt', () => {
  const found = new Set<z.ZodObject>()
  for (const { answer } of allEndpoints) collect(answer, found)
  const withId = [...found].filter(({ shape }) => 'id' in shape)
  const withoutTimes = withId.filter(({ shape }) => !('createdAt' in shape && 'updatedAt' in shape))

  const fields = new Set(withoutTimes.map(({ shape }) => Object.keys(shape).sort().join(' ')))

  expect(allEndpoints.length).toBeGreaterThan(200)
  expect(withId.length).toBeGreaterThan(50)
  expect([...fields].sort()).toEqual(Object.keys(exceptions).sort())
})
