import type { Sent } from './derived-request'
import type { FullCompany } from './full-company'

const wrongPassword = 'não é esta'
const typebot = { type: 'typebot', urlN8N: 'https://bot.example' }
const promptForm = { voice: 'texto', maxTokens: 100, temperature: 1, maxMessages: 10 }
const webhookForm = { events: ['message.received', 'ticket.closed'] }

const templateContent = {
  ...{ category: 'UTILITY', header: { kind: 'text', text: 'Aviso' }, sample: null, body: 'Olá de novo!' },
  footer: 'Loja',
  buttons: [
    { kind: 'quick_reply', text: 'Sim' },
    { kind: 'url', text: 'Ver', url: 'https://loja.example' },
    { kind: 'phone_number', text: 'Ligar', phone: '551130000000' },
  ],
  examples: { header: {}, body: {}, buttons: {} },
}

const priceForm = (turn: number) => ({
  ...{ validFrom: '2026-11-01', category: `texto_${turn}`, country: 'PT', currency: 'EUR', amount: '0.0068' },
})

/**
 * Fields of valid requests that their schemas and names do not give away: values that a rule checks, and filters under
 * which a list shows its rows. An absent value leaves its field out.
 */
export function requestExamples(own: FullCompany, turn: number): Readonly<Record<string, Sent>> {
  const template = { templateId: own.templateId, values: templateContent.examples }
  return {
    'auth.login': { body: { email: own.user.email, password: wrongPassword } },
    'campaigns.create': { body: { tagListId: null, confirmation: true, template } },
    'campaigns.update': { body: { tagListId: null, confirmation: true, template } },
    'campaignSettings.save': {
      body: {
        settings: {
          messageInterval: 20,
          longerIntervalAfter: 20,
          greaterInterval: 60,
          variables: [{ key: 'cupom', value: 'NATAL10' }],
          optOutWord: 'cancelar',
        },
      },
    },
    'chats.create': { body: { users: [{ id: own.supervisor.id, name: 'Davi' }] } },
    'chats.getByUuid': { params: { uuid: own.chatUuid } },
    'chats.openDirect': { body: { userId: own.supervisor.id } },
    'chats.update': { body: { users: [own.user.id, own.admin.id] } },
    'companies.extend': { body: { openInvoice: 'keep' } },
    // Only a generated token is accepted.
    'connections.create': { body: { token: '' } },
    'connections.update': { body: { token: '' } },
    'contactImports.start': { body: { targets: ['name', 'number'] } },
    'contactListItems.list': { query: { state: 'due' } },
    // The number cannot change without a query to WhatsApp, which these tests do not simulate.
    'contacts.update': { body: { number: undefined, extraInfo: [{ name: 'cpf', value: '1' }] } },
    'contacts.choices': { query: { name: '' } },
    'dashboard.hours': { query: { date: '2026-11-20' } },
    'dashboard.read': { query: { days: '30', date_from: '', date_to: '' } },
    'externalApi.send': {
      body: { body: '', closeTicket: false, template: { id: own.templateId, values: template.values } },
    },
    'helps.create': { body: { video: 'dQw4w9WgXcQ' } },
    'helps.update': { body: { video: 'dQw4w9WgXcQ' } },
    'holidays.keep': { body: { holidays: [{ day: `20${10 + (turn % 90)}-12-25`, name: 'Natal' }] } },
    'integrations.create': { body: typebot },
    'integrations.test': { body: typebot },
    'integrations.update': { body: typebot },
    'messageCosts.report': { query: { month: '2026-11' } },
    'messagePrices.create': { body: priceForm(turn) },
    'messagePrices.import': { body: { ...priceForm(turn), lines: 'BR;utility;0,05' } },
    'messagePrices.list': { query: { category: 'marketing', country: 'BR' } },
    'messagePrices.update': { body: priceForm(turn) },
    'messages.list': { query: { after: '', around: '', limit: '20', unseen: 'false' } },
    'messages.react': { body: { emoji: '👍' } },
    'messages.sendTemplate': { body: { values: templateContent.examples } },
    'messageTemplates.create': { body: { ...templateContent, name: `aviso_${turn}`, language: 'pt_BR' } },
    'messageTemplates.update': { body: templateContent },
    'messages.search': { query: { searchParam: 'segredo' } },
    'messages.send': {
      body: { voice: false, quotedMsg: { id: own.messageId }, location: null, contactIds: [], mediaUrl: '' },
    },
    'moveIns.create': {
      body: {
        ...{ name: `loja_${turn}`, address: 'postgres://loja:senha@old.example/loja', folder: 'loja/public' },
      },
    },
    'moveIns.changeSource': { body: { address: 'postgres://loja:senha@old.example/loja', folder: null } },
    'moveIns.order': {
      body: {
        act: 'look',
        mapping: {
          companies: [{ company: '1', move: true, name: 'Loja', plan: 'Completo' }],
          emails: [{ user: '1', email: 'a@loja.example' }],
        },
      },
    },
    'moveIns.skips': { query: { afterPlace: '0', afterKind: '', afterSource: '', afterReason: '' } },
    'notes.list': { query: { contactId: '' } },
    'payments.confirm': { body: { txid: '' } },
    'payments.list': { query: { status: 'open' } },
    'prompts.create': { body: promptForm },
    'prompts.update': { body: promptForm },
    'queueOptions.update': { body: { parentId: own.otherQueueOptionId } },
    'queues.delete': { query: { moveTo: '' } },
    'schedules.between': { query: { from: '2026-11-01T00:00:00Z', until: '2027-01-01T00:00:00Z' } },
    'schedules.create': { body: { pictureFollows: false, template } },
    'schedules.update': { body: { pictureFollows: false, template } },
    'settings.update': { params: { key: 'call' }, body: { value: 'enabled' } },
    'subscription.play': { body: { txid: own.txid } },
    'subscription.webhookOfType': { params: { type: 'pix' } },
    'tickets.create': { body: { contactId: own.freeContactId, status: 'open' } },
    'tickets.events': { query: { since: '2026-11-01T00:00:00Z', until: '' } },
    'tickets.getByUuid': { params: { uuid: own.ticketUuid } },
    'tickets.kanban': { query: { lane: '0', after: '1764000000000000.1' } },
    'tickets.list': {
      query: {
        status: 'open',
        withUnreadMessages: 'false',
        tags: '[]',
        users: '[]',
        date: '',
        updatedAt: '',
      },
    },
    'tickets.update': {
      body: {
        status: 'open',
        userId: own.supervisor.id,
        useIntegration: false,
        promptId: false,
        integrationId: null,
      },
    },
    'twoStep.confirm': { body: { code: '000000' } },
    'twoStep.renewRecoveryCodes': { body: { password: wrongPassword, code: '000000' } },
    'twoStep.switchOff': { body: { password: wrongPassword, code: '000000' } },
    'users.create': { body: { allTicket: 'disable', invite: false } }, // tests send no mail
    'users.update': { body: { allTicket: 'disable', password: '', currentPassword: '' } },
    'webhooks.create': { body: webhookForm },
    'webhooks.deliveries': { query: { state: 'failed', before: String(own.deliveryId + 1) } },
    'webhooks.update': { body: webhookForm },
    'whatsappVersion.save': { body: { setting: '2.3000.1046000000' } },
  }
}
