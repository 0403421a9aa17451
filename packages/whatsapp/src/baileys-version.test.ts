import { createRequire } from 'node:module'
import { expect, test } from 'vitest'

const require = createRequire(import.meta.url)

/** The assumptions about Baileys' internals (harden.ts, stanza-order.ts, journal.ts) were verified in this version. */
test('the driver runs with exactly the Baileys and libsignal that it was written for', () => {
  const { dependencies } = require('../package.json')
  const installed = {
    baileys: require('baileys/package.json').version,
    libsignal: require('libsignal/package.json').version,
  }

  expect(installed).toEqual({ baileys: '7.0.0-rc14', libsignal: '6.0.0' })
  expect(dependencies).toMatchObject(installed)
})
