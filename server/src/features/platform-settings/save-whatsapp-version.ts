import type { automaticVersion, WebVersion } from '@balcao/domain/web-version'
import type { PlatformWork } from '../../platform/work'
import { recordPlatformAudit } from '../audit/record-audit'
import { lockPlatformSetting, savePlatformSetting } from './platform-settings.queries'
import { webVersionSetting } from './platform-settings.read'
import { settingText } from './platform-settings.view'

/** Applies to sockets opened from now on; open sockets keep the version of their log-in. */
export async function saveWhatsappVersion(
  work: PlatformWork,
  setting: WebVersion | typeof automaticVersion,
): Promise<void> {
  await work.db.row(lockPlatformSetting, { key: 'whatsappVersion' })
  const formerVersion = settingText(await webVersionSetting(work))
  const version = settingText(setting)
  if (version === formerVersion) return
  await work.db.run(savePlatformSetting, { key: 'whatsappVersion', value: version, at: work.now })
  await recordPlatformAudit(work, { act: 'whatsappVersion.changed', detail: { version, formerVersion } })
}
