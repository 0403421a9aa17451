import type { TicketId } from '@balcao/domain/ids'
import { afterEach, expect, it, vi } from 'vitest'
import { forgetTexts } from '../../lib/kept-texts'
import { emptyDraft } from './drafts'

const ticketId = 7 as TicketId // branding is parsing
/** The page as it begins: nothing is in memory. */
const loaded = async () => {
  vi.resetModules()
  return import('./drafts')
}
afterEach(forgetTexts)

it('what is being written survives a reload, and what was sent does not come back', async () => {
  const before = await loaded()
  before.keepDraft(ticketId, { ...emptyDraft, text: 'Chega na sexta' })

  const after = await loaded()

  expect(after.draftOf(ticketId).text).toBe('Chega na sexta')
  after.keepDraft(ticketId, emptyDraft)
  expect((await loaded()).draftOf(ticketId)).toEqual(emptyDraft)
})

it('signing out forgets it, for whoever sits down next', async () => {
  const drafts = await loaded()
  const { endSessionLocally } = await import('../../lib/session')
  drafts.keepDraft(ticketId, { ...emptyDraft, text: 'Só para a Marina' })

  endSessionLocally()

  expect((await loaded()).draftOf(ticketId)).toEqual(emptyDraft)
})
