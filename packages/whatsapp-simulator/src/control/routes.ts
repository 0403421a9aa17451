import type { ChatEntry } from '../contact'
import type { Simulator } from '../simulator'
import { optionalText, phoneOf, Refusal, textOf } from './answers'
import { type Call, contact, groupIn, optionsOf, phone, queryShop, shopOf, textsOf } from './call'
import { faultFrom } from './fault-input'
import { sendAs } from './send-as'

type Route = (call: Call) => unknown

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
  'POST /contacts/:/read': (call) => ({ read: contact(call).read(shopOf(call), groupIn(call)) }),
  'POST /contacts/:/play': (call) => done(() => contact(call).play(shopOf(call), textOf(call.body, 'id'))),
  'POST /contacts/:/edit': async (call) => ({
    id: await contact(call).editMessage(
      shopOf(call),
      textOf(call.body, 'id'),
      textOf(call.body, 'text'),
      optionsOf(call),
    ),
  }),
  'POST /contacts/:/react': async (call) => ({
    id: await contact(call).react(shopOf(call), textOf(call.body, 'id'), emojiOf(call), optionsOf(call)),
  }),
  'POST /contacts/:/call': (call) => ({ id: callAs(call) }),
  'GET /groups': ({ simulator }) => simulator.groups().map(groupView),
  'POST /groups': ({ simulator, body }) =>
    groupView(simulator.createGroup({ subject: textOf(body, 'subject'), members: membersOf(body) })),
  'POST /contacts/:/typing': (call) =>
    done(() => contact(call).typing(shopOf(call), call.body.state === 'paused' ? 'paused' : 'composing')),
  'POST /contacts/:/delete': async (call) => ({
    id: await contact(call).deleteMessage(shopOf(call), textOf(call.body, 'id'), optionsOf(call)),
  }),
  'POST /contacts/:/silent': (call) =>
    done(() => {
      contact(call).silent = call.body.silent === true
    }),
  'GET /contacts/:/chat': (call) => {
    const shop = queryShop(call)
    return {
      typing: contact(call).shopIsTyping(shop),
      messages: contact(call).chat(shop, queryGroup(call)).map(entryView),
    }
  },
  'GET /contacts/:/received': (call) => contact(call).arrivals(queryShop(call), queryGroup(call)),
  'GET /stats': ({ simulator }) => simulator.stats,
  'GET /trust': ({ simulator }) => ({
    url: simulator.url,
    noiseRootPublicKey: simulator.noiseRootPublicKey.toString('base64'),
    mediaCertificate: simulator.mediaCertificate,
    mediaHost: simulator.mediaHost,
  }),
}

/** The code that was pasted, or the one that was held up by the only companion that waits. */
function qrOf({ simulator, body }: Call): string {
  const pasted = optionalText(body, 'qr')
  if (pasted) return pasted
  const [heldUp] = simulator.waiting().flatMap(({ qr }) => qr ?? [])
  if (!heldUp) throw new Refusal(409, 'no code is held up; send its text as qr')
  return heldUp
}

/** An empty one takes the reaction away. */
function emojiOf({ body }: Call): string {
  return body.emoji === '' ? '' : textOf(body, 'emoji')
}

/** Rings, and ends as it was said to: `hangUp` (default), `timeOut`, `answer` or `refuse` on the handset. */
function callAs(call: Call): string {
  const ringing = contact(call).call(shopOf(call), { video: call.body.video === true })
  const end = optionalText(call.body, 'end') ?? 'hangUp'
  if (end === 'hangUp') ringing.hangUp()
  else if (end === 'timeOut') ringing.timeOut()
  else if (end === 'answer') ringing.answerOnHandset()
  else if (end === 'refuse') ringing.refuseOnHandset()
  else throw new Refusal(400, `no call ends with ${end}`)
  return ringing.id
}

function queryGroup({ query }: Call): string | undefined {
  return query.get('group') ?? undefined
}

function membersOf(body: Record<string, unknown>): string[] {
  return textsOf(body.members).map((phone) => phoneOf({ phone }, 'phone'))
}

function groupView({ jid, subject, members }: ReturnType<Simulator['groups']>[number]) {
  return { jid, subject, members }
}

function phoneView({ phone, name, jid, lid, devices, online }: ReturnType<Simulator['phone']>) {
  return { phone, name, jid, lid, devices, online }
}

function entryView(entry: ChatEntry) {
  const { pictureId, fileId } = entry
  return {
    ...entry,
    ...(pictureId && { pictureUrl: `/pictures/${pictureId}` }),
    ...(fileId && { fileUrl: `/pictures/${fileId}` }),
  }
}

function done(act: () => void) {
  act()
  return { ok: true }
}
