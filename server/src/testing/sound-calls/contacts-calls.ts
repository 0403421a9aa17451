import type { FullCompany } from '../full-company'
import { paging } from './paging'

/** Whom the company knows, and lists of them. */
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
  return {
    'contacts.list': { query: paging },
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
