import { createIntegration } from '@balcao/contract/integrations'
import { createPrompt } from '@balcao/contract/prompts'
import { createQueueOption } from '@balcao/contract/queue-options'
import { createQueue } from '@balcao/contract/queues'
import { openChance } from './chance'
import { type Figures, noFigures } from './figures'
import { type Conversation, type Fixture, firstCustomer, linkNumbers, openFixture } from './fixture'
import {
  farewell,
  flowSays,
  modelSays,
  type Outside,
  type OutsideBots,
  openOutsideBots,
  typebotSays,
} from './outside-bots'
import type { Proof } from './proof'
import { until } from './waiting'

export interface BotConversations {
  readonly seed: number
  readonly customers: number
  readonly kills: number
  readonly tell?: (line: string) => void
}

type Bot = 'menu' | 'assistant' | 'webhook' | 'typebot'

/** One for each number, in the order of the numbers. */
const bots: readonly Bot[] = ['menu', 'assistant', 'webhook', 'typebot']

/** The outside service whose question is unanswered when the product is killed, kill by kill. */
const killedAt: readonly Outside[] = ['typebot', 'model', 'flow']

/**
 * The texts of each customer. Customers of the webhook and of Typebot send two messages at once. The others wait until
 * the phone shows each answer: an assistant would answer several together.
 */
const words: Readonly<Record<Bot, readonly (readonly string[])[]>> = {
  menu: [['Oi'], ['quanto custa?'], ['1'], ['um'], ['0'], ['2️⃣'], ['#'], ['dois']],
  assistant: [['Oi'], ['tem sofá?'], ['azul'], ['entrega aqui?'], ['quando?'], [farewell]],
  webhook: [['Oi', 'tem sofá?'], ['azul', 'de três lugares'], ['entrega aqui?', 'quando?'], [farewell]],
  typebot: [['Oi', 'tem sofá?'], ['azul', 'de três lugares'], ['entrega aqui?', 'quando?'], [farewell]],
}

/**
 * Customers write concurrently to the bots of four numbers: a menu, an assistant, a webhook and a Typebot. Meanwhile
 * the product is killed at random moments, each time while a question to one of the outside services is unanswered. No
 * answer may be lost or shown twice, and each customer reads theirs in order. Typebot gets the texts of each customer
 * in a session of their own, complete and in order.
 */
export async function botConversations({ seed, customers, kills, tell }: BotConversations): Promise<Proof> {
  const outside = await openOutsideBots(openChance(seed))
  const fixture = await openFixture({
    seed,
    numbers: bots.length,
    customersOfEach: Math.ceil(customers / bots.length),
    withGroup: false,
    environment: outside.environment,
    furnish: (opened) => linkBots(opened, outside),
  }).catch(async (error: unknown) => {
    await outside.close()
    throw error
  })
  try {
    const talking = inTurnOfBots(fixture).slice(0, customers)
    const talks = Promise.all(talking.map((one) => talk(fixture, one)))
    talks.catch(() => undefined) // awaited below
    for (let kill = 1; kill <= kills; kill++) {
      await fixture.phones.ask('stanzas', fixture.chance.between(customers, 3 * customers))
      await Promise.race([outside.nextQuestion(killedAt[(kill - 1) % killedAt.length] ?? 'typebot'), talks])
      await fixture.restartProduct()
      tell?.(`kill ${kill}/${kills}`)
    }
    await talks
    const { model, flow, typebot } = outside.asked
    tell?.(`asked outside: the assistant ${model} times, the webhook ${flow} times, Typebot ${typebot} times`)
    const { parts, troubles } = await conclude(fixture, talking, kills)
    return { parts, troubles: [...troubles, ...sessionTroubles(talking, outside)] }
  } finally {
    await fixture.close()
    await outside.close()
  }
}

/** The first customer of each bot, then the second of each: even a few customers use every bot. */
function inTurnOfBots({ conversations }: Fixture): readonly Conversation[] {
  const ofBot = (bot: Bot) => conversations.filter((one) => botOf(one) === bot)
  const rows = bots.map(ofBot)
  return (rows[0] ?? []).flatMap((_, nth) => rows.flatMap((row) => row[nth] ?? []))
}

function botOf({ shop }: Conversation): Bot {
  return bots[Number(shop.slice(-1)) - 1] ?? 'menu'
}

async function linkBots(fixture: Fixture, outside: OutsideBots): Promise<void> {
  const { calls } = fixture
  let colour = 0x2e9e00
  const queue = (name: string, greetingMessage: string) =>
    calls(createQueue, { body: { name, greetingMessage, color: `#${(colour++).toString(16)}` } })
  const menu = async (shop: string) => {
    const sales = await queue(`Vendas ${shop}`, `Vendas de ${shop}`)
    const support = await queue(`Suporte ${shop}`, `Suporte de ${shop}: já vamos.`)
    const option = (title: string, message: string, parentId: number | null) =>
      calls(createQueueOption, { body: { queueId: sales.id, title, message, parentId } })
    const invoices = await option('Segunda via', 'Qual delas?', null)
    await option('Horários', 'Das 8h às 18h.', null)
    await option('Por e-mail', 'Enviada!', invoices.id)
    return { greetingMessage: `Loja ${shop}`, queueIds: [sales.id, support.id], maxUseBotQueues: 2 }
  }
  const assistant = async (shop: string) => {
    const { id: queueId } = await queue(`Equipe ${shop}`, '')
    const { id: promptId } = await calls(createPrompt, {
      body: { name: 'Consultora', prompt: 'Você vende sofás.', queueId, apiKey: 'sk-prova' },
    })
    return { promptId }
  }
  const webhook = async (shop: string) => {
    const { id: queueId } = await queue(`Balcão ${shop}`, '')
    outside.handOverTo('flow', queueId)
    const urlN8N = `http://${outside.host}/flow`
    const { id: integrationId } = await calls(createIntegration, {
      body: { type: 'webhook', name: 'Fluxo', urlN8N },
    })
    return { integrationId }
  }
  const typebot = async (shop: string) => {
    const { id: queueId } = await queue(`Recepção ${shop}`, '')
    outside.handOverTo('typebot', queueId)
    const { id: integrationId } = await calls(createIntegration, {
      body: {
        type: 'typebot',
        name: 'Conversa',
        urlN8N: `http://${outside.host}/typebot`,
        typebotSlug: 'loja',
        typebotDelayMessage: 100,
        typebotExpires: 0,
      },
    })
    return { integrationId }
  }
  const make = { menu, assistant, webhook, typebot }
  let nth = 0
  await linkNumbers(fixture, async (shop) => ({
    name: `Loja ${shop}`,
    ...(await make[bots[nth++] ?? 'menu'](shop)),
  }))
}

