import type { WhatsappWebVersionView } from '@balcao/contract/platform-settings'
import * as calls from '@balcao/contract/platform-settings'
import {
  automaticWhatsappWebVersion,
  chooseWhatsappWebVersion,
  parseWhatsappWebVersion,
  type WhatsappWebVersion,
  whatsappWebVersionText,
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
    readonly shipped: WhatsappWebVersion
    readonly lookUp: WebVersionLookUp
  }
}

export function platformSettingsFeature({
  webVersion: { shipped, lookUp },
}: PlatformSettingsDependencies): Feature {
  /** Looks up the newest version outside a transaction, because that may take seconds. */
  const view = async (caller: UserCaller) => {
    const setting = await caller.actOnPlatform(webVersionSetting)
    const lookedUp = setting === automaticWhatsappWebVersion ? await lookUp.current() : lookUp.known()
    return whatsappVersionView(setting, shipped, lookedUp)
  }
  return {
    name: 'platform-settings',
    routes: [
      callerRoute(calls.getWhatsappVersion, view),
      callerRoute(calls.saveWhatsappVersion, async (caller, { body }) => {
        const setting = parseWhatsappWebVersion(body.setting) ?? automaticWhatsappWebVersion
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
  setting: WhatsappWebVersion | typeof automaticWhatsappWebVersion,
): Promise<void> {
  await work.db.row(lockPlatformSetting, { key: 'whatsappVersion' })
  const formerVersion = versionSettingText(await webVersionSetting(work))
  const version = versionSettingText(setting)
  if (version === formerVersion) return
  await work.db.run(savePlatformSetting, { key: 'whatsappVersion', value: version, at: work.now })
  await recordPlatformAudit(work, { act: 'whatsappVersion.changed', detail: { version, formerVersion } })
}

export function whatsappVersionView(
  setting: WhatsappWebVersion | typeof automaticWhatsappWebVersion,
  shipped: WhatsappWebVersion,
  { version: lookedUp, at, failure }: WebVersionLookUpResult,
): WhatsappWebVersionView {
  const { version, source } = chooseWhatsappWebVersion({ setting, lookedUp, shipped })
  return {
    setting: versionSettingText(setting),
    claimed: whatsappWebVersionText(version),
    source,
    shipped: whatsappWebVersionText(shipped),
    lookedUpAt: at?.toISOString() ?? null,
    failure,
  }
}

export function versionSettingText(setting: WhatsappWebVersion | typeof automaticWhatsappWebVersion): string {
  return setting === automaticWhatsappWebVersion ? setting : whatsappWebVersionText(setting)
}
