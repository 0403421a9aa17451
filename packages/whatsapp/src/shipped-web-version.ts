import type { WhatsappWebVersion } from '@balcao/domain/web-version'

/** Baileys' own version of WhatsApp Web. It is copied here, so that reading it does not load Baileys. */
export const shippedWebVersion: WhatsappWebVersion = [2, 3000, 1043857760]
