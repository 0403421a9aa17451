import { type AuditAct, auditActs } from '@balcao/domain/audit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aFullCompany, type FullCompany } from './full-company'
import { openOwnTestApp, type TestApp } from './test-app'
import { endpointsOf, send, validRequest } from './valid-requests'

let testApp: TestApp
let own: FullCompany
beforeAll(async () => {
  testApp = await openOwnTestApp() // platform
  own = await aFullCompany(testApp, { isSuper: true })
}, 60_000)
afterAll(() => testApp.close())

/** The audit act of each deletion. A new deletion must be listed here, or below with the reason why it has none. */
const kept: Readonly<Record<string, AuditAct>> = {
  'announcements.delete': 'announcement.deleted',
  'campaignOptOuts.delete': 'optOut.deleted',
  'campaigns.delete': 'campaign.deleted',
  'chats.delete': 'chat.deleted',
  'connections.delete': 'connection.deleted',
  'connections.disconnect': 'connection.loggedOut',
  'connections.revokeToken': 'connection.tokenRevoked',
  'contactLists.delete': 'contactList.deleted',
  'contacts.delete': 'contact.deleted',
  'fileLists.delete': 'fileList.deleted',
  'helps.delete': 'help.deleted',
  'holidays.delete': 'holiday.deleted',
  'deadLetters.dismiss': 'setAside.dismissed',
  'integrations.delete': 'integration.deleted',
  'plans.delete': 'plan.deleted',
  'prompts.delete': 'prompt.deleted',
  'queueOptions.delete': 'queueOption.deleted',
  'queues.delete': 'queue.deleted',
  'quickMessages.delete': 'quickMessage.deleted',
  'schedules.delete': 'schedule.deleted',
  'tags.delete': 'tag.deleted',
  'tickets.delete': 'ticket.deleted',
  'users.delete': 'user.deleted',
  'users.signOutEverywhere': 'sessions.ended',
  'webhooks.delete': 'webhook.deleted',
}

const unkept: Readonly<Record<string, string>> = {
  'announcements.removeMedia': 'the announcement stays',
  'auth.logout': 'ends one’s own session',
  'campaigns.removeMedia': 'the campaign stays',
  'companies.delete': 'only orders it, as company.deletionOrdered: companies.test.ts',
  'contactImports.cancel': 'gives up a list that was read; what is imported stays',
  'contactListItems.delete': 'one item of a list; the deletion of the whole list is audited',
  'messages.delete': 'the message stays, and shows that it was deleted',
  'notes.delete': 'a note is its writer’s own',
  'onboarding.dismiss': 'folds a hint away',
  'quickMessages.removeMedia': 'the quick message stays',
  'schedules.removeMedia': 'the schedule stays',
  'support.end': 'takes a visit, as support.ended: support.test.ts',
  'tags.take': 'a card leaves the board; ticket and tags stay',
  'twoStep.reset': 'takes two steps that are on, as twoStep.switchedOff: two-step.test.ts',
}

/** Deleted last, because other rows reference them. */
const last = [
  'tickets.delete',
  'contacts.delete',
  'users.signOutEverywhere',
  'users.delete',
  'connections.revokeToken',
  'connections.disconnect',
  'connections.delete',
  'queues.delete',
]

const entries = (act: AuditAct) =>
  testApp.rows<{ id: string; user_id: number; address: string }>(
    'select id, user_id, address from audit_entries where act = $1 order by id desc',
    [act],
  )

it('O4 every deletion of the contract has an audit entry, or a reason for none', async () => {
  const deletions = endpointsOf(testApp).filter(({ method }) => method === 'DELETE')
  expect(deletions.map(({ name }) => name).sort()).toEqual(
    [...Object.keys(kept), ...Object.keys(unkept)].sort(),
  )
  const inOrder = deletions
    .filter(({ name }) => name in kept)
    .sort((one, other) => last.indexOf(one.name) - last.indexOf(other.name))

  const missing: string[] = []
  for (const [turn, endpoint] of inOrder.entries()) {
    const act = auditActs.find((one) => one === kept[endpoint.name])
    if (act === undefined) throw new Error(`${endpoint.name} has no act`)
    const before = await entries(act)
    const sound = validRequest(endpoint.name, own, turn)
    const sent = endpoint.name === 'contacts.delete' ? { params: { contactId: own.freeContactId } } : sound
    const { status, body } = await send(testApp, endpoint, sent, own.admin.token)
    const [newest, ...others] = await entries(act)
    const isKept =
      others.length === before.length && newest?.user_id === own.admin.id && newest.address === '127.0.0.1'
    if (status !== 200 || !isKept) missing.push(`${endpoint.name} ${status} ${JSON.stringify(body)}`)
  }
  expect(missing).toEqual([])
})
