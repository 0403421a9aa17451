import { listMessages } from '@balcao/contract/messages'
import { updateSetting } from '@balcao/contract/people'
import { updateTicket } from '@balcao/contract/tickets'
import type { MessageRetention } from '@balcao/domain/message-retention'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aShopFloor, type ShopFloor } from '../../features/tickets/testing/shop-floor'
import { pdf } from '../../platform/files/sample-files.fixture'
import { postForm } from '../../testing/post-form'
import { openTown, type Town } from '../../testing/town'
import { forgetOldWords } from './forget-old-words'

let town: Town
let floor: ShopFloor
beforeAll(async () => {
  town = await openTown()
  floor = await aShopFloor(town)
})
afterAll(() => town.close())

const keeps = (value: MessageRetention) =>
  floor.company.admin.does(updateSetting, { params: { key: 'messageRetention' }, body: { value } })
const forget = () => forgetOldWords(town.house.workplace, () => false)

/** A conversation with a text and a file of ours, whose last message is so many months old. */
async function conversation(of: ShopFloor, monthsAgo: number, status: 'open' | 'closed') {
  const ticketId = await of.open(of.ana)
  await postForm(town, of.ana, `/messages/${ticketId}`, [['medias', pdf, 'contrato.pdf']])
  if (status === 'closed') await of.ana.does(updateTicket, { params: { ticketId }, body: { status } })
  await town.rows(
    `update tickets set last_at = $2::timestamptz - make_interval(months => $3) where id = $1`,
    [ticketId, town.now(), monthsAgo],
  )
  return ticketId
}

async function stateOf(ticketId: number) {
  const rows = await town.rows<{ body: string; media: { key: string } | null }>(
    'select body, media from messages where ticket_id = $1 order by id',
    [ticketId],
  )
  return { messages: rows.length, hasWords: rows.some(({ body, media }) => body !== '' || media !== null) }
}

it('O5 words and files of tickets closed before the time that the company keeps go, and the messages stay counted', async () => {
  await keeps('6')
  const old = await conversation(floor, 7, 'closed')
  const recent = await conversation(floor, 5, 'closed')
  const open = await conversation(floor, 7, 'open')
  const others = await aShopFloor(town)
  const theirs = await conversation(others, 70, 'closed')
  const before = await stateOf(old)
  const [file] = await town.rows<{ key: string }>(
    `select media ->> 'key' as key from messages where ticket_id = $1 and media is not null`,
    [old],
  )

  await forget()
  await forget()

  expect(await stateOf(old)).toEqual({ messages: before.messages, hasWords: false })
  const shown = await floor.ana.does(listMessages, { params: { ticketId: old }, query: {} })
  expect(shown.messages.every(({ isDeleted }) => isDeleted)).toBe(true)
  expect(await town.rows('select last_message from tickets where id = $1', [old])).toEqual([
    { last_message: '' },
  ])
  for (const kept of [recent, open, theirs]) expect((await stateOf(kept)).hasWords).toBe(true)
  const jobs = await town.rows<{ payload: unknown }>('select payload from graphile_worker._private_jobs')
  expect(JSON.stringify(jobs)).toContain(file?.key)
})

it('O5 a ticket that went on after it was forgotten is forgotten again in its time', async () => {
  await keeps('12')
  const ticketId = await conversation(floor, 13, 'closed')
  await forget()
  await town.rows(`update messages set body = 'voltei', is_deleted = false where ticket_id = $1`, [ticketId])

  await forget()
  expect((await stateOf(ticketId)).hasWords).toBe(true)
  await town.rows(`update tickets set words_forgotten_at = last_at - interval '1 day' where id = $1`, [
    ticketId,
  ])
  await forget()

  expect((await stateOf(ticketId)).hasWords).toBe(false)
})

it('O5 nothing is forgotten before the company says so', async () => {
  await keeps('forever')
  const ticketId = await conversation(floor, 100, 'closed')

  await forget()

  expect((await stateOf(ticketId)).hasWords).toBe(true)
})
