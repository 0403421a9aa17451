import { addressOf } from '@balcao/contract/client'
import type { Endpoint } from '@balcao/contract/endpoint'
import { planFlags } from '@balcao/domain/plans'
import type { FullCompany } from './full-company'
import type { Town } from './town'

/** What a call carries, part by part, before any schema has seen it. */
export interface Sent {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
}

export const missingId = 2_000_000_000
export const missingUuid = '00000000-0000-4000-8000-000000000000'

/**
 * One call of every endpoint as an honest client would write it, with every field that it takes. Walkers over the whole
 * house take a call and spoil one part of it. `turn` makes names unique where they must be.
 */
export function soundCall(name: string, own: FullCompany, turn: number): Sent {
  const user = { params: { userId: own.user.id } }
  const queue = { params: { queueId: own.queueId } }
  const connection = { params: { connectionId: own.connectionId } }
  const contact = { params: { contactId: own.contactId } }
  const ticket = { params: { ticketId: own.ticketId } }
  const message = { params: { messageId: own.messageId } }
  const tag = { params: { tagId: own.tagId } }
  const quickMessage = { params: { quickMessageId: own.quickMessageId } }
  const schedule = { params: { scheduleId: own.scheduleId } }
  const plan = { params: { planId: own.planId } }
  const help = { params: { helpId: own.helpId } }
  const entry = { params: { entryId: own.entryId } }
  const paging = { searchParam: '', pageNumber: '1' }
  const texts = { greetingMessage: 'Olá', outOfHoursMessage: 'Até amanhã' }
  const queueForm = { name: `Fila ${turn}`, color: colour(turn), ...texts, orderQueue: 1, schedules: [] }
  const scheduleForm = {
    body: 'Seu pedido chegou!',
    contactId: own.contactId,
    sendAt: '2029-05-04T09:00:00-03:00',
    whatsappId: own.connectionId,
    userId: own.user.id,
  }
  const connectionForm = {
    name: `Linha ${turn}`,
    isDefault: true,
    ...texts,
    complationMessage: '',
    ratingMessage: '',
    queueIds: [own.queueId],
  }
  const userForm = {
    name: `Pessoa ${turn}`,
    email: `pessoa-${turn}@example.com`,
    password: 'uma senha boa',
    profile: 'user',
    queueIds: [own.queueId],
    whatsappId: own.connectionId,
    allTicket: 'disable',
  }
  const planForm = {
    name: `Plano ${turn}`,
    users: 10,
    connections: 5,
    queues: 8,
    value: 199.9,
    campaigns: '',
    schedules: '',
    ...Object.fromEntries(planFlags.map((flag) => [flag, true])),
  }
  const helpForm = { title: `Ajuda ${turn}`, description: 'Passo a passo', video: 'dQw4w9WgXcQ' }
  const contactForm = {
    name: `Cliente ${turn}`,
    number: `55119${80_000_000 + turn}`,
    email: '',
    extraInfo: [],
  }
  const calls: Record<string, Sent> = {
    health: {},
    'auth.login': { body: { email: own.user.email, password: 'não é esta' } },
    'auth.refreshToken': {},
    'auth.logout': {},
    'auth.me': {},
    'plans.list': {},
    'plans.all': {},
    'plans.get': plan,
    'plans.create': { body: planForm },
    'plans.update': { ...plan, body: planForm },
    'plans.delete': plan,
    'helps.list': { query: paging },
    'helps.all': {},
    'helps.create': { body: helpForm },
    'helps.update': { ...help, body: helpForm },
    'helps.delete': help,
    'users.list': { query: paging },
    'users.choices': {},
    'users.get': user,
    'users.create': { body: userForm },
    'users.update': { ...user, body: { ...userForm, password: '' } },
    'users.delete': user,
    'queues.list': {},
    'queues.get': queue,
    'queues.create': { body: queueForm },
    'queues.update': { ...queue, body: queueForm },
    'queues.delete': { ...queue, query: { moveTo: '' } },
    'settings.list': {},
    'settings.update': { params: { key: 'call' }, body: { value: 'enabled' } },
    'tags.list': { query: { ...paging, companyId: '' } },
    'tags.choices': { query: { searchParam: '' } },
    'tags.kanban': {},
    'tags.get': tag,
    'tags.create': { body: { name: `Tag ${turn}`, color: colour(turn), kanban: 0 } },
    'tags.update': { ...tag, body: { name: `Tag ${turn}`, color: colour(turn), kanban: 1 } },
    'tags.delete': tag,
    'tags.sync': { body: { ticketId: own.ticketId, tags: [own.tagId] } },
    'tickets.list': {
      query: {
        ...paging,
        status: 'open',
        showAll: 'true',
        withUnreadMessages: 'false',
        queueIds: JSON.stringify([own.queueId]),
        tags: '[]',
        users: '[]',
        date: '',
        updatedAt: '',
      },
    },
    'tickets.counts': { query: { showAll: 'true', queueIds: JSON.stringify([own.queueId]) } },
    'tickets.get': ticket,
    'tickets.others': { ...ticket, query: { pageNumber: '1' } },
    'tickets.getByUuid': { params: { uuid: own.ticketUuid } },
    'tickets.create': {
      body: {
        contactId: own.freeContactId,
        queueId: own.queueId,
        whatsappId: own.connectionId,
        userId: own.user.id,
        status: 'open',
      },
    },
    'tickets.acceptNext': {},
    'tickets.update': {
      ...ticket,
      body: {
        status: 'open',
        userId: own.supervisor.id,
        queueId: own.queueId,
        whatsappId: own.connectionId,
        useIntegration: false,
        promptId: false,
        integrationId: null,
      },
    },
    'tickets.delete': ticket,
    'connections.list': { query: { session: '0' } },
    'connections.get': connection,
    'connections.create': { body: { ...connectionForm, bringHistory: true } },
    'connections.update': { ...connection, body: connectionForm },
    'connections.delete': connection,
    'connections.startSession': { ...connection, body: { bringHistory: true } },
    'connections.newQr': { ...connection, body: { bringHistory: false } },
    'connections.stop': connection,
    'connections.disconnect': connection,
    'connections.pairingCode': { ...connection, body: { number: '5511988887777' } },
    'inTray.listSetAside': { query: { pageNumber: '1' } },
    'inTray.replay': entry,
    'inTray.replayAll': {},
    'inTray.dismiss': entry,
    'contacts.list': { query: paging },
    'contacts.choices': { query: { name: '' } },
    'contacts.get': contact,
    'contacts.create': { body: contactForm },
    'contacts.update': {
      ...contact,
      body: { name: `Cliente ${turn}`, email: '', extraInfo: [{ name: 'cpf', value: '1' }] },
    },
    'contacts.delete': contact,
    'messages.list': { ...ticket, query: { pageNumber: '1', before: '', after: '', around: '' } },
    'messages.send': {
      ...ticket,
      body: {
        body: 'Olá!',
        clientId: clientId(turn),
        voice: false,
        quotedMsg: { id: own.messageId },
        location: null,
        contactIds: [],
        fromMe: true,
        read: 1,
        mediaUrl: '',
      },
    },
    'quickMessages.list': { query: paging },
    'quickMessages.choices': {},
    'quickMessages.get': quickMessage,
    'quickMessages.create': { body: { shortcode: `oi${turn}`, message: 'Olá!', geral: true } },
    'quickMessages.update': {
      ...quickMessage,
      body: { shortcode: `oi${turn}`, message: 'Olá!', geral: true },
    },
    'quickMessages.delete': quickMessage,
    'quickMessages.putMedia': { ...quickMessage, body: { typeArch: 'quickMessage' } },
    'quickMessages.removeMedia': quickMessage,
    'schedules.list': { query: { ...paging, contactId: String(own.contactId), userId: String(own.user.id) } },
    'schedules.get': schedule,
    'schedules.create': { body: scheduleForm },
    'schedules.update': { ...schedule, body: scheduleForm },
    'schedules.delete': schedule,
    'schedules.putMedia': schedule,
    'schedules.removeMedia': schedule,
    'dashboard.read': { query: { days: '30', date_from: '', date_to: '' } },
    'dashboard.hours': { query: { date: '2026-11-20' } },
    'notes.list': { query: { ticketId: String(own.ticketId), contactId: '' } },
    'notes.create': { body: { note: 'ligar amanhã', ticketId: own.ticketId, contactId: own.contactId } },
    'notes.delete': { params: { noteId: own.noteId } },
    'messages.delete': message,
    'messages.edit': { ...message, body: { body: 'Melhor dito' } },
    'messages.react': { ...message, body: { emoji: '👍' } },
    'messages.retry': message,
    'messages.info': message,
    'tickets.events': { ...ticket, query: { since: '2026-11-01T00:00:00Z', until: '' } },
  }
  const call = calls[name]
  if (call === undefined) throw new Error(`${name} has no sound call yet: write one here`)
  return call
}

const colour = (turn: number) => `#${(0x200000 + turn).toString(16)}`
const clientId = (turn: number) => `00000000-0000-4000-8000-${String(turn).padStart(12, '0')}`

export interface RawAnswer {
  readonly status: number
  readonly body: unknown
}

/** Sends exactly this, as whoever holds the token; null is nobody. */
export async function send(
  town: Town,
  endpoint: Endpoint,
  sent: Sent,
  token: string | null,
): Promise<RawAnswer> {
  const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT'
  const answer = await town.house.http.inject({
    method: endpoint.method,
    url: addressOf(endpoint, sent),
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody ? { payload: JSON.stringify(sent.body ?? {}) } : {}),
  })
  return { status: answer.statusCode, body: answer.json() }
}

/** Every endpoint of the house, the one that ends the caller's session last. */
export function endpointsOf(town: Town): readonly Endpoint[] {
  const endpoints = town.house.features.flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint))
  const endsSession = ({ name }: Endpoint) => name === 'auth.logout'
  return [...endpoints.filter((one) => !endsSession(one)), ...endpoints.filter(endsSession)]
}
