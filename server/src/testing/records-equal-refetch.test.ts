import {
  type LiveMentionPayload,
  type LiveNotePayload,
  type LiveQuickMessagePayload,
  type LiveSchedulePayload,
  type LiveTagPayload,
  type LiveTicketEventPayload,
  type LiveUserPayload,
  liveChannel,
} from '@balcao/contract/live'
import { createNote, deleteNote, listMentions, listNotes, markMentionsSeen } from '@balcao/contract/notes'
import { deleteUser } from '@balcao/contract/people'
import {
  createQuickMessage,
  deleteQuickMessage,
  listQuickMessageChoices,
  removeQuickMessageMedia,
  updateQuickMessage,
} from '@balcao/contract/quick-messages'
import {
  reduceMentions,
  reduceNotes,
  reduceQuickMessages,
  reduceSchedules,
  reduceTags,
} from '@balcao/contract/record-reducers'
import {
  createSchedule,
  deleteSchedule,
  listSchedules,
  removeScheduleMedia,
  updateSchedule,
} from '@balcao/contract/schedules'
import { createTag, deleteTag, listTagChoices, updateTag } from '@balcao/contract/tags'
import { listTicketEvents } from '@balcao/contract/ticket-events'
import { getTicket, updateTicket } from '@balcao/contract/tickets'
import type { ContactId, TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rateTicket } from '../features/tickets/acts/rate-ticket'
import { openTicketFixture, type TicketFixture } from '../features/tickets/testing/ticket-fixture'
import { png } from '../platform/files/sample-files.fixture'
import type { SocketMessage } from '../platform/live/event-kind'
import { postForm } from './post-form'
import { openTestApp, type Person, type TestApp } from './test-app'

/**
 * ARCH 6, "events equal refetch", for records beside a conversation: notes, tags, quick messages, schedules and the
 * ticket's history. For each act and each kind of user, the records of a page after its events equal a fresh fetch.
 */
let testApp: TestApp
let fixture: TicketFixture
let watchers: Record<string, Person>
let ticketId: TicketId
let contactId: ContactId
let otherContactId: ContactId

beforeAll(async () => {
  testApp = await openTestApp()
  fixture = await openTicketFixture(testApp)
  const davi = await fixture.company.person('Davi', { profile: 'supervisor', queueIds: [fixture.sales] })
  const { ana, bia, stranger } = fixture
  watchers = { admin: fixture.company.admin, ana, bia, davi, stranger }
  ticketId = await fixture.open(ana)
  contactId = (await ana.does(getTicket, { params: { ticketId } })).contactId
  const other = { params: { ticketId: await fixture.open(ana) } }
  otherContactId = (await ana.does(getTicket, other)).contactId
  for (const person of Object.values(watchers)) person.shows({ chatBoxes: [ticketId], notification: true })
}, 60_000)
afterAll(() => testApp.close())

const noteForm = { note: 'cliente antigo' }
const scheduleForm = { body: 'Seu pedido chegou!', sendAt: '2029-05-04T09:00:00-03:00' }
let turn = 0
const name = (of: string) => `${of} ${++turn}`
const system = () => ({ kind: 'system', name: 'test', companyId: fixture.company.id }) as const
const turns = (person: Person, status: 'open' | 'pending' | 'closed') =>
  person.does(updateTicket, { params: { ticketId }, body: { status } })