/** The final content of the customer's phone. */
function expected(conversation: Conversation): readonly string[] {
  const bot = botOf(conversation)
  if (bot === 'menu') return menuSays(conversation)
  return words[bot].flat().flatMap((text) => outsideSays(bot, text))
}

function outsideSays(bot: Exclude<Bot, 'menu'>, text: string): readonly string[] {
  switch (bot) {
    case 'assistant':
      return [modelSays(text)]
    case 'webhook':
      return [flowSays(text)]
    case 'typebot':
      return typebotSays(text)
  }
}

function menuSays({ shop }: Conversation): readonly string[] {
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

async function talk({ phones }: Fixture, conversation: Conversation): Promise<void> {
  const { shop, said, name } = conversation
  const by = firstCustomer(conversation)
  const bot = botOf(conversation)
  const answers = expected(conversation)
  for (const together of words[bot]) {
    for (const text of together) {
      const id = `3EB0${by.slice(-9)}${String(said.length).padStart(7, '0')}`
      said.push({ id, text, by })
      await phones.ask('say', by, shop, text, id, null)
    }
    const soFar = bot === 'menu' ? said.length : said.flatMap(({ text }) => outsideSays(bot, text)).length
    await until(
      `${name} reads answer ${soFar} of ${answers.length}`,
      async () => (await phones.ask('shown', by, shop, shop)).length >= soFar,
      300_000,
    )
  }
}

async function conclude(
  { phones, records, failures }: Fixture,
  conversations: readonly Conversation[],
  kills: number,
): Promise<Proof> {
  await until('nothing waits', async () => {
    const [row] = await records.rows<{ is_done: boolean }>(
      `select not exists (select from inbound_events where done_at is null)
        and not exists (select from outbox where state in ('waiting', 'sending'))
        and not exists (select from bot_talks) as is_done`,
    )
    return row?.is_done
  })
  const parts = new Map<string, Figures>(bots.map((bot) => [bot, { ...noFigures, kills }]))
  const troubles = [...failures]
  for (const conversation of conversations) {
    const { shop, said, name } = conversation
    const by = firstCustomer(conversation)
    const figures = parts.get(botOf(conversation)) ?? { ...noFigures }
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
    const bodies = (fromMe: boolean) => stored.filter((one) => one.from_me === fromMe).map(({ body }) => body)
    const wanted = JSON.stringify([said.map(({ text }) => text), expected(conversation)])
    if (JSON.stringify([bodies(false), bodies(true)]) !== wanted)
      troubles.push(`${name}: the conversation is stored otherwise: ${JSON.stringify(stored)}`)
    if (!stored.every((one) => one.from_me === one.is_automatic))
      troubles.push(`${name}: not marked as the bot's`)
  }
  const [tickets] = await records.rows<{ count: number }>(
    `select count(*)::int from tickets
     where status = 'pending' and queue_id is not null and not chatbot and not use_integration`,
  )
  if (tickets?.count !== conversations.length) troubles.push(`${tickets?.count} tickets wait in their queue`)
  return { parts, troubles }
}

/**
 * Typebot must get all texts of each customer, in order, in one session. A kill repeats a question: the same text, once
 * more.
 */
function sessionTroubles(talking: readonly Conversation[], { sessions }: OutsideBots): string[] {
  const wanted = words.typebot.flat()
  const troubles: string[] = []
  for (const { customers, name } of talking.filter((one) => botOf(one) === 'typebot')) {
    const own = [...sessions.values()].filter(({ number }) => customers.some((by) => sameNumber(by, number)))
    // The first question, interrupted by a kill, has begun a session that the server does not know.
    const orphans = own.slice(0, -1).filter(({ said }) => said.length > 1)
    const inbound = own.at(-1)?.said ?? []
    const once = inbound.filter((text, at) => text !== inbound[at - 1])
    if (orphans.length > 0 || JSON.stringify(once) !== JSON.stringify(wanted))
      troubles.push(`${name}: Typebot got other texts: ${JSON.stringify(own)}`)
  }
  return troubles
}

/** True with or without the ninth digit. */
function sameNumber(one: string, other: string): boolean {
  return one.slice(-8) === other.slice(-8)
}

function compare(figures: Figures, shown: readonly string[], wanted: readonly string[]): void {
  figures.lost += Math.max(0, wanted.length - shown.length)
  figures.doubled += Math.max(0, shown.length - wanted.length)
  figures.outOfOrder += wanted.filter((text, at) => shown[at] !== undefined && shown[at] !== text).length
}
