import type { FullCompany } from '../full-company'
import { paging } from './paging'
import { clientId, colour } from './turns'

/** Tickets and the records that belong to them. */
export function ticketsCalls(own: FullCompany, turn: number) {
  const contact = { params: { contactId: own.contactId } }
  const ticket = { params: { ticketId: own.ticketId } }
  const message = { params: { messageId: own.messageId } }
  const tag = { params: { tagId: own.tagId } }
  return {
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
    'tickets.kanban': {
      query: {
        searchParam: '',
        queueIds: JSON.stringify([own.queueId]),
        users: JSON.stringify([own.user.id]),
        lane: '0',
        after: '1764000000000000.1',
        teste: 'true',
      },
    },
    'tickets.kanbanCounts': {
      query: {
        searchParam: '',
        queueIds: JSON.stringify([own.queueId]),
        users: JSON.stringify([own.user.id]),
      },
    },
    'tickets.counts': { query: { showAll: 'true', queueIds: JSON.stringify([own.queueId]) } },
    'tickets.get': ticket,
    'tickets.ofContact': { ...contact, query: { pageNumber: '1' } },
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
        note: 'Ela prefere sábado.',
      },
    },
    'tickets.handovers': {},
    'tickets.outage': {},
    'tickets.seeHandover': ticket,
    'tickets.undoTransfer': ticket,
    'tickets.delete': ticket,
    'tickets.events': { ...ticket, query: { since: '2026-11-01T00:00:00Z', until: '' } },
    'tags.list': { query: { ...paging, companyId: '' } },
    'tags.choices': { query: { searchParam: '' } },
    'tags.kanban': {},
    'tags.get': tag,
    'tags.create': { body: { name: `Tag ${turn}`, color: colour(turn), kanban: 0 } },
    'tags.update': { ...tag, body: { name: `Tag ${turn}`, color: colour(turn), kanban: 1 } },
    'tags.delete': tag,
    'tags.put': { params: { ticketId: own.ticketId, tagId: own.tagId }, body: { alone: true } },
    'tags.take': ticket,
    'tags.sync': { body: { ticketId: own.ticketId, tags: [own.tagId] } },
    'messages.list': {
      ...ticket,
      query: { pageNumber: '1', before: '', after: '', around: '', limit: '20', unseen: 'false' },
    },
    'messages.search': { ...ticket, query: { searchParam: 'segredo', before: '' } },
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
    'messages.delete': message,
    'messages.edit': { ...message, body: { body: 'Melhor dito' } },
    'messages.react': { ...message, body: { emoji: '👍' } },
    'messages.retry': message,
    'messages.info': message,
    'notes.list': { query: { ticketId: String(own.ticketId), contactId: '' } },
    'notes.create': {
      body: {
        note: 'ligar amanhã',
        ticketId: own.ticketId,
        contactId: own.contactId,
        mentions: [own.user.id],
      },
    },
    'notes.delete': { params: { noteId: own.noteId } },
    'notes.colleagues': ticket,
    'notes.mentions': {},
    'notes.seen': { body: { noteIds: [own.noteId] } },
    'dashboard.read': { query: { days: '30', date_from: '', date_to: '' } },
    'dashboard.load': {},
    'dashboard.hours': { query: { date: '2026-11-20' } },
  }
}