/** Each act: its preparation, and the act itself. */
const acts: Record<string, () => Promise<() => Promise<unknown>>> = {
  'NOTE-02 a note': async () => () => fixture.ana.does(createNote, { body: { ...noteForm, ticketId } }),
  'NOTE-04 a note deleted': async () => {
    const { id } = await fixture.rui.does(createNote, { body: { ...noteForm, ticketId } })
    return () => fixture.company.admin.does(deleteNote, { params: { noteId: id } })
  },
  'NOTE-08 a note with mentions, seen or not, and the deletion of another one': async () => {
    const names = () =>
      fixture.rui.does(createNote, {
        body: { ...noteForm, ticketId, mentions: [fixture.ana.id, fixture.bia.id, fixture.company.admin.id] },
      })
    const [seen, deleted] = [await names(), await names()]
    return async () => {
      await names()
      await fixture.ana.does(markMentionsSeen, { body: { noteIds: [seen.id] } })
      await fixture.rui.does(deleteNote, { params: { noteId: deleted.id } })
    }
  },
  'TAG-09 a tag': async () => () => fixture.bia.does(createTag, { body: { name: name('Retorno') } }),
  'TAG-10 a tag gets another name and colour': async () => {
    const { id } = await fixture.bia.does(createTag, { body: { name: name('Urgente') } })
    const body = { name: name('Atrasado'), color: '#AA3322' }
    return () => fixture.ana.does(updateTag, { params: { tagId: id }, body })
  },
  'TAG-11 a tag deleted': async () => {
    const { id } = await fixture.bia.does(createTag, { body: { name: name('Engano') } })
    return () => fixture.ana.does(deleteTag, { params: { tagId: id } })
  },
  'QUICK-07 a private quick message': async () => () =>
    fixture.ana.does(createQuickMessage, { body: { shortcode: name('minha'), message: 'Oi!' } }),
  'QUICK-07 a shared quick message': async () => () =>
    fixture.ana.does(createQuickMessage, { body: { shortcode: name('nossa'), geral: true } }),
  'QUICK-06 a quick message is shared, another unshared': async () => {
    const own = await fixture.ana.does(createQuickMessage, { body: { shortcode: name('a') } })
    const shared = await fixture.rui.does(createQuickMessage, { body: { shortcode: name('b'), geral: true } })
    const change = (person: Person, quickMessageId: typeof own.id, geral: boolean) =>
      person.does(updateQuickMessage, { params: { quickMessageId }, body: { geral } })
    return async () => {
      await change(fixture.ana, own.id, true)
      await change(fixture.rui, shared.id, false)
    }
  },
  'QUICK-06 a shared quick message is deleted by an admin': async () => {
    const { id } = await fixture.ana.does(createQuickMessage, { body: { shortcode: name('c'), geral: true } })
    return () => fixture.company.admin.does(deleteQuickMessage, { params: { quickMessageId: id } })
  },
  'QUICK-08 QUICK-09 a picture is added to a shared quick message, one removed': async () => {
    const of = () => fixture.ana.does(createQuickMessage, { body: { shortcode: name('d'), geral: true } })
    const [gets, loses] = [await of(), await of()]
    const puts = async (id: number) =>
      postForm(testApp, fixture.ana, `/quick-messages/${id}/media-upload`, [
        ['file', await png(), 'mesa.png'],
      ])
    await puts(loses.id)
    return async () => {
      expect((await puts(gets.id)).status).toBe(200)
      await fixture.ana.does(removeQuickMessageMedia, { params: { quickMessageId: loses.id } })
    }
  },
  // Shared quick messages stay without an author: pages fetch them again when a user is deleted.
  'QUICK-06 a user with quick messages is deleted': async () => {
    const zoe = await fixture.company.person('Zoe', { queueIds: [fixture.sales] })
    await zoe.does(createQuickMessage, { body: { shortcode: name('e'), geral: true } })
    await zoe.does(createQuickMessage, { body: { shortcode: name('f') } })
    return () => fixture.company.admin.does(deleteUser, { params: { userId: zoe.id } })
  },
  'SCHED-10 a schedule': async () => () =>
    fixture.ana.does(createSchedule, { body: { ...scheduleForm, contactId } }),
  'SCHED-10 a schedule changes, and another gets another contact': async () => {
    const of = () => fixture.ana.does(createSchedule, { body: { ...scheduleForm, contactId } })
    const [stays, moves] = [await of(), await of()]
    const changes = (scheduleId: typeof stays.id, body: object) =>
      fixture.bia.does(updateSchedule, { params: { scheduleId }, body })
    return async () => {
      await changes(stays.id, { body: 'Chegou hoje!' })
      await changes(moves.id, { contactId: otherContactId })
    }
  },
  'SCHED-11 a picture is added to a schedule, and removed': async () => {
    const { id } = await fixture.ana.does(createSchedule, { body: { ...scheduleForm, contactId } })
    return async () => {
      const url = `/schedules/${id}/media-upload`
      expect((await postForm(testApp, fixture.ana, url, [['file', await png(), 'mesa.png']])).status).toBe(
        200,
      )
      await fixture.ana.does(removeScheduleMedia, { params: { scheduleId: id } })
    }
  },
  'SCHED-10 a schedule deleted': async () => {
    const { id } = await fixture.ana.does(createSchedule, { body: { ...scheduleForm, contactId } })
    return () => fixture.rui.does(deleteSchedule, { params: { scheduleId: id } })
  },
  'lines: returned, accepted, transferred, closed, rated, reopened': async () => async () => {
    await turns(fixture.ana, 'pending')
    await turns(fixture.rui, 'open')
    await fixture.rui.does(updateTicket, {
      params: { ticketId },
      body: { queueId: fixture.sales, userId: fixture.ana.id },
    })
    await turns(fixture.ana, 'closed')
    await testApp.app.workplace.withCompany(system(), (work) => rateTicket(work, ticketId, 3))
    await turns(fixture.ana, 'open')
  },
}

