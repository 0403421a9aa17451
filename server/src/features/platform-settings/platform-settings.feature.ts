import type { WhatsappWebVersionView } from '@balcao/contract/platform-settings'
import * as calls from '@balcao/contract/platform-settings'
import {
  automaticWebVersion,
  chooseWebVersion,
  parseWebVersion,
  type WebVersion,
  webVersionText,
} from '@balcao/domain/web-version'
import type { WebVersionLookUp, WebVersionLookUpResult } from '../../outside/whatsapp-web-version/port'
import type { Feature } from '../../platform/feature'
import { callerRoute, type UserCaller } from '../../platform/http/route'
import type { PlatformWork } from '../../platform/work'
import { recordPlatformAudit } from '../audit/record-audit'
import { lockPlatformSetting, savePlatformSetting } from './platform-settings.queries'
import { webVersionSetting } from './platform-settings.read'

export interface PlatformSettingsDependencies {
  readonly webVersion: {
    /** The version of WhatsApp Web that is built into the driver. */
    readonly shipped: WebVersion
    readonly lookUp: WebVersionLookUp
  }
}

export function platformSettingsFeature({
  webVersion: { shipped, lookUp },
}: PlatformSettingsDependencies): Feature {
  /** Looks up the newest version outside a transaction, because that may take seconds. */
  const view = async (caller: UserCaller) => {
    const setting = await caller.actOnPlatform(webVersionSetting)
    const lookedUp = setting === automaticWebVersion ? await lookUp.current() : lookUp.known()
    return whatsappVersionView(setting, shipped, lookedUp)
  }
  return {
    name: 'platform-settings',
    routes: [
      callerRoute(calls.getWhatsappVersion, view),
      callerRoute(calls.saveWhatsappVersion, async (caller, { body }) => {
        const setting = parseWebVersion(body.setting) ?? automaticWebVersion
        await caller.actOnPlatform((work) => saveWhatsappVersion(work, setting))
        return view(caller)
      }),
      callerRoute(calls.lookUpWhatsappVersion, async (caller) => {
        await lookUp.lookUpNow()
        return view(caller)
      }),
    ],
  }
}

/** Saves the version for new logins. Open sockets keep the version of their own login. */
async function saveWhatsappVersion(
  work: PlatformWork,
  setting: WebVersion | typeof automaticWebVersion,
): Promise<void> {
  await work.db.row(lockPlatformSetting, { key: 'whatsappVersion' })
  const formerVersion = versionSettingText(await webVersionSetting(work))
  const version = versionSettingText(setting)
  if (version === formerVersion) return
  await work.db.run(savePlatformSetting, { key: 'whatsappVersion', value: version, at: work.now })
  await recordPlatformAudit(work, { act: 'whatsappVersion.changed', detail: { version, formerVersion } })
}

export function whatsappVersionView(
  setting: WebVersion | typeof automaticWebVersion,
  shipped: WebVersion,
  { version: lookedUp, at, failure }: WebVersionLookUpResult,
): WhatsappWebVersionView {
  const { version, source } = chooseWebVersion({ setting, lookedUp, shipped })
  return {
    setting: versionSettingText(setting),
    claimed: webVersionText(version),
    source,
    shipped: webVersionText(shipped),
    lookedUpAt: at?.toISOString() ?? null,
    failure,
  }
}

export function versionSettingText(setting: WebVersion | typeof automaticWebVersion): string {
  return setting === automaticWebVersion ? setting : webVersionText(setting)
}
