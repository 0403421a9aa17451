import type {
  CampaignContactCounts,
  CampaignDetailsView,
  CampaignView,
  ShippingView,
} from '@balcao/contract/campaigns'
import type { CampaignId, ContactListId, ShippingId } from '@balcao/domain/ids'
import { companyId, connectionId } from './makers'

const longAgo = '2026-11-20T11:30:00.000Z'

export const campaignId = (id: number) => id as CampaignId // branding

const nothingSent: CampaignContactCounts = {
  total: 0,
  valid: 0,
  pending: 0,
  sending: 0,
  asked: 0,
  confirmed: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  skipped: 0,
  shipped: 0,
  confirmationsRequested: 0,
  confirmations: 0,
}

export const someCounts = (change: Partial<CampaignContactCounts> = {}): CampaignContactCounts => ({
  ...nothingSent,
  ...change,
})

/** An inactive one without a time, to the list Clientes, over the default connection. */
export function aCampaign(change: Partial<CampaignView> = {}): CampaignView {
  return {
    id: campaignId(1),
    name: 'Semana do Estofado',
    message1: 'Olá {nome}!',
    message2: '',
    message3: '',
    message4: '',
    message5: '',
    confirmationMessage1: '',
    confirmationMessage2: '',
    confirmationMessage3: '',
    confirmationMessage4: '',
    confirmationMessage5: '',
    status: 'INATIVA',
    confirmation: false,
    scheduledAt: null,
    startedAt: null,
    completedAt: null,
    pausedBecause: null,
    pausedAt: null,
    failure: null,
    whatsappId: connectionId(1),
    whatsapp: { id: connectionId(1), name: 'Loja Centro' },
    contactListId: 4 as ContactListId, // branding
    contactList: { id: 4 as ContactListId, name: 'Clientes' }, // branding
    tagListId: null,
    fileListId: null,
    fileList: null,
    template: null,
    companyId,
    mediaPath: null,
    mediaName: null,
    mediaType: null,
    counts: nothingSent,
    createdAt: longAgo,
    updatedAt: longAgo,
    ...change,
  }
}

/** As the report fetches it. */
export function aWholeCampaign(change: Partial<CampaignView> = {}): CampaignDetailsView {
  const { contactList, ...campaign } = aCampaign(change)
  return {
    ...campaign,
    shipping: [],
    contactList: contactList && {
      ...contactList,
      contactsCount: 10,
      validCount: 10,
      dueCount: 0,
      contacts: [],
    },
  }
}

export function aShipping(id: number, change: Partial<ShippingView> = {}): ShippingView {
  return {
    id: id as ShippingId, // branding
    campaignId: campaignId(1),
    name: 'Adriana Bessa',
    number: '5551998120076',
    email: '',
    state: 'pending',
    reason: null,
    deliveredAt: null,
    receivedAt: null,
    readAt: null,
    failedAt: null,
    confirmationRequestedAt: null,
    confirmedAt: null,
    contactId: null,
    ticketUuid: null,
    createdAt: longAgo,
    updatedAt: longAgo,
    ...change,
  }
}
