import { listAuditEntries } from '@balcao/contract/audit'
import { listInvoices } from '@balcao/contract/billing'
import { getCampaign, listCampaigns } from '@balcao/contract/campaigns'
import { listConnections } from '@balcao/contract/connections'
import { getContact, listContacts } from '@balcao/contract/contacts'
import { listIntegrations } from '@balcao/contract/integrations'
import { listMessageTemplates } from '@balcao/contract/message-templates'
import { listMessages } from '@balcao/contract/messages'
import {
  getSessionUser,
  listSettings,
  listUsers,
  refreshAccessToken,
  type SessionUser,
} from '@balcao/contract/people'
import { listPrompts } from '@balcao/contract/prompts'
import { listQueues } from '@balcao/contract/queues'
import { listSchedulesBetween } from '@balcao/contract/schedules'
import { getTicketByUuid, listTickets } from '@balcao/contract/tickets'
import { listWebhookDeliveries, listWebhooks, type WebhookView } from '@balcao/contract/webhooks'
import type { DeliveryId, InvoiceId, TicketId, WebhookId } from '@balcao/domain/ids'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anIntegration, aPrompt } from '../testing/assistant-makers'
import { aCampaign, aWholeCampaign, campaignId } from '../testing/campaign-makers'
import type { FakeServer } from '../testing/fake-server'
import {
  aConnection,
  anAdmin,
  aQueue,
  aSessionUser,
  aSetting,
  aUser,
  connectionId,
  times,
  userId,
} from '../testing/makers'
import { openApp } from '../testing/open-app'
import { aSchedule, scheduleId } from '../testing/schedule-makers'
import { endpoints, serveAll } from '../testing/serve-all'
import { aTemplate } from '../testing/template-makers'
import { aContact, aTicket, uuidOf } from '../testing/ticket-makers'

const admin = anAdmin()
const visitor = aSessionUser(
  { id: userId(99), name: 'Dono · Suporte', profile: 'admin' },
  {
    support: {
      userId: userId(99),
      name: 'Dono',
      reason: 'Ajudar com a conexão',
      since: new Date().toISOString(),
      until: new Date(Date.now() + 3_600_000).toISOString(),
    },
  },
)

interface Screen {
  readonly path: string
  /** The buttons pressed on the way. */
  readonly opens?: readonly string[]
  /** A text or label that both see: the screen is open. */
  readonly shows: string
  /** The acts that only the company's own admin has. */
  readonly hides: readonly string[]
  /** The calls behind it. */
  readonly calls: readonly string[]
}

/** The tab of the options shows them read-only, with a reason. */
const settingsCall = 'settings.update'

