import type { GraphCustomer } from '../graph/customer'
import { usualGraphRules } from '../graph/graph-service'
import { optionalNumber, optionalText, phoneOf, Refusal, textOf } from './answers'
import type { Call } from './call'
import { contentFrom, graphFaultFrom, objectOf, oneOf } from './cloud-input'
import { entryOf, overview } from './cloud-view'

/** Playing the Cloud API over HTTP: its accounts, customers, templates and faults. `:` is the id of the object. */
export const CLOUD_ROUTES: Record<string, (call: Call) => unknown> = {
  'GET /cloud': ({ simulator }) => overview(simulator),
  'POST /cloud-numbers': async (call) => ({ id: await addNumber(call) }),
  'POST /cloud-apps/:/callback': async ({ simulator, path, body }) => {
    await simulator.graph.setCallback(path[0] ?? '', textOf(body, 'url'), textOf(body, 'verifyToken'))
    return { ok: true }
  },
  'POST /cloud-numbers/:/state': (call) => done(() => changeNumber(call)),
  'POST /cloud-tokens/:/revoke': ({ simulator, path }) =>
    done(() => simulator.graph.revokeToken(path[0] ?? '')),
  'POST /cloud-customers': ({ simulator, body }) => {
    const username = optionalText(body, 'username')
    const phone = body.phone === undefined || body.phone === '' ? null : phoneOf(body, 'phone')
    const { id } = simulator.graph.addCustomer({
      name: textOf(body, 'name'),
      phone,
      ...(username && { username }),
    })
    return { id }
  },
  'GET /cloud-customers/:/chat': (call) => {
    const number = call.query.get('with') ?? ''
    const customer = customerOf(call)
    return {
      typing: customer.seesTyping(number),
      isWindowOpen: customer.isWindowOpen(number),
      userId: customer.userId(number),
      messages: customer.chat(number).map(entryOf),
    }
  },
  'POST /cloud-customers/:/messages': (call) => ({
    id: customerOf(call).write(numberOf(call), contentFrom(call.body), {
      ...quoting(call),
      ...(call.body.fromAd === true && { referral: true }),
    }),
  }),
  'POST /cloud-customers/:/tap': (call) => ({
    id: customerOf(call).tap(numberOf(call), textOf(call.body, 'id'), textOf(call.body, 'choice')),
  }),
  'POST /cloud-customers/:/react': (call) => ({
    id: customerOf(call).react(
      numberOf(call),
      textOf(call.body, 'id'),
      call.body.emoji === '' ? '' : textOf(call.body, 'emoji'),
    ),
  }),
  'POST /cloud-customers/:/edit': (call) => ({
    id: customerOf(call).edit(numberOf(call), textOf(call.body, 'id'), textOf(call.body, 'text')),
  }),
  'POST /cloud-customers/:/delete': (call) => ({
    id: customerOf(call).revoke(numberOf(call), textOf(call.body, 'id')),
  }),
  'POST /cloud-customers/:/call': (call) =>
    done(() => customerOf(call).call(numberOf(call), optionalNumber(call.body, 'seconds'))),
  'POST /cloud-customers/:/hear': (call) => ({
    id: customerOf(call).hearFromPhone(numberOf(call), 'text', { body: textOf(call.body, 'text') }),
  }),
  'POST /cloud-customers/:/read': (call) => ({ read: customerOf(call).read(numberOf(call)) }),
  'POST /cloud-customers/:/play': (call) =>
    done(() => customerOf(call).play(numberOf(call), textOf(call.body, 'id'))),
  'POST /cloud-customers/:/state': (call) => done(() => changeCustomer(call)),
  'POST /cloud-templates/:/review': (call) => done(() => review(call)),
  'POST /cloud-faults': ({ simulator, body }) => done(() => simulator.graph.inflict(graphFaultFrom(body))),
  'POST /cloud-webhooks': ({ simulator, body }) =>
    done(() => {
      const numberId = optionalText(body, 'numberId')
      simulator.graph.sendWebhook({
        accountId: textOf(body, 'accountId'),
        field: textOf(body, 'field'),
        value: objectOf(body.value, 'value'),
        ...(numberId && { numberId }),
      })
    }),
  'POST /cloud-webhooks/:/hold': ({ simulator, path }) =>
    done(() => simulator.graph.holdWebhooks(path[0] === 'on')),
  'POST /cloud-webhooks/:/repeat': ({ simulator }) => done(() => simulator.graph.repeatWebhooks()),
  'GET /cloud-rules': ({ simulator }) => simulator.graph.rules,
  'POST /cloud-rules': ({ simulator, body }) => {
    for (const [name, value] of Object.entries(body)) {
      const usual = Object.entries(usualGraphRules).find(([known]) => known === name)?.[1]
      if (usual === undefined || typeof usual !== typeof value)
        throw new Refusal(400, `no rule ${name} of this type`)
    }
    return Object.assign(simulator.graph.rules, body)
  },
}

