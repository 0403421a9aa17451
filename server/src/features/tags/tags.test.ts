import type { LiveTagPayload, LiveTicketPayload } from '@balcao/contract/live'
import * as calls from '@balcao/contract/tags'
import { replaceTicketTags } from '@balcao/contract/ticket-tags'
import type { TagId } from '@balcao/domain/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../tickets/testing/ticket-fixture'

let testApp: TestApp
let fixture: TicketFixture
let davi: Person
beforeAll(async () => {
  testApp = await openTestApp()
  fixture = await openTicketFixture(testApp)
  davi = await fixture.company.person('Davi', { profile: 'supervisor' })
})
afterAll(() => testApp.close())

const creates = (person: Person, name: string, more: { color?: string; kanban?: 0 | 1 } = {}) =>
  person.does(calls.createTag, { body: { name, ...more } })
const eventsOf = async (person: Person, channel: string) =>
  (await person.received()).filter((one) => one.channel.endsWith(channel)).map(({ payload }) => payload)

it('TAG-09 of six concurrent changes to one name, one succeeds and five are refused', async () => {
  const company = await testApp.company()
  const tags = []
  for (let n = 0; n < 6; n++) tags.push(await creates(company.admin, `Antes ${n}`))

  const renamed = await Promise.all(
    tags.map(({ id }) =>
      company.admin.call(calls.updateTag, { params: { tagId: id }, body: { name: 'Depois' } }),
    ),
  )

  const codes = renamed.map(({ status, error }) => (status === 200 ? 'done' : error))
  expect(codes.sort()).toEqual([...Array(5).fill('ERR_TAG_NAME_ALREADY_EXISTS'), 'done'])
})

const atNow = () => ({ createdAt: testApp.now().toISOString(), updatedAt: testApp.now().toISOString() })

describe('the list', () => {
  it('TAG-05 TAG-12 pages hold twenty; companyId without a page returns all', async () => {
    const company = await testApp.company()
    for (let n = 10; n < 32; n++) await creates(company.admin, `Etiqueta ${n}`)

    const first = await company.admin.does(calls.listTags, {})
    const second = await company.admin.does(calls.listTags, { query: { pageNumber: 2 } })
    const all = await company.admin.does(calls.listTags, { query: { companyId: '1' } })
    const found = await company.admin.does(calls.listTags, { query: { searchParam: 'ETIQUETA 31' } })

    expect([first.tags.length, first.count, first.hasMore]).toEqual([20, 22, true])
    expect([second.tags.map(({ name }) => name), second.hasMore]).toEqual([
      ['Etiqueta 30', 'Etiqueta 31'],
      false,
    ])
    expect([all.tags.length, all.hasMore]).toEqual([22, false])
    expect(found.tags.map(({ name }) => name)).toEqual(['Etiqueta 31'])
  })

  it('TAG-07 CONVO-25 choosers find tags by a part of the name, ignoring case and accents', async () => {
    const company = await testApp.company()
    for (const name of ['Urgente', 'Orçamento']) await creates(company.admin, name)
    await creates(company.admin, 'Quadro', { kanban: 1 })
    await creates(fixture.company.admin, 'Urgentíssimo')

    const all = await company.admin.does(calls.listTagChoices, { query: {} })
    const some = await company.admin.does(calls.listTagChoices, { query: { searchParam: 'ORCA' } })

    expect(all.map(({ name, kanban }) => [name, kanban])).toEqual([
      ['Orçamento', 0],
      ['Quadro', 1],
      ['Urgente', 0],
    ])
    expect(some).toEqual([
      { id: expect.any(Number), name: 'Orçamento', color: '#A4CCCC', kanban: 0, ...atNow() },
    ])
  })

  it("TAG-08 the board's lanes are in `lista`, with their creator and number of tickets", async () => {
    const { company, ana, open } = await openTicketFixture(testApp)
    await creates(company.admin, 'Comum')
    const lane = await creates(company.admin, 'Negociação', { kanban: 1, color: '#112233' })
    await ana.does(replaceTicketTags, { body: { ticketId: await open(ana), tags: [{ id: lane.id }] } })

    const whole = { userId: company.admin.id, ticketsCount: 1 }
    expect(await company.admin.does(calls.listKanbanTags, {})).toEqual({
      lista: [{ id: lane.id, name: 'Negociação', color: '#112233', kanban: 1, ...whole, ...atNow() }],
    })
  })

  it('TAG-06 a tag is returned; one of another company is not found', async () => {
    const tag = await creates(fixture.ana, 'Uma só')

    const own = await fixture.rui.call(calls.getTag, { params: { tagId: tag.id } })
    const strange = await fixture.stranger.call(calls.getTag, { params: { tagId: tag.id } })

    expect(own.body).toEqual(tag)
    expect([strange.status, strange.error]).toEqual([404, 'ERR_NO_TAG_FOUND'])
  })
})

