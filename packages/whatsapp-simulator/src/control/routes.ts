import type { Simulator } from '../simulator'
import { optionalText, phoneOf, Refusal, textOf } from './answers'
import { type Call, contact, group, groupIn, optionsOf, phone, queryShop, shopOf, textsOf } from './call'
import { endCall, startCallAs } from './calls'
import { contactChats, entryView, shopChat, shopChats } from './chats'
import { CLOUD_ROUTES } from './cloud'
import { faultFrom } from './fault-input'
import { rulesFrom } from './rules-input'
import { sendAs } from './send-as'

type Route = (call: Call) => unknown

/** The control API by method and path; `:` is a path parameter, passed to the route in order. */
export const ROUTES: Record<string, Route> = {
  ...CLOUD_ROUTES,
  'GET /phones': ({ simulator }) => simulator.phones().map(phoneView),
  'POST /phones': ({ simulator, body }) =>
    phoneView(simulator.createPhone({ phone: phoneOf(body, 'phone'), name: textOf(body, 'name') })),
  'GET /contacts': ({ simulator }) =>
    simulator.contacts().map(({ phone, name, jid, lid, silent }) => ({ phone, name, jid, lid, silent })),
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
  'GET /phones/:/chats': (call) => shopChats(call.simulator, phone(call).phone),
  'GET /phones/:/chat': (call) => ({
    typing: false,
    messages: shopChat(call.simulator, phone(call).phone, placeIn(call)).map(entryView),
  }),
  'POST /phones/:/drop': (call) => done(() => phone(call).drop()),
  'POST /phones/:/faults': (call) => done(() => phone(call).inflict(faultFrom(call.body))),
  'POST /contacts/:/messages': async (call) => ({ id: await sendAs(call) }),
  'POST /contacts/:/read': (call) => ({ read: contact(call).read(shopOf(call), groupIn(call)) }),
  'POST /contacts/:/play': (call) =>
    done(() => contact(call).play(shopOf(call), textOf(call.body, 'id'), groupIn(call))),
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
  'POST /contacts/:/call': (call) => ({ id: startCallAs(call) }),
  'POST /calls/:/end': (call) => done(() => endCall(call)),
  'GET /groups': ({ simulator }) => simulator.groups().map(groupView),
  'POST /groups': ({ simulator, body }) =>
    groupView(simulator.createGroup({ subject: textOf(body, 'subject'), members: membersOf(body) })),
  'POST /groups/:/rename': (call) => {
    const renamed = group(call)
    renamed.rename(phoneOf(call.body, 'by'), textOf(call.body, 'subject'))
    return groupView(renamed)
  },
  'POST /contacts/:/typing': (call) =>
    done(() => contact(call).typing(shopOf(call), call.body.state === 'paused' ? 'paused' : 'composing')),
  'POST /contacts/:/delete': async (call) => ({
    id: await contact(call).deleteMessage(shopOf(call), textOf(call.body, 'id'), optionsOf(call)),
  }),
  'POST /contacts/:/silent': (call) =>
    done(() => {
      contact(call).silent = call.body.silent === true
    }),
  'GET /contacts/:/chats': (call) => contactChats(call.simulator, contact(call).phone),
  'GET /contacts/:/chat': (call) => {
    const shop = queryShop(call)
    return {
      typing: contact(call).shopIsTyping(shop, queryGroup(call)),
      messages: contact(call).chat(shop, queryGroup(call)).map(entryView),
    }
  },
  'GET /contacts/:/received': (call) => contact(call).arrivals(queryShop(call), queryGroup(call)),
  'POST /restart': ({ simulator }) => done(() => simulator.startOver()),
  'GET /linking': ({ simulator }) => simulator.linkingRules,
  'POST /linking': ({ simulator, body }) => {
    simulator.setLinkingRules(rulesFrom(body))
    return simulator.linkingRules
  },
  'GET /stats': ({ simulator }) => simulator.stats,
  'GET /trust': ({ simulator }) => ({
    url: simulator.url,
    noiseRootPublicKey: simulator.noiseRootPublicKey.toString('base64'),
    mediaCertificate: simulator.mediaCertificate,
    mediaHost: simulator.mediaHost,
    graph: { url: simulator.graph.url, mediaHost: simulator.graph.mediaHost },
  }),
}

/** The pasted code, or the held-up code of the only waiting companion. */
function qrOf({ simulator, body }: Call): string {
  const pasted = optionalText(body, 'qr')
  if (pasted) return pasted
  const [heldUp] = simulator.waiting().flatMap(({ qr }) => qr ?? [])
  if (!heldUp) throw new Refusal(409, 'no code is held up; send its text as qr')
  return heldUp
}

/** An empty one removes the reaction. */
function emojiOf({ body }: Call): string {
  return body.emoji === '' ? '' : textOf(body, 'emoji')
}

/** A contact's number or a group's address. */
function placeIn({ query }: Call): string {
  return query.get('with') || refuse('say with whom')
}

function refuse(why: string): never {
  throw new Refusal(400, why)
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

function done(act: () => void) {
  act()
  return { ok: true }
}
