import { buffer } from 'node:stream/consumers'
import type { WhatsappMessageId } from '@balcao/domain/ids'
import { credentialsKeyStoreKey, type OfficialCredentials } from '@balcao/domain/official-credentials'
import type {
  ConnectionStatusReport,
  InboundUpdate,
  MediaReference,
  MessageSendRequest,
  OutgoingContent,
  PersonAddress,
  WhatsappLink,
} from '@balcao/whatsapp/gateway'
import {
  type MemoryKeyHandle,
  type MemoryKeyStore,
  memoryKeyStore,
} from '@balcao/whatsapp/testing/memory-key-store'
import { type SteppedClock, steppedClock } from '@balcao/whatsapp/testing/stepped-clock'
import type { GraphNumber } from '@balcao/whatsapp-simulator/graph/play-number'
import { ANA, aGraph, type GraphTest } from '@balcao/whatsapp-simulator/testing/graph-client'
import { cloudGateway } from '../cloud-gateway'
import type { GraphSettings } from '../settings'
import { parseCloudEvent } from '../translate'
import { hasValidWebhookSignature, splitWebhook } from '../webhook'

export const ana: PersonAddress = { kind: 'person', phone: ANA, lid: null }

/** A number on the simulated Graph API, with the product's store and link. */
export interface CloudNumber extends GraphTest {
  readonly settings: GraphSettings
  readonly clock: SteppedClock
  readonly credentials: OfficialCredentials
  readonly store: MemoryKeyStore
  readonly keys: MemoryKeyHandle
  readonly reports: readonly ConnectionStatusReport[]
  readonly logs: readonly string[]
  readonly leaseLost: AbortController
  readonly meta: GraphNumber
  connect(): WhatsappLink
  connected(): Promise<WhatsappLink>
  reported(
    name: string,
    matches: (report: ConnectionStatusReport) => boolean,
  ): Promise<ConnectionStatusReport>
  /** What webhooks said so far, in our words; each webhook is signed. */
  received(): Promise<readonly InboundUpdate[]>
  /** What the driver noted itself. */
  noted(): Promise<readonly InboundUpdate[]>
  fetchMedia(reference: MediaReference): Promise<Buffer>
}

export async function aCloudNumber(
  graphSettings: Partial<GraphSettings> = {},
  stored: Partial<OfficialCredentials> | null = {},
): Promise<CloudNumber> {
  const clock = steppedClock()
  const test = await aGraph({ clock: clock.now })
  const { graph, app, account, number, token, callback } = test
  const settings: GraphSettings = {
    url: graph.url,
    version: 'v26.0',
    mediaHost: graph.mediaHost,
    ...graphSettings,
  }
  const credentials: OfficialCredentials = {
    accountId: account.id,
    phoneNumberId: number.id,
    token,
    appId: app.id,
    appSecret: app.secret,
    verifyToken: callback.verifyToken,
    ...stored,
  }
  const store = memoryKeyStore()
  const keys = store.open()
  if (stored !== null)
    await keys.commit([{ ...credentialsKeyStoreKey, value: JSON.stringify(credentials) }], [])
  const reports: ConnectionStatusReport[] = []
  const logs: string[] = []
  const note = (facts: object, text: string) => logs.push(`${text} ${JSON.stringify(facts)}`)
  const gateway = cloudGateway({ graph: settings, clock, log: { info: note, warn: note } })
  const leaseLost = new AbortController()
  const links: WhatsappLink[] = []
  const watchers = new Set<() => void>()
  const reported: CloudNumber['reported'] = (name, matches) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`not reported: ${name} ${JSON.stringify(reports)}`)),
        20_000,
      )
      const look = () => {
        const found = reports.find(matches)
        if (!found) return
        clearTimeout(timer)
        watchers.delete(look)
        resolve(found)
      }
      watchers.add(look)
      look()
    })
  const connect = () => {
    const link = gateway.connect({
      name: 'connection 7',
      provider: 'cloud',
      keys,
      leaseLost: leaseLost.signal,
      report(report) {
        reports.push(report)
        for (const look of [...watchers]) look()
      },
    })
    links.push(link)
    return link
  }
  return {
    ...test,
    settings,
    clock,
    credentials,
    store,
    keys,
    reports,
    logs,
    leaseLost,
    meta: number,
    connect,
    reported,
    async connected() {
      const link = connect()
      await reported('connected', ({ status }) => status === 'CONNECTED')
      return link
    },
    async received() {
      await graph.webhooksSent()
      const events = callback.received.flatMap(({ body, raw, signature }) => {
        if (!hasValidWebhookSignature(app.secret, Buffer.from(raw), signature))
          throw new Error('a webhook is not signed')
        return splitWebhook(body).events
      })
      const once = new Map(events.map(({ event }) => [event.key, event]))
      return (await Promise.all([...once.values()].map(({ content }) => parseCloudEvent(content)))).flat()
    },
    async noted() {
      return (await Promise.all(store.entries.map(({ content }) => parseCloudEvent(content)))).flat()
    },
    fetchMedia: (reference) => buffer(gateway.fetchMedia(reference, AbortSignal.timeout(20_000), keys)),
    async end() {
      await Promise.all(links.map((link) => link.stop()))
      await test.end()
    },
  }
}

let reservedIds = 0

export function reservedId(): WhatsappMessageId {
  reservedIds += 1
  return `3EB0${reservedIds.toString(16).toUpperCase().padStart(18, '0')}` as WhatsappMessageId // as the server reserves
}

export function orderOf(
  content: OutgoingContent,
  more: Partial<MessageSendRequest> = {},
): MessageSendRequest {
  return { id: reservedId(), to: ana, content, quoted: null, isFirstTry: true, ...more }
}
