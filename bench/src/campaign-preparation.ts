import { createCampaign, startCampaign } from '@balcao/contract/campaigns'
import { listConnections } from '@balcao/contract/connections'
import { createContactList } from '@balcao/contract/contact-lists'
import { login } from '@balcao/contract/people'
import { listTickets } from '@balcao/contract/tickets'
import { type Calls, callsWith } from '../../e2e/src/calls'
import { admin } from '../../e2e/src/product'
import { type Environment, inEnvironment } from './environment'
import { percentile, rounded } from './figures'
import { copyOfGeneratedData } from './generate/generated-data'
import { type Line, report, say } from './report'

const factor = Number(process.env.BENCH_FACTOR ?? 0.1)
const contacts = Number(process.env.BENCH_ROWS ?? 100_000)
const starts = 3
const quietLoads = 300

/**
 * Starts a campaign of 100,000 contacts while a user loads the list of open tickets repeatedly. Target: under ten
 * seconds until all are prepared, and less than twice the 95th percentile of the list's load.
 */
export async function campaignPreparation(): Promise<void> {
  await inEnvironment(
    async (environment) => {
      const { url } = environment.product
      const { token } = await callsWith(url, null)(login, {
        body: { email: admin.email, password: admin.password },
      })
      const calls = callsWith(url, token)
      const contactListId = await listPeople(environment, calls)
      const [connection] = await calls(listConnections)
      if (connection === undefined) throw new Error('The generated company has no connection')
      await loads(calls, quietLoads) // plans and compiled code
      const lines: Line[] = []
      for (let start = 1; start <= starts; start++) {
        const name = `Campanha ${start}`
        const { id } = await calls(createCampaign, {
          body: { name, message1: 'Chegou!', contactListId, whatsappId: connection.id },
        })
        const before = await loads(calls, quietLoads)
        const accounts = environment.accounts()
        const { ms, meanwhile } = await whileLoading(calls, () =>
          calls(startCampaign, { params: { campaignId: id } }),
        )
        const used = environment.accounts()
        lines.push({
          what: `start ${start}`,
          'prepared, s': rounded(ms / 1000),
          'list before, p50': rounded(percentile(before, 50)),
          'list before, p95': rounded(percentile(before, 95)),
          'list meanwhile, p50': rounded(percentile(meanwhile, 50)),
          'list meanwhile, p95': rounded(percentile(meanwhile, 95)),
          'loads meanwhile': meanwhile.length,
          'product CPU, s': rounded((used.product.cpuMs - accounts.product.cpuMs) / 1000),
          'database CPU, s': rounded((used.database.cpuMs - accounts.database.cpuMs) / 1000),
        })
        say(`start ${start}: ${contacts} contacts in ${rounded(ms / 1000)} s`)
      }
      report('campaign-preparation', lines, [
        `${contacts} contacts, generated data of size ${factor}; the list in ms.`,
      ])
    },
    { dataFolder: (whatsapp) => copyOfGeneratedData(factor, whatsapp) },
  )
}

/** Numbers that WhatsApp has already checked: so many checks take a day. */
async function listPeople({ owner }: Environment, calls: Calls) {
  const { id } = await calls(createContactList, { body: { name: 'Todos' } })
  await owner.query(
    `insert into contact_list_items (company_id, contact_list_id, name, number, phone, email, is_whatsapp_valid,
       checked_at, is_check_due, created_at, updated_at)
     select company_id, id, 'Cliente ' || n, '55519' || n, '55519' || n, '', true, now(), false, now(), now()
     from contact_lists, generate_series(10000001, 10000000 + $2::int) n where id = $1`,
    [id, contacts],
  )
  return id
}

async function load(calls: Calls): Promise<number> {
  const begun = performance.now()
  await calls(listTickets, { query: { status: 'open', showAll: true } })
  return performance.now() - begun
}

async function loads(calls: Calls, count: number): Promise<number[]> {
  const taken: number[] = []
  for (let nth = 0; nth < count; nth++) taken.push(await load(calls))
  return taken
}

/** The duration, and each load of the list meanwhile. */
async function whileLoading(
  calls: Calls,
  act: () => Promise<unknown>,
): Promise<{ ms: number; meanwhile: number[] }> {
  const begun = performance.now()
  const meanwhile: number[] = []
  let isOver = false
  const acting = act()
    .then(() => performance.now() - begun)
    .finally(() => {
      isOver = true
    })
  acting.catch(() => undefined) // awaited below
  while (!isOver) meanwhile.push(await load(calls))
  return { ms: await acting, meanwhile }
}
