import { automaticWebVersion, parseWebVersion, type WebVersion } from '@balcao/domain/web-version'
import type { PlatformWork } from '../../platform/work'
import { platformSetting } from './platform-settings.queries'

/** Returns the chosen version of WhatsApp Web; automatic until a super user chooses one. */
export async function webVersionSetting({
  db,
}: Pick<PlatformWork, 'db'>): Promise<WebVersion | typeof automaticWebVersion> {
  const row = await db.row(platformSetting, { key: 'whatsappVersion' })
  return (row && parseWebVersion(row.value)) ?? automaticWebVersion
}