/** Every call that a visit is refused, by the screens that offer it. */
const screens: Record<string, Screen> = {
  users: {
    path: '/users',
    shows: 'Bia Reis',
    hides: ['Novo usuário', 'Editar Bia Reis', 'Excluir Bia Reis'],
    // The form of a user offers the last ones.
    calls: [
      'users.create',
      'users.update',
      'users.delete',
      'users.signOutEverywhere',
      'users.mailPasswordLink',
      'twoStep.reset',
    ],
  },
  'the own account': {
    path: '/connections',
    opens: ['Conta de'],
    shows: 'Sair',
    hides: ['Perfil'],
    calls: [
      'twoStep.read',
      'twoStep.begin',
      'twoStep.confirm',
      'twoStep.renewRecoveryCodes',
      'twoStep.switchOff',
    ],
  },
  integrations: {
    path: '/queue-integration',
    shows: 'Fluxo da loja',
    hides: ['Adicionar integração', 'Editar Fluxo da loja', 'Excluir Fluxo da loja'],
    calls: ['integrations.create', 'integrations.update', 'integrations.delete', 'integrations.test'],
  },
  prompts: {
    path: '/prompts',
    shows: 'Assistente da loja',
    hides: ['Adicionar prompt', 'Editar Assistente da loja', 'Excluir Assistente da loja'],
    calls: ['prompts.create', 'prompts.update', 'prompts.delete'],
  },
  schedules: {
    path: '/schedules?view=list',
    shows: 'Excluir agendamento',
    hides: ['Novo agendamento', 'Editar agendamento', 'Tentar de novo'],
    calls: [
      'schedules.create',
      'schedules.update',
      'schedules.retry',
      'schedules.putMedia',
      'schedules.removeMedia',
    ],
  },
  'a ticket': {
    path: `/tickets/${uuidOf(1)}`,
    shows: 'Finalizar',
    hides: ['Mais ações'], // both of its entries
    calls: ['schedules.create', 'tickets.delete'],
  },
  connections: {
    path: '/connections',
    shows: 'Editar Loja Centro',
    hides: ['Token da API de Loja Centro'],
    calls: ['connections.makeToken', 'connections.revokeToken'],
  },
  'an official number': {
    path: '/connections',
    shows: 'Editar Loja Oficial',
    hides: ['Configurar'],
    calls: ['officialNumbers.ofAccount', 'officialNumbers.setUp'],
  },
  'message templates': {
    path: '/connections/4/templates',
    shows: 'pedido_enviado',
    hides: ['Novo modelo', 'Editar pedido_enviado', 'Excluir pedido_enviado'],
    // The form of a template offers the last one.
    calls: [
      'messageTemplates.create',
      'messageTemplates.update',
      'messageTemplates.delete',
      'messageTemplates.sample',
    ],
  },
  invoices: {
    path: '/financeiro',
    shows: 'Completo',
    hides: ['PAGAR fatura 12'],
    calls: ['subscription.create', 'subscription.play'],
  },
  'the audit trail': {
    path: '/settings?tab=audit',
    shows: 'Davi Farias',
    hides: ['Exportar planilha'],
    calls: ['audit.export'],
  },
  'all data of the company': {
    path: '/settings?tab=audit',
    shows: 'Davi Farias',
    hides: ['Levar os dados'],
    calls: ['moveOut.get', 'moveOut.order'],
  },
  campaigns: {
    path: '/campaigns',
    shows: 'Editar Semana do Estofado',
    hides: ['Iniciar Semana do Estofado agora', 'Reiniciar Feira'],
    calls: ['campaigns.start', 'campaigns.restart'],
  },
  'the report of a campaign': {
    path: '/campaign/2/report',
    shows: 'Atualizar',
    hides: ['Reiniciar', 'Exportar'],
    calls: ['campaigns.restart', 'campaigns.export'],
  },
  contacts: {
    path: '/contacts',
    shows: 'Editar Marina Duarte',
    hides: ['Exportar', 'Excluídos', 'Excluir Marina Duarte'],
    calls: ['contacts.export', 'contacts.listRemoved', 'contacts.delete'],
  },
  'the details of a contact': {
    path: '/contacts',
    opens: ['Marina Duarte'],
    shows: 'Fechar',
    hides: ['Unir com outro contato', 'Apagar os dados'],
    calls: ['contacts.merge', 'contacts.erase', 'personalData.get', 'personalData.order'],
  },
  webhooks: {
    path: '/messages-api/webhooks',
    shows: 'Excluir Estoque',
    hides: ['Adicionar webhook', 'Editar Estoque', 'Trocar o segredo de Estoque'],
    calls: ['webhooks.create', 'webhooks.update', 'webhooks.renewSecret'],
  },
  'the log of a webhook': {
    path: '/messages-api/webhooks',
    opens: ['Ver o registro de Estoque'],
    shows: 'message.received',
    hides: ['Ver a entrega de message.received'],
    calls: ['webhooks.delivery'],
  },
}

it('A6 the screens below cover every call that a visit is refused', () => {
  const closed = endpoints.filter(({ closedToSupport }) => closedToSupport).map(({ name }) => name)
  const covered = new Set(Object.values(screens).flatMap(({ calls }) => calls))

  expect([...covered, settingsCall].sort()).toEqual(closed.sort())
})

describe.each(Object.entries(screens))('%s', (_, { path, opens = [], shows, hides }) => {
  async function open(as: SessionUser) {
    const { person } = openApp({ path, as, serve: (server) => serve(server, as) })
    for (const name of opens)
      await person.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }))
    await waitFor(() => expect(isShown(shows)).toBe(true))
  }

  it('A6 offers all of it to an admin of the company', async () => {
    await open(admin)

    await waitFor(() => expect(hides.filter(isShown)).toEqual(hides))
  })

  it('A6 offers a support visit nothing that the server refuses', async () => {
    await open(visitor)

    expect(hides.filter(isShown)).toEqual([])
  })
})

