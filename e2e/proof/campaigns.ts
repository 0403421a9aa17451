import {
  createCampaign,
  getCampaign,
  restartCampaign,
  saveCampaignSettings,
  startCampaign,
} from '@balcao/contract/campaigns'
import { listConnections } from '@balcao/contract/connections'
import { createContactList } from '@balcao/contract/contact-lists'
import type { CampaignId, ConnectionId, ContactListId } from '@balcao/domain/ids'
import {
  applyAcksToShipping,
  recordCampaignMessage,
} from '../../server/src/features/campaigns/campaign-shipping.queries'
import { type Figures, noFigures } from './figures'
import { type Fixture, firstShop, linkNumbers, openFixture } from './fixture'
import type { Proof } from './proof'
import { atCommit, atStanza, wrote } from './steps'
import { until, within } from './waiting'

export interface CampaignsOptions {
  readonly seed: number
  /** One campaign over each number. */
  readonly numbers: number
  /** One in twenty of them is not on WhatsApp, and as many messages are refused. */
  readonly contactsOfEach: number
  readonly kills: number
  readonly tell?: (line: string) => void
}

interface Campaign {
  readonly id: CampaignId
  readonly shop: string
  /** On WhatsApp. */
  readonly valid: readonly string[]
  /** The list marks them as invalid. */
  readonly invalid: readonly string[]
}

interface Written {
  readonly number: string
  readonly state: string
  readonly reason: string | null
}

/** Unrelated to the pace: a permanent refusal of one message. */
const refusedForGood = 400
const restricted = 463
/** One in so many contacts of a list is not on WhatsApp. */
const oneIn = 20
const patienceMs = 60 * 60_000
/** Counting thousands of contacts ten times a second would take as much CPU as sending to them. */
const lookEveryMs = 1_000

/** The moments of the kills, in rotation: at each of them it is uncertain whether a contact was written to. */
const moments: readonly { readonly name: string; arm(fixture: Fixture): Promise<void> }[] = [
  {
    name: 'a message has reached the server, no ack yet',
    arm: (fixture) => atStanza(fixture, 'product', 'message'),
  },
  {
    name: 'message, order and record of a contact written, nothing committed',
    arm: (fixture) =>
      atCommit(fixture, 'product', 'before', (commit) => wrote(commit, recordCampaignMessage)),
  },
  {
    name: 'all of it committed, nothing has left',
    arm: (fixture) => atCommit(fixture, 'product', 'after', (commit) => wrote(commit, recordCampaignMessage)),
  },
  {
    name: 'the tick of a contact written, not committed',
    arm: (fixture) => atCommit(fixture, 'product', 'before', (commit) => wrote(commit, applyAcksToShipping)),
  },
]

/**
 * One campaign over each of several numbers at once, while the product is killed in the middle; afterwards two over one
 * number, which WhatsApp restricts in the middle. Each campaign must end, each contact must read its message once, and
 * the counts must equal those of the phones.
 */
export async function campaigns(options: CampaignsOptions): Promise<Proof> {
  const { seed, numbers, contactsOfEach, kills, tell } = options
  const fixture = await openFixture({
    seed,
    numbers,
    customersOfEach: 1,
    withGroup: false,
    phonesForget: true,
    furnish: linkWithoutPauses,
  })
  try {
    const running: Campaign[] = []
    for (const { shop } of fixture.conversations) running.push(await prepare(fixture, shop, contactsOfEach))
    tell?.(`${numbers} numbers are linked, ${numbers * contactsOfEach} contacts listed`)
    for (const { id } of running) await fixture.calls(startCampaign, { params: { campaignId: id } })
    const killed = await killInTheMiddle(fixture, running, options)
    await ended(fixture, running)
    tell?.('every campaign has ended')
    const paused = await refuseInTheMiddle(fixture, tell)
    return await conclude(
      fixture,
      new Map([
        ['killed', running],
        ['paused', paused.campaigns],
      ]),
      {
        kills,
        troubles: paused.troubles,
        refused: killed.refused,
      },
    )
  } finally {
    await fixture.close()
  }
}

async function linkWithoutPauses(fixture: Fixture): Promise<void> {
  await linkNumbers(fixture, async (shop) => ({ name: shop }))
  await fixture.calls(saveCampaignSettings, {
    body: { settings: { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 } },
  })
}

let people = 0

/**
 * Creates a list and a campaign, without starting it. The numbers are inserted as already checked: a check takes ten
 * seconds for ten of them, so that WhatsApp bans no number.
 */
