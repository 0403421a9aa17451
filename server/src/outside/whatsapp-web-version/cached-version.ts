import {
  compareWhatsappWebVersions,
  type WhatsappWebVersion,
  type WhatsappWebVersionLookupFailure,
} from '@balcao/domain/web-version'
import type { WebVersionLookUp, WebVersionLookUpResult } from './port'

const foundForMs = 6 * 3_600_000
const failedForMs = 10 * 60_000
/** At most one look-up per minute follows a refusal, because WhatsApp refuses all sockets at once. */
const betweenRefusalsMs = 60_000

/** If a look-up fails, the last version found stays in use, because it is newer than the shipped version. */
export function createWebVersionCache({
  read,
  shipped,
  now,
}: {
  readonly read: () => Promise<WhatsappWebVersion | WhatsappWebVersionLookupFailure>
  /** The version that this release contains. Older ones are not accepted. */
  readonly shipped: WhatsappWebVersion
  readonly now: () => Date
}): WebVersionLookUp {
  let known: WebVersionLookUpResult = { version: null, at: null, failure: null }
  let startedAt = Number.NEGATIVE_INFINITY
  let dueAt = Number.NEGATIVE_INFINITY
  let running: Promise<WebVersionLookUpResult> | null = null

  async function lookUp(): Promise<WebVersionLookUpResult> {
    startedAt = now().getTime()
    const answer = await read()
    // An older version than the shipped one comes from a stale mirror, and WhatsApp would refuse it sooner.
    const isOlder = typeof answer !== 'string' && compareWhatsappWebVersions(answer, shipped) < 0
    const found = isOlder ? 'older' : answer
    const at = now()
    known =
      typeof found === 'string'
        ? { version: known.version, at, failure: found }
        : { version: found, at, failure: null }
    dueAt = at.getTime() + (known.failure === null ? foundForMs : failedForMs)
    return known
  }

  function lookUpNow(): Promise<WebVersionLookUpResult> {
    running ??= lookUp().finally(() => {
      running = null
    })
    return running
  }

  return {
    lookUpNow,
    current: async () => (now().getTime() < dueAt ? known : lookUpNow()),
    known: () => known,
    refused() {
      known = { ...known, version: null }
      dueAt = Math.min(dueAt, startedAt + betweenRefusalsMs)
    },
  }
}
