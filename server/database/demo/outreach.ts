import type { Chance } from './chance'
import { type Customer, customers } from './people'
import type { ShopHours } from './shop-hours'

/** A contact list of customers, with numbers that WhatsApp does not know. */
export interface DemoList {
  readonly name: string
  readonly cities: readonly string[]
  readonly unknown: readonly { readonly name: string; readonly phone: string }[]
}

export const contactLists: readonly DemoList[] = [
  {
    name: 'Grande Porto Alegre',
    cities: ['Porto Alegre', 'Canoas', 'Novo Hamburgo'],
    unknown: [{ name: 'Elisa Monteiro', phone: '5551960010001' }],
  },
  {
    name: 'Serra gaúcha',
    cities: ['Gramado', 'Caxias do Sul'],
    unknown: [
      { name: 'Beto Nunes', phone: '5554960010002' },
      { name: 'Lia Brandão', phone: '5554960010003' },
    ],
  },
]

/** Two customers who wrote `sair`; they get no more campaigns. */
export const optOutCount = 2

/** Slow enough that a reader of the README still sees it run. */
export const campaignPace = { messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 120 } as const

export interface DemoCampaign {
  readonly name: string
  readonly list: string
  readonly status: 'INATIVA' | 'PROGRAMADA' | 'EM_ANDAMENTO' | 'FINALIZADA'
  readonly messages: readonly string[]
  readonly confirmationMessages: readonly string[]
  readonly scheduledAt: Date | null
  readonly startedAt: Date | null
  readonly completedAt: Date | null
  readonly createdAt: Date
  readonly shipping: readonly Shipped[]
}

/** The result of a campaign for one contact. */
interface Shipped {
  readonly phone: string
  readonly name: string
  readonly state: 'pending' | 'sent' | 'delivered' | 'read' | 'failed' | 'skipped'
  readonly reason: string | null
  readonly deliveredAt: Date | null
  readonly receivedAt: Date | null
  readonly readAt: Date | null
  readonly failedAt: Date | null
}

const minute = 60_000
const runningFor = 30 * minute
const fiveTexts = (...texts: string[]) => [...texts, '', '', '', '', ''].slice(0, 5)

/** A running campaign, a finished one, a planned one, and a draft. */
export function demoCampaigns(chance: Chance, shop: ShopHours): readonly DemoCampaign[] {
  const bare = {
    confirmationMessages: fiveTexts(),
    scheduledAt: null,
    startedAt: null,
    completedAt: null,
    shipping: [],
  }
  const stoodFor = (days: number) => shop.daysAgo(days, '09:20')
  const running = shop.before(shop.now, runningFor)
  const over = shop.daysAgo(6, '10:05')
  const finished = campaignContacts(
    chance,
    'Serra gaúcha',
    (sinceStart) => new Date(over.getTime() + sinceStart),
    (at) => new Date(at.getTime() + 3 * 60 * minute),
  )
  return [
    {
      ...bare,
      name: 'Queima de estoque',
      list: 'Serra gaúcha',
      status: 'FINALIZADA',
      messages: fiveTexts(
        'Olá {nome}! Até sábado, *20%* nas peças do mostruário. Para não receber mais, responda SAIR.',
      ),
      startedAt: over,
      completedAt: lastOf(finished, over),
      createdAt: stoodFor(8),
      shipping: finished,
    },
    {
      ...bare,
      name: 'Natal na Casa Ipê',
      list: 'Grande Porto Alegre',
      status: 'PROGRAMADA',
      messages: fiveTexts('Oi {nome}, a vitrine de Natal está pronta! Venha tomar um café com a gente.'),
      scheduledAt: shop.daysAhead(14, '10:00'),
      createdAt: stoodFor(2),
    },
    {
      ...bare,
      name: 'Aniversário da loja',
      list: 'Serra gaúcha',
      status: 'INATIVA',
      messages: fiveTexts('Olá {nome}! A Casa Ipê faz 30 anos, e o presente é seu: *10%* em tudo.'),
      confirmationMessages: fiveTexts('Oi {nome}, posso mandar as ofertas do aniversário?'),
      createdAt: stoodFor(1),
    },
    {
      ...bare,
      name: 'Semana do Estofado',
      list: 'Grande Porto Alegre',
      status: 'EM_ANDAMENTO',
      messages: fiveTexts(
        'Olá {nome}! Nesta semana, *10%* em todos os sofás.',
        'Oi {nome}, os sofás estão com *10%* de desconto até sábado.',
      ),
      startedAt: running,
      createdAt: shop.before(running, 12 * minute),
      shipping: campaignContacts(
        chance,
        'Grande Porto Alegre',
        (sinceStart) => (sinceStart > runningFor ? null : shop.before(shop.now, runningFor - sinceStart)),
        () => shop.now,
      ),
    },
  ]
}

/** The customers of the first screens get no campaign, because its messages would interrupt their conversations. */
const inConversation = 45

/** The customers of a list, in the order in which the campaign sends. */
export function peopleOf({ cities }: DemoList): readonly Customer[] {
  return customers.slice(inConversation).filter(({ city }) => cities.includes(city))
}

/**
 * Sends to one contact after the other, each at its time since the start; contacts without a time from `timeOf` are
 * pending.
 */
function campaignContacts(
  chance: Chance,
  listName: string,
  timeOf: (sinceStart: number) => Date | null,
  until: (at: Date) => Date,
): Shipped[] {
  const list = contactLists.find(({ name }) => name === listName)
  if (list === undefined) throw new Error(`No list ${listName}`)
  const nothing = { reason: null, deliveredAt: null, receivedAt: null, readAt: null, failedAt: null }
  const left = list.unknown.map((one) => ({
    ...nothing,
    ...one,
    state: 'skipped' as const,
    reason: 'invalid',
  }))
  let sinceStart = 0
  const written = peopleOf(list).map(({ phone, name }) => {
    sinceStart += chance.between(25, 60) * 1_000
    const at = timeOf(sinceStart)
    if (at === null) return { ...nothing, phone, name, state: 'pending' as const }
    return { ...nothing, phone, name, ...outcome(chance, at.getTime(), until(at).getTime()) }
  })
  return [...left, ...written]
}

function outcome(chance: Chance, at: number, until: number) {
  if (chance.next() < 0.03)
    return { state: 'failed' as const, reason: 'ERR_SENDING_WAPP_MSG', failedAt: new Date(at + 2_000) }
  const deliveredAt = new Date(at)
  const receivedAt = new Date(Math.min(at + 3_000, until))
  if (chance.next() < 0.1) return { state: 'sent' as const, deliveredAt }
  const readAt = new Date(at + chance.between(20, 15 * 60) * 1_000)
  if (chance.next() < 0.3 || readAt.getTime() > until)
    return { state: 'delivered' as const, deliveredAt, receivedAt }
  return { state: 'read' as const, deliveredAt, receivedAt, readAt }
}

function lastOf(shipping: readonly Shipped[], start: Date): Date {
  const moments = shipping.map(({ deliveredAt, failedAt }) => (deliveredAt ?? failedAt ?? start).getTime())
  return new Date(Math.max(...moments) + 5_000)
}
