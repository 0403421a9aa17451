import type { ChatEntry } from '../contact'
import type { Simulator } from '../simulator'
import { optionalText, phoneOf, Refusal, textOf } from './answers'
import { faultFrom } from './fault-input'

/** What a route gets: the parts of its path, the query and, when it changes something, the JSON that was sent. */
export interface Call {
  simulator: Simulator
  path: string[]
  query: URLSearchParams
  body: Record<string, unknown>
}

type Route = (call: Call) => unknown

const MAX_PICTURE_BYTES = 16 * 1024 * 1024

/** The control API by method and path; `:` is a part of the path handed to the route, in order. */
export const ROUTES: Record<string, Route> = {
  'GET /phones': ({ simulator }) => simulator.phones().map(phoneView),
  'POST /phones': ({ simulator, body }) =>
    phoneView(simulator.createPhone({ phone: phoneOf(body, 'phone'), name: textOf(body, 'name') })),
  'GET /contacts': ({ simulator }) =>
    simulator.contacts().map(({ phone, name, jid, lid }) => ({ phone, name, jid, lid })),
  'POST /contacts': ({ simulator, body }) => {
    const { phone, name, jid, lid } = simulator.createContact({
      phone: phoneOf(body, 'phone'),
      name: textOf(body, 'name'),
    })
    return { phone, name, jid, lid }
  },
  'GET /waiting': ({ simulator }) => simulator.waiting(),
  'POST /qrs': ({ simulator, body }) => done(() => simulator.holdUpQr(textOf(body, 'qr'))),
  'POST /qrs/expire': ({ simulator }) => done(() => simulator.expireQrs()),
  'POST /phones/:/scan': async (call) => {
    await phone(call).scanQr(qrOf(call))
    return phoneView(phone(call))
  },
  'POST /phones/:/code': async (call) => {
    await phone(call).enterCode(textOf(call.body, 'code'))
    return phoneView(phone(call))
  },
  'POST /phones/:/messages': async (call) => ({
    id: await phone(call).sendText(phoneOf(call.body, 'to'), textOf(call.body, 'text')),
  }),
  'POST /phones/:/drop': (call) => done(() => phone(call).drop()),
  'POST /phones/:/faults': (call) => done(() => phone(call).inflict(faultFrom(call.body))),
  'POST /contacts/:/messages': async (call) => ({ id: await sendAs(call) }),
  'POST /contacts/:/read': (call) => ({ read: contact(call).read(shopOf(call)) }),
  'POST /contacts/:/typing': (call) =>
    done(() => contact(call).typing(shopOf(call), call.body.state === 'paused' ? 'paused' : 'composing')),
  'POST /contacts/:/delete': async (call) => ({
    id: await contact(call).deleteMessage(shopOf(call), textOf(call.body, 'id')),
  }),
  'POST /contacts/:/silent': (call) =>
    done(() => {
      contact(call).silent = call.body.silent === true
    }),
  'GET /contacts/:/chat': (call) => {
    const shop = queryShop(call)
    return { typing: contact(call).shopIsTyping(shop), messages: contact(call).chat(shop).map(entryView) }
  },
  'GET /contacts/:/received': (call) => contact(call).arrivals(queryShop(call)),
  'GET /stats': ({ simulator }) => simulator.stats,
  'GET /trust': ({ simulator }) => ({
    url: simulator.url,
    noiseRootPublicKey: simulator.noiseRootPublicKey.toString('base64'),
    mediaCertificate: simulator.mediaCertificate,
    mediaHost: simulator.mediaHost,
  }),
}

function phone({ simulator, path }: Call) {
  return found(() => simulator.phone(path[0] ?? ''))
}

function contact({ simulator, path }: Call) {
  return found(() => simulator.contact(path[0] ?? ''))
}

function shopOf({ simulator, body }: Call): string {
  return found(() => simulator.phone(phoneOf(body, 'to'))).phone
}

function queryShop({ simulator, query }: Call): string {
  return found(() => simulator.phone(query.get('with') ?? '')).phone
}

/** The code that was pasted, or the one that was held up by the only companion that waits. */
function qrOf({ simulator, body }: Call): string {
  const pasted = optionalText(body, 'qr')
  if (pasted) return pasted
  const [heldUp] = simulator.waiting().flatMap(({ qr }) => qr ?? [])
  if (!heldUp) throw new Refusal(409, 'no code is held up; send its text as qr')
  return heldUp
}

function sendAs(call: Call): Promise<string> {
  const { body } = call
  const id = optionalText(body, 'id')
  const quoting = optionalText(body, 'quoting')
  const options = {
    ...(id && { id }),
    ...(quoting && { quoting }),
    addressing: body.addressing === 'lid' ? ('lid' as const) : ('pn' as const),
  }
  if (body.picture === undefined) return contact(call).sendText(shopOf(call), textOf(body, 'text'), options)
  const picture = Buffer.from(textOf(body, 'picture'), 'base64')
  if (picture.length === 0 || picture.length > MAX_PICTURE_BYTES)
    throw new Refusal(400, 'picture must be base64')
  const mimetype = optionalText(body, 'mimetype') ?? 'image/jpeg'
  if (!/^image\/[a-z.+-]+$/.test(mimetype)) throw new Refusal(400, 'mimetype must be of an image')
  const caption = body.caption === '' ? undefined : optionalText(body, 'caption')
  return contact(call).sendPicture(shopOf(call), picture, {
    ...options,
    mimetype,
    ...(caption && { caption }),
  })
}

function phoneView({ phone, name, jid, lid, devices, online }: ReturnType<Simulator['phone']>) {
  return { phone, name, jid, lid, devices, online }
}

function entryView(entry: ChatEntry) {
  return { ...entry, ...(entry.pictureId && { pictureUrl: `/pictures/${entry.pictureId}` }) }
}

function found<T>(find: () => T): T {
  try {
    return find()
  } catch (cause) {
    throw new Refusal(404, cause instanceof Error ? cause.message : 'not found')
  }
}

function done(act: () => void) {
  act()
  return { ok: true }
}
