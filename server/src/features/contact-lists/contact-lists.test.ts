import {
  type ContactListItemView,
  type ContactListView,
  createContactList,
  createContactListItem,
  deleteContactList,
  deleteContactListItem,
  fillContactListFromTag,
  getContactList,
  getContactListItem,
  listContactListChoices,
  listContactListItems,
  listContactLists,
  recheckContactListNumbers,
  updateContactList,
  updateContactListItem,
} from '@balcao/contract/contact-lists'
import { eraseContact } from '@balcao/contract/contacts'
import { createTag } from '@balcao/contract/tags'
import { replaceTicketTags } from '@balcao/contract/ticket-tags'
import { getTicket, updateTicket } from '@balcao/contract/tickets'
import { numberCheckLimits } from '@balcao/domain/contact-lists'
import type {
  ContactId,
  ContactListId,
  ContactListItemId,
  TicketId,
  WhatsappMessageId,
} from '@balcao/domain/ids'
import type { PersonAddress } from '@balcao/whatsapp/gateway'
import { utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changePlanOf } from '../../testing/company-plan'
import { errorBody } from '../../testing/error-body'
import { postForm } from '../../testing/post-form'
import { openTestApp, type Person, type TestApp, type TestCompany } from '../../testing/test-app'
import type { WhatsappDirectory } from '../contacts/whatsapp-directory'
import { checkContactListNumbersJob } from './check-numbers'
import { addListItem, changeListItem, checkNumberOnWhatsapp } from './save-item'

let testApp: TestApp
let company: TestCompany
let admin: Person
let ana: Person
let stranger: Person
beforeAll(async () => {
  testApp = await openTestApp()
  company = await testApp.company()
  admin = company.admin
  ana = await company.person('Ana', { profile: 'supervisor' })
  stranger = (await testApp.company()).admin
})
afterAll(() => testApp.close())

let numbers = 0
const newNumber = () => `55519${80_000_000 + ++numbers}`
const system = () => ({ kind: 'system', name: 'test', companyId: company.id }) as const
const newList = (name = 'Clientes') => admin.does(createContactList, { body: { name } })
const of = (list: { id: ContactListId }) => ({ params: { contactListId: list.id } })
const shown = (list: { id: ContactListId }) => admin.does(getContactList, of(list))
const itemsOf = async (list: { id: ContactListId }, query: object = {}) =>
  (await admin.does(listContactListItems, { query: { contactListId: list.id, ...query } })).contacts
const adds = (list: { id: ContactListId }, number: string, name = 'Lívia Prado', email = '') =>
  admin.call(createContactListItem, { body: { contactListId: list.id, name, number, email } })
const refusals = (answers: readonly { status: number; error: string | undefined }[]) =>
  answers.map(({ status, error }) => [status, error])
const inboundOf = async (person: Person, end: string) =>
  (await person.received()).filter(({ channel }) => channel.endsWith(end)).map(({ payload }) => payload)

type Said = PersonAddress | 'unknown' | 'unreachable'
/** Fake of the company's WhatsApp directory, with a record of the checked numbers. */
function playedDirectory(say: (phone: string) => Said | Promise<Said>) {
  const asked: string[] = []
  const directory: WhatsappDirectory = {
    lookUp: async (_, phone) => {
      asked.push(phone)
      return say(phone)
    },
    picturesOf: async (_, chats) => chats.map(() => null),
    subjectOf: async () => null,
  }
  return { directory, asked }
}
const known = (phone: string): PersonAddress => ({ kind: 'person', phone, lid: null })
const runs = ({ directory }: { directory: WhatsappDirectory }, stopping = new AbortController().signal) =>
  checkContactListNumbersJob(directory).carryOut(
    {
      companyId: company.id,
      act: (act) => testApp.app.workplace.withCompany(system(), act),
      attempt: 1,
      stopping,
    },
    {},
  )
