import type { TicketId } from '@balcao/domain/ids'
import { afterEach, expect, it, vi } from 'vitest'
import { forgetTexts, keepText } from '../../lib/kept-texts'
import { aMessage } from '../../testing/ticket-makers'
import { emptyDraft } from './drafts'

const ticketId = 7 as TicketId // branding is parsing
/** The page as it begins: nothing is in memory. */
const loaded = async () => {
  vi.resetModules()
  return import('./drafts')
}
afterEach(forgetTexts)

it('what is being written survives a reload, and what was sent does not come back', async () => {
  const quoted = aMessage({ body: 'Quando chega?' })
  const before = await loaded()
  before.keepDraft(ticketId, { ...emptyDraft, text: 'Chega na sexta', quoted })

  const after = await loaded()

  expect(after.draftOf(ticketId)).toEqual({ ...emptyDraft, text: 'Chega na sexta', quoted })
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

it.each(['{', '7', '{"id":1}'])(
  'a quote that reads %s, from another version of the page, is none',
  async (kept) => {
    keepText(ticketId, 'Chega na sexta')
    keepText(ticketId, kept, 'quote')

    expect((await loaded()).draftOf(ticketId)).toEqual({ ...emptyDraft, text: 'Chega na sexta' })
  },
)
