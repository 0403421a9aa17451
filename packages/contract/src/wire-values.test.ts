import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { campaignForm } from './campaigns'
import { login, updateUser, userForm } from './people'
import { scheduleForm } from './schedules'
import { ticketListQuery, updateTicket } from './tickets'
import {
  emailText,
  idList,
  idOrNull,
  idParam,
  nameText,
  optionalId,
  pagingQuery,
  textField,
  wireBoolean,
} from './wire-values'

const NUL = '\u0000'

describe('ids', () => {
  test.each([
    ['a number', 7, 7],
    ['a numeric text', '7', 7],
    ['a text with spaces', ' 7 ', 7],
    ['the largest', 2_147_483_647, 2_147_483_647],
  ])('GEN-16 an id may come as %s', (_, sent, id) => {
    expect(idParam().parse(sent)).toBe(id)
  })

  test.each([
    [0],
    [-1],
    [1.5],
    ['abc'],
    ['undefined'],
    ['1;drop'],
    [2_147_483_648],
    ['9'.repeat(40)],
    [Number.NaN],
    [{}],
    [true],
    [[7]],
    ['1e3'],
    ['0x10'],
  ])('GEN-17 an invalid id is refused: %s', (sent) => {
    expect(idParam().safeParse(sent).success).toBe(false)
  })

  test.each([[''], [null], [false], ['null'], ['undefined']])(
    'GEN-16 TICKET-22 %j is no id: null',
    (sent) => {
      expect(idOrNull().parse(sent)).toBeNull()
    },
  )

  it('an absent id is not a null one', () => {
    expect(optionalId().parse(undefined)).toBeUndefined()
    expect(optionalId().parse('')).toBeNull()
  })

  test.each([
    ['a list', [1, '2'], [1, 2]],
    ['a JSON text', '[1,"2"]', [1, 2]],
    ['an empty JSON text', '[]', []],
    ['an empty text', '', []],
  ])('TICKET-40 ids may come as %s', (_, sent, ids) => {
    expect(idList().parse(sent)).toEqual(ids)
  })

  test.each([['[1'], ['{"a":1}'], ['1,2'], ['[null]'], ['[[1]]'], [Array(501).fill(1)]])(
    'an invalid list of ids is refused: %j',
    (sent) => {
      expect(idList().safeParse(sent).success).toBe(false)
    },
  )
})

describe('flags', () => {
  test.each([
    [true, true],
    ['true', true],
    [1, true],
    ['1', true],
    ['t', true],
    [false, false],
    ['false', false],
    [0, false],
    ['0', false],
    ['', false],
  ])('GEN-16 %j is read as %s', (sent, value) => {
    expect(wireBoolean.parse(sent)).toBe(value)
  })

  test.each([[2], ['yes'], [{}], [[]]])('%j is no flag', (sent) => {
    expect(wireBoolean.safeParse(sent).success).toBe(false)
  })
})

describe('texts', () => {
  test.each([
    ['a text', textField(10), `a${NUL}b`],
    ['a name', nameText, `ab${NUL}c`],
    ['an e-mail', emailText, `a${NUL}@example.com`],
    ['an e-mail at the login', login.body, { email: `a${NUL}@example.com`, password: 'abcde' }],
    ['a search', z.object(pagingQuery), { searchParam: `a${NUL}` }],
  ])('I2 NUL is refused: %s', (_, schema: z.ZodType, sent) => {
    expect(schema.safeParse(sent).success).toBe(false)
  })

  test.each([
    ['', 'Required'],
    ['   ', 'Required'],
    [undefined, 'Required'],
    [7, 'Required'],
    ['a', 'Too Short!'],
    ['a'.repeat(51), 'Too Long!'],
  ])('ERR-37 USER-04 a name %j is refused with the error texts of the forms: %s', (sent, words) => {
    expect(nameText.safeParse(sent).error?.issues[0]?.message).toBe(words)
  })

  it('a cut emoji is replaced, a whole one stays', () => {
    expect(textField(10).parse('a\ud83d')).toBe('a\ufffd')
    expect(nameText.parse('\ud83dAna😀')).toBe('\ufffdAna😀')
  })

  it('a name is trimmed, an e-mail also in lower case', () => {
    expect(nameText.parse('  Ana Lima ')).toBe('Ana Lima')
    expect(emailText.parse(' Ana@Example.COM ')).toBe('ana@example.com')
  })

  test.each([
    ['', 'Required'],
    ['ana', 'Invalid email'],
    [`${'a'.repeat(250)}@b.co`, 'Too Long!'],
  ])('USER-04 an e-mail %j is refused: %s', (sent, words) => {
    expect(emailText.safeParse(sent).error?.issues[0]?.message).toBe(words)
  })
})

