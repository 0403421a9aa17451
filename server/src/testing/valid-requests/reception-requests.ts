import type { FullCompany } from '../full-company'
import { paging } from './paging'
import { colour, holidayOf } from './turns'

/** Connections, queues and their menus, assistants, bots, and programs. */
export function receptionCalls(own: FullCompany, turn: number) {
  const queue = { params: { queueId: own.queueId } }
  const queueOption = { params: { optionId: own.queueOptionId } }
  const connection = { params: { connectionId: own.connectionId } }
  const entry = { params: { entryId: own.entryId } }
  const prompt = { params: { promptId: own.promptId } }
  const integration = { params: { integrationId: own.integrationId } }
  const promptForm = {
    name: 'Assistente',
    prompt: 'Você atende a loja.',
    voice: 'texto',
    voiceKey: '',
    voiceRegion: '',
    maxTokens: 100,
    temperature: 1,
    apiKey: '',
    queueId: own.queueId,
    maxMessages: 10,
  }
  const integrationForm = {
    type: 'typebot',
    name: 'Robô',
    projectName: '',
    jsonContent: '',
    signingSecret: '',
    language: '',
    urlN8N: 'https://bot.example',
    typebotDelayMessage: 1000,
    typebotExpires: 1,
    typebotKeywordFinish: '#sair',
    typebotKeywordRestart: '#inicio',
    typebotRestartMessage: 'De novo',
    typebotSlug: 'loja',
    typebotUnknownMessage: 'Não entendi',
  }
  const webhook = { params: { webhookId: own.webhookId } }
  const delivery = { params: { webhookId: own.webhookId, deliveryId: own.deliveryId } }
  const webhookForm = {
    name: `Programa ${turn}`,
    url: 'https://erp.example/balcao',
    events: ['message.received', 'ticket.closed'],
    connectionId: own.connectionId,
    isActive: true,
  }
  const texts = { greetingMessage: 'Olá', outOfHoursMessage: 'Até amanhã' }
  const assistants = { promptId: own.promptId, integrationId: own.integrationId }
  const queueForm = {
    name: `Fila ${turn}`,
    color: colour(turn),
    ...texts,
    orderQueue: 1,
    schedules: [],
    ...assistants,
  }
  const connectionForm = {
    name: `Linha ${turn}`,
    isDefault: true,
    ...texts,
    complationMessage: '',
    ratingMessage: '',
    queueIds: [own.queueId],
    provider: 'beta',
    sendIdQueue: own.queueId,
    transferQueueId: own.queueId,
    timeToTransfer: '10',
    token: '',
    ...assistants,
    timeSendQueue: '10',
    timeUseBotQueues: 0,
    maxUseBotQueues: 3,
    expiresTicket: 60,
    expiresInactiveMessage: 'Até logo!',
  }
  return {
    'queues.list': { query: { companyId: String(own.company.id) } },
    'queues.get': queue,
    'queues.create': { body: queueForm },
    'queues.update': { ...queue, body: queueForm },
    'queues.delete': { ...queue, query: { moveTo: '' } },
    'queueOptions.list': { query: { queueId: own.queueId, parentId: own.queueOptionId } },
    'queueOptions.create': {
      body: {
        queueId: own.queueId,
        parentId: own.queueOptionId,
        option: '1',
        title: 'Por e-mail',
        message: 'Enviamos já.',
      },
    },
    'queueOptions.update': {
      ...queueOption,
      body: { parentId: own.otherQueueOptionId, option: 1, title: 'Segunda via', message: '' },
    },
    'queueOptions.delete': queueOption,
    'holidays.list': {},
    'holidays.keep': { body: { holidays: [{ day: holidayOf(turn), name: 'Natal' }] } },
    'holidays.delete': { params: { holidayId: own.holidayId } },
    'connections.list': { query: { session: '0', companyId: String(own.company.id) } },
    'connections.get': connection,
    'connections.create': { body: { ...connectionForm, bringHistory: true } },
    'connections.update': { ...connection, body: connectionForm },
    'connections.delete': connection,
    'connections.usage': connection,
    'connections.makeToken': connection,
    'connections.revokeToken': connection,
    'connections.startSession': { ...connection, body: { bringHistory: true } },
    'connections.newQr': { ...connection, body: { bringHistory: false } },
    'connections.stop': connection,
    'connections.disconnect': connection,
    'connections.pairingCode': { ...connection, body: { number: '5511988887777' } },
    'deadLetters.list': { query: { pageNumber: '1' } },
    'deadLetters.replay': entry,
    'deadLetters.replayAll': {},
    'deadLetters.dismiss': entry,
    'prompts.list': { query: paging },
    'prompts.get': prompt,
    'prompts.create': { body: promptForm },
    'prompts.update': { ...prompt, body: promptForm },
    'prompts.delete': prompt,
    'integrations.list': { query: paging },
    'integrations.get': integration,
    'integrations.create': { body: integrationForm },
    'integrations.update': { ...integration, body: integrationForm },
    'integrations.delete': integration,
    'webhooks.list': {},
    'webhooks.create': { body: webhookForm },
    'webhooks.update': { ...webhook, body: webhookForm },
    'webhooks.delete': webhook,
    'webhooks.renewSecret': webhook,
    'webhooks.test': webhook,
    'webhooks.deliveries': { ...webhook, query: { state: 'failed', before: String(own.deliveryId + 1) } },
    'webhooks.delivery': delivery,
    'webhooks.sendAgain': delivery,
    'integrations.test': { body: { ...integrationForm, integrationId: own.integrationId } },
    'externalApi.send': { body: { number: `55119${80_000_000 + turn}`, body: 'Olá!', closeTicket: false } },
  }
}
