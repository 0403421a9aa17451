import { admin } from '../../e2e/src/product'
import { cpuPerWork, type Environment, inEnvironment } from './environment'
import { times } from './figures'
import { measureInBrowser } from './latency-in-browser'
import { type Line, report, say } from './report'
import { openShop, type Shop } from './shop'
import { steadily } from './steadily'

const perSecond = 10
const seconds = Number(process.env.BENCH_SECONDS ?? 60)

/**
 * From the customer's *send* to the attendant's screen, and from the attendant's *Enter* to the customer's phone. The
 * times include the simulator's network latency: 20 to 50 ms from WhatsApp's server to the product.
 */
export async function latency(): Promise<void> {
  await inEnvironment(async (environment) => {
    const shop = await openShop(environment, { ...admin, district: '51', numbers: 2, customersPerNumber: 5 })
    const lines: Line[] = []
    await steadily({ perSecond, seconds: 3 }, (at) => hear(shop, -at)) // plans, caches, compiled code
    await steadily({ perSecond, seconds: 3 }, (at) => answer(shop, -at))
    lines.push(await measure(environment, 'customer to screen', (at) => hear(shop, at)))
    lines.push(await measure(environment, 'Enter to customer', (at) => answer(shop, at)))
    shop.close()
    lines.push(...(await measureInBrowser(environment, shop)))
    report('latency', lines)
    const late = lines.filter(({ p95 }) => Number(p95) >= 250)
    if (late.length > 0) {
      say('Not reached: a p95 under 250 ms.')
      process.exitCode = 1
    }
  })
}

async function measure(
  environment: Environment,
  what: string,
  act: (at: number) => Promise<number>,
): Promise<Line> {
  say(`${what}: ${perSecond} a second for ${seconds} s …`)
  const before = environment.accounts()
  const measured = await steadily({ perSecond, seconds }, act)
  return { what, ...times(measured), ...cpuPerWork(before, environment.accounts(), measured.length) }
}

function hear(shop: Shop, at: number): Promise<number> {
  return shop.hear(botConversation(shop, at), `Chegou o pedido ${at}?`)
}

function answer(shop: Shop, at: number): Promise<number> {
  return shop.answer(botConversation(shop, at), `O pedido ${at} chegou.`)
}

function botConversation({ talks }: Shop, at: number): Shop['talks'][number] {
  const talk = talks[Math.abs(at) % talks.length]
  if (talk === undefined) throw new Error('The shop has no customers')
  return talk
}