describe('lists', () => {
  test.each([
    [{}, { searchParam: '', pageNumber: 1 }],
    [
      { searchParam: 'ana', pageNumber: '3' },
      { searchParam: 'ana', pageNumber: 3 },
    ],
    [{ pageNumber: '' }, { searchParam: '', pageNumber: 1 }],
    [
      { searchParam: null, pageNumber: null },
      { searchParam: '', pageNumber: 1 },
    ],
  ])('GEN-07 GEN-08 paging %j is read as %j', (sent, read) => {
    expect(z.object(pagingQuery).parse(sent)).toEqual(read)
  })

  test.each([[0], [-1], ['x'], [1.5], [1e9]])('GEN-08 there is no page %s', (pageNumber) => {
    expect(z.object(pagingQuery).safeParse({ pageNumber }).success).toBe(false)
  })

  it('TICKET-39 TICKET-40 the filter of tickets, as existing clients write it', () => {
    const sent = {
      searchParam: '',
      pageNumber: '2',
      status: 'open',
      showAll: 'true',
      withUnreadMessages: 'false',
      queueIds: '[1,2]',
      tags: '[]',
      users: '["3"]',
      date: '2026-11-20T10:00:00.000Z',
    }

    expect(ticketListQuery.parse(sent)).toEqual({
      searchParam: '',
      pageNumber: 2,
      status: 'open',
      showAll: true,
      withUnreadMessages: false,
      queueIds: [1, 2],
      tags: [],
      users: [3],
      date: '2026-11-20',
    })
  })
})

describe('days', () => {
  test.each([
    ['', undefined],
    [undefined, undefined],
    ['2026-11-20', '2026-11-20'],
    ['2026-11-20T23:59:59.000Z', '2026-11-20'],
  ])('GEN-16 TICKET-40 %j is read as %j', (date, read) => {
    expect(ticketListQuery.parse({ date }).date).toBe(read)
  })

  test.each([['ontem'], ['20/11/2026'], ['2026-13-45'], [20261120], [{}]])('%j is no day', (date) => {
    expect(ticketListQuery.safeParse({ date }).success).toBe(false)
  })
})

describe('WIRE-trap-23 local times', () => {
  test.each([
    ['2026-11-23 13:00:00', '2026-11-23T13:00:00'],
    ['2026-11-23 13:00', '2026-11-23T13:00'],
    [' 2026-11-23T13:00:00 ', '2026-11-23T13:00:00'],
    ['2026-11-23 13:00:00-03:00', '2026-11-23T13:00:00-03:00'],
    ['2026-11-23 16:00:00.000Z', '2026-11-23T16:00:00.000Z'],
  ])('%j is read as %j, by campaigns and schedules alike', (sent, read) => {
    expect(campaignForm.parse({ name: 'Natal', scheduledAt: sent }).scheduledAt).toBe(read)
    expect(scheduleForm.parse({ body: 'Bom dia!', contactId: 1, sendAt: sent }).sendAt).toBe(read)
  })

  test.each([
    ['2026-11-23'],
    ['2026-11-23 '],
    ['23/11/2026 13:00'],
    ['2026-13-23 13:00:00'],
    ['2026-11-23 25:00'],
  ])('%j is no time', (sent) => {
    expect(campaignForm.safeParse({ name: 'Natal', scheduledAt: sent }).success).toBe(false)
    expect(scheduleForm.safeParse({ body: 'Bom dia!', contactId: 1, sendAt: sent }).success).toBe(false)
  })
})

describe('unknown keys', () => {
  const forbidden = {
    super: true,
    companyId: 2,
    tokenVersion: 9,
    dueDate: '2099-01-01',
    planId: 1,
    paid: true,
    value: 0,
  }

  it('I1 GEN-16 are dropped from every form', () => {
    const form = { name: 'Ana', email: 'ana@example.com', password: 'abcde' }
    expect(userForm.parse({ ...form, ...forbidden })).toEqual(userForm.parse(form))
    expect(updateUser.body.parse(forbidden)).toEqual({})
    expect(updateTicket.body.parse({ status: 'open', ...forbidden })).toEqual({ status: 'open' })
  })

  it('I1 regardless of their names', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (sent) => {
        fc.pre(Object.keys(sent).every((key) => !(key in updateTicket.body.shape)))
        expect(updateTicket.body.parse(sent)).toEqual({})
      }),
    )
  })
})
