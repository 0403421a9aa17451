import type { IncomingMessage } from 'node:http'
import type { CompanyId, ConnectionId, WhatsappMessageId } from '@balcao/domain/ids'
import {
  LinkingRefused,
  MediaGone,
  type MediaReference,
  NotConnected,
  UnsupportedByProvider,
} from '@balcao/whatsapp/gateway'
import { z } from 'zod'
import type { LiveLink } from '../../features/connections/live-links.port'

// The format of calls to a WhatsApp link of another process. Both sides use this module.

export const whatsappLinkCallPath = '/links'
export const whatsappLinkCallSignatureHeader = 'x-balcao-signature'
/** The most bytes of the body of a call or an answer. */
const longestBytes = 16 << 10

export type WhatsappLinkMethod = keyof LiveLink
export type WhatsappLinkCallArguments<M extends WhatsappLinkMethod> = Parameters<LiveLink[M]>
export type WhatsappLinkCallResult<M extends WhatsappLinkMethod> = Awaited<ReturnType<LiveLink[M]>>

interface LinkCall<M extends WhatsappLinkMethod> {
  readonly args: z.ZodType<WhatsappLinkCallArguments<M>>
  readonly result: z.ZodType<WhatsappLinkCallResult<M>>
  /** The caller waits this long for the answer. It is longer than the driver's own limit, where it has one. */
  readonly limitMs: number
}

const text = (longest: number) => z.string().max(longest)
const address = text(100)
const person = z.object({
  kind: z.literal('person'),
  phone: address.nullable(),
  lid: address.nullable(),
  userId: text(300).exactOptional(),
})
const group = z.object({ kind: z.literal('group'), group: address })
const chat = z.discriminatedUnion('kind', [person, group])
const message = z.object({
  chat,
  id: text(200) as unknown as z.ZodType<WhatsappMessageId>, // branded on the way in
  fromMe: z.boolean(),
  author: person.nullable(),
})
// The cast adds the branded type, which is lost in JSON.
const mediaReference = text(8_000) as unknown as z.ZodType<MediaReference>

export const whatsappLinkCalls: { readonly [M in WhatsappLinkMethod]: LinkCall<M> } = {
  typing: {
    args: z.tuple([chat, z.enum(['typing', 'recording', 'nothing'])]),
    result: z.void(),
    limitMs: 5_000,
  },
  requestReupload: { args: z.tuple([message, mediaReference]), result: mediaReference, limitMs: 75_000 },
  lookUp: { args: z.tuple([address]), result: person.nullable(), limitMs: 20_000 },
  profilePicture: { args: z.tuple([chat]), result: text(4_000).nullable(), limitMs: 20_000 },
  groupInfo: { args: z.tuple([group]), result: z.object({ subject: text(2_000) }), limitMs: 20_000 },
  requestPairingCode: { args: z.tuple([address]), result: text(100), limitMs: 40_000 },
  logout: { args: z.tuple([]), result: z.void(), limitMs: 10_000 },
}

export const whatsappLinkCallBodySchema = z.object({
  companyId: z.number().int() as unknown as z.ZodType<CompanyId>, // branded on the way in
  connectionId: z.number().int() as unknown as z.ZodType<ConnectionId>,
  method: z.enum(Object.keys(whatsappLinkCalls) as WhatsappLinkMethod[]), // the table has exactly these keys
  args: z.array(z.unknown()),
})

const failure = z.discriminatedUnion('name', [
  z.object({
    name: z.enum(['NotConnected', 'MediaGone', 'UnsupportedByProvider', 'Error']),
    message: z.string(),
  }),
  z.object({ name: z.literal('LinkingRefused'), code: z.number().nullable() }),
])
type Failure = z.output<typeof failure>

/** The body of an answer: either the driver's error or the result. */
export const whatsappLinkAnswerBodySchema = z.object({
  failure: failure.optional(),
  result: z.unknown().optional(),
})
export type WhatsappLinkAnswerBody = z.output<typeof whatsappLinkAnswerBodySchema>

const longestMessage = 500

export function serializeWhatsappLinkFailure(error: unknown): Failure {
  if (error instanceof LinkingRefused) return { name: error.name, code: error.code }
  const message = (error instanceof Error ? error.message : String(error)).slice(0, longestMessage)
  if (error instanceof NotConnected || error instanceof MediaGone || error instanceof UnsupportedByProvider)
    return { name: error.name, message }
  return { name: 'Error', message }
}

export function parseWhatsappLinkFailure(failed: Failure): Error {
  if (failed.name === 'LinkingRefused') return new LinkingRefused(failed.code)
  if (failed.name === 'NotConnected') return new NotConnected(failed.message)
  if (failed.name === 'UnsupportedByProvider') return new UnsupportedByProvider(failed.message)
  return failed.name === 'MediaGone' ? new MediaGone(failed.message) : new Error(failed.message)
}

/** Reads the body of a call or an answer. Rejects if it is too long, or the connection closes. */
export async function readWhatsappLinkCallBody(from: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of from) {
    bytes += piece.length
    if (bytes > longestBytes) throw new Error('a body is too long')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}