describe('create', () => {
  it('TAG-01 TAG-09 CONVO-25 a tag has its fields and a default colour, and users get an event', async () => {
    const tag = await creates(fixture.ana, '  Cliente antigo ')

    expect(tag).toEqual({
      id: expect.any(Number),
      name: 'Cliente antigo',
      color: '#A4CCCC',
      kanban: 0,
      userId: fixture.ana.id,
      ticketsCount: 0,
      createdAt: testApp.now().toISOString(),
      updatedAt: testApp.now().toISOString(),
    })
    expect(await eventsOf(fixture.bia, '-tag')).toContainEqual({
      action: 'create',
      tags: tag,
    } satisfies LiveTagPayload)
    expect(await eventsOf(fixture.stranger, '-tag')).toEqual([])
  })

  it('WIRE-trap-24 an empty colour means the default of a new tag and no change of an old one', async () => {
    const made = await creates(fixture.ana, 'Sem cor', { color: '' })
    const red = await creates(fixture.ana, 'Com cor', { color: '#ff0000' })
    const changed = await fixture.ana.does(calls.updateTag, {
      params: { tagId: red.id },
      body: { color: '' },
    })

    expect([made.color, changed.color]).toEqual(['#A4CCCC', '#ff0000'])
  })

  it('TAG-09 creating an existing name returns that tag, also for five concurrent calls', async () => {
    const answers = await Promise.all(
      ['Repetida', 'repetida', 'REPETIDA', 'Repetida', 'Repetida'].map((name) => creates(fixture.ana, name)),
    )

    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    const elsewhere = await creates(fixture.stranger, 'Repetida')
    expect(elsewhere.id).not.toBe(answers[0]?.id)
  })

  it("TAG-03 ERR-37 a name is required and has three letters, with the form's text", async () => {
    const refused = async (name: string) =>
      (await fixture.ana.call(calls.createTag, { body: { name } })).error

    expect(await refused('  ')).toBe('Obrigatório')
    expect(await refused('ab')).toBe('Mensagem muito curta')
    expect(await refused('a'.repeat(51))).toBe('Too Long!')
  })

  it('TAG-04 the board flag is ignored from users who are neither admin nor supervisor', async () => {
    expect((await creates(fixture.ana, 'Faixa da Ana', { kanban: 1 })).kanban).toBe(0)
    expect((await creates(davi, 'Faixa do Davi', { kanban: 1 })).kanban).toBe(1)
    expect((await creates(fixture.company.admin, 'Faixa da chefe', { kanban: 1 })).kanban).toBe(1)
  })
})