/** The records that this user's page shows beside the conversation, fetched; only readable ones. */
async function fetched(person: Person) {
  const notes = await person.call(listNotes, { query: { contactId } })
  const lines = await person.call(listTicketEvents, { params: { ticketId }, query: {} })
  const schedules = await person.call(listSchedules, { query: { contactId } })
  return {
    notes: notes.status === 200 ? notes.body : [],
    lines: lines.status === 200 ? lines.body.events : [],
    schedules: schedules.status === 200 ? byId(schedules.body.schedules) : [],
    mentions: await person.does(listMentions, {}),
    tags: await person.does(listTagChoices, {}),
    quickMessages: byId(await person.does(listQuickMessageChoices, {})),
  }
}
type Shown = Awaited<ReturnType<typeof fetched>>

/** The records after an event, as the web computes them; the page sorts schedules and quick messages itself. */
function reduced(shown: Shown, { channel: to, payload }: SocketMessage, person: Person): Shown {
  const company = person.subscriber.viewer.companyId
  // The channel determines the payload.
  switch (to) {
    case liveChannel.note(company):
      return { ...shown, notes: reduceNotes(shown.notes, payload as LiveNotePayload, contactId) }
    case liveChannel.mention(company):
      return { ...shown, mentions: reduceMentions(shown.mentions, payload as LiveMentionPayload) }
    case liveChannel.tag(company):
      return { ...shown, tags: reduceTags(shown.tags, payload as LiveTagPayload) }
    case liveChannel.quickMessage(company):
      return {
        ...shown,
        quickMessages: byId(reduceQuickMessages(shown.quickMessages, payload as LiveQuickMessagePayload)),
      }
    case liveChannel.schedule(company):
      return {
        ...shown,
        schedules: byId(reduceSchedules(shown.schedules, payload as LiveSchedulePayload, contactId)),
      }
    case liveChannel.ticketEvent(company):
      return { ...shown, lines: [...shown.lines, (payload as LiveTicketEventPayload).event] }
    default:
      return shown
  }
}

function isLeaving({ channel: to, payload }: SocketMessage, person: Person): boolean {
  return (
    to === liveChannel.user(person.subscriber.viewer.companyId) &&
    (payload as LiveUserPayload).action === 'delete'
  )
}

function byId<Row extends { readonly id: number }>(rows: readonly Row[]): Row[] {
  return [...rows].sort((one, other) => one.id - other.id)
}

describe('ARCH 6 events equal refetch, beside a conversation', () => {
  test.each(Object.keys(acts))('%s', async (act) => {
    const does = await acts[act]?.()
    const before = new Map<Person, Shown>()
    for (const person of Object.values(watchers)) {
      before.set(person, await fetched(person))
      await person.received()
    }

    testApp.pass(1)
    await does?.()

    for (const [who, person] of Object.entries(watchers)) {
      const emissions = await person.received()
      const start = before.get(person) ?? (await fetched(person))
      const shown = emissions.some((emission) => isLeaving(emission, person))
        ? await fetched(person)
        : emissions.reduce((so, emission) => reduced(so, emission, person), start)
      if (act.endsWith('leaves the company') && person !== fixture.stranger)
        expect(emissions.filter((emission) => isLeaving(emission, person))).toHaveLength(1)
      expect({ who, ...shown }).toEqual({ who, ...(await fetched(person)) })
      if (person === fixture.stranger) expect(emissions).toEqual([])
    }
  })
})
