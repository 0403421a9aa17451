import {
  automaticWhatsappWebVersion,
  parseWhatsappWebVersion,
  whatsappWebVersionLookupFailures,
  whatsappWebVersionSources,
} from '@balcao/domain/web-version'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { instant } from './wire-values'

/** The reported version of WhatsApp Web: `automatic`, or a fixed one such as 2.3000.1043857760. */
const versionSetting = z
  .string()
  .max(40)
  .trim()
  .refine((text) => text === automaticWhatsappWebVersion || parseWhatsappWebVersion(text) !== null)

/** The version of WhatsApp Web that the installation's sockets report to WhatsApp. */
const whatsappWebVersion = z.object({
  setting: z.string(),
  /** The version that the next connection will report to WhatsApp. */
  claimed: z.string(),
  source: z.enum(whatsappWebVersionSources),
  /** The version that this release of the product contains. */
  shipped: z.string(),
  /** When the server last asked WhatsApp's site for its version; null when it has not since its start. */
  lookedUpAt: instant.nullable(),
  /** Why the last look-up of the version failed; null after a success. */
  failure: z.enum(whatsappWebVersionLookupFailures).nullable(),
})
export type WhatsappWebVersionView = z.output<typeof whatsappWebVersion>

export const getWhatsappVersion = endpoint('GET /platform/whatsapp-version', {
  name: 'whatsappVersion.get',
  summary: 'The version of WhatsApp Web that this installation claims, and its source',
  access: 'platform.manage',
  planFlag: 'none',
  answer: whatsappWebVersion,
})

export const saveWhatsappVersion = endpoint('PUT /platform/whatsapp-version', {
  name: 'whatsappVersion.save',
  summary: 'Chooses the version of WhatsApp Web to claim: looked up, or fixed',
  access: 'platform.manage',
  planFlag: 'none',
  body: z.object({ setting: versionSetting }),
  answer: whatsappWebVersion,
})

export const lookUpWhatsappVersion = endpoint('POST /platform/whatsapp-version/look-up', {
  name: 'whatsappVersion.lookUp',
  summary: "Asks WhatsApp's site for its version now",
  access: 'platform.manage',
  planFlag: 'none',
  answer: whatsappWebVersion,
  pace: { calls: 6, seconds: 60 },
})