async function prepare(fixture: Fixture, shop: string, contacts: number): Promise<Campaign> {
  const { calls, phones, records } = fixture
  const numbers = Array.from({ length: contacts }, () => `55519${String(80_000_000 + people++)}`)
  const invalid = numbers.filter((_, nth) => nth % oneIn === oneIn - 1)
  const valid = numbers.filter((_, nth) => nth % oneIn !== oneIn - 1)
  await phones.ask('customers', valid)
  const { id: contactListId } = await calls(createContactList, { body: { name: `Lista ${numbers[0]}` } })
  await fillList(records, contactListId, numbers, valid)
  const connections = await calls(listConnections)
  const whatsappId = connections.find(({ name }) => name === shop)?.id as ConnectionId
  const { id } = await calls(createCampaign, {
    body: {
      name: `Campanha ${numbers[0]}`,
      message1: 'Chegou!',
      message2: 'Novidades.',
      contactListId,
      whatsappId,
    },
  })
  return { id, shop, valid, invalid }
}

/** Inserts numbers into a list as checked by WhatsApp. */
export async function fillList(
  { rows }: Fixture['records'],
  listId: ContactListId,
  numbers: readonly string[],
  valid: readonly string[],
): Promise<void> {
  await rows(
    `insert into contact_list_items (company_id, contact_list_id, name, number, phone, email, is_whatsapp_valid,
       checked_at, is_check_due, created_at, updated_at)
     select l.company_id, l.id, 'Cliente ' || n, n, n, '', n = any ($3), now(), false, now(), now()
     from contact_lists l, unnest($2::text[]) n where l.id = $1`,
    [listId, numbers, valid],
  )
}

/** In each part of the campaigns some messages are refused, and between two parts the product is killed. */
async function killInTheMiddle(
  fixture: Fixture,
  running: readonly Campaign[],
  { kills, tell }: Pick<CampaignsOptions, 'kills' | 'tell'>,
): Promise<{ refused: number }> {
  const { phones } = fixture
  const all = running.reduce((sum, { valid, invalid }) => sum + valid.length + invalid.length, 0)
  let refused = 0
  for (let part = 0; part <= kills; part++) {
    for (const { shop, invalid } of running) {
      const times = shareOf(invalid.length, part, kills + 1)
      if (times === 0) continue
      await phones.ask('inflict', shop, { kind: 'refuseNext', code: refusedForGood, times })
      refused += times
    }
    if (part === kills) break
    const next = Math.round((all * (part + 1)) / (kills + 1))
    await until(`${next} are settled`, async () => (await settled(fixture)) >= next, patienceMs, lookEveryMs)
    const moment = moments[part % moments.length]
    await within(`the product dies: ${moment?.name}`, moment?.arm(fixture) ?? Promise.resolve())
    await fixture.restartProduct()
    tell?.(`kill ${part + 1}/${kills} after ${await settled(fixture)} of ${all}: ${moment?.name}`)
  }
  return { refused }
}

/** The share of the whole that belongs to this part. */
function shareOf(whole: number, part: number, parts: number): number {
  return Math.floor((whole * (part + 1)) / parts) - Math.floor((whole * part) / parts)
}

async function settled({ records }: Fixture): Promise<number> {
  const [row] = await records.rows<{ count: number }>(
    `select count(*)::int from campaign_shipping where state not in ('pending', 'sending')`,
  )
  return row?.count ?? 0
}

async function ended(fixture: Fixture, running: readonly Campaign[]): Promise<void> {
  await until(
    'every campaign has ended',
    async () => {
      const [row] = await fixture.records.rows<{ are_over: boolean }>(
        `select not exists (select from campaigns where id = any ($1) and status <> 'FINALIZADA')
           and not exists (select from outbox where state in ('waiting', 'sending')) as are_over`,
        [running.map(({ id }) => id)],
      )
      return row?.are_over
    },
    patienceMs,
    lookEveryMs,
  )
}

