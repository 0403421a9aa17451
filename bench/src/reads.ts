import { setTimeout } from 'node:timers/promises'
import { login } from '@balcao/contract/people'
import type { TicketId } from '@balcao/domain/ids'
import { callsWith } from '../../e2e/src/calls'
import { admin } from '../../e2e/src/product'
import { besideLeast, costOf } from './against-limit'
import { type Environment, inEnvironment, ownerUrl } from './environment'
import { rounded } from './figures'
import { copyOfGeneratedData } from './generate/generated-data'
import { hammer } from './hammer'
import { type LimitQuery, startLimit } from './limit'
import { type Line, report, say } from './report'

const factor = Number(process.env.BENCH_FACTOR ?? 1)
const seconds = Number(process.env.BENCH_SECONDS ?? 3)
const many = 16
interface Read {
  readonly what: string
  readonly path: string
  readonly by: 'admin' | 'attendant'
  readonly limit: LimitQuery
  /** The number of parallel calls; a search has a latency target, so its calls run one at a time. */
  readonly atOnce: number
}

/**
 * Lists, pages, counts and searches on the generated company, each beside the lower bound for the same rows. `only`: the
 * names of the measured ones.
 */
export async function reads(only = new RegExp(process.env.BENCH_ONLY ?? '')): Promise<void> {
  await inEnvironment(
    async (environment) => {
      const { url, dataFolder } = environment.product
      const tokens = {
        admin: await tokenOf(url, admin.email),
        attendant: await tokenOf(url, 'atendente3@empresa1.example.com'),
      }
      const wanted = (await readsOf(environment)).filter(({ what }) => only.test(what))
      await sampleDrawn(environment, tokens.admin)
      const queries = Object.fromEntries(wanted.map(({ limit }, at) => [`/${at}`, limit]))
      const limit = await startLimit(ownerUrl(dataFolder), queries)
      try {
        const lines: Line[] = []
        for (const [at, { what, path, by, atOnce }] of wanted.entries()) {
          const ours = await costOf(
            { pid: environment.product.pid ?? 0, dataFolder, url: url + path },
            { token: tokens[by], atOnce, seconds },
          )
          const least = await costOf(
            { pid: limit.pid, dataFolder, url: `${limit.url}/${at}` },
            { atOnce, seconds },
          )
          lines.push(besideLeast(what, ours, least))
          say(`${what}: ${rounded(ours.rate)} a second, at the least ${rounded(least.rate)}`)
        }
        report(`reads-${factor}`, lines, [
          `Size ${factor}, ${many} at once (searches one at a time), ${seconds} s each. "ratio": our rate to the least's; "CPU ratio": its CPU to ours.`,
        ])
      } finally {
        limit.stop()
      }
    },
    { dataFolder: (whatsapp) => copyOfGeneratedData(factor, whatsapp) },
  )
}

/** The first search of a company orders the sample that separates common words from rare ones. */
async function sampleDrawn({ owner, product }: Environment, token: string): Promise<void> {
  await hammer(`${product.url}/tickets?searchParam=bom%20dia`, { token, atOnce: 1, seconds: 0.1 })
  for (let turn = 0; turn < 300; turn++) {
    const { rows } = await owner.query('select from search_samples where company_id = 1')
    if (rows.length > 0) return
    await setTimeout(100)
  }
  throw new Error('The sample of the search was not drawn')
}

async function tokenOf(url: string, email: string): Promise<string> {
  const { token } = await callsWith(url, null)(login, { body: { email, password: admin.password } })
  return token
}

async function readsOf({ owner }: Environment): Promise<Read[]> {
  const { rows } = await owner.query<{
    id: TicketId
    contact_id: number
    attendant: number
    queues: number[]
  }>(`
    select t.id, t.contact_id,
      (select id from users where email = 'atendente3@empresa1.example.com') as attendant, array(
      select uq.queue_id from user_queues uq
      join users u on u.company_id = 1 and u.id = uq.user_id
      where uq.company_id = 1 and u.email = 'atendente3@empresa1.example.com') as queues
    from tickets t where t.company_id = 1 order by t.id desc limit 2`)
  const [longest, other] = rows
  if (longest === undefined || other === undefined) throw new Error('The generated company has no tickets')
  const deep = Math.floor((100_000 * factor) / 20 / 2)
  const farPage = Math.min(1_000, Math.floor((50_000 * factor * 0.9) / 40))
  const lastPage = Math.min(100, Math.floor((50_000 * factor * 0.9) / 40))
  return [
    list('open list, page 1', 'open', 1),
    list('closed list, page 1', 'closed', 1),
    list(`closed list, page ${farPage}`, 'closed', farPage),
    list('open list, page 1, attendant of 4 queues', 'open', 1, longest),
    list('closed list, page 1, attendant of 4 queues', 'closed', 1, longest),
    list(`closed list, page ${lastPage}, attendant of 4 queues`, 'closed', lastPage, longest),
    page('messages, page 1', other, 1),
    page('messages of the longest, page 1', longest, 1),
    await amid(owner, longest, deep * 20),
    {
      what: 'counts',
      path: '/tickets/counts?showAll=true',
      by: 'admin',
      limit: { text: countsAtLeast, values: [] },
      atOnce: many,
    },
    {
      what: 'dashboard of 30 days',
      path: '/dashboard?days=30',
      by: 'admin',
      limit: { text: dashboardAtLeast, values: [] },
      atOnce: 1,
    },
    ...searches(longest.queues),
    {
      what: 'contacts, page 1',
      path: '/contacts?pageNumber=1',
      by: 'admin',
      limit: { text: contactsAtLeast(''), values: [] },
      atOnce: many,
    },
    {
      what: 'contact search "conceicao"',
      path: '/contacts?searchParam=conceicao&pageNumber=1',
      by: 'admin',
      limit: { text: contactsAtLeast("and name_plain like '%conceicao%'"), values: [] },
      atOnce: 1,
    },
  ]
}

