import { expect, test } from 'vitest'
import { chooseContactToKeep, type MergingContact, mergedContactName } from './contact-merge'
import type { ContactId } from './ids'

const person = (id: number, different: Partial<MergingContact> = {}): MergingContact => ({
  id: id as ContactId, // branding is parsing
  name: `Pessoa ${id}`,
  nameSource: 'push',
  number: '',
  isRemoved: false,
  ...different,
})
const ours = { nameSource: 'typed' } as const
const standIn = { nameSource: 'stand-in' } as const

test.each<[string, MergingContact, MergingContact, number]>([
  ['the older', person(1), person(2), 1],
  ['the older of two that we named', person(1, ours), person(2, ours), 1],
  ['the one that we named', person(1), person(2, ours), 2],
  ['the visible contact', person(1, { ...ours, isRemoved: true }), person(2), 2],
  ['the older of two removed ones', person(1, { isRemoved: true }), person(2, { isRemoved: true }), 1],
])('%s is kept', (_, one, other, kept) => {
  expect(chooseContactToKeep(one, other).kept.id).toBe(kept)
  expect(chooseContactToKeep(other, one).kept.id).toBe(kept)
})

const phone = '5511911112222'
test.each<[string, MergingContact, MergingContact, string]>([
  ['the kept one', person(1), person(2), 'Pessoa 1'],
  ['ours before the one from WhatsApp', person(1), person(2, { ...ours, name: 'Lívia' }), 'Lívia'],
  ['the phone book before the profile name', person(1), person(2, { nameSource: 'phone-book' }), 'Pessoa 2'],
  ['a name before a number', person(1, { ...standIn, name: phone, number: phone }), person(2), 'Pessoa 2'],
  [
    'a number before nothing',
    person(1, { ...standIn, name: 'Contato do WhatsApp' }),
    person(2, { ...standIn, name: phone, number: phone }),
    phone,
  ],
  [
    'the text for an unknown person, last',
    person(1, { ...standIn, name: 'Contato do WhatsApp' }),
    person(2, { ...standIn, name: 'Contato do WhatsApp' }),
    'Contato do WhatsApp',
  ],
])('the name of both: %s', (_, kept, gone, name) => {
  expect(mergedContactName(kept, gone).name).toBe(name)
})
