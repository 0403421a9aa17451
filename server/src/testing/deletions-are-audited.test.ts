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

/** Acts of deletions that are not called `<thing>.deleted`. */
const otherActs: Readonly<Record<string, AuditAct>> = {
  'campaignOptOuts.delete': 'optOut.deleted',
  'connections.disconnect': 'connection.loggedOut',
  'connections.revokeToken': 'connection.tokenRevoked',
  'deadLetters.dismiss': 'setAside.dismissed',
  'users.signOutEverywhere': 'sessions.ended',
}

/** The audit act of a deletion: `queues.delete` is `queue.deleted`. */
function actOf(name: string): AuditAct {
  const wanted = otherActs[name] ?? `${name.replace(/s\..*/, '')}.deleted`
  const act = auditActs.find((one) => one === wanted)
  if (act === undefined) throw new Error(`${name} has no act: give it one, or a reason for none`)
  return act
}

/** Deletions without an audit entry, each with its reason. */
const unaudited: Readonly<Record<string, string>> = {
  'announcements.removeMedia': 'the announcement stays',
  'auth.logout': 'ends one’s own session',
  'campaigns.removeMedia': 'the campaign stays',
  'companies.delete': 'only orders it, as company.deletionOrdered: companies.test.ts',
  'contactImports.cancel': 'gives up a list that was read; what is imported stays',
  'contactListItems.delete': 'one item of a list; the deletion of the whole list is audited',
  'messageTemplates.delete': 'happens at Meta first, as messageTemplate.deleted: message-templates.test.ts',
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

/** The newest first. */
const entries = async (act: AuditAct) =>
  (
    await testApp
      .table('audit_entries')
      .find<{ id: number; user_id: number; address: string }>({ act }, ['id', 'user_id', 'address'])
  ).sort((one, other) => other.id - one.id)

it('O4 every deletion of the contract has an audit entry, or a reason for none', async () => {
  const deletions = endpointsOf(testApp).filter(({ method }) => method === 'DELETE')
  expect(Object.keys(unaudited).filter((name) => !deletions.some((one) => one.name === name))).toEqual([])
  const inOrder = deletions
    .filter(({ name }) => !(name in unaudited))
    .sort((one, other) => last.indexOf(one.name) - last.indexOf(other.name))

  const missing: string[] = []
  for (const [turn, endpoint] of inOrder.entries()) {
    const act = actOf(endpoint.name)
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
