import { DEFAULT_CONNECTION_CONFIG } from 'baileys'
import { expect, test } from 'vitest'
import { shippedWebVersion } from './shipped-web-version'

test('the shipped version of WhatsApp Web is the one of the installed Baileys', () => {
  expect(shippedWebVersion).toEqual(DEFAULT_CONNECTION_CONFIG.version)
})
