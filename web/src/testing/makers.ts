import type { ConnectionView } from '@balcao/contract/connections'
import type { SessionUser, SettingView, UserView } from '@balcao/contract/people'
import type { QueueView } from '@balcao/contract/queues'
import type { CompanyId, ConnectionId, PlanId, QueueId, UserId } from '@balcao/domain/ids'

// These makers brand ids, hence the casts.
export const companyId = 1 as CompanyId
export const queueId = (id: number) => id as QueueId
export const userId = (id: number) => id as UserId
export const connectionId = (id: number) => id as ConnectionId

const longAgo = '2026-01-05T12:00:00.000Z'
/** For a record whose times do not matter in the test. */
export const times = { createdAt: longAgo, updatedAt: longAgo }

/** A setting as the settings' calls answer it. */
export function aSetting(key: string, value: string, id = 1): SettingView {
  return { id, key, value, ...times }
}

export function aUser(change: Partial<UserView> = {}): UserView {
  return {
    id: userId(2),
    name: 'Ana Lima',
    email: 'ana@casaipe.com.br',
    profile: 'user',
    super: false,
    companyId,
    whatsappId: null,
    allTicket: 'disable',
    online: false,
    lastSeenAt: null,
    createdAt: longAgo,
    updatedAt: longAgo,
    queues: [],
    ...change,
  }
}

/** The signed-in user of a test; an attendant unless the change differs. */
export function aSessionUser(
  change: Partial<UserView> = {},
  company: Partial<SessionUser['company']> = {},
): SessionUser {
  return {
    ...aUser(change),
    company: {
      id: companyId,
      name: 'Casa Ipê Móveis',
      email: 'contato@casaipe.com.br',
      dueDate: '2036-12-10T12:00:00.000Z',
      expires: true,
      trialExpiration: '2036-12-10T12:00:00.000Z',
      isTrial: false,
      timeZone: 'America/Sao_Paulo',
      language: 'pt-BR',
      settings: [{ id: 1, key: 'campaignsEnabled', value: 'true' }],
      supportContact: null,
      support: null,
      plan: {
        id: 1 as PlanId,
        name: 'Completo',
        users: 10,
        connections: 5,
        queues: 10,
        value: 199,
        campaigns: null,
        schedules: null,
        useCampaigns: true,
        useKanban: true,
        useOpenAi: true,
        useIntegrations: true,
        useSchedules: true,
        useInternalChat: true,
        useExternalApi: true,
        storageGigabytes: null,
        isPublic: true,
        ...times,
      },
      ...company,
    },
  }
}

export const anAdmin = (change: Partial<UserView> = {}) =>
  aSessionUser({
    id: userId(1),
    name: 'Davi Farias',
    email: 'davi@casaipe.com.br',
    profile: 'admin',
    ...change,
  })

export function aQueue(change: Partial<QueueView> = {}): QueueView {
  return {
    id: queueId(1),
    name: 'Vendas',
    color: '#1E9E5A',
    orderQueue: 1,
    greetingMessage: '',
    outOfHoursMessage: '',
    schedules: [],
    promptId: null,
    integrationId: null,
    createdAt: longAgo,
    updatedAt: longAgo,
    ...change,
  }
}

export function aConnection(change: Partial<ConnectionView> = {}): ConnectionView {
  return {
    id: connectionId(1),
    name: 'Loja Centro',
    status: 'CONNECTED',
    since: longAgo,
    qrcode: '',
    qrExpiresAt: null,
    retries: 0,
    cause: null,
    step: null,
    nextAttemptAt: null,
    lastTrafficAt: null,
    number: '555130254410',
    bringHistory: false,
    history: null,
    isDefault: true,
    provider: 'beta',
    official: null,
    greetingMessage: '',
    complationMessage: '',
    outOfHoursMessage: '',
    ratingMessage: '',
    sendIdQueue: 0,
    timeSendQueue: 0,
    transferQueueId: null,
    timeToTransfer: 0,
    timeUseBotQueues: 0,
    maxUseBotQueues: 3,
    expiresTicket: 0,
    promptId: null,
    integrationId: null,
    expiresInactiveMessage: '',
    token: '',
    tokenCreatedAt: null,
    queues: [],
    createdAt: longAgo,
    updatedAt: longAgo,
    ...change,
  }
}