const waitingOrders = () =>
  testApp
    .table('graphile_worker._private_jobs')
    .find<{ run_at: Date }>({ key: `company ${company.id} contact numbers of ${company.id}` }, ['run_at'])
const secondsToNext = async () => {
  const [order] = await waitingOrders()
  return order === undefined ? null : (order.run_at.getTime() - testApp.now().getTime()) / 1000
}

const header = ['Nome', 'Número', 'E-mail']
const sheet = (rows: readonly (readonly (string | number)[])[], bookType: 'xlsx' | 'biff8' = 'xlsx') => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'Lista')
  return new Uint8Array(write(book, { type: 'array', bookType }))
}
const uploads = (list: { id: ContactListId }, file: Uint8Array | string, fields: [string, string][] = []) =>
  postForm(testApp, admin, `/contact-lists/${list.id}/upload`, [
    ...fields,
    ['file', typeof file === 'string' ? new TextEncoder().encode(file) : file, 'lista.xlsx'],
  ])

/** Deletes the lists of earlier tests, so that no number is due. */
beforeEach(async () => {
  await testApp.table('contact_lists').delete({ company_id: company.id })
  for (const person of [admin, ana, stranger]) await person.received()
})

describe('lists', () => {
  it('CLIST-01 CLIST-03 CLIST-08 CLIST-09 admins create, find, rename and delete lists, live', async () => {
    const list = await newList('Promoção de Verão')
    await newList('Inverno')
    expect(list).toMatchObject({ id: expect.any(Number), name: 'Promoção de Verão', contactsCount: 0 })

    const found = await admin.does(listContactLists, { query: { searchParam: 'verao' } })
    expect(found).toEqual({ records: [list], count: 1, hasMore: false })
    const choices = await admin.does(listContactListChoices, { query: { companyId: company.id } })
    expect(choices.map(({ name }) => name)).toEqual(['Inverno', 'Promoção de Verão'])
    const renamed = await admin.does(updateContactList, { ...of(list), body: { name: 'Verão' } })
    await admin.does(deleteContactList, of(list))

    expect(refusals([await admin.call(getContactList, of(list))])).toEqual([
      [404, 'ERR_NO_CONTACTLIST_FOUND'],
    ])
    expect(
      await testApp.table('audit_entries').count({ act: 'contactList.deleted', subject_id: list.id }),
    ).toBe(1)
    expect(
      (await inboundOf(admin, '-ContactList')).filter((change) =>
        JSON.stringify(change).includes(`"id":${list.id}`),
      ),
    ).toEqual([
      { action: 'create', record: list },
      { action: 'update', record: renamed },
      { action: 'delete', id: list.id },
    ])
  })

  it('CLIST-08 come in pages of twenty', async () => {
    for (let n = 0; n < 21; n++) await newList(`Lista ${String(n).padStart(2, '0')}`)

    const first = await admin.does(listContactLists, { query: { pageNumber: 1 } })
    const second = await admin.does(listContactLists, { query: { pageNumber: 2 } })

    expect([first.records.length, first.hasMore, first.count]).toEqual([20, true, 21])
    expect(second.records.map(({ name }) => name)).toEqual(['Lista 20'])
    expect(second.hasMore).toBe(false)
  })

  it.each([
    ['', 'Required'],
    ['A', 'Too Short!'],
    ['A'.repeat(51), 'Too Long!'],
  ])('CLIST-05 a name of "%s" is refused: 2 to 50 characters', async (name, words) => {
    const { status, error } = await admin.call(createContactList, { body: { name } })

    expect([status, error]).toEqual([400, words])
  })

  it('SHELL-14 are visible to admins of their company with campaigns in the plan only', async () => {
    const list = await newList()
    const { body: item } = await adds(list, newNumber())
    const itemOf = { params: { contactListItemId: item.id } }
    const other = await testApp.company()
    await changePlanOf(testApp, other.id, { use_campaigns: false })
    const without = other.admin

    expect(refusals([await ana.call(listContactLists), await without.call(listContactLists)])).toEqual([
      [403, 'ERR_NO_PERMISSION'],
      [403, 'ERR_NO_PERMISSION'],
    ])
    expect(
      refusals([
        await stranger.call(updateContactList, { ...of(list), body: { name: 'Minha' } }),
        await stranger.call(deleteContactList, of(list)),
        await stranger.call(recheckContactListNumbers, of(list)),
        await stranger.call(listContactListItems, { query: { contactListId: list.id } }),
        await stranger.call(getContactListItem, itemOf),
        await stranger.call(deleteContactListItem, itemOf),
      ]),
    ).toEqual([
      ...Array.from({ length: 4 }, () => [404, 'ERR_NO_CONTACTLIST_FOUND']),
      ...Array.from({ length: 2 }, () => [404, 'ERR_NO_CONTACTLIST_ITEM_FOUND']),
    ])
    expect([await inboundOf(ana, '-ContactList'), await inboundOf(stranger, '-ContactList')]).toEqual([
      [],
      [],
    ])
  })
})

