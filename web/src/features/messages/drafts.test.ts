import type { TicketId } from '@balcao/domain/ids'
import { afterEach, expect, it, vi } from 'vitest'
import { removeDraftTexts, storeDraftText } from '../../lib/kept-texts'
import { aMessage } from '../../testing/ticket-makers'
import { emptyMessageDraft } from './drafts'

const ticketId = 7 as TicketId // branding is parsing
/** The module as a new page loads it, with an empty memory. */
const loaded = async () => {
  vi.resetModules()
  return import('./drafts')
}
afterEach(removeDraftTexts)

it('a draft survives a reload, and a sent one does not come back', async () => {
  const quoted = aMessage({ body: 'Quando chega?' })
  const before = await loaded()
  before.storeDraft(ticketId, { ...emptyMessageDraft, text: 'Chega na sexta', quoted })

  const after = await loaded()

  expect(after.draftOf(ticketId)).toEqual({ ...emptyMessageDraft, text: 'Chega na sexta', quoted })
  after.storeDraft(ticketId, emptyMessageDraft)
  expect((await loaded()).draftOf(ticketId)).toEqual(emptyMessageDraft)
})

it('signing out deletes it before another person signs in', async () => {
  const drafts = await loaded()
  const { endSessionLocally } = await import('../../lib/session')
  drafts.storeDraft(ticketId, { ...emptyMessageDraft, text: 'Só para a Marina' })

  endSessionLocally()

  expect((await loaded()).draftOf(ticketId)).toEqual(emptyMessageDraft)
})

it.each(['{', '7', '{"id":1}'])('drops a quote of another version of the page: %s', async (kept) => {
  storeDraftText(ticketId, 'Chega na sexta')
  storeDraftText(ticketId, kept, 'quote')

  expect((await loaded()).draftOf(ticketId)).toEqual({ ...emptyMessageDraft, text: 'Chega na sexta' })
})
