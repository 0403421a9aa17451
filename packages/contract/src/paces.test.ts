import { expect, it } from 'vitest'
import { recordAuditExport, recordPlatformAuditExport } from './audit'
import { exportCampaignShippings } from './campaigns'
import { createChat, openDirectChat, sendChatMessage } from './chats'
import { importContacts } from './contact-imports'
import { uploadContactList } from './contact-lists'
import { exportContacts, listContacts, listDeletedContacts } from './contacts'
import { testIntegration } from './integrations'
import { orderMoveOut } from './move-out'
import { orderPersonalDataExport } from './personal-data'
import { listTickets } from './tickets'

it.each([
  listTickets,
  listContacts,
  listDeletedContacts,
  importContacts,
  uploadContactList,
  exportContacts,
  exportCampaignShippings,
  orderPersonalDataExport,
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