describe('the rows of a list', () => {
  it('CLIST-02 CLIST-04 CLIST-11 CLIST-12 RT-21 RT-22 are stored, searched and sent on both channels', async () => {
    const list = await newList()
    const number = newNumber()
    const { body: item } = await adds(list, number, 'Ângela Reis', 'Angela@Exemplo.com')
    await adds(list, newNumber(), 'Zilda')
    expect(item).toMatchObject({
      name: 'Ângela Reis',
      number,
      email: 'angela@exemplo.com',
      isWhatsappValid: false,
      contactListId: list.id,
      companyId: company.id,
    })

    expect(await itemsOf(list, { searchParam: 'angela' })).toEqual([item])
    expect(await itemsOf(list, { searchParam: number.slice(4) })).toEqual([item])
    expect((await itemsOf(list, { state: 'due' })).map(({ name }) => name)).toEqual(['Ângela Reis', 'Zilda'])
    expect(await itemsOf(list, { state: 'valid' })).toEqual([])
    expect((await shown(list)).contactsCount).toBe(2)
    await admin.received()
    const itemOf = { params: { contactListItemId: item.id } }
    const changed = await admin.does(updateContactListItem, {
      ...itemOf,
      body: { name: 'Ângela', number, email: '', contactListId: list.id },
    })
    expect(await admin.does(getContactListItem, itemOf)).toEqual(changed)
    await admin.does(deleteContactListItem, itemOf)

    const changes = [
      { action: 'update', record: changed },
      { action: 'delete', id: item.id, contactListId: list.id },
    ]
    const inbound = await admin.received()
    const on = (name: string) =>
      inbound.filter(({ channel }) => channel === name).map(({ payload }) => payload)
    expect(on(`company-${company.id}-ContactListItem`)).toEqual(changes)
    expect(on(`company-${company.id}-ContactListItem-${list.id}`)).toEqual(changes)
    expect((await shown(list)).contactsCount).toBe(1)
  })

  it.each([
    [{ name: 'L' }, 'Too Short!'],
    [{ name: 'L'.repeat(51) }, 'Too Long!'],
    [{ number: '1234567' }, 'Too Short!'],
    [{ number: '1'.repeat(51) }, 'Too Long!'],
    [{ email: 'x' }, 'Invalid email'],
  ])('CLIST-06 %o is refused: %s', async (wrong, words) => {
    const list = await newList()
    const body = { contactListId: list.id, name: 'Lívia', number: newNumber(), email: '', ...wrong }

    const { status, error } = await admin.call(createContactListItem, { body })

    expect([status, error]).toEqual([400, words])
  })

  it('CLIST-10 a number in any spelling is unique within a list and free in another', async () => {
    const list = await newList()
    const number = newNumber()
    const { body: item } = await adds(list, number)
    const { body: other } = await adds(list, newNumber())
    const old = number.replace(/^(5551)9/, '$1')

    const again = [await adds(list, number), await adds(list, old), await adds(list, number.slice(2))]
    const moved = await admin.call(updateContactListItem, {
      params: { contactListItemId: other.id },
      body: { name: 'Outra', number: old, email: '' },
    })
    const elsewhere = await adds(await newList('Outros'), number)

    expect(refusals([...again, moved])).toEqual(
      Array.from({ length: 4 }, () => [400, 'ERR_CONTACTLIST_NUMBER_ALREADY_EXISTS']),
    )
    expect(elsewhere.status).toBe(200)
    expect((await itemsOf(list)).map(({ id }) => id).sort()).toEqual([item.id, other.id].sort())
  })

  it('erasing a person deletes their rows in any spelling', async () => {
    const connection = await company.connection('Loja', [await company.queue('Balcão')])
    const number = newNumber()
    const ticketId = await company.hears({ over: connection, from: number, name: 'Rosa' })
    const { contactId } = await admin.does(getTicket, { params: { ticketId } })
    await admin.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })
    const list = await newList()
    await adds(list, number.replace(/^(5551)9/, '$1'), 'Rosa Antiga')

    await admin.does(eraseContact, { params: { contactId }, body: { confirmation: 'Rosa' } })

    expect(await itemsOf(list)).toEqual([])
    expect((await shown(list)).contactsCount).toBe(0)
  })
})