/** `of`: as the attendant, who sees open tickets of their own, and closed ones of their queues. */
function list(
  what: string,
  status: string,
  pageNumber: number,
  of?: { queues: number[]; attendant: number },
): Read {
  const shown = of === undefined ? 'showAll=true' : 'showAll=false'
  const isOwn = of !== undefined && status === 'open'
  const seen = [isOwn || of === undefined ? null : of.queues, isOwn ? of.attendant : null]
  return {
    what,
    path: `/tickets?status=${status}&${shown}&pageNumber=${pageNumber}`,
    by: of === undefined ? 'admin' : 'attendant',
    limit: { text: listAtLeast, values: [status, (pageNumber - 1) * 40, ...seen] },
    atOnce: many,
  }
}

function page(
  what: string,
  { id, contact_id }: { id: TicketId; contact_id: number },
  pageNumber: number,
): Read {
  return {
    what,
    path: `/messages/${id}?pageNumber=${pageNumber}`,
    by: 'admin',
    limit: { text: messagesAtLeast, values: [contact_id, (pageNumber - 1) * 20] },
    atOnce: many,
  }
}

/** The page around a message at this depth, as a search opens it. */
async function amid(
  owner: Environment['owner'],
  { id, contact_id }: { id: TicketId; contact_id: number },
  depth: number,
): Promise<Read> {
  const { rows } = await owner.query<{ id: number }>(
    'select id::float8 as id from messages where company_id = 1 and contact_id = $1 order by id desc limit 1 offset $2',
    [contact_id, depth],
  )
  return {
    what: `messages of the longest, around one ${depth} deep`,
    path: `/messages/${id}?around=${rows[0]?.id}`,
    by: 'admin',
    limit: { text: amidAtLeast, values: [contact_id, rows[0]?.id] },
    atOnce: many,
  }
}

const sought = {
  common: 'entrega',
  'a common phrase': 'bom dia',
  rare: 'girassol',
  absent: 'helicoptero',
  'number of an order': 'pedido 4242',
  'start of a number': 'pedido 77',
  'accented word': 'promoção',
  'accented name': 'conceicao',
  'number of a phone': '900000123',
} as const

/** Each as admin and as attendant of four queues. Lower bound: the tickets of the messages that the index returns. */
function searches(queues: number[]): Read[] {
  return (['admin', 'attendant'] as const).flatMap((by) =>
    Object.entries(sought).map(([what, words]) => ({
      what: `search, ${what}${by === 'admin' ? '' : ', attendant of 4 queues'}`,
      path: `/tickets?searchParam=${encodeURIComponent(words)}&showAll=true&pageNumber=1`,
      by,
      limit: { text: searchAtLeast, values: [`%${words}%`, by === 'admin' ? null : queues] },
      atOnce: 1,
    })),
  )
}

const listAtLeast = `
  select t.*, c.name as contact, c.number, q.name as queue, q.color, u.name as owner, w.name as connection, array(
    select g.name from ticket_tags tt join tags g on g.company_id = 1 and g.id = tt.tag_id
    where tt.company_id = 1 and tt.ticket_id = t.id) as tags
  from (
    select * from tickets where company_id = 1 and status = $1 and ($3::int[] is null or queue_id = any ($3))
      and ($4::int is null or user_id = $4)
    order by last_at desc, id desc limit 40 offset $2
  ) t
  join contacts c on c.company_id = 1 and c.id = t.contact_id
  left join queues q on q.company_id = 1 and q.id = t.queue_id
  left join users u on u.company_id = 1 and u.id = t.user_id
  left join connections w on w.company_id = 1 and w.id = t.connection_id
  order by t.last_at desc, t.id desc`

const messagesAtLeast = `
  select * from messages where company_id = 1 and contact_id = $1 order by id desc limit 20 offset $2`

const amidAtLeast = `
  (select * from messages where company_id = 1 and contact_id = $1 and id <= $2 order by id desc limit 20)
  union all
  (select * from messages where company_id = 1 and contact_id = $1 and id > $2 order by id limit 20)`

const searchAtLeast = `
  select t.* from tickets t
  where t.company_id = 1 and ($2::int[] is null or t.queue_id = any ($2))
    and t.id in (select ticket_id from messages where company_id = 1 and body_plain like plain_text($1))
  order by t.last_at desc, t.id desc limit 40`

const countsAtLeast = `
  select status, count(*), count(*) filter (where unread > 0) as unread
  from tickets where company_id = 1 and status in ('open', 'pending') group by status`

const dashboardAtLeast = `
  select user_id, sum(finished) as finished, sum(attended_seconds) as attended, sum(waited_seconds) as waited
  from daily_figures
  where company_id = 1 and day > current_date - 30 group by user_id`

const contactsAtLeast = (search: string) => `
  select id, name, number, email, picture_key, is_group from contacts
  where company_id = 1 and removed_at is null ${search} order by name, id limit 20`
