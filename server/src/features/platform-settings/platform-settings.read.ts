import {
  automaticWhatsappWebVersion,
  parseWhatsappWebVersion,
  type WhatsappWebVersion,
} from '@balcao/domain/web-version'
import type { PlatformWork } from '../../platform/work'
import { platformSetting } from './platform-settings.queries'

/** The version of WhatsApp Web that a super user chose, or automatic. */
export async function webVersionSetting({
  db,
}: Pick<PlatformWork, 'db'>): Promise<WhatsappWebVersion | typeof automaticWhatsappWebVersion> {
  const row = await db.row(platformSetting, { key: 'whatsappVersion' })
  return (row && parseWhatsappWebVersion(row.value)) ?? automaticWhatsappWebVersion
}