/** Two campaigns over one number; in the middle WhatsApp restricts it once. */
async function refuseInTheMiddle(
  fixture: Fixture,
  tell: CampaignsOptions['tell'],
): Promise<{ campaigns: readonly Campaign[]; troubles: readonly string[] }> {
  const { calls, phones, records } = fixture
  const shop = firstShop(fixture)
  const both = [await prepare(fixture, shop, 8), await prepare(fixture, shop, 8)]
  const before = await settled(fixture)
  for (const { id } of both) await calls(startCampaign, { params: { campaignId: id } })
  await until('some have got it', async () => (await settled(fixture)) >= before + 4)
  await phones.ask('inflict', shop, { kind: 'refuseNext', code: restricted })
  await until('both have paused', async () => {
    const [row] = await records.rows<{ count: number }>(
      `select count(*)::int from campaigns where id = any ($1) and paused_because = 'ERR_WAPP_MSG_RESTRICTED'`,
      [both.map(({ id }) => id)],
    )
    return row?.count === both.length
  })
  const troubles: string[] = []
  const [left] = await records.rows<{ refused: number; later: number }>(
    `select count(*) filter (where m.failure is not null)::int as refused,
       count(*) filter (where m.ack > 0 and m.id > (
         select min(f.id) from messages f where f.failure = 'ERR_WAPP_MSG_RESTRICTED'))::int as later
     from campaign_shipping s join messages m on m.company_id = s.company_id and m.id = s.message_id
     where s.campaign_id = any ($1)`,
    [both.map(({ id }) => id)],
  )
  if (left?.refused !== 1 || left.later !== 0)
    troubles.push(`after WhatsApp had enough, ${left?.later} left and ${left?.refused} were refused`)
  tell?.('one 463, and both campaigns of that number have paused: nothing left after it')
  for (const { id } of both) await calls(restartCampaign, { params: { campaignId: id } })
  await ended(fixture, both)
  return { campaigns: both, troubles }
}

async function conclude(
  fixture: Fixture,
  named: ReadonlyMap<string, readonly Campaign[]>,
  { kills, troubles, refused }: { kills: number; troubles: readonly string[]; refused: number },
): Promise<Proof> {
  const found = [...fixture.failures, ...troubles]
  const parts = new Map<string, Figures>()
  for (const [name, all] of named) {
    const figures = { ...noFigures, kills: name === 'killed' ? kills : 0 }
    let failed = 0
    for (const campaign of all) failed += await countCampaign(fixture, campaign, figures, found)
    // A refusal that was not stored when the product was killed is retried once, and then accepted.
    const wanted = name === 'killed' ? refused : 0
    if (failed > wanted || failed < wanted - kills) found.push(`${failed} failed instead of ${wanted}`)
    parts.set(name, figures)
  }
  const { unknown, errors } = await fixture.phones.ask('stats')
  found.push(...unknown.map((what) => `the simulator did not know ${what}`), ...errors)
  return { parts, troubles: found }
}

/** Compares the product's state of each contact with their phone. Returns the number of failures. */
async function countCampaign(
  { calls, phones, records }: Fixture,
  { id, shop, valid, invalid }: Campaign,
  figures: Figures,
  troubles: string[],
): Promise<number> {
  const rows = await records.rows<Written>(
    'select number, state, reason from campaign_shipping where campaign_id = $1',
    [id],
  )
  const written = new Map(rows.map((row) => [row.number, row]))
  let read = 0
  let failed = 0
  for (const number of valid) {
    const { length: shown } = await phones.ask('shown', number, shop, shop)
    const state = written.get(number)?.state ?? 'absent'
    if (state === 'failed') failed += 1
    const expected = state === 'failed' ? 0 : 1
    figures.outgoing += shown
    figures.lost += Math.max(0, expected - shown)
    figures.doubled += Math.max(0, shown - expected)
    if (shown === 1 && ['sent', 'delivered', 'read'].includes(state)) read += 1
    for (const { stanzas, retries, refusedCounters } of await phones.ask('arrivals', number, shop, shop)) {
      const again = Math.max(0, stanzas - 1 - retries)
      figures.usedCounters += refusedCounters
      figures.retries += retries
      figures.stanzasTwice += again
      figures.decryptedTwice += Math.max(0, again - refusedCounters)
    }
  }
  const strangers = invalid.filter((number) => written.get(number)?.reason !== 'invalid').length
  if (strangers > 0) troubles.push(`${strangers} numbers that are not on WhatsApp were not left out`)
  const { status, counts } = await calls(getCampaign, { params: { campaignId: id } })
  const said = [status, counts.total, counts.valid, counts.shipped, counts.failed, counts.skipped]
  const wanted = ['FINALIZADA', valid.length + invalid.length, valid.length, read, failed, invalid.length]
  if (said.join() !== wanted.join()) troubles.push(`campaign ${id} says ${said} where ${wanted} is true`)
  return failed
}
