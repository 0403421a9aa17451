import { automaticWebVersion, parseWebVersion, type WebVersion } from '@balcao/domain/web-version'
import type { PlatformWork } from '../../platform/work'
import { platformSetting } from './platform-settings.queries'

/** The version of WhatsApp Web that a super user chose, or automatic. */
export async function webVersionSetting({
  db,
}: Pick<PlatformWork, 'db'>): Promise<WebVersion | typeof automaticWebVersion> {
  const row = await db.row(platformSetting, { key: 'whatsappVersion' })
  return (row && parseWebVersion(row.value)) ?? automaticWebVersion
}