describe('a spreadsheet', () => {
  it.each(['xlsx', 'biff8'] as const)(
    'CLIST-07 CLIST-10 (%s) imports rows, skips known numbers, sends a reload and orders a check',
    async (kind) => {
      const list = await newList()
      const [listed, fresh] = [newNumber(), newNumber()]
      await adds(list, listed, 'Já na Lista')
      await admin.received()
      const rows = [
        header,
        ['Lívia Prado', Number(fresh), 'Livia@Exemplo.com'],
        ['Repetida', fresh.replace(/^(5551)9/, '$1')],
        ['De novo', listed],
        ['', newNumber()],
        ['Sem número', ''],
        ['Curto', '123'],
        ['E-mail errado', newNumber(), 'livia'],
      ]

      const { status, body } = await uploads(list, sheet(rows, kind), [['report', 'true']])

      expect([status, body]).toEqual([
        200,
        {
          created: 2,
          known: 2,
          wrong: 3,
          wrongRows: [
            { row: 6, outcome: 'noNumber' },
            { row: 7, outcome: 'wrongNumber' },
            { row: 8, outcome: 'wrongEmail' },
          ],
        },
      ])
      expect(await itemsOf(list, { searchParam: fresh })).toMatchObject([
        { name: 'Lívia Prado', number: fresh, email: 'livia@exemplo.com', isCheckDue: true },
      ])
      expect(await shown(list)).toMatchObject({ contactsCount: 3, dueCount: 3 })
      expect(await inboundOf(admin, `-ContactListItem-${list.id}`)).toEqual([
        { action: 'reload', contactListId: list.id, records: [] },
      ])
      expect(await waitingOrders()).toHaveLength(1)
    },
  )

  it('CLIST-10 has a default column order, returns new rows to old clients, and repeats nothing', async () => {
    const list = await newList()
    const people = Array.from({ length: 5_001 }, (_, n) => `Cliente ${n};${newNumber()};c${n}@exemplo.com`)

    const first = await uploads(list, people.join('\n'))
    const second = await uploads(list, people.join('\n'))

    expect(first.body).toHaveLength(5_001)
    expect(first.body[0]).toMatchObject({
      name: 'Cliente 0',
      email: 'c0@exemplo.com',
      contactListId: list.id,
    })
    expect(second.body).toEqual([])
    expect(await shown(list)).toMatchObject({ contactsCount: 5_001, dueCount: 5_001, validCount: 0 })
  })

  it('CLIST-07 a file that is no list, and a list of another company, are refused', async () => {
    const list = await newList()

    const pdf = await uploads(list, '%PDF-1.7 folheto')
    const without = await uploads(list, 'nome;cidade\nRosa;Canela\n')
    const foreign = await postForm(testApp, stranger, `/contact-lists/${list.id}/upload`, [
      ['file', sheet([header]), 'lista.xlsx'],
    ])

    expect([pdf.status, pdf.body]).toEqual([400, errorBody('ERR_IMPORT_FILE', { what: 'kind' })])
    expect([without.status, without.body.error]).toEqual([400, 'ERR_IMPORT_NO_NUMBER'])
    expect([foreign.status, foreign.body.error]).toEqual([404, 'ERR_NO_CONTACTLIST_FOUND'])
    for (let part = 0; part < 256; part++) {
      expect(await testApp.store.part(company.id, part, new Date(Date.now() + 60_000))).toEqual([])
    }
  })
})

