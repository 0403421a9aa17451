import type { FullCompany } from '../full-company'
import { paging } from './paging'
import { clientId } from './turns'

/** Stored or scheduled texts and files, and the internal chat. */
export function wordsCalls(own: FullCompany, turn: number) {
  const quickMessage = { params: { quickMessageId: own.quickMessageId } }
  const chat = { params: { chatId: own.chatId } }
  const schedule = { params: { scheduleId: own.scheduleId } }
  const fileList = { params: { fileListId: own.fileListId } }
  const scheduleForm = {
    body: 'Seu pedido chegou!',
    contactId: own.contactId,
    sendAt: '2029-05-04T09:00:00-03:00',
    whatsappId: own.connectionId,
    userId: own.user.id,
    pictureFollows: false,
  }
  return {
    'quickMessages.list': { query: paging },
    'quickMessages.choices': {},
    'quickMessages.get': quickMessage,
    'quickMessages.create': { body: { shortcode: `oi${turn}`, message: 'Olá!', geral: true, status: true } },
    'quickMessages.update': {
      ...quickMessage,
      body: { shortcode: `oi${turn}`, message: 'Olá!', geral: true, status: true },
    },
    'quickMessages.delete': quickMessage,
    'quickMessages.putMedia': { ...quickMessage, body: { typeArch: 'quickMessage' } },
    'quickMessages.removeMedia': quickMessage,
    'fileLists.list': { query: paging },
    'fileLists.get': fileList,
    'fileLists.create': {
      body: { name: `Lista ${turn}`, message: 'Segue.', options: [{ name: 'a' }], userId: own.user.id },
    },
    'fileLists.update': {
      ...fileList,
      body: { name: `Lista ${turn}`, message: 'Segue.', options: [], userId: own.user.id },
    },
    'fileLists.delete': fileList,
    'fileLists.upload': {
      ...fileList,
      body: { fileId: own.fileListId, typeArch: 'fileList', mediaType: [], name: [], id: [] },
    },
    'schedules.between': {
      query: {
        from: '2026-11-01T00:00:00Z',
        until: '2027-01-01T00:00:00Z',
        contactId: String(own.contactId),
        userId: String(own.user.id),
      },
    },
    'schedules.list': { query: { ...paging, contactId: String(own.contactId), userId: String(own.user.id) } },
    'schedules.get': schedule,
    'schedules.create': { body: scheduleForm },
    'schedules.update': { ...schedule, body: scheduleForm },
    'schedules.delete': schedule,
    'schedules.retry': schedule,
    'schedules.putMedia': schedule,
    'schedules.removeMedia': schedule,
    'chats.list': { query: paging },
    'chats.getByUuid': { params: { uuid: own.chatUuid } },
    'chats.create': { body: { title: `Turno ${turn}`, users: [{ id: own.supervisor.id, name: 'Davi' }] } },
    'chats.openDirect': { body: { userId: own.supervisor.id } },
    'chats.update': { ...chat, body: { title: `Turno ${turn}`, users: [own.user.id, own.admin.id] } },
    'chats.delete': chat,
    'chats.leave': chat,
    'chats.messages': { ...chat, query: { pageNumber: '1', before: '' } },
    'chats.send': {
      ...chat,
      body: { message: 'Alguém viu o pedido?', clientId: clientId(turn), mentions: [own.user.id] },
    },
    'chats.read': { ...chat, body: { userId: own.user.id } },
  }
}
