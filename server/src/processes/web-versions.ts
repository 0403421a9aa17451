import {
  automaticWhatsappWebVersion,
  type WhatsappWebVersion,
  whatsappWebVersionText,
} from '@balcao/domain/web-version'
import type { WebVersionProvider } from '@balcao/whatsapp/gateway'
import { webVersionSetting } from '../features/platform-settings/platform-settings.read'
import { createWebVersionCache } from '../outside/whatsapp-web-version/cached-version'
import type { WebVersionLookUp, WebVersionLookUpResult } from '../outside/whatsapp-web-version/port'
import { createWebVersionFetcher } from '../outside/whatsapp-web-version/site-version'
import type { Clock } from '../platform/clock'
import type { Config } from '../platform/config'
import { createEgressClient, type EgressClient } from '../platform/egress/egress-client'
import type { Log } from '../platform/log'
import type { Workplace } from '../platform/work'

/** Each new socket waits for the version, and site and database may be slow. */
const timeoutMs = 5_000

/** The version that a super user has fixed, or the look-up's, read for each socket. Null: the shipped version. */
export function whatsappVersionProvider({
  workplace,
  lookUp,
  clock,
  log,
}: {
  /** The driver is created before the workplace. */
  readonly workplace: () => Pick<Workplace, 'withPlatform'>
  readonly lookUp: WebVersionLookUp
  readonly clock: Clock
  readonly log: Log
}): WebVersionProvider {
  let logged: Date | null = null

  async function decide(): Promise<WhatsappWebVersion | null> {
    const setting = await workplace().withPlatform('the version of WhatsApp Web to claim', webVersionSetting)
    if (setting !== automaticWhatsappWebVersion) return setting
    const lookedUp = await lookUp.current()
    warn(lookedUp)
    return lookedUp.version
  }

  /** Logs once per failed look-up: hundreds of sockets may open while its failure is cached. */
  function warn({ failure, at, version }: WebVersionLookUpResult): void {
    if (failure === null || at === logged) return
    logged = at
    log.warn(
      { reason: failure, version: version === null ? 'shipped' : whatsappWebVersionText(version) },
      'the version of WhatsApp Web could not be looked up',
    )
  }

  return {
    async current() {
      let cancel = () => {}
      const timedOut = new Promise<null>((resolve) => {
        cancel = clock.after(timeoutMs, () => resolve(null))
      })
      try {
        return await Promise.race([decide(), timedOut])
      } catch (err) {
        log.warn({ err }, 'the version of WhatsApp Web to claim could not be read')
        return null
      } finally {
        cancel()
      }
    },
    refused: () => lookUp.refused(),
  }
}

export interface WhatsappVersionLookUp {
  readonly lookUp: WebVersionLookUp
  close(): Promise<void>
}

/** Asks WhatsApp's site or its simulator. */
export function openWhatsappVersionLookUp(
  simulator: Config['whatsappSimulator'],
  shipped: WhatsappWebVersion,
  { now }: Clock,
): WhatsappVersionLookUp {
  const trusted = simulator && new URL(simulator.trustUrl)
  const outside: EgressClient = createEgressClient({ allow: trusted ? [trusted.host] : [] })
  const read = createWebVersionFetcher(outside, trusted && new URL('/sw.js', trusted).href)
  return { lookUp: createWebVersionCache({ read, shipped, now }), close: () => outside.close() }
}