describe('change and delete', () => {
  const change = (person: Person, tagId: TagId, body: object) =>
    person.call(calls.updateTag, { params: { tagId }, body })

  it('TAG-04 only supervisors and admins turn a tag into a lane of the board', async () => {
    const tag = await creates(fixture.ana, 'Quase faixa')

    const byUser = await change(fixture.ana, tag.id, { kanban: 1 })
    const bySupervisor = await change(davi, tag.id, { kanban: 1 })

    expect([byUser.status, byUser.body.kanban]).toEqual([200, 0])
    expect([bySupervisor.status, bySupervisor.body.kanban]).toEqual([200, 1])
  })

  it('TAG-10 a change updates the named fields and sends an event', async () => {
    const tag = await creates(fixture.ana, 'Antes', { color: '#123456' })

    const { body } = await change(fixture.rui, tag.id, { name: 'Depois' })

    expect(body).toEqual({ ...tag, name: 'Depois' })
    expect(await eventsOf(fixture.bia, '-tag')).toContainEqual({ action: 'update', tags: body })
  })

  it('TAG-10 the name of another tag is refused, and a tag of another company is not found', async () => {
    const [one, other] = [await creates(fixture.ana, 'Primeira'), await creates(fixture.ana, 'Segunda')]

    const taken = await change(fixture.ana, other.id, { name: one.name.toUpperCase() })
    const strange = await change(fixture.stranger, one.id, { name: 'Minha' })

    expect([taken.status, taken.error]).toEqual([400, 'ERR_TAG_NAME_ALREADY_EXISTS'])
    expect([strange.status, strange.error]).toEqual([404, 'ERR_NO_TAG_FOUND'])
  })

  it('TAG-04 TAG-11 PERM-16 only supervisors and admins change and delete board tags', async () => {
    const lane = await creates(davi, 'Proposta enviada', { kanban: 1 })
    const params = { params: { tagId: lane.id } }

    const changed = await change(fixture.ana, lane.id, { name: 'Minha faixa' })
    const deleted = await fixture.ana.call(calls.deleteTag, params)
    const bySupervisor = await fixture.company.admin.call(calls.deleteTag, params)

    expect([changed.status, changed.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect([deleted.status, deleted.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(bySupervisor.status).toBe(200)
  })

  it('TAG-11 PERM-16 deleting a tag removes it from its tickets', async () => {
    const ticketId = await fixture.open(fixture.ana)
    const tag = await creates(fixture.ana, 'De passagem')
    await fixture.ana.does(replaceTicketTags, { body: { ticketId, tags: [{ id: tag.id }] } })

    const { body } = await fixture.rui.call(calls.deleteTag, { params: { tagId: tag.id } })

    expect(body).toEqual({ message: 'tag deleted' })
    expect(await testApp.table('ticket_tags').count({ ticket_id: ticketId })).toBe(0)
    expect(await eventsOf(fixture.bia, '-tag')).toContainEqual({ action: 'delete', tagId: tag.id })
  })
})

describe('tags of a ticket', () => {
  const sync = (person: Person, ticketId: number, tags: readonly unknown[]) =>
    person.call(replaceTicketTags, { body: { ticketId: ticketId as never, tags: tags as never } }) // as clients may send

  it('CONVO-24 TAG-02 the ticket gets exactly the tags of the list, and lists get an event', async () => {
    const ticketId = await fixture.open(fixture.ana)
    const [one, two] = [await creates(fixture.ana, 'Um caso'), await creates(fixture.ana, 'Outro caso')]
    await sync(fixture.ana, ticketId, [one])
    fixture.rui.shows({ chatBoxes: [ticketId] })
    await fixture.rui.received()

    const { status, body } = await sync(fixture.ana, ticketId, [{ id: two.id }])

    expect(status).toBe(200)
    expect(body?.tags).toEqual([{ id: two.id, name: 'Outro caso', color: '#A4CCCC' }])
    expect(await eventsOf(fixture.rui, '-ticket')).toContainEqual(
      expect.objectContaining({ action: 'update', ticket: body }) as unknown as LiveTicketPayload,
    )
    const counted = await fixture.ana.does(calls.getTag, { params: { tagId: two.id } })
    expect(counted.ticketsCount).toBe(1)
  })

  it('CONVO-24 the same list again changes nothing and sends no event', async () => {
    const ticketId = await fixture.open(fixture.ana)
    const tag = await creates(fixture.ana, 'De novo')
    const first = await sync(fixture.ana, ticketId, [tag.id])
    fixture.rui.shows({ chatBoxes: [ticketId] })
    await fixture.rui.received()

    const again = await sync(fixture.ana, ticketId, [tag.id, tag.id])

    expect(again.body).toEqual(first.body)
    expect(await eventsOf(fixture.rui, '-ticket')).toEqual([])
  })

  it('CONVO-24 tags of another company and tickets out of reach are refused without a change', async () => {
    const ticketId = await fixture.open(fixture.ana)
    const own = await creates(fixture.ana, 'Nossa')
    const foreign = await creates(fixture.stranger, 'Deles')
    await sync(fixture.ana, ticketId, [own.id])

    const foreignTag = await sync(fixture.ana, ticketId, [foreign.id])
    const otherQueue = await sync(fixture.bia, ticketId, [])
    const otherCompany = await sync(fixture.stranger, ticketId, [])

    expect([foreignTag.status, foreignTag.error]).toEqual([404, 'ERR_NO_TAG_FOUND'])
    expect([otherQueue.status, otherQueue.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect([otherCompany.status, otherCompany.error]).toEqual([404, 'ERR_NO_TICKET_FOUND'])
    expect(await testApp.table('ticket_tags').find({ ticket_id: ticketId }, ['tag_id'])).toEqual([
      { tag_id: own.id },
    ])
  })
})
