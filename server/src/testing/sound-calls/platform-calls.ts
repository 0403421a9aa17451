import { planFlags } from '@balcao/domain/plans'
import type { FullCompany } from '../full-company'
import { paging } from './paging'

/** What the platform and those who found a company on it are asked: companies, plans, money, helps and announcements. */
export function platformCalls(own: FullCompany, turn: number) {
  const plan = { params: { planId: own.planId } }
  const invoice = { params: { invoiceId: own.invoiceId } }
  const help = { params: { helpId: own.helpId } }
  const announcement = { params: { announcementId: own.announcementId } }
  const planForm = {
    name: `Plano ${turn}`,
    users: 10,
    connections: 5,
    queues: 8,
    value: 199.9,
    campaigns: '',
    schedules: '',
    ...Object.fromEntries(planFlags.map((flag) => [flag, true])),
    isPublic: true,
  }
  const company = { params: { companyId: own.company.id } }
  const companyForm = {
    name: `Empresa ${turn}`,
    email: `empresa-${turn}@example.com`,
    phone: '',
    planId: own.planId,
    status: true,
    campaignsEnabled: true,
    dueDate: '2030-01-31',
    recurrence: 'MENSAL',
    billingName: '',
    addressZipCode: '90010-150',
    addressStreet: 'Rua dos Andradas, 1001',
    addressState: 'RS',
    addressCity: 'Porto Alegre',
    addressDistrict: 'Centro Histórico',
    timeZone: 'America/Manaus',
    language: 'es',
  }
  const announcementForm = { title: `Aviso ${turn}`, text: 'Manutenção às 22h', priority: 1, status: true }
  const helpForm = { title: `Ajuda ${turn}`, description: 'Passo a passo', video: 'dQw4w9WgXcQ' }
  return {
    health: {},
    'companies.list': { query: { ...paging, sort: '-dueDate' } },
    'companies.all': {},
    'companies.get': company,
    'companies.plan': company,
    'companies.create': { body: { ...companyForm, password: 'uma senha boa' } },
    'companies.update': { ...company, body: companyForm },
    'companies.extend': { ...company, body: { dueDate: '2030-01-31', openInvoice: 'keep' } },
    'companies.delete': { ...company, query: { name: 'Não é este' } },
    'companies.revokeDeletion': company,
    'companies.saveLocale': { ...company, body: { timeZone: 'America/Manaus', language: 'es' } },
    'companies.saveHours': { ...company, body: { schedules: [] } },
    'whatsappVersion.get': {},
    'whatsappVersion.save': { body: { setting: '2.3000.1046000000' } },
    'whatsappVersion.lookUp': {},
    'plans.list': {},
    'plans.all': {},
    'plans.kept': {},
    'plans.get': plan,
    'plans.create': { body: planForm },
    'plans.update': { ...plan, body: planForm },
    'plans.delete': plan,
    'support.begin': { ...company, body: { reason: 'Ajudar com a conexão' } },
    'support.leave': {},
    'support.end': {},
    'signup.signUp': {
      body: {
        name: `Loja ${turn}`,
        email: `loja-${turn}@example.com`,
        phone: '(51) 3025-4455',
        password: 'uma senha boa',
        planId: own.planId,
        timeZone: 'America/Sao_Paulo',
        companyId: '7',
        recurrence: 'MENSAL',
        dueDate: '2099-12-31T00:00:00.000Z',
        status: 't',
        campaignsEnabled: true,
      },
    },
    'helps.list': { query: paging },
    'helps.all': {},
    'helps.create': { body: helpForm },
    'helps.update': { ...help, body: helpForm },
    'helps.delete': help,
    'announcements.list': { query: paging },
    'announcements.get': announcement,
    'announcements.create': { body: announcementForm },
    'announcements.update': { ...announcement, body: announcementForm },
    'announcements.delete': announcement,
    'announcements.putMedia': { ...announcement, body: { typeArch: 'announcements' } },
    'announcements.removeMedia': announcement,
    'invoices.list': { query: paging },
    'invoices.get': invoice,
    'subscription.get': {},
    'subscription.create': {
      body: {
        firstName: 'Ana',
        lastName: 'Lima',
        address2: 'Rua dos Andradas, 1001',
        city: 'Porto Alegre',
        state: 'RS',
        zipcode: '90010-150',
        country: 'Brasil',
        useAddressForPaymentDetails: false,
        nameOnCard: '',
        cardNumber: '',
        cvv: '',
        plan: '',
        price: '0.01',
        users: '999',
        connections: '999',
        invoiceId: own.invoiceId,
      },
    },
    'subscription.webhook': { query: { hmac: '' }, body: { evento: '', pix: [] } },
    'subscription.webhookOfType': {
      params: { type: 'pix' },
      query: { hmac: '' },
      body: { evento: '', pix: [] },
    },
    'subscription.play': { body: { txid: own.txid } },
    'payments.list': { query: { ...paging, status: 'open' } },
    'payments.confirm': { ...invoice, body: { txid: '' } },
    'payments.cancel': invoice,
    'payments.handle': invoice,
    'payments.saveSupport': {
      body: { name: 'Suporte', email: 'suporte@balcao.example', phone: '(51) 3025-4455' },
    },
  }
}
