import type { FullCompany } from '../full-company'
import { paging } from './paging'

/** Contacts, and lists of them. */
export function contactsCalls(own: FullCompany, turn: number) {
  const contact = { params: { contactId: own.contactId } }
  const pair = { params: { contactId: own.contactId, otherContactId: own.freeContactId } }
  const contactImport = { params: { importId: own.importId } }
  const contactList = { params: { contactListId: own.contactListId } }
  const listed = { params: { contactListItemId: own.contactListItemId } }
  const listedForm = {
    name: 'Olga Lima',
    number: `55519${66_000_000 + turn}`,
    email: 'olga@exemplo.com',
    contactListId: own.contactListId,
    companyId: own.company.id,
  }
  const contactForm = {
    name: `Cliente ${turn}`,
    number: `55119${80_000_000 + turn}`,
    email: '',
    extraInfo: [],
  }
  const campaign = { params: { campaignId: own.campaignId } }
  const campaignForm = {
    message1: 'Olá, {nome}! {cupom}',
    message2: '',
    message3: '',
    message4: '',
    message5: '',
    confirmationMessage1: 'Quer a oferta?',
    confirmationMessage2: '',
    confirmationMessage3: '',
    confirmationMessage4: '',
    confirmationMessage5: '',
    confirmation: true,
    scheduledAt: '2029-05-04T09:00:00-03:00',
    whatsappId: own.connectionId,
    contactListId: own.contactListId,
    tagListId: null,
    fileListId: own.fileListId,
    status: 'INATIVA',
    companyId: own.company.id,
  }
  return {
    'contacts.list': { query: paging },
    'contacts.listRemoved': { query: paging },
    'contacts.choices': { query: { name: '' } },
    'contacts.get': contact,
    'contacts.create': { body: contactForm },
    'contacts.update': {
      ...contact,
      body: { name: `Cliente ${turn}`, email: '', extraInfo: [{ name: 'cpf', value: '1' }] },
    },
    'contacts.delete': contact,
    'contacts.export': {},
    'contacts.mergePreview': pair,
    'contacts.merge': pair,
    'personalData.order': contact,
    'personalData.get': contact,
    'contacts.erase': { ...contact, body: { confirmation: 'não é o nome' } },
    'contactImports.create': { body: { preview: false } },
    'contactImports.list': {},
    'contactImports.start': { ...contactImport, body: { hasHeader: true, targets: ['name', 'number'] } },
    'contactImports.cancel': contactImport,
    'contactImports.report': { ...contactImport, query: { after: '0' } },
    'campaigns.list': { query: { ...paging, status: 'INATIVA' } },
    'campaigns.get': campaign,
    'campaigns.create': { body: { ...campaignForm, name: `Oferta ${turn}` } },
    'campaigns.update': { ...campaign, body: { ...campaignForm, name: `Oferta ${turn}` } },
    'campaigns.delete': campaign,
    'campaigns.estimate': campaign,
    'campaigns.start': campaign,
    'campaigns.cancel': campaign,
    'campaigns.restart': campaign,
    'campaigns.putMedia': campaign,
    'campaigns.removeMedia': campaign,
    'campaigns.figures': campaign,
    'campaigns.shipping': { ...campaign, query: { ...paging, state: 'pending' } },
    'campaigns.export': { ...campaign, body: { searchParam: '', state: 'pending', after: 1 } },
    'campaignOptOuts.list': { query: paging },
    'campaignOptOuts.create': { body: { name: 'Otto Prado', number: `55519${55_000_000 + turn}` } },
    'campaignOptOuts.delete': { params: { optOutId: own.optOutId } },
    'campaignSettings.get': {},
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
    'contactLists.list': { query: paging },
    'contactLists.choices': { query: { companyId: String(own.company.id) } },
    'contactLists.get': contactList,
    'contactLists.create': { body: { name: `Lista ${turn}`, companyId: own.company.id } },
    'contactLists.update': { ...contactList, body: { name: `Lista ${turn}`, companyId: own.company.id } },
    'contactLists.delete': contactList,
    'contactLists.upload': { ...contactList, body: { report: true } },
    'contactLists.fillFromTag': { ...contactList, body: { tagId: own.tagId } },
    'contactLists.check': contactList,
    'contactListItems.list': { query: { ...paging, contactListId: String(own.contactListId), state: 'due' } },
    'contactListItems.get': listed,
    'contactListItems.create': { body: listedForm },
    'contactListItems.update': { ...listed, body: listedForm },
    'contactListItems.delete': listed,
  }
}
