import { fillVariables } from '@balcao/domain/message-variables'
import type { Chance } from './chance'
import { timeZone } from './company'
import type { Line, Script } from './script'
import type { ShopHours } from './shop-hours'

/** A message of a generated conversation. */
export interface DemoMessage {
  readonly from: Line['from']
  readonly body: string
  readonly picture: Line['picture']
  readonly at: Date
  /** The position of the quoted message in the same conversation. */
  readonly quotes: number | null
}

const products = [
  { o: 'o', um: 'um', de: 'do', name: 'sofá Serra' },
  { o: 'a', um: 'uma', de: 'da', name: 'mesa Araucária' },
  { o: 'a', um: 'uma', de: 'da', name: 'poltrona Pampa' },
  { o: 'o', um: 'um', de: 'do', name: 'rack Guaíba' },
  { o: 'a', um: 'uma', de: 'da', name: 'cristaleira Figueira' },
  { o: 'o', um: 'um', de: 'do', name: 'aparador Ipê' },
] as const
const prices = [
  ['R$ 1.290', 'R$ 129'],
  ['R$ 1.890', 'R$ 189'],
  ['R$ 2.490', 'R$ 249'],
  ['R$ 3.450', 'R$ 345'],
  ['R$ 4.290', 'R$ 429'],
] as const
const days = ['terça', 'quarta', 'quinta', 'sexta'] as const
const streets = [
  'Rua das Acácias, 214, ap. 302',
  'Av. dos Jacarandás, 1180, casa 4',
  'Rua Coronel Fontoura, 57, ap. 801',
  'Travessa do Moinho, 33',
] as const

/** The end of a conversation: at this time, or a little later if it would otherwise begin before the shop opens. */
export interface Ending {
  readonly at: Date
  readonly mayBeLater: boolean
}

/** Fills a script for this customer, with a few minutes of working time between two messages. */
export function playScript(
  chance: Chance,
  lines: Script['lines'],
  customerName: string,
  shop: ShopHours,
  ending: Ending,
): DemoMessage[] {
  const fill = gapsFiller(chance, customerName)
  const times = timesUntil(chance, shop, ending, lines.length)
  return lines.map((line, place) => {
    const at = times[place] ?? ending.at
    return {
      from: line.from,
      body: fill(line.text, greetingAt(at)),
      picture: line.picture,
      at,
      quotes: line.quotes ? lastOfOtherSide(lines, place) : null,
    }
  })
}

function gapsFiller(chance: Chance, customerName: string): (text: string, greeting: string) => string {
  const product = chance.of(products)
  const [price, instalment] = chance.of(prices)
  const day = chance.of(days)
  const gaps: Readonly<Record<string, string>> = {
    nome: calledName(customerName),
    o: `${product.o} ${product.name}`,
    O: `${capital(product.o)} ${product.name}`,
    um: `${product.um} ${product.name}`,
    do: `${product.de} ${product.name}`,
    valor: price,
    parcela: instalment,
    dia: day,
    Dia: capital(day),
    pedido: String(chance.between(4_100, 9_900)),
    rua: chance.of(streets),
  }
  return (text, greeting) => {
    const all: Readonly<Record<string, string>> = {
      ...gaps,
      Saudacao: greeting,
      saudacao: greeting.toLowerCase(),
    }
    return text.replace(/\{(\w+)\}/g, (gap, name: string) => all[name] ?? gap)
  }
}

/** People are addressed by their first name, businesses and couples by the whole name. */
function calledName(name: string): string {
  const isPerson = /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u.test(name) && !/^(Seu|Condomínio|Studio)/.test(name)
  return isPerson ? (name.split(' ')[0] ?? name) : name
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function timesUntil(chance: Chance, shop: ShopHours, { at, mayBeLater }: Ending, count: number): Date[] {
  const pauses = Array.from({ length: count - 1 }, () => chance.between(25, 260) * 1_000)
  const total = pauses.reduce((sum, pause) => sum + pause, 0)
  const earliest = new Date(shop.opening(at).getTime() + total)
  const times = [mayBeLater && at < earliest && earliest <= shop.now ? earliest : at]
  for (const pause of pauses) times.unshift(shop.before(times[0] ?? at, pause))
  return times
}

function lastOfOtherSide(lines: Script['lines'], at: number): number | null {
  const before = lines.slice(0, at).findLastIndex(({ from }) => from !== lines[at]?.from)
  return before === -1 ? null : before
}

/** `Bom dia` or `Boa tarde`, matching the shop's local time. */
function greetingAt(now: Date): string {
  return fillVariables('{{ms}}', { name: '', number: '', email: '', now, timeZone })
}