it('A6 on a visit the options are read-only, with a reason', async () => {
  openApp({ path: '/settings', as: visitor, serve: (server) => serve(server, visitor) })

  const rating = await screen.findByRole('combobox', { name: 'Avaliações' })

  expect(rating.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText(/as outras opções são da empresa/)).toBeTruthy()
})

const isShown = (words: string) =>
  screen.queryAllByText(words).length + screen.queryAllByLabelText(words).length > 0

function serve(server: FakeServer, as: SessionUser): void {
  const contact = aContact()
  const ticket = aTicket({ status: 'open', userId: as.id, uuid: uuidOf(1) })
  const cancelled = { id: campaignId(2), name: 'Feira', status: 'CANCELADA' as const }
  const failed = aSchedule({ id: scheduleId(2), status: 'ERRO', failure: 'ERR_NO_DEF_WAPP_FOUND' })
  serveAll(server)
  server
    .on(getSessionUser, () => as)
    .on(refreshAccessToken, () => ({ token: 'a-token', user: as }))
    .on(listUsers, () => ({ users: [aUser({ name: 'Bia Reis' })], count: 1, hasMore: false }))
    .on(listIntegrations, () => ({ queueIntegrations: [anIntegration()], count: 1, hasMore: false }))
    .on(listPrompts, () => ({ prompts: [aPrompt()], count: 1, hasMore: false }))
    .on(listSchedulesBetween, () => ({ schedules: [aSchedule(), failed], hasMore: false }))
    .on(getTicketByUuid, () => ticket)
    .on(listMessages, () => ({ messages: [], ticket, count: 0, hasMore: false }))
    .on(listTickets, () => ({ tickets: [ticket], count: 1, hasMore: false }))
    .on(listQueues, () => [aQueue()])
    .on(listMessageTemplates, () => ({ templates: [aTemplate()], checkedAt: times.createdAt }))
    .on(listConnections, () => [
      aConnection(),
      aConnection({ id: connectionId(2), name: 'Loja Oficial', provider: 'cloud', number: null }),
    ])
    .on(listInvoices, () => ({
      invoices: [
        {
          id: 12 as InvoiceId, // branding, as below
          detail: 'Completo',
          value: 199,
          dueDate: '2036-12-10',
          status: 'open' as const,
          attention: null,
          ...times,
        },
      ],
      count: 1,
      hasMore: false,
    }))
    .on(listSettings, () => [aSetting('userRating', 'disabled')])
    .on(listAuditEntries, () => ({
      entries: [
        {
          id: 1,
          at: '2026-11-20T12:00:00.000Z',
          act: 'login.succeeded' as const,
          company: null,
          user: { id: userId(1), name: 'Davi Farias' },
          address: null,
          subject: null,
          detail: {},
        },
      ],
      next: null,
    }))
    .on(listCampaigns, () => ({
      records: [aCampaign(), aCampaign(cancelled)],
      count: 2,
      hasMore: false,
    }))
    .on(getCampaign, () => aWholeCampaign(cancelled))
    .on(listContacts, () => ({ contacts: [contact], count: 1, hasMore: false }))
    .on(getContact, () => contact)
    .on(listWebhooks, () => ({ webhooks: [stock] }))
    .on(listWebhookDeliveries, () => ({ deliveries: [delivery], hasMore: false }))
}

const stock: WebhookView = {
  id: 7 as WebhookId,
  name: 'Estoque',
  url: 'https://erp.example/…',
  events: ['message.received'],
  connectionId: null,
  isActive: true,
  offReason: null,
  lastCallAt: null,
  lastFailure: null,
  ...times,
}
const delivery = {
  id: 41 as DeliveryId,
  event: 'message.received' as const,
  ticketId: 85 as TicketId,
  state: 'failed' as const,
  attempts: 7,
  nextTryAt: null,
  calledAt: null,
  milliseconds: 35,
  status: 500,
  failure: 'refused' as const,
  createdAt: times.createdAt,
}
