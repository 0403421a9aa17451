import type { WhatsappVersion } from '@balcao/contract/platform-settings'
import {
  automaticVersion,
  claimedWebVersion,
  type WebVersion,
  webVersionText,
} from '@balcao/domain/web-version'
import type { LookedUpVersion } from '../../outside/whatsapp-web-version/port'

export function whatsappVersionView(
  setting: WebVersion | typeof automaticVersion,
  shipped: WebVersion,
  { version: lookedUp, at, failure }: LookedUpVersion,
): WhatsappVersion {
  const { version, source } = claimedWebVersion({ setting, lookedUp, shipped })
  return {
    setting: settingText(setting),
    claimed: webVersionText(version),
    source,
    shipped: webVersionText(shipped),
    lookedUpAt: at?.toISOString() ?? null,
    failure,
  }
}

export function settingText(setting: WebVersion | typeof automaticVersion): string {
  return setting === automaticVersion ? setting : webVersionText(setting)
}