/** A number with everything that a product needs; in an account of its own, or in the given one. */
async function addNumber({ simulator, body }: Call): Promise<string> {
  const { graph } = simulator
  const name = textOf(body, 'name')
  const given = optionalText(body, 'accountId')
  const displayNumber = phoneOf(body, 'phone')
  if (graph.numbers().some((number) => number.displayNumber === displayNumber))
    throw new Refusal(409, `the number ${displayNumber} is there`)
  if (given) return graph.addNumber({ accountId: given, displayNumber, verifiedName: name }).id
  const app = graph.addApp({ name })
  const account = graph.addAccount({ name, appIds: [app.id] })
  graph.issueToken({ appId: app.id, accountIds: [account.id] })
  return graph.addNumber({ accountId: account.id, displayNumber, verifiedName: name }).id
}

function changeNumber({ simulator, path, body }: Call): void {
  const number = found(() => simulator.graph.number(path[0] ?? ''))
  if (body.quality !== undefined)
    number.setQuality(oneOf(body.quality, ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'], 'quality'))
  if (body.tier !== undefined)
    number.setTier(
      oneOf(body.tier, ['TIER_250', 'TIER_2K', 'TIER_10K', 'TIER_100K', 'TIER_UNLIMITED'], 'tier'),
    )
  if (body.status !== undefined)
    number.setStatus(
      oneOf(
        body.status,
        ['CONNECTED', 'PENDING', 'FLAGGED', 'RESTRICTED', 'BANNED', 'DISCONNECTED'],
        'status',
      ),
    )
  if (typeof body.isLocked === 'boolean') number.lockAccount(body.isLocked)
  if (typeof body.hasPaymentMethod === 'boolean') number.setPaymentMethod(body.hasPaymentMethod)
}

function changeCustomer(call: Call): void {
  const customer = customerOf(call)
  const { body } = call
  if (typeof body.hidesPhone === 'boolean') customer.hidesPhone = body.hidesPhone
  if (typeof body.isSilent === 'boolean') customer.isSilent = body.isSilent
  if (typeof body.isReachable === 'boolean') customer.isReachable = body.isReachable
  if (body.phone !== undefined) customer.changePhone(phoneOf(body, 'phone'))
  if (body.newUserId === true) customer.changeUserId()
  if (body.closesWindow === true) customer.closeWindow(numberOf(call))
  if (body.wantsMarketing === false) customer.stopMarketing(numberOf(call))
  if (body.wantsMarketing === true) customer.resumeMarketing(numberOf(call))
}

function review({ simulator, path, body }: Call): void {
  const template = found(() => simulator.graph.template(path[0] ?? ''))
  if (body.quality !== undefined)
    template.setQuality(oneOf(body.quality, ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'], 'quality'))
  if (body.category !== undefined)
    template.changeCategory(oneOf(body.category, ['MARKETING', 'UTILITY', 'AUTHENTICATION'], 'category'))
  if (body.verdict === undefined) return
  const verdict = oneOf(body.verdict, ['approve', 'reject', 'pause', 'disable'], 'verdict')
  if (verdict === 'reject') template.reject(optionalText(body, 'reason'))
  else template[verdict]()
}

function customerOf({ simulator, path }: Call): GraphCustomer {
  return found(() => simulator.graph.customer(path[0] ?? ''))
}

function numberOf({ simulator, body }: Call): string {
  return found(() => simulator.graph.number(textOf(body, 'to'))).id
}

function quoting({ body }: Call) {
  const quoted = optionalText(body, 'quoting')
  return quoted ? { quoting: quoted } : {}
}

function found<T>(find: () => T): T {
  try {
    return find()
  } catch (cause) {
    if (cause instanceof Refusal) throw cause
    throw new Refusal(404, cause instanceof Error ? cause.message : 'not found')
  }
}

function done(act: () => void) {
  act()
  return { ok: true }
}
