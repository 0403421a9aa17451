import type { IntegrationId, PromptId, QueueId, QueueOptionId } from '../../ids'
import { decideReception } from '../decide-reception'
import type {
  BotState,
  CustomerMessage,
  MenuOption,
  ReceptionDecision,
  ReceptionInput,
  ReceptionQueue,
} from '../facts'

// Tests write ids as plain numbers.
export const queueId = (id: number) => id as QueueId
export const optionId = (id: number) => id as QueueOptionId
export const bot7 = 7 as IntegrationId
export const bot8 = 8 as IntegrationId
export const prompt3 = 3 as PromptId
export const prompt4 = 4 as PromptId
export const noon = new Date('2026-11-20T15:00:00Z') // in São Paulo
export const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)
export const earlier = (minutes: number) => later(-minutes)

const noAssistants = { integrationId: null, promptId: null }

export function option(
  key: number,
  title: string,
  message = '',
  children: readonly MenuOption[] = [],
  id = key,
): MenuOption {
  return { id: optionId(id), option: key, title, message, children }
}

export function aQueue(id: number, name: string, more: Partial<ReceptionQueue> = {}): ReceptionQueue {
  return {
    id: queueId(id),
    name,
    greetingMessage: '',
    outOfHoursMessage: '',
    isOpen: true,
    assistants: noAssistants,
    options: [],
    ...more,
  }
}

/** Sales has a menu: invoices, of which there are two kinds, and hours. Support has only a greeting. */
export const sales = aQueue(1, 'Vendas', {
  greetingMessage: 'Vendas, às ordens!',
  outOfHoursMessage: 'Vendas volta às 8h.',
  options: [
    option(
      1,
      'Segunda via',
      'Qual delas?',
      [option(1, 'Por e-mail', 'Enviada!', [], 11), option(2, 'Por aqui', '', [], 12)],
      10,
    ),
    option(2, 'Horários', 'Das 8h às 18h.', [], 20),
  ],
})
export const support = aQueue(2, 'Suporte', {
  greetingMessage: 'Suporte: já vamos, {{firstName}}.',
  outOfHoursMessage: 'Suporte volta amanhã.',
})
export const silent = aQueue(3, 'Financeiro')

export type Different = Omit<Partial<ReceptionInput>, 'ticket' | 'connection' | 'hours' | 'message'> & {
  readonly ticket?: Partial<ReceptionInput['ticket']>
  readonly connection?: Partial<ReceptionInput['connection']>
  readonly hours?: Partial<ReceptionInput['hours']>
  readonly message?: CustomerMessage
}

/** A customer's first message, to a connection with three queues. */
export function facts(words: string, different: Different = {}): ReceptionInput {
  const { ticket, connection, hours, ...rest } = different
  return {
    message: { kind: 'text', text: words },
    name: 'Carla Souza',
    number: '5551980000001',
    email: '',
    queues: [sales, support, silent],
    bot: null,
    outOfHoursToldAt: null,
    now: noon,
    timeZone: 'America/Sao_Paulo',
    language: 'pt-BR',
    ...rest,
    ticket: {
      status: 'pending',
      hasOwner: false,
      isNew: different.bot === undefined,
      isGroup: false,
      queueId: null,
      wasTakenOver: false,
      useIntegration: false,
      assistants: noAssistants,
      ...ticket,
    },
    connection: {
      greetingMessage: 'Olá, {{firstName}}!',
      outOfHoursMessage: 'Estamos fechados.',
      sendQueueId: null,
      timeUseBotQueues: 0,
      maxUseBotQueues: 3,
      assistants: noAssistants,
      ...connection,
    },
    hours: { mode: 'disabled', isCompanyOpen: true, ...hours },
  }
}

export const inQueues = (invalidAnswers = 0, menuAt = noon): BotState => ({
  stage: 'queues',
  optionId: null,
  invalidAnswers,
  menuAt,
})
export const inOptions = (at: number | null = null, invalidAnswers = 0): BotState => ({
  stage: 'options',
  optionId: at === null ? null : optionId(at),
  invalidAnswers,
  menuAt: noon,
})
export const ended: BotState = { stage: 'ended', optionId: null, invalidAnswers: 0, menuAt: noon }

/** A decision in the notation of the tables: `queue 1`, `leave`, `« text`, `at options 10 (2)`, `bot 7`, `prompt 3`, `closed`. */
export function said(decisions: readonly ReceptionDecision[]): readonly string[] {
  return decisions.map(wordFor)
}

export function decided(words: string, different: Different = {}): readonly string[] {
  return said(decideReception(facts(words, different)))
}

function wordFor(one: ReceptionDecision): string {
  switch (one.decision) {
    case 'assign-queue':
      return `queue ${one.queueId}`
    case 'leave-queue':
      return 'leave'
    case 'say':
      return `« ${one.text.replaceAll('\n', ' / ')}`
    case 'stand': {
      const { stage, optionId: at, invalidAnswers } = one.place
      return `at ${stage}${at === null ? '' : ` ${at}`}${invalidAnswers > 0 ? ` (${invalidAnswers})` : ''}`
    }
    case 'note-out-of-hours':
      return 'closed'
    case 'hand-to-integration':
      return `bot ${one.integrationId}`
    case 'hand-to-prompt':
      return `prompt ${one.promptId}`
    case 'leave-to-people':
      return 'to people'
  }
}