it('CLIST-10 a tag adds the contacts of its tickets once, as valid, without groups', async () => {
  const connection = await company.connection('Vendas', [await company.queue('Vendas')])
  const tag = await admin.does(createTag, { body: { name: 'Retorno' } })
  const number = newNumber()
  const ticketId = await company.hears({ over: connection, from: number, name: 'Nina' })
  await company.hears({ over: connection, from: newNumber(), name: 'Sem tag' })
  await admin.does(replaceTicketTags, { body: { ticketId, tags: [{ id: tag.id }] } })
  const list = await newList()
  const fills = () => admin.does(fillContactListFromTag, { ...of(list), body: { tagId: tag.id } })

  expect([await fills(), await fills()]).toEqual([{ created: 1 }, { created: 0 }])

  expect(await itemsOf(list)).toMatchObject([
    { name: 'Nina', number, isWhatsappValid: true, isCheckDue: false },
  ])
  const foreignTag = await stranger.does(createTag, { body: { name: 'Alheia' } })
  const foreign = await admin.call(fillContactListFromTag, { ...of(list), body: { tagId: foreignTag.id } })
  expect(refusals([foreign])).toEqual([[404, 'ERR_NO_TAG_FOUND']])
})

describe('people without a phone number', () => {
  const bia = 'BR.13491208655302741918'

  it('are listed by hand by their user id, once, without a check', async () => {
    const list = await newList()
    const added = await adds(list, ` ${bia} `, 'Bia')
    const again = await adds(list, bia, 'Bia de novo')
    const wrong = await adds(list, 'BR', 'Sem nada')
    await adds(list, newNumber())

    expect(added.body).toMatchObject({ number: bia, isWhatsappValid: true, isCheckDue: false })
    expect(again.error).toBe('ERR_CONTACTLIST_NUMBER_ALREADY_EXISTS')
    expect(wrong.status).toBe(400)
    await admin.does(recheckContactListNumbers, of(list))
    const due = (await itemsOf(list)).filter(({ isCheckDue }) => isCheckDue)
    expect(due.map(({ name }) => name)).toEqual(['Lívia Prado'])
    const [item] = await itemsOf(list, { searchParam: 'bia' })
    const changed = await admin.does(updateContactListItem, {
      params: { contactListItemId: item?.id as ContactListItemId },
      body: { name: 'Bia Souza', number: bia, email: '' },
    })
    expect(changed).toMatchObject({ name: 'Bia Souza', number: bia, isWhatsappValid: true })
  })

  it('come from a spreadsheet beside phone numbers', async () => {
    const list = await newList()
    const rows = [header, ['Bia', bia, ''], ['Ana', newNumber(), ''], ['Rui', 'BR', '']]

    const { body } = await uploads(list, sheet(rows), [['report', 'true']])

    expect(body).toMatchObject({ created: 2, wrong: 1 })
    const items = await itemsOf(list)
    expect(items.map(({ name, isWhatsappValid, isCheckDue }) => [name, isWhatsappValid, isCheckDue])).toEqual(
      [
        ['Ana', false, true],
        ['Bia', true, false],
      ],
    )
  })

  it('come from a tag, and leave the lists when their data is erased', async () => {
    const connection = await company.connection('Oficial', [await company.queue('Oficial')], 'cloud')
    const tag = await admin.does(createTag, { body: { name: 'VIP' } })
    const id = 'wamid.bia' as WhatsappMessageId
    const nora = 'BR.77'
    await company.tells(connection, {
      ...{ kind: 'message', id, author: null, fromMe: false, pushName: 'Nora', quotedId: null },
      chat: { kind: 'person', phone: null, lid: null, userId: nora },
      sentAt: testApp.now(),
      content: { kind: 'text', text: 'Oi' },
    })
    const { ticket_id: ticketId, contact_id: contactId } = await testApp
      .table('messages')
      .get<{ ticket_id: TicketId; contact_id: ContactId }>({ company_id: company.id, whatsapp_id: id })
    await admin.does(replaceTicketTags, { body: { ticketId, tags: [{ id: tag.id }] } })
    const list = await newList()
    await admin.does(fillContactListFromTag, { ...of(list), body: { tagId: tag.id } })
    expect(await itemsOf(list)).toMatchObject([{ name: 'Nora', number: nora, isWhatsappValid: true }])

    await admin.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })
    await admin.does(eraseContact, { params: { contactId }, body: { confirmation: 'Nora' } })

    expect(await itemsOf(list)).toEqual([])
  })
})

