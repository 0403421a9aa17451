import { expect, it } from 'vitest'
import { recordAuditExport, recordPlatformAuditExport } from './audit'
import { exportShipping } from './campaigns'
import { createChat, openDirectChat, sendChatMessage } from './chats'
import { importContacts } from './contact-imports'
import { uploadContactList } from './contact-lists'
import { exportContacts, listContacts, listRemovedContacts } from './contacts'
import { testIntegration } from './integrations'
import { orderMoveOut } from './move-out'
import { orderPersonalData } from './personal-data'
import { listTickets } from './tickets'

it.each([
  listTickets,
  listContacts,
  listRemovedContacts,
  importContacts,
  uploadContactList,
  exportContacts,
  exportShipping,
  orderPersonalData,
  orderMoveOut,
  recordAuditExport,
  recordPlatformAuditExport,
  createChat,
  openDirectChat,
  sendChatMessage,
  testIntegration,
])('O3 searches, imports, exports and chats have a rate limit: $name', ({ pace }) => {
  expect(pace).toMatchObject({ calls: expect.any(Number), seconds: expect.any(Number) })
})
