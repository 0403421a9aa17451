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

/** Each new WhatsApp socket waits for the version at most this long: WhatsApp's site and the database may be slow. */
const timeoutMs = 5_000

/** Provides the version of WhatsApp Web to claim: as a super user set it, or looked up. Null: the shipped one. */
export function whatsappVersionProvider({
  workplace,
  lookUp,
  clock,
  log,
}: {
  /** A function, because the driver is created before the workplace. */
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

  /** Logs a failed look-up once, because hundreds of sockets may open while its failure is cached. */
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

/** Opens the look-up of the current version at WhatsApp's site or its simulator. */
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