describe('checking numbers on WhatsApp', () => {
  const acts = <T>(
    act: Parameters<typeof testApp.app.workplace.withCompany<ReturnType<typeof system>, T>>[1],
  ) => testApp.app.workplace.withCompany(system(), act)

  it('CLIST-13 saving checks the number; without a connection the check is due later', async () => {
    const list = await newList()
    const [valid, wrong, later, strange] = [newNumber(), newNumber(), newNumber(), newNumber()]
    const old = valid.replace(/^(5551)9/, '$1')
    const { directory } = playedDirectory((phone) =>
      phone === valid
        ? known(old)
        : phone === strange
          ? known(newNumber())
          : phone === wrong
            ? 'unknown'
            : 'unreachable',
    )
    const saves = async (number: string) => {
      const asked = await checkNumberOnWhatsapp(directory, company.id, number)
      return acts((work) => addListItem(work, list.id, { name: 'Lívia', number, email: '' }, asked))
    }

    const stored = [await saves(valid), await saves(wrong), await saves(later), await saves(strange)]

    expect(stored.map((row) => [row.number, row.is_whatsapp_valid, row.is_check_due])).toEqual([
      [old, true, false],
      [wrong, false, false],
      [later, false, true],
      [strange, true, false], // WhatsApp returns another person's number
    ])
    expect(await shown(list)).toMatchObject({ contactsCount: 4, validCount: 2, invalidCount: 1, dueCount: 1 })
    const [first] = stored
    if (first === undefined) throw new Error('nothing was stored')
    const form = { name: 'Lívia', number: wrong, email: '' }
    const moved = await acts((work) =>
      changeListItem(work, first.id, form, { number: newNumber(), isValid: false }),
    )
    expect([moved.is_whatsapp_valid, moved.is_check_due]).toEqual([false, false])
  })

  it('CLIST-13 checks run in small batches with pauses, over all lists, with live progress', async () => {
    const [list, other] = [await newList(), await newList('Outra')]
    const rows = Array.from({ length: 12 }, (_, n) => `Cliente ${n};${newNumber()}`)
    await uploads(list, rows.join('\n'))
    await adds(other, newNumber())
    await admin.received()
    await ana.received()
    const whatsapp = playedDirectory((phone) => (phone.endsWith('1') ? 'unknown' : known(phone)))

    await runs(whatsapp)

    expect(whatsapp.asked).toHaveLength(numberCheckLimits.atOnce)
    expect(await secondsToNext()).toBe(numberCheckLimits.restSeconds)
    const halfway = await shown(list)
    expect(halfway).toMatchObject({ contactsCount: 12, dueCount: 2 })
    const events = (await admin.received()).map(({ channel, payload }) => [channel, payload] as const)
    expect(events).toContainEqual([
      `company-${company.id}-ContactList`,
      { action: 'update', record: halfway satisfies ContactListView },
    ])
    const reload = events.find(([channel]) => channel.endsWith(`-ContactListItem-${list.id}`))?.[1] as {
      records: ContactListItemView[]
    }
    expect(reload.records).toHaveLength(10)
    expect(await ana.received()).toEqual([])

    await runs(whatsapp)
    await runs(whatsapp)

    expect(new Set(whatsapp.asked).size).toBe(13)
    expect(whatsapp.asked).toHaveLength(13)
    const done = await shown(list)
    expect(done.dueCount + (await shown(other)).dueCount).toBe(0)
    expect(done.validCount + done.invalidCount).toBe(12)
  })

  it('CLIST-13 a lost connection postpones the rest, retains answers and checks no number twice', async () => {
    const list = await newList()
    const people = Array.from({ length: 4 }, () => newNumber())
    await uploads(list, people.map((number) => `Nome;${number}`).join('\n'))
    let left = 2
    const dying = playedDirectory((phone) => (left-- > 0 ? known(phone) : 'unreachable'))

    await runs(dying)

    expect(await shown(list)).toMatchObject({ validCount: 2, dueCount: 2 })
    expect(await secondsToNext()).toBe(numberCheckLimits.cutOffSeconds)
    const back = playedDirectory(known)
    await runs(back)
    expect(back.asked).toEqual(people.slice(2))
    expect(await shown(list)).toMatchObject({ validCount: 4, dueCount: 0 })
  })

  it('a failed query is retried after the others and given up; a shutdown leaves the rest due', async () => {
    const list = await newList()
    const [bad, good] = [newNumber(), newNumber()]
    await uploads(list, `Ruim;${bad}\nBoa;${good}`)
    await runs(playedDirectory(known), AbortSignal.abort())
    expect(await shown(list)).toMatchObject({ dueCount: 2 })
    const failing = playedDirectory((phone) =>
      phone === bad ? Promise.reject(new Error('500')) : known(phone),
    )

    for (let turn = 0; turn < numberCheckLimits.mostTries; turn++) await runs(failing)

    expect(await shown(list)).toMatchObject({ contactsCount: 2, validCount: 1, invalidCount: 0, dueCount: 0 })
    expect((await itemsOf(list, { searchParam: bad }))[0]).toMatchObject({
      checkedAt: null,
      isCheckDue: false,
    })
    await admin.does(recheckContactListNumbers, of(list))
    await runs(playedDirectory(known))
    expect(await shown(list)).toMatchObject({ validCount: 2, dueCount: 0 })
  })

  it('a new check retains old results, runs concurrently, and ignores numbers changed meanwhile', async () => {
    const list = await newList()
    const [one, two] = [newNumber(), newNumber()]
    await uploads(list, `Um;${one}\nDois;${two}`)
    await runs(playedDirectory(known))

    const ordered = await admin.does(recheckContactListNumbers, of(list))
    expect(ordered).toMatchObject({ validCount: 2, dueCount: 2 })
    const gone = playedDirectory(() => 'unknown')
    await Promise.all([runs(gone), runs(gone)])
    expect(await shown(list)).toMatchObject({ validCount: 0, invalidCount: 2, dueCount: 0 })

    await admin.does(recheckContactListNumbers, of(list))
    const [item] = await itemsOf(list, { searchParam: one })
    const replaced = playedDirectory(async (phone) => {
      if (phone === one && item !== undefined) {
        const body = { name: 'Um', number: newNumber(), email: '' }
        await admin.does(updateContactListItem, { params: { contactListItemId: item.id }, body })
      }
      return known(phone)
    })
    await runs(replaced)
    expect(await itemsOf(list, { searchParam: 'Um' })).toMatchObject([
      { isWhatsappValid: false, isCheckDue: true },
    ])
    expect(await shown(list)).toMatchObject({ validCount: 1, dueCount: 1 })
  })
})
