import { describe, expect, it } from 'vitest'
import {
  allowsTicketTransition,
  isLiveTicketStatus,
  ownedTicketStatuses,
  type TicketTransitionName,
  ticketResponderOf,
  ticketStateOf,
  ticketStatuses,
  ticketTransitions,
} from './tickets'

const names = Object.keys(ticketTransitions) as TicketTransitionName[] // the keys of the table

describe('states', () => {
  it.each([
    [{ chatbot: false, useIntegration: false, promptId: null }, 'people'],
    [{ chatbot: true, useIntegration: false, promptId: null }, 'menu'],
    [{ chatbot: false, useIntegration: true, promptId: 7 }, 'assistant'],
    [{ chatbot: false, useIntegration: true, promptId: null }, 'integration'],
    [{ chatbot: false, useIntegration: false, promptId: 7 }, 'people'],
    [{ chatbot: true, useIntegration: true, promptId: 7 }, 'assistant'],
  ] as const)('a pending ticket with %j is answered by %s', (bot, answeredBy) => {
    expect(ticketResponderOf(bot)).toBe(answeredBy)
    expect(ticketStateOf({ ...bot, status: 'pending', userId: null })).toEqual({
      status: 'pending',
      answeredBy,
    })
  })

  it('an open ticket has an owner and no answerer, also with stored bot fields', () => {
    const bot = { chatbot: false, useIntegration: true, promptId: 7 }
    expect(ticketStateOf({ ...bot, status: 'open', userId: null })).toEqual({ status: 'open', ownerId: null })
    expect(ticketStateOf({ ...bot, status: 'closed', userId: null })).toEqual({ status: 'closed' })
  })
})

describe('transitions', () => {
  const live = ticketStatuses.filter(isLiveTicketStatus).join(' ')
  const owned = ownedTicketStatuses.join(' ')
  const allowed: Partial<Record<TicketTransitionName, string>> = {
    accept: 'pending',
    return: 'open',
    release: owned,
    resolve: live,
    closeByProgram: live,
    closeIdle: live,
    closeByBot: 'pending',
    reopen: 'closed',
    transfer: 'pending open',
    undoTransfer: 'pending open',
    transferByBot: 'pending',
    move: live,
    enterQueue: live,
    place: live,
  }
  it.each(Object.entries(allowed) as [TicketTransitionName, string][])(
    '%s is allowed from: %s',
    (name, from) => {
      expect(ticketStatuses.filter((status) => allowsTicketTransition(name, status)).join(' ')).toBe(from)
    },
  )

  const namesWith = (does: (rule: (typeof ticketTransitions)[TicketTransitionName]) => boolean) =>
    names.filter((name) => does(ticketTransitions[name]))

  it('every way to close ends the bot and writes an entry', () => {
    const closes = namesWith(({ to }) => to === 'closed')
    expect(closes).toEqual(['resolve', 'closeByProgram', 'closeIdle', 'closeByBot'])
    for (const name of closes)
      expect(ticketTransitions[name]).toMatchObject({ bot: 'ends', history: 'closed' })
  })

  it('automatic messages end when a person or a program of the company takes over', () => {
    expect(namesWith((rule) => 'cancelsAutomaticMessages' in rule)).toEqual([
      'accept',
      'resolve',
      'closeByProgram',
      'transfer',
      'undoTransfer',
    ])
  })

  it('only accepting greets, and only resolving says farewell', () => {
    expect(namesWith((rule) => 'says' in rule && rule.says === 'greeting')).toEqual(['accept'])
    expect(namesWith((rule) => 'says' in rule && rule.says === 'farewell')).toEqual(['resolve'])
  })
})
