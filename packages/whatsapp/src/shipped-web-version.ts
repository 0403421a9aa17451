import type { WebVersion } from '@balcao/domain/web-version'

/** The version of WhatsApp Web that Baileys ships, written down so that reading it loads no Baileys. */
export const shippedWebVersion: WebVersion = [2, 3000, 1043857760]
