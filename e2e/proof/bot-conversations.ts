import { createQueueOption } from '@balcao/contract/queue-options'
import { createQueue } from '@balcao/contract/queues'
import { type Figures, noFigures } from './figures'
import type { Proof } from './proof'
import { type Conversation, linkNumbers, openScene, type Scene } from './scene'
import { until } from './waiting'

export interface BotConversations {
  readonly seed: number
  readonly customers: number
  readonly kills: number
  readonly tell?: (line: string) => void
}

const bots = 3
/** What each customer says, one after the other, when the answer to the one before is on the phone. */
const words = ['Oi', 'quanto custa?', '1', 'um', '0', '2️⃣', '#', 'dois'] as const

/**
 * Customers talk at once to the bots of three numbers, while the product is killed at random moments: no answer may be
 * lost, none shown twice, and each customer reads theirs in order.
 */
export async function botConversations({ seed, customers, kills, tell }: BotConversations): Promise<Proof> {
  const customersOfEach = Math.ceil(customers / bots)
  const scene = await openScene({ seed, numbers: bots, customersOfEach, withGroup: false, furnish: linkBots })
  try {
    const talking = scene.conversations.slice(0, customers)
    const talks = Promise.all(talking.map((one) => talk(scene, one)))
    talks.catch(() => undefined) // awaited below
    for (let kill = 1; kill <= kills; kill++) {
      await scene.phones.ask('stanzas', scene.chance.between(20, 60))
      await scene.restartProduct()
      tell?.(`kill ${kill}/${kills}`)
    }
    await talks
    return await conclude(scene, talking, kills)
  } finally {
    await scene.close()
  }
}

async function linkBots(scene: Scene): Promise<void> {
  const { calls } = scene
  let colour = 0x2e9e00
  const queue = (name: string, greetingMessage: string) =>
    calls(createQueue, { body: { name, greetingMessage, color: `#${(colour++).toString(16)}` } })
  await linkNumbers(scene, async (shop) => {
    const sales = await queue(`Vendas ${shop}`, `Vendas de ${shop}`)
    const support = await queue(`Suporte ${shop}`, `Suporte de ${shop}: já vamos.`)
    const option = (title: string, message: string, parentId: number | null) =>
      calls(createQueueOption, { body: { queueId: sales.id, title, message, parentId } })
    const invoices = await option('Segunda via', 'Qual delas?', null)
    await option('Horários', 'Das 8h às 18h.', null)
    await option('Por e-mail', 'Enviada!', invoices.id)
    const queueIds = [sales.id, support.id]
    return { name: `Loja ${shop}`, greetingMessage: `Loja ${shop}`, queueIds, maxUseBotQueues: 2 }
  })
}

/** What stands on the customer's phone in the end. */
function expected({ shop }: Conversation): readonly string[] {
  const list = `*[ 1 ]* - Vendas ${shop}\n*[ 2 ]* - Suporte ${shop}`
  const ways = '*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial'
  const greeting = `Loja ${shop}\n\n${list}`
  const menu = `Vendas de ${shop}\n\n*[ 1 ]* - Segunda via\n*[ 2 ]* - Horários\n${ways}`
  return [
    greeting,
    `Não encontrei essa opção. Responda com o número de uma destas:\n\n${list}`,
    menu,
    `Qual delas?\n\n*[ 1 ]* - Por e-mail\n${ways}`,
    menu,
    'Das 8h às 18h.',
    greeting,
    `Suporte de ${shop}: já vamos.`,
  ]
}

async function talk({ phones }: Scene, conversation: Conversation): Promise<void> {
  const { customers, shop, said, name } = conversation
  const [by = ''] = customers
  for (const [at, text] of words.entries()) {
    const id = `3EB0${by.slice(-9)}${String(at).padStart(7, '0')}`
    said.push({ id, text, by })
    await phones.ask('say', by, shop, text, id, null)
    await until(
      `${name} reads answer ${at + 1}`,
      async () => (await phones.ask('shown', by, shop, shop)).length > at,
      300_000,
    )
  }
}

async function conclude(
  { phones, records, failures }: Scene,
  conversations: readonly Conversation[],
  kills: number,
): Promise<Proof> {
  await until('nothing waits', async () => {
    const [row] = await records.rows<{ is_done: boolean }>(
      `select not exists (select from in_tray where done_at is null)
        and not exists (select from out_tray where state in ('waiting', 'sending')) as is_done`,
    )
    return row?.is_done
  })
  const figures: Figures = { ...noFigures, kills }
  const troubles = [...failures]
  for (const conversation of conversations) {
    const { customers, shop, said, name } = conversation
    const [by = ''] = customers
    const shown = (await phones.ask('shown', by, shop, shop)).map(({ text }) => text)
    figures.incoming += said.length
    figures.outgoing += shown.length
    compare(figures, shown, expected(conversation))
    for (const { stanzas, retries, refusedCounters } of await phones.ask('arrivals', by, shop, shop)) {
      figures.usedCounters += refusedCounters
      figures.retries += retries
      figures.stanzasTwice += Math.max(0, stanzas - 1 - retries)
    }
    const stored = await records.rows<{ body: string; from_me: boolean; is_automatic: boolean }>(
      `select m.body, m.from_me, m.is_automatic from messages m
       join contact_addresses a on a.company_id = m.company_id and a.contact_id = m.contact_id
       where a.kind = 'phone' and right(a.value, 8) = right($1, 8) order by m.id`,
      [by],
    )
    const wanted = expected(conversation).flatMap((answer, at) => [said[at]?.text ?? '', answer])
    if (JSON.stringify(stored.map(({ body }) => body)) !== JSON.stringify(wanted)) {
      troubles.push(`${name}: the conversation is stored otherwise: ${JSON.stringify(stored)}`)
    }
    if (!stored.every((one) => one.from_me === one.is_automatic))
      troubles.push(`${name}: not marked as the bot's`)
  }
  const [tickets] = await records.rows<{ count: number }>(
    "select count(*)::int from tickets where status = 'pending' and queue_id is not null and not chatbot",
  )
  if (tickets?.count !== conversations.length) troubles.push(`${tickets?.count} tickets wait in their queue`)
  return { parts: new Map([['bots', figures]]), troubles }
}

function compare(figures: Figures, shown: readonly string[], wanted: readonly string[]): void {
  figures.lost += Math.max(0, wanted.length - shown.length)
  figures.doubled += Math.max(0, shown.length - wanted.length)
  figures.outOfOrder += wanted.filter((text, at) => shown[at] !== undefined && shown[at] !== text).length
}
